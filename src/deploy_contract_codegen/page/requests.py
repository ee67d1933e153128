"""Sample requests of an operation: as a command, and in several languages."""

import json
import re
import shlex
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

from deploy_contract_codegen.description import MEDIA_TYPE
from deploy_contract_codegen.lowering import title_of
from deploy_contract_codegen.page.suite_samples import pretty
from deploy_contract_pages import environment

INDENT = 4
_CONSTANTS = {"null": "None", "false": "False", "true": "True"}
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[a-z]+')
# template in templates/requests, and title -> language of the highlighting
LANGUAGES = {
    "curl": "sh",
    "httpx": "python",
    "deploy_contract": "python",
    "JavaScript": "js",
    "Go": "go",
    "Java": "java",
}


def server_url(bundled: Mapping[str, Any]) -> str:
    """Return the address of the first server, with the defaults of its variables."""
    server = bundled["servers"][0]
    defaults = {name: row["default"] for name, row in server.get("variables", {}).items()}
    return str(server["url"].format_map(defaults)).rstrip("/")


def snippets_of(
    bundled: Mapping[str, Any], path: str, method: str, operation: Mapping[str, Any]
) -> dict[str, str]:
    """Return a request with the examples of an operation, in each language by its title."""
    query = {}
    for row in operation.get("parameters", ()):
        if "example" in row and row["in"] == "path":
            path = path.replace(f"{{{row['name']}}}", quote(str(row["example"]), safe=""))
        elif "example" in row and row["in"] == "query":
            example = row["example"]
            query[row["name"]] = example if isinstance(example, str) else json.dumps(example)
    body = None
    if "requestBody" in operation:
        title = title_of(operation["requestBody"]["content"][MEDIA_TYPE]["schema"])
        body = next(iter(bundled["components"]["schemas"][title].get("examples", [{}])))
    return snippets(method.upper(), server_url(bundled), path, query, body)


def snippets(
    method: str, server: str, path: str, query: Mapping[str, str], body: Any
) -> dict[str, str]:
    """Return a request in each language of the page, by its title.

    The path is percent-encoded. The body is a JSON value, or None for no body.
    """
    encoded = urlencode(query)
    target = f"{path}?{encoded}" if encoded else path
    given = {"method": method, "server": server, "path": path, "query": query, "body": body}
    given |= {"encoded": encoded, "target": target, "media_type": MEDIA_TYPE}
    return {
        title: _TEMPLATES.get_template(f"requests/{title}").render(given) for title in LANGUAGES
    }


def _arguments(*arguments: str) -> str:
    """Return arguments of a call: each on a line of its own, unless there is only one argument."""
    given = list(filter(None, arguments))
    if len(given) == 1:
        return given[0]
    inner = "".join(f"{' ' * INDENT}{argument},\n" for argument in given)
    return f"\n{inner}"


def _python(value: Any) -> str:
    """Return a JSON value as Python. JSON and Python write strings the same way."""
    text = json.dumps(value, indent=INDENT, ensure_ascii=False)
    return _TOKEN.sub(lambda token: _CONSTANTS.get(token[0], token[0]), text)


def _go(text: str) -> str:
    """Return a text as a raw string, or in double quotes if it has a back quote."""
    return _quoted(text) if "`" in text else f"`{text}`"


def _quoted(value: Any) -> str:
    """Return a text in double quotes, as Go, Java and JavaScript read it."""
    return json.dumps(value, ensure_ascii=False)


# The texts are programs. The page escapes them as it does any other text.
_TEMPLATES = environment(__package__ or "", of_pages=False, arguments=_arguments)
_TEMPLATES.filters |= {
    "go": _go,
    "pretty": pretty,
    "python": _python,
    "quoted": _quoted,
    "shell": shlex.quote,
}
