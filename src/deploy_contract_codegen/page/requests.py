"""Sample requests of an operation: as a command, and in several languages."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from deploy_contract_codegen.description import MEDIA_TYPE
from deploy_contract_codegen.page.suite_samples import pretty
from deploy_contract_codegen.page.values import referred

INDENT = 4
GO_FAULT = ("\tif err != nil {", "\t\tlog.Fatal(err)", "\t}")
GO_REST = (
    "\tresponse, err := http.DefaultClient.Do(request)",
    *GO_FAULT,
    "\tdefer response.Body.Close()",
    "\tanswer, err := io.ReadAll(response.Body)",
    *GO_FAULT,
    "\tif response.StatusCode >= 300 {",
    "\t\tlog.Fatal(response.Status)",
    "\t}",
    "\tfmt.Println(string(answer))",
    "}",
)
JAVA_START = (
    "",
    "class Sample {",
    "    public static void main(String[] arguments) throws Exception {",
)
JAVA_REST = (
    "        var response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());",
    "        if (response.statusCode() >= 300)",
    '            throw new IllegalStateException("HTTP " + response.statusCode());',
    "        System.out.println(response.body());",
    "    }",
    "}",
)


class Snippet(NamedTuple):
    """A sample request: its title, its language for the highlighting, and its text."""

    title: str
    language: str
    text: str


class SampleRequest(NamedTuple):
    """A request of an operation with the example of each parameter and of its body.

    `path` and `query` are percent-encoded. `body` is a JSON value, or None for no body.
    """

    method: str
    server: str
    path: str
    query: Mapping[str, str]
    body: Any

    @property
    def target(self) -> str:
        """The path with the query."""
        return f"{self.path}?{urlencode(self.query)}" if self.query else self.path


def server_url(bundled: Mapping[str, Any]) -> str:
    """Return the address of the first server, with the defaults of its variables."""
    server = bundled["servers"][0]
    defaults = {name: row["default"] for name, row in server.get("variables", {}).items()}
    return str(server["url"].format_map(defaults)).rstrip("/")


def sample_request(
    bundled: Mapping[str, Any], path: str, method: str, operation: Mapping[str, Any]
) -> SampleRequest:
    """Return the sample request of an operation."""
    query = {}
    for row in operation.get("parameters", ()):
        if "example" in row and row["in"] == "path":
            path = path.replace(f"{{{row['name']}}}", quote(str(row["example"]), safe=""))
        elif "example" in row and row["in"] == "query":
            query[row["name"]] = _query_text(row["example"])
    body = None
    if "requestBody" in operation:
        title = referred(operation["requestBody"]["content"][MEDIA_TYPE]["schema"])
        body = next(iter(bundled["components"]["schemas"][title].get("examples", [{}])))
    return SampleRequest(method, server_url(bundled), path, query, body)


def _query_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def snippets(request: SampleRequest) -> list[Snippet]:
    """Return a request in each language of the page."""
    return [
        Snippet("curl", "sh", _curl(request)),
        Snippet("httpx", "python", _httpx(request)),
        Snippet("deploy_contract", "python", _library(request)),
        Snippet("JavaScript", "js", _javascript(request)),
        Snippet("Go", "go", _go(request)),
        Snippet("Java", "java", _java(request)),
    ]


def _curl(request: SampleRequest) -> str:
    lines = [f"curl {_shell(request.server + request.target)}"]
    if request.method != "GET":
        lines[0] = f"curl --request {request.method} {_shell(request.server + request.target)}"
    if request.body is not None:
        lines.append(f"  --header 'Content-Type: {MEDIA_TYPE}'")
        lines.append(f"  --data {_shell(pretty(request.body))}")
    return " \\\n".join(lines)


def _shell(text: str) -> str:
    """Return a text in single quotes, as POSIX shells read it."""
    return "'" + text.replace("'", "'\\''") + "'"


def _httpx(request: SampleRequest) -> str:
    arguments = [_python(request.server + request.path)]
    if request.query:
        arguments.append(f"params={_python_block(dict(request.query))}")
    if request.body is not None:
        arguments.append(f"json={_python_block(request.body)}")
    call = f"response = httpx.{request.method.lower()}({_arguments(arguments)})"
    return f"import httpx\n\n{call}\nresponse.raise_for_status()\nprint(response.json())"


def _library(request: SampleRequest) -> str:
    arguments = [_python(request.method), _python(request.path)]
    if request.query:
        arguments.append(f"query={_python(urlencode(request.query))}")
    lines = ["from deploy_contract import Contract, Request", ""]
    if request.body is not None:
        lines.append(f"body = {_python_block(request.body, 0)}")
        arguments.append(f"headers={{{_python('Content-Type')}: {_python(MEDIA_TYPE)}}}")
        arguments.append("body=json.dumps(body).encode()")
        lines.insert(0, "import json\n")
    lines.append(f"request = Request({_arguments(arguments)})")
    lines += [
        "report = Contract().check_request(request)",
        "print(report.verdict, report.operation, report.status)",
        "for violation in report.violations:",
        "    print(violation)",
    ]
    return "\n".join(lines)


def _arguments(arguments: list[str]) -> str:
    """Return arguments of a call: on a line of their own each, unless there is only one."""
    if len(arguments) == 1:
        return arguments[0]
    inner = "".join(f"{' ' * INDENT}{argument},\n" for argument in arguments)
    return f"\n{inner}"


def _python_block(value: Any, indent: int = INDENT) -> str:
    """Return a JSON value as Python, with `indent` before its lines after the first."""
    return _aligned(_python(value), indent)


def _python(value: Any, indent: int = 0) -> str:
    """Return a JSON value in the syntax of Python."""
    if isinstance(value, bool) or value is None:
        return repr(value)
    if not isinstance(value, dict | list) or not value:
        return json.dumps(value, ensure_ascii=False)
    before = " " * (indent + INDENT)
    if isinstance(value, list):
        parts = [before + _python(item, indent + INDENT) for item in value]
        start, end = "[]"
    else:
        start, end = "{}"
        parts = []
        for key, member in value.items():
            parts.append(f"{before}{json.dumps(key)}: {_python(member, indent + INDENT)}")
    return "\n".join([start, *[f"{part}," for part in parts], " " * indent + end])


def _javascript(request: SampleRequest) -> str:
    url = _quoted(request.server + request.target)
    lines = [f"const response = await fetch({url});"]
    if request.method != "GET":
        options = [f'  method: "{request.method}",']
        if request.body is not None:
            options.append(f'  headers: {{ "Content-Type": "{MEDIA_TYPE}" }},')
            options.append(f"  body: JSON.stringify({_aligned(pretty(request.body), 2)}),")
        lines = [f"const response = await fetch({url}, {{", *options, "});"]
    lines.append('if (!response.ok) throw new Error("HTTP " + response.status);')
    lines.append("console.log(await response.json());")
    return "\n".join(lines)


def _go(request: SampleRequest) -> str:
    """Return a program, laid out as gofmt does it."""
    packages = ["fmt", "io", "log", "net/http"]
    body = "nil"
    lines = ["func main() {"]
    if request.body is not None:
        packages.append("strings")
        body = "strings.NewReader(body)"
        lines.append(f"\tbody := {_go_text(pretty(request.body))}")
    url = _quoted(request.server + request.target)
    lines.append(f'\trequest, err := http.NewRequest("{request.method}", {url}, {body})')
    lines += GO_FAULT
    if request.body is not None:
        lines.append(f'\trequest.Header.Set("Content-Type", "{MEDIA_TYPE}")')
    lines += GO_REST
    imports = [f'\t"{name}"' for name in packages]
    return "\n".join(["package main", "", "import (", *imports, ")", "", *lines])


def _go_text(text: str) -> str:
    """Return a text as a raw string, which takes all but the back quote."""
    return _quoted(text) if "`" in text else f"`{text}`"


def _java(request: SampleRequest) -> str:
    """Return a program in one file, for Java 15 or later."""
    types = ["URI", "http.HttpClient", "http.HttpRequest", "http.HttpResponse.BodyHandlers"]
    call = ["        var request = HttpRequest.newBuilder()"]
    call.append(f"            .uri(URI.create({_quoted(request.server + request.target)}))")
    lines = []
    if request.body is not None:
        types.insert(3, "http.HttpRequest.BodyPublishers")
        text = pretty(request.body).replace("\\", "\\\\")
        lines.append(f'        var body = """\n            {_aligned(text, 12)}""";')
        call.append(f'            .header("Content-Type", "{MEDIA_TYPE}")')
        call.append(f'            .method("{request.method}", BodyPublishers.ofString(body))')
    elif request.method != "GET":
        call.append(f'            .method("{request.method}", BodyPublishers.noBody())')
    call.append("            .build();")
    imports = [f"import java.net.{name};" for name in types]
    return "\n".join([*imports, *JAVA_START, *lines, *call, *JAVA_REST])


def _quoted(text: str) -> str:
    """Return a text in double quotes, as Go, Java and JavaScript read it."""
    return json.dumps(text, ensure_ascii=False)


def _aligned(text: str, indent: int) -> str:
    """Return a text with `indent` blanks before its lines after the first."""
    return text.replace("\n", "\n" + " " * indent)
