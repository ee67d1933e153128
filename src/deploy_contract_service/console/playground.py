"""The playground: checks a text as the command checks a file."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice
from typing import Any, NamedTuple, cast
from urllib.parse import parse_qsl

from deploy_contract_generated.names import HostingName, UnknownChoice

from deploy_contract import Contract
from deploy_contract.files.documents import Checked, check_body
from deploy_contract.options import UNKNOWN
from deploy_contract_format.suggestions import must_be_one_of
from deploy_contract_service.console.example_messages import example_request, example_response
from deploy_contract_service.console.generated_files import Example, examples
from deploy_contract_service.console.messages import (
    CheckedMessage,
    check_request,
    check_response,
)
from deploy_contract_service.console.reports import MOST_DOCUMENTS
from deploy_contract_service.fields import (
    deployment_kind,
    hosting_of,
    hostings,
    patch_kind,
    sources,
)

UNKNOWN_FIELDS = "report"  # the default, as for the command
PATCH, REQUEST, RESPONSE = "patch", "request", "response"
MODES = (PATCH, REQUEST, RESPONSE)
MOST_CHARACTERS = 100_000  # of a text
MOST_BYTES = 1 << 20  # of a form, in which a character may take nine
MOST_FIELDS = 20  # of a form
TOO_LONG = f"The text is too long: the playground checks {MOST_CHARACTERS} characters at most."
# prefixes of `Form.of` for a stored deployment and an example of one
STORED, EXAMPLE = "deployment:", "example:"


class Form(NamedTuple):
    """The form of the playground.

    Attributes:
        text: the patch (JSON or YAML), or the message.
        of: a source; STORED and an id; EXAMPLE and a file name; or "" if all is unknown.
        hosting: a hosting, or "" if it is unknown.
        unknown_fields: mode for unknown fields.
        strict: whether violations of reported rules and open verdicts count.
        mode: one of MODES, the kind of the text.
    """

    text: str = ""
    of: str = ""
    hosting: str = ""
    unknown_fields: str = UNKNOWN_FIELDS
    strict: bool = False
    mode: str = PATCH

    def __repr__(self) -> str:
        """Return text without the patch, which may contain secrets."""
        return "<Form>"


EMPTY = Form("{}\n")


class FormError(Exception):
    """An error in a form, in one line."""


def parse_form(body: bytes) -> Form:
    """Parse the body of a form (WHATWG URL, application/x-www-form-urlencoded).

    Raises:
        FormError: the body is not a form of the playground.
    """
    try:
        fields = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError:
        raise FormError("The body is not a form as browsers send it.") from None
    given = dict(fields)  # the last value of a name counts
    form = Form(
        text=given.get("text", "").replace("\r\n", "\n"),  # browsers send every line end so
        of=given.get("of", ""),
        hosting=given.get("hosting", ""),
        unknown_fields=given.get("unknown_fields", UNKNOWN_FIELDS),
        strict="strict" in given,
        mode=given.get("mode", PATCH),
    )
    _require_choice("mode", form.mode, MODES)
    _require_choice("hosting", form.hosting, ("", *hostings()))
    _require_choice("unknown_fields", form.unknown_fields, tuple(UNKNOWN))
    if not form.of.startswith((STORED, EXAMPLE)):
        _require_choice("of", form.of, ("", *sources()))
    return form


def _require_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise FormError(must_be_one_of(name, value, list(filter(None, choices))))


def check(
    form: Form, deployment: Mapping[str, Any] | None, service_hosting: str | None
) -> list[Checked] | list[CheckedMessage]:
    """Return the reports on the documents of a text, one more than are shown at most.

    The text of a message has one report.

    Args:
        form: the form.
        deployment: the deployment that the patch is for, or None.
        service_hosting: hosting of all deployments of the service, or None.

    Raises:
        MessageError: the text is not a message of the mode.
    """
    hosting = form.hosting or None
    source = form.of or None
    if deployment is not None:
        source = None
        # a stored deployment is judged as the service judges it
        hosting = hosting or service_hosting or hosting_of(deployment["source"])
    contract = _contract(hosting, form.unknown_fields)
    if form.mode == REQUEST:
        return [check_request(contract, form.text, source, deployment)]
    if form.mode == RESPONSE:
        return [check_response(contract, form.text, deployment)]
    context = {"source": source, "deployment": deployment}
    purpose = (contract, patch_kind(), context)
    body = form.text.encode("utf-8", "replace")
    found = check_body(lambda _name, _comments: purpose, "patch", body)
    return list(islice(found, MOST_DOCUMENTS + 1))


def json_text(form: Form) -> str | None:
    """Return the only document of a patch as JSON, or None if there is no such document."""
    if len(form.text) > MOST_CHARACTERS:
        return None
    found = check(form._replace(of="", mode=PATCH), None, None)
    if len(found) != 1 or not isinstance(found[0].report.value, dict):
        return None
    return json.dumps(found[0].report.value, ensure_ascii=False)


@cache
def _contract(hosting: str | None, unknown_fields: str) -> Contract:
    return Contract(
        hosting=cast("HostingName | None", hosting),
        unknown_fields=cast("UnknownChoice", unknown_fields),
        unknown_operations="report",
    )


class Case(NamedTuple):
    """An example with what is known of it: its title, its expected verdict and its form."""

    title: str
    verdict: str
    form: Form


@cache
def example_cases() -> tuple[Case, ...]:
    """Return the examples: patches, then a request, then responses."""
    patches = list(_cases(PATCH))
    requests = [case for case in _cases(REQUEST) if case.verdict == "allow"][:1]
    return (*patches, *requests, *_cases(RESPONSE))


def example_form(number: str) -> Form | None:
    """Return the form of an example, by its number in `example_cases`, or None."""
    cases = example_cases()
    if not (number.isascii() and number.isdecimal() and int(number[:6]) < len(cases)):
        return None
    return cases[int(number[:6])].form


def _cases(mode: str) -> Iterator[Case]:
    for example in examples():
        for row in example.rows:
            form = _example_form(example, row, mode)
            if form is not None:
                yield Case(row["title"], row["verdict"], form)


def _example_form(example: Example, row: Mapping[str, Any], mode: str) -> Form | None:
    """Return the form of an example, or None if it has no such text."""
    text = example.text
    if mode == RESPONSE:
        text = example_response(example.document, text) or ""
    elif example.document != patch_kind():
        return None
    elif mode == REQUEST:
        text = example_request(text) or ""
    if not text:
        return None
    of = row.get("source", "")
    if "deployment" in row:
        of = EXAMPLE + row["deployment"]
    unknown_fields = row.get("unknown_fields", UNKNOWN_FIELDS)
    return Form(text, of, row.get("hosting", ""), unknown_fields, mode=mode)


def deployment_examples() -> list[tuple[str, str]]:
    """Return the file names and sources of the examples of deployments."""
    found = [one for one in examples() if one.document == deployment_kind()]
    return [(one.file, json.loads(one.text)["source"]) for one in found]


def example_deployment(file: str) -> dict[str, Any] | None:
    """Return the deployment of an example, or None if there is no such example."""
    for one in examples():
        if one.document == deployment_kind() and one.file == file:
            found: dict[str, Any] = json.loads(one.text)
            return found
    return None
