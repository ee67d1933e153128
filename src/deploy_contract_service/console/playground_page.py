"""The page of the playground, and the documents that answer its form."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from deploy_contract.files.documents import Checked
from deploy_contract.options import UNKNOWN
from deploy_contract.wording import MODES, REVISIONS, UNDECIDED, VERDICTS
from deploy_contract_format.html import Html, element
from deploy_contract_service.console.layout import document, page, root
from deploy_contract_service.console.masking import masking_of
from deploy_contract_service.console.messages import CheckedMessage
from deploy_contract_service.console.playground import (
    EXAMPLE,
    MOST_CHARACTERS,
    PATCH,
    REQUEST,
    RESPONSE,
    STORED,
    TOO_LONG,
    Form,
    deployment_examples,
    example_cases,
)
from deploy_contract_service.console.reports import reports
from deploy_contract_service.console.texts import plain_options, select_options, visible_text
from deploy_contract_service.fields import (
    PATCH_DEPLOYMENT,
    hostings,
    operation,
    patch_kind,
    sources,
)
from deploy_contract_service.store import Deployment

MOST_DEPLOYMENTS = 100  # to choose from; others have a link on their own page
INTRODUCTION = "The verdict on a patch, a request or a response, while you type."
NOTE = "The service judges the text and does not store it. A copied link contains the text."
STRICT_LABEL = "Strict: notes and undecided verdicts fail"
UNKNOWN_WORDS = {
    "allow": "Ignore them",
    "report": "Note them: they may be typos",
    "reject": "Refuse them",
}
MODE_WORDS = [
    (PATCH, "A patch, in JSON or YAML"),
    (REQUEST, "An HTTP request"),
    (RESPONSE, "An HTTP response, below its request"),
]
# of reports that are made in the page
WORDS = {
    "verdicts": VERDICTS,
    "modes": MODES,
    "undecided": UNDECIDED,
    "revisions": REVISIONS,
}
COPIES = {
    "link": "Copy link",
    "curl": "Copy as curl",
    "command": "Copy as command",
    "file": "Save as file",
}


def report_response(
    request: Request,
    form: Form,
    found: Sequence[Checked] | Sequence[CheckedMessage],
    deployment: Mapping[str, Any] | None,
) -> Response:
    """Return the answer to a form: a document with the reports, without the text.

    Args:
        request: the request.
        form: the form.
        found: the reports.
        deployment: the deployment that the patch is for, or None.
    """
    if not found:
        return notice_response(request, 200, "The text contains no document.")
    changed = deployment if form.mode == PATCH else None
    shown = reports(found, root(request), strict=form.strict, deployment=changed)
    return _response(request, shown, 200)


def notice_response(request: Request, status: int, line: str) -> Response:
    """Return the answer to a form that is not checked, with the reason in one line."""
    return _response(request, element("p", line, class_="notice"), status)


def _response(request: Request, report: Html, status: int) -> Response:
    body = element("body", element("main", report, id="report"), class_="answer")
    return document(root(request), "Report", body, status)


def playground_page(
    request: Request,
    form: Form,
    deployments: Sequence[Deployment],
    selected: Deployment | None,
    base_path: str,
) -> Response:
    """Return the response with the page of the playground.

    Args:
        request: the request.
        form: the form to start with.
        deployments: deployments to choose from.
        selected: a further deployment to choose from, or None.
        base_path: prefix of the paths of the API.
    """
    known = list(deployments)
    ids = {one["id"] for one in known}
    if selected is not None and selected["id"] not in ids:
        known.insert(0, selected)
    at = root(request)
    whole = element(
        "form",
        element("div", *_choices(form, known), class_="fields"),
        element("div", _editor(form.text), _report(at), class_="halves"),
        id="playground",
        method="post",
        action=f"{at}playground",
        target="answer",
        autocomplete="off",
        data_most=MOST_CHARACTERS,
        data_too_long=TOO_LONG,
        data_kind=patch_kind(),
        data_words=json.dumps(WORDS),
        data_method=operation(PATCH_DEPLOYMENT)["method"],
        data_path=base_path + operation(PATCH_DEPLOYMENT)["path"],
    )
    number = request.query_params.get("example", "0")
    current = "" if "deployment" in request.query_params else number
    tabs = element("ul", *_examples(current))
    return page(
        request,
        "Playground",
        element("h1", "Playground"),
        element("p", INTRODUCTION, class_="summary"),
        element("nav", tabs, class_="tabs", aria_label="Examples"),
        whole,
        place="playground",
    )


def _editor(text: str) -> Html:
    heading = element(
        "div",
        element("label", "Text", for_="text"),
        # the verdict again, beside the text, for screens that do not show the report
        element("p", id="heard", role="status"),
        class_="heading",
    )
    area = element(
        "textarea",
        Html("\n"),  # browsers drop the first line break
        text,
        id="text",
        name="text",
        rows=22,
        wrap="off",
        spellcheck="false",
        autocomplete="off",
        autocapitalize="off",
        aria_describedby="counts",
    )
    gutter = element("pre", id="gutter", aria_hidden="true", hidden=True)
    note = element("p", NOTE, id="counts", class_="quiet")
    editor = element("div", gutter, area, class_="editor")
    return element("div", heading, editor, _copying(), note, class_="writing")


def _copying() -> Html:
    """Return the buttons that need the script, which shows them."""
    buttons = [
        element("button", text, type="button", id=f"copy-{name}") for name, text in COPIES.items()
    ]
    said = element("span", id="copied", role="status", class_="quiet")
    return element("div", *buttons, said, id="copying", class_="copying", hidden=True)


def _report(at: str) -> Html:
    frame = element("iframe", name="answer", title="Report", src=f"{at}playground/empty")
    return element(
        "section",
        element("h2", "Report", id="of-report"),
        element("div", id="report"),
        element("noscript", frame),
        aria_labelledby="of-report",
        class_="reading",
    )


def _choices(form: Form, known: Sequence[Deployment]) -> Iterator[Html]:
    """Yield the controls beside the text."""
    yield _field("mode", "What the text is", _select("mode", MODE_WORDS, form.mode))
    yield _field("of", "Which deployment", _subjects(form, known))
    hosting = [("", "I do not know"), *plain_options(hostings())]
    yield _field("hosting", "Where it runs", _select("hosting", hosting, form.hosting))
    words = [(name, UNKNOWN_WORDS[name]) for name in UNKNOWN]
    unknown = _select("unknown_fields", words, form.unknown_fields)
    yield _field("unknown_fields", "Unknown fields", unknown)
    strict = element(
        "input", id="strict", name="strict", type="checkbox", value="yes", checked=form.strict
    )
    label = element("label", STRICT_LABEL, for_="strict")
    yield element("div", strict, " ", label, class_="field tick")
    yield element("div", element("button", "Check"), class_="field tick unscripted")


def _subjects(form: Form, known: Sequence[Deployment]) -> Html:
    """Return the control for the deployment that a patch is for, or only its source."""
    by_source = [(name, name, name) for name in sources()]
    stored = []
    for one in known:
        name = visible_text(masking_of(one).text(one["name"]))
        stored.append((STORED + one["id"], f"{name} ({one['source']})", one["source"]))
    files = [(EXAMPLE + file, file, source) for file, source in deployment_examples()]
    groups = [select_options([("", "I do not know")], form.of)]
    for label, options in (
        ("Any deployment of the source", by_source),
        ("A stored deployment", stored),
        ("An example", files),
    ):
        if options:
            groups.append(_subject_group(label, options, form.of))
    return element("select", *groups, id="of", name="of")


def _subject_group(label: str, options: Sequence[tuple[str, str, str]], selected: str) -> Html:
    """Return a group of options. Each is a value, a text, and the source for the command."""
    rows = []
    for value, text, source in options:
        chosen = value == selected
        rows.append(element("option", text, value=value, selected=chosen, data_source=source))
    return element("optgroup", *rows, label=label)


def _select(name: str, options: list[tuple[str, str]], selected: str) -> Html:
    return element("select", select_options(options, selected), id=name, name=name)


def _field(name: str, label: str, control: Html) -> Html:
    return element("div", element("label", label, for_=name), control, class_="field")


def _examples(current: str) -> Iterator[Html]:
    """Yield a tab for each example. `current` is the number of the one that is shown, or ""."""
    for number, case in enumerate(example_cases()):
        shown = "true" if str(number) == current else None
        text = case.title if case.form.mode == PATCH else f"{case.form.mode}: {case.title}"
        yield element("li", element("a", text, href=f"?example={number}", aria_current=shown))
