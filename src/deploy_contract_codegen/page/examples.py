"""The examples on the page: each file of spec/examples once, with its verdicts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_codegen.checks import EXAMPLES
from deploy_contract_codegen.html import Child, Html, chip, element, join, join_with
from deploy_contract_codegen.page.elements import code, element_id, link, listing, rule_link
from deploy_contract_codegen.page.values import resource
from deploy_contract_codegen.spec import Spec, SpecError

CONTEXT = {
    "source": "source",
    "hosting": "hosting",
    "deployment": "stored deployment",
    "unknown_fields": "unknown fields",
}
WORDS = {"allow": "allowed", "deny": "denied", "indeterminate": "undecided"}


class PageExample(NamedTuple):
    """A file of a document kind: its text, and its rows of the index."""

    file: str
    document: str
    text: str
    rows: Sequence[Mapping[str, Any]]


def examples(spec: Spec) -> list[PageExample]:
    """Return the examples, in the order of the index."""
    if not (spec.root / EXAMPLES).is_file():
        return []
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    texts: dict[str, str] = {}
    for index, row in enumerate(spec.load(EXAMPLES).value):
        found.setdefault((row["file"], row["document"]), []).append(row)
        path = spec.root / "examples" / row["file"]
        try:
            texts[row["file"]] = path.read_text("utf-8", errors="replace")
        except OSError:
            message = "cannot be read; is the name right?"
            raise SpecError([spec.fault(EXAMPLES, (index, "file"), message)]) from None
    merged = []
    for (file, document), rows in found.items():
        merged.append(PageExample(file, document, texts[file], rows))
    return merged


def figures(examples: Sequence[PageExample]) -> Html:
    """Return the examples as figures."""
    return join(*map(_figure, examples))


def _figure(example: PageExample) -> Html:
    name = element_id("example", example.document, example.file)
    return element(
        "figure",
        element(
            "figcaption",
            link(name, code(example.file)),
            " ",
            element("span", "a ", resource(example.document), class_="quiet"),
        ),
        listing(example.text, f"Text of {example.file}", example.file.rpartition(".")[2]),
        element("ul", *map(_verdict, example.rows), class_="verdicts"),
        id=name,
        data_entry="example",
    )


def _verdict(row: Mapping[str, Any]) -> Html:
    parts: list[Child] = [chip(WORDS[row["verdict"]], row["verdict"]), " ", row["title"]]
    context = list(_context(row))
    if context:
        parts += [" (", join_with(context), ")"]
    if row.get("rules"):
        parts += [": ", join_with(map(rule_link, row["rules"]))]
    return element("li", *parts)


def _context(row: Mapping[str, Any]) -> Iterator[Html]:
    for key, word in CONTEXT.items():
        if key in row:
            yield join(f"{word} ", code(row[key]))
