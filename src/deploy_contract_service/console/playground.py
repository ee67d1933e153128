"""The playground: a text is judged as the command judges a file, for a source or a stored deployment, and a hosting."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import Response

from deploy_contract import Contract
from deploy_contract.cli.rendering import WORDS
from deploy_contract.files.documents import Checked, check_body
from deploy_contract.options import UNKNOWN
from deploy_contract.tables import tables
from deploy_contract_service.console import verdicts
from deploy_contract_service.console.artifacts import Example, examples
from deploy_contract_service.console.layout import document, page, root
from deploy_contract_service.console.markup import Html, chip, element, options, plain
from deploy_contract_service.console.masking import of_deployment
from deploy_contract_service.fields import hosting_of
from deploy_contract_service.store import Deployment

KIND, FIELDS = "DeploymentPatch", "report"  # as for the command, where nobody says otherwise
LONGEST = 100_000  # characters of a text
MOST = 1 << 20  # bytes of a form, in which a character may take nine
STRICT = "Strict: notes and open verdicts count"
LISTED = 100  # deployments to choose from; others have a link on their own page
STORED, EXAMPLE = "deployment:", "example:"  # what a choice begins with that is more than a source


TOO_LONG = f"The text is too long: {LONGEST} characters are judged here at most."


class Choice(NamedTuple):
    """What a form says. `of`: a source, or what a patch is for with one of the beginnings above, or nothing."""

    text: str = ""
    of: str = ""
    hosting: str = ""
    unknown_fields: str = FIELDS
    strict: bool = False

    def __repr__(self) -> str:
        return "<Choice>"  # the text is a patch, which may hold secrets


EMPTY = Choice("{}\n")


class OddError(Exception):
    """What is wrong with a form, in one line."""


def read(body: bytes) -> Choice:
    """The choice of a form (WHATWG URL, application/x-www-form-urlencoded). OddError where it is none."""
    try:
        fields = parse_qs(
            body.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=20
        )
    except ValueError:
        raise OddError("This is no form as browsers send it.") from None
    given = {name: values[-1] for name, values in fields.items()}
    choice = Choice(
        text=given.get("text", "").replace("\r\n", "\n"),  # browsers send every line's end so
        of=given.get("of", ""),
        hosting=given.get("hosting", ""),
        unknown_fields=given.get("unknown_fields", FIELDS),
        strict="strict" in given,
    )
    book = tables().book
    for name, value, known in (
        ("hosting", choice.hosting, ("", *book.hostings)),
        ("unknown_fields", choice.unknown_fields, tuple(UNKNOWN)),
    ):
        if value not in known:
            raise OddError(f"{name} is none of {', '.join(filter(None, known))}.")
    if not choice.of.startswith((STORED, EXAMPLE)) and choice.of not in ("", *book.sources):
        raise OddError(f"of is none of {', '.join(book.sources)}.")
    return choice


def judged(
    choice: Choice, deployment: Mapping[str, Any] | None, everywhere: str | None
) -> list[Checked]:
    """The reports on the documents of a text. `everywhere`: where all deployments of the service run, if it is one place."""
    hosting = choice.hosting or None
    source = choice.of if deployment is None and choice.of else None
    if deployment is not None and hosting is None:  # as the service itself takes it
        hosting = everywhere or hosting_of(deployment["source"])
    contract = _contract(hosting, choice.unknown_fields)
    context = {"source": source, "deployment": deployment}
    body = choice.text.encode("utf-8", "replace")
    found = check_body(lambda _name, _comments: (contract, KIND, context), "patch", body)
    return list(islice(found, verdicts.DOCUMENTS + 1))


@cache
def _contract(hosting: str | None, unknown_fields: str) -> Contract:
    return Contract(hosting=hosting, unknown_fields=unknown_fields)


def answer(
    request: Request, choice: Choice, found: Sequence[Checked], status: int = 200
) -> Response:
    """The answer to a form: a document of the report alone. The text is not in it."""
    if not found:
        return refused(request, status, "The text holds no document.")
    return _answer(request, verdicts.shown(found, root(request), strict=choice.strict), status)


def refused(request: Request, status: int, line: str) -> Response:
    """The same where there is nothing to be judged."""
    return _answer(request, element("p", line, class_="notice"), status)


def _answer(request: Request, report: Html, status: int) -> Response:
    body = element("body", element("main", report, id="report"), class_="answer")
    return document(root(request), "Report", body, status)


def shown(
    request: Request, choice: Choice, deployments: Sequence[Deployment], chosen: Deployment | None
) -> Response:
    """The page. `deployments`: those to choose from; `chosen`: one that need not be among them."""
    at = root(request)
    known = list(deployments)
    if chosen is not None and chosen["id"] not in {one["id"] for one in known}:
        known.insert(0, chosen)
    editor = element(
        "div",
        element(
            "div",
            element("label", "Patch, JSON or YAML", for_="text"),
            element("p", id="heard", role="status"),  # the verdict beside the text, where the report is out of sight
            class_="heading",
        ),
        element(
            "div",
            element("pre", id="gutter", aria_hidden="true", hidden=True),
            element(
                "textarea", Html("\n"), choice.text, id="text", name="text", rows=22, wrap="off", spellcheck="false",
                autocomplete="off", autocapitalize="off", aria_describedby="counts",
            ),
            class_="editor",
        ),
        element("p", "It is judged here and stored nowhere.", id="counts", class_="quiet"),
        class_="writing",
    )  # fmt: skip
    report = element(
        "section",
        element("h2", "Report", id="of-report"),
        element("div", id="report"),
        element(
            "noscript",
            element("iframe", name="answer", title="Report", src=f"{at}playground/empty"),
        ),
        aria_labelledby="of-report",
        class_="reading",
    )
    form = element(
        "form",
        element("div", *_choices(choice, known), class_="fields"),
        element("div", editor, report, class_="halves"),
        id="playground",
        method="post",
        action=f"{at}playground",
        target="answer",
        autocomplete="off",
    )
    listing = element(
        "details", element("summary", "Examples"), element("ul", *_examples(), class_="examples"), class_="ready"
    )  # fmt: skip
    return page(
        request, "Playground", element("h1", "Playground"),
        element("p", "What the contract says of a patch, as one types.", class_="summary"), listing, form, place="playground",
    )  # fmt: skip


def _choices(choice: Choice, known: Sequence[Deployment]) -> Iterator[Html]:
    book = tables().book
    groups = [
        options([("", "unknown")], choice.of),
        element(
            "optgroup", options([(name, name) for name in book.sources], choice.of), label="Source"
        ),
    ]
    if known:
        rows = [
            (STORED + one["id"], f"{plain(of_deployment(one).text(one['name']))} ({one['source']})")
            for one in known
        ]
        groups.append(
            element("optgroup", options(rows, choice.of), label="As of a stored deployment")
        )
    if files := [
        (EXAMPLE + one.file, one.file) for one in examples() if one.document == "Deployment"
    ]:
        groups.append(element("optgroup", options(files, choice.of), label="As of an example"))
    hostings = [("", "unknown"), *((name, name) for name in book.hostings)]
    modes = [(name, name) for name in UNKNOWN]
    yield _field("of", "Source or deployment", element("select", *groups, id="of", name="of"))
    yield _field(
        "hosting",
        "Hosting",
        element("select", options(hostings, choice.hosting), id="hosting", name="hosting"),
    )
    yield _field(
        "unknown_fields",
        "Unknown fields",
        element(
            "select",
            options(modes, choice.unknown_fields),
            id="unknown_fields",
            name="unknown_fields",
        ),
    )
    strict = element(
        "input", id="strict", name="strict", type="checkbox", value="yes", checked=choice.strict
    )
    yield element("div", strict, " ", element("label", STRICT, for_="strict"), class_="field tick")
    yield element("div", element("button", "Judge"), class_="field tick unscripted")


def _field(name: str, label: str, control: Html) -> Html:
    return element("div", element("label", label, for_=name), control, class_="field")


def _rows() -> list[tuple[Example, Mapping[str, Any]]]:
    return [(one, row) for one in examples() if one.document == KIND for row in one.rows]


def _examples() -> Iterator[Html]:
    for number, (one, row) in enumerate(_rows()):
        verdict = chip(WORDS[row["verdict"]][0], row["verdict"])
        yield element(
            "li",
            verdict,
            " ",
            element("a", row["title"], href=f"?example={number}"),
            " ",
            element("span", one.file, class_="quiet"),
        )


def example(number: str) -> Choice | None:
    """The choice that an example makes, by its number in the list."""
    rows = _rows()
    if not (number.isascii() and number.isdecimal() and int(number[:6]) < len(rows)):
        return None
    one, row = rows[int(number[:6])]
    of = EXAMPLE + row["deployment"] if "deployment" in row else row.get("source", "")
    return Choice(one.text, of, row.get("hosting", ""), row.get("unknown_fields", FIELDS))


def stored_example(name: str) -> dict[str, Any] | None:
    """The deployment that an example is."""
    for one in examples():
        if one.document == "Deployment" and one.file == name:
            found: dict[str, Any] = json.loads(one.text)
            return found
    return None
