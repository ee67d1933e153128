"""The page of the playground, and the documents that answer its form."""

from collections.abc import Iterator, Sequence

from starlette.requests import Request
from starlette.responses import Response

from deploy_contract.files.documents import Checked
from deploy_contract.options import UNKNOWN
from deploy_contract.wording import VERDICTS
from deploy_contract_format.html import Html, chip, element
from deploy_contract_service.console.layout import document, page, root
from deploy_contract_service.console.masking import masking_of
from deploy_contract_service.console.playground import (
    EXAMPLE,
    STORED,
    Form,
    deployment_examples,
    example_cases,
)
from deploy_contract_service.console.reports import reports
from deploy_contract_service.console.texts import plain_options, select_options, visible_text
from deploy_contract_service.fields import hostings, sources
from deploy_contract_service.store import Deployment

MOST_DEPLOYMENTS = 100  # to choose from; others have a link on their own page
STRICT_LABEL = "Strict: notes and open verdicts count"


def report_response(
    request: Request, form: Form, found: Sequence[Checked], status: int = 200
) -> Response:
    """Return the answer to a form: a document with the reports, without the text."""
    if not found:
        return notice_response(request, status, "The text contains no document.")
    return _response(request, reports(found, root(request), strict=form.strict), status)


def notice_response(request: Request, status: int, line: str) -> Response:
    """Return the answer to a form that is not checked, with the reason in one line."""
    return _response(request, element("p", line, class_="notice"), status)


def _response(request: Request, report: Html, status: int) -> Response:
    body = element("body", element("main", report, id="report"), class_="answer")
    return document(root(request), "Report", body, status)


def playground_page(
    request: Request, form: Form, deployments: Sequence[Deployment], selected: Deployment | None
) -> Response:
    """Return the response with the page of the playground.

    Args:
        request: the request.
        form: the form to start with.
        deployments: deployments to choose from.
        selected: a further deployment to choose from, or None.
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
    )
    listing = element("ul", *_examples(), class_="examples")
    return page(
        request,
        "Playground",
        element("h1", "Playground"),
        element("p", "The verdict on a patch while you type.", class_="summary"),
        element("details", element("summary", "Examples"), listing, class_="ready"),
        whole,
        place="playground",
    )


def _editor(text: str) -> Html:
    heading = element(
        "div",
        element("label", "Patch, JSON or YAML", for_="text"),
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
    note = element("p", "The text is checked and not stored.", id="counts", class_="quiet")
    editor = element("div", gutter, area, class_="editor")
    return element("div", heading, editor, note, class_="writing")


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
    yield _field("of", "Source or deployment", _subjects(form, known))
    hosting = [("", "unknown"), *plain_options(hostings())]
    yield _field("hosting", "Hosting", _select("hosting", hosting, form.hosting))
    unknown = _select("unknown_fields", plain_options(UNKNOWN), form.unknown_fields)
    yield _field("unknown_fields", "Unknown fields", unknown)
    strict = element(
        "input", id="strict", name="strict", type="checkbox", value="yes", checked=form.strict
    )
    label = element("label", STRICT_LABEL, for_="strict")
    yield element("div", strict, " ", label, class_="field tick")
    yield element("div", element("button", "Check"), class_="field tick unscripted")


def _subjects(form: Form, known: Sequence[Deployment]) -> Html:
    """Return the control for the deployment that a patch is for, or only its source."""
    stored = []
    for one in known:
        name = visible_text(masking_of(one).text(one["name"]))
        stored.append((STORED + one["id"], f"{name} ({one['source']})"))
    files = [(EXAMPLE + file, file) for file in deployment_examples()]
    groups = [select_options([("", "unknown")], form.of)]
    for label, options in (
        ("Source", plain_options(sources())),
        ("As of a stored deployment", stored),
        ("As of an example", files),
    ):
        if options:
            groups.append(element("optgroup", select_options(options, form.of), label=label))
    return element("select", *groups, id="of", name="of")


def _select(name: str, options: list[tuple[str, str]], selected: str) -> Html:
    return element("select", select_options(options, selected), id=name, name=name)


def _field(name: str, label: str, control: Html) -> Html:
    return element("div", element("label", label, for_=name), control, class_="field")


def _examples() -> Iterator[Html]:
    for number, (example, row) in enumerate(example_cases()):
        verdict = chip(VERDICTS[row["verdict"]], row["verdict"])
        link = element("a", row["title"], href=f"?example={number}")
        file = element("span", example.file, class_="quiet")
        yield element("li", verdict, " ", link, " ", file)
