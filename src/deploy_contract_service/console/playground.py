"""The playground: checks a text as the command checks a file."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, cast
from urllib.parse import parse_qsl

from deploy_contract_generated.names import HostingName, UnknownChoice
from starlette.exceptions import HTTPException

from deploy_contract import Contract, Report, Request, Response, Violation
from deploy_contract.bundle import Bundle
from deploy_contract.files.documents import Checked, Source, check_body
from deploy_contract.plain import same
from deploy_contract_format.errors import Place
from deploy_contract_format.suggestions import must_be_one_of
from deploy_contract_format.vocabulary import UNKNOWN_CHOICES
from deploy_contract_service import fields
from deploy_contract_service.console.generated_files import Example, examples
from deploy_contract_service.console.masking import Masking, masking_of
from deploy_contract_service.patching import apply_patch

UNKNOWN_FIELDS = "report"  # the default, as for the command
PATCH, REQUEST, RESPONSE = "patch", "request", "response"
MODES = (PATCH, REQUEST, RESPONSE)
MAX_CHARACTERS = 100_000  # of a text
MAX_BYTES = 1 << 20  # of a form, in which a UTF-16 unit takes at most nine bytes
MAX_FIELDS = 20  # of a form
MAX_DOCUMENTS = 20  # of a text; further documents are not shown
TOO_LONG = f"The text is too long: the playground checks {MAX_CHARACTERS:,} characters at most."
KEPT = f"{TOO_LONG} The page has kept your earlier text."
# prefixes of `Form.of` for a stored deployment and an example of one
STORED, EXAMPLE = "deployment:", "example:"
_METHOD = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, section 5.6.2
_ORIGIN = re.compile(r"https?://(\[[0-9a-f:.]+\]|[^/?#\[\]]+)(:[0-9]*)?/?", re.IGNORECASE)
_STATUS_LINE = re.compile(r"HTTP/[0-9](?:\.[0-9])? ([1-5][0-9]{2})(?: .*)?")
_PARAMETER = re.compile(r"\{\w+\}")
_NOBODY = "00000000-0000-4000-8000-000000000000"


@dataclass(frozen=True, slots=True)
class Form:
    """The form of the playground."""

    text: str = field(default="", repr=False)  # a patch or message; it may contain secrets
    of: str = ""  # a source, STORED and an id, EXAMPLE and a file name, or "" if all is unknown
    hosting: str = ""  # "" if the hosting is unknown
    unknown_fields: str = UNKNOWN_FIELDS
    strict: bool = False  # whether violations of reported rules and open verdicts count
    mode: str = PATCH  # one of MODES, the kind of the text


EMPTY = Form("{}\n")


def parse_form(body: bytes) -> Form:
    """Parse the body of a form (WHATWG URL, application/x-www-form-urlencoded).

    Raises HTTPException if it is not a form of the playground, or if its text is too long.
    """
    if len(body) > MAX_BYTES:
        raise HTTPException(413, TOO_LONG)
    try:
        text = body.decode("ascii")
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MAX_FIELDS)
    except ValueError:
        raise HTTPException(400, "The body is not a form as browsers send it.") from None
    # the last value of a name counts; browsers end every line with CR and LF
    given: dict[str, Any] = {name: value.replace("\r\n", "\n") for name, value in pairs}
    known = {name: given[name] for name in Form.__slots__ if name in given}
    form = Form(**known | {"strict": "strict" in given})
    _require_choice("mode", form.mode, MODES)
    _require_choice("hosting", form.hosting, ("", *fields.hostings()))
    _require_choice("unknown_fields", form.unknown_fields, UNKNOWN_CHOICES)
    if not form.of.startswith((STORED, EXAMPLE)):
        _require_choice("of", form.of, ("", *fields.sources()))
    if len(form.text) > MAX_CHARACTERS:
        raise HTTPException(413, TOO_LONG)
    return form


def _require_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise HTTPException(400, must_be_one_of(name, value, list(filter(None, choices))))


def check(
    form: Form, deployment: Mapping[str, Any] | None, service_hosting: str | None
) -> list[Checked]:
    """Return the reports on the first documents of a text: those that are shown, and one more.

    The text of a message has one report. Raises HTTPException if it is not a message of the mode.
    `service_hosting` is the hosting of all deployments of the service, if it has one.
    """
    hosting, source = form.hosting or None, form.of or None
    if deployment is not None:  # judge the patch as the service does
        source, hosting = None, hosting or service_hosting
    contract = _contract(hosting, form.unknown_fields)
    if form.mode == REQUEST:
        return [_check_request(contract, form.text, source, deployment)]
    if form.mode == RESPONSE:
        return [_check_response(contract, form.text, deployment)]
    body = form.text.encode("utf-8", "replace")
    facts = {"source": source, "deployment": deployment}
    found = check_body("patch", body, contract, fields.PATCH, **facts)
    return list(islice(found, MAX_DOCUMENTS + 1))


def verdicts_by_source(form: Form, checked: Checked) -> list[tuple[str, str]]:
    """Return each source on the hosting of a checked patch, with the patch's verdict for it.

    The list is empty for a message, and for a patch of a known deployment, which has one source.
    """
    report, contract = checked.report, checked.contract
    is_known = form.of.startswith((STORED, EXAMPLE))
    if form.mode != PATCH or is_known or not isinstance(report.value, dict):
        return []
    sources: tuple[Any, ...] = contract.bundle.book.admitted(contract.hosting)
    reports = [contract.check(report.value, fields.PATCH, source=source) for source in sources]
    return [(source, found.verdict) for source, found in zip(sources, reports, strict=True)]


def json_text(form: Form) -> str:
    """Return the only document of a patch as JSON. Raises HTTPException without one object."""
    found = check(replace(form, of="", mode=PATCH), None, None)
    if len(found) != 1 or not isinstance(found[0].report.value, dict):
        raise HTTPException(400, "The text is not one document.")
    return json.dumps(found[0].report.value, ensure_ascii=False)


@cache
def _contract(hosting: str | None, unknown_fields: str) -> Contract:
    return Contract(
        hosting=cast("HostingName | None", hosting),
        unknown_fields=cast("UnknownChoice", unknown_fields),
        unknown_operations="report",
    )


class Case(NamedTuple):
    """An example: its title, its expected verdict and its form."""

    title: str
    verdict: str
    form: Form


@cache
def example_cases() -> tuple[Case, ...]:
    """Return the examples: patches, then a request that is allowed, then responses."""
    found: dict[str, list[Case]] = {mode: [] for mode in MODES}
    for example in examples():
        for mode, text in _texts(example):
            found[mode] += [_case(mode, text, row) for row in example.rows]
    requests = [case for case in found[REQUEST] if case.verdict == "allow"]
    return (*found[PATCH], *requests[:1], *found[RESPONSE])


def _case(mode: str, text: str, row: Mapping[str, Any]) -> Case:
    subject = row.get("source", "")
    if "deployment" in row:
        subject = EXAMPLE + row["deployment"]
    unknown_fields = row.get("unknown_fields", UNKNOWN_FIELDS)
    form = Form(text, subject, row.get("hosting", ""), unknown_fields, mode=mode)
    return Case(row["title"], row["verdict"], form)


def _texts(example: Example) -> Iterator[tuple[str, str]]:
    """Yield each mode in which an example can be checked, with its text.

    The first id in the document counts as the id in the request above a response.
    """
    body = f"Content-Type: application/json\n\n{example.text}"
    found = re.search(fields.identity_schema()["pattern"].strip("^$"), example.text)
    if example.document == fields.PATCH:
        yield PATCH, example.text
    for row in Bundle.installed().operations:
        if example.document == row["request"] and example.text.startswith("{"):  # it is JSON
            yield REQUEST, f"{_request_line(row, _NOBODY)}\n{body}"
        for status, document in row["responses"].items():
            if document == example.document:
                line = _request_line(row, found[0] if found else _NOBODY)
                yield RESPONSE, f"{line}\n\nHTTP/1.1 {status} OK\n{body}"
                return


def _request_line(row: Mapping[str, Any], identity: str) -> str:
    path = _PARAMETER.sub(identity, row["path"])
    return f"{row['method']} {path} HTTP/1.1"


def deployment_examples() -> dict[str, Example]:
    """Return the examples of deployments by the names of their files."""
    return {row.file: row for row in examples() if row.document == fields.DEPLOYMENT}


class Change(NamedTuple):
    """A field that a patch changes. `is_hidden` is True if its masked values look the same."""

    path: str
    before: Any
    after: Any
    schema: fields.Schema
    is_hidden: bool
    removed: int  # number of values that are gone


class Effect(NamedTuple):
    """The effect on a deployment. `source` is that of the new revision; None without a revision."""

    name: str
    source: str | None
    changes: list[Change]


def effect(deployment: Mapping[str, Any] | None, report: Report) -> Effect | None:
    """Return the effect of a patch by its report, or None if the contract does not allow it.

    The deployment before the patch has a null for each missing field. It is None if unknown.
    """
    if deployment is None or report.verdict != "allow" or not isinstance(report.value, Mapping):
        return None
    after, source = apply_patch(deployment, report)
    masking = masking_of(deployment, after)
    changes = list(_changes("", deployment, after, fields.schema(fields.DEPLOYMENT), masking))
    return Effect(masking.text(deployment["name"]), source, changes)


def _changes(
    path: str, before: Any, after: Any, schema: fields.Schema, masking: Masking
) -> Iterator[Change]:
    """Yield each change of a declared field. If both values are objects, yield their changes."""
    if same(before, after):
        return
    members = schema.get("properties")
    if not members or not isinstance(before, Mapping) or not isinstance(after, Mapping):
        shown = masking.value(before, schema), masking.value(after, schema)
        is_resolved = path.rpartition(".")[2] in fields.resolved_by_service()
        removed = 0 if is_resolved else _removed(before, after)
        yield Change(path, *shown, schema, same(*shown), removed)
        return
    for name, member in members.items():
        inner = f"{path}.{name}" if path else name
        yield from _changes(inner, before.get(name), after.get(name), member, masking)


def _removed(before: Any, after: Any) -> int:
    """Return the number of values that are gone. Items of lists are compared by their names."""
    if after is None:
        return int(before is not None)
    left = _members(after)
    gone = sum([_removed(value, left.get(name)) for name, value in _members(before).items()])
    return gone or int(after == [] and bool(before))


def _members(value: Any) -> Mapping[str, Any]:
    if isinstance(value, Mapping):
        return value
    items = value if isinstance(value, list) else []
    return {
        str(item["name"]): item for item in items if isinstance(item, Mapping) and "name" in item
    }


# --- HTTP messages as text

# A request is a request line, headers, an empty line and a body. A response follows its request and
# begins with a status line, such as `HTTP/1.1 200 OK`.


class Head(NamedTuple):
    """The lines before a body. Lines of the text are numbered from 1."""

    line: int
    first: str  # the request line or status line
    headers: list[tuple[str, str]]
    places: dict[str, int]  # line of each header, by its name in lower case


@dataclass
class Message(Checked):
    """A message with its report. Its first line and headers have places, too, not only its body."""

    head: Head | None = None

    def place(self, violation: Violation) -> Place:
        """Return the place of a violation in the text."""
        if self.head is None or violation.location in ("body", "wire"):
            return super().place(violation)
        return Place(self.head.places.get(violation.pointer.lower(), self.head.line), 1)


def _check_request(
    contract: Contract, text: str, source: Any, deployment: Mapping[str, Any] | None
) -> Message:
    """Return the report on a request. Raises HTTPException if the text is not a request."""
    head, body = _split(text.split("\n"), 1)
    request = _request(head, body)
    report = contract.check_request(request, source=source, deployment=deployment)
    return Message("message", 1, report, contract, Source(body), head=head)


def _check_response(contract: Contract, text: str, deployment: Mapping[str, Any] | None) -> Message:
    """Return the report on a response below its request. Raises HTTPException for another text."""
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if _STATUS_LINE.fullmatch(line.strip())]
    if not starts:
        raise HTTPException(
            200, "Write the response below its request: HTTP/1.1 200 OK, headers, body."
        )
    request = _request(*_split(lines[: starts[0]], 1))
    head, body = _split(lines[starts[0] :], starts[0] + 1)
    status = int(head.first.split()[1])
    response = Response(status, head.headers, body)
    report = contract.check_response(response, request, deployment=deployment)
    return Message("message", 1, report, contract, Source(body), head=head)


def _split(lines: list[str], number: int) -> tuple[Head, bytes]:
    """Return the head and the body of a message. `number` is the number of its first line.

    Empty lines in place of the head give each violation of the body its line in the text.
    """
    empty = next((at for at, line in enumerate(lines) if line.strip()), len(lines))
    lines, number = lines[empty:], number + empty
    if not lines:
        raise HTTPException(200, "Begin with a request line: a method and a path.")
    headers: list[tuple[str, str]] = []
    places: dict[str, int] = {}
    body_line = number + len(lines)
    for at, line in enumerate(lines[1:], number + 1):
        if not line.strip():
            body_line = at + 1
            break
        name, colon, value = line.partition(":")
        if not colon or not _METHOD.fullmatch(name):
            hint = "Write NAME: VALUE, or an empty line before the body."
            raise HTTPException(200, f"Line {at} is no header. {hint}")
        headers.append((name, value.strip()))
        places.setdefault(name.lower(), at)
    body = "\n".join(lines[body_line - number :]).rstrip("\n")
    if body:
        body = "\n" * (body_line - 1) + body
    return Head(number, lines[0].strip(), headers, places), body.encode("utf-8", "replace")


def _request(head: Head, body: bytes) -> Request:
    method, _, rest = head.first.partition(" ")
    target = re.sub(r"(?<!\s)\s++HTTP/[0-9.]++$", "", rest).strip()
    if not _METHOD.fullmatch(method) or not target or " " in target:
        message = f"Line {head.line} is no request line: write a method, a space and a path."
        raise HTTPException(200, message)
    # proxies get an absolute address, of which only the path and query count
    target = _ORIGIN.sub("/", target, count=1) if _ORIGIN.match(target) else target
    if not target.startswith("/"):
        raise HTTPException(200, f"The path in line {head.line} does not begin with a slash.")
    path, _, query = target.partition("#")[0].partition("?")
    return Request(method, path, query, head.headers, body)
