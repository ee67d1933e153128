"""The examples of spec/examples on the page: each file once, with the verdicts on it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_codegen.checks import EXAMPLES
from deploy_contract_codegen.page.markup import (
    Html,
    anchor,
    chip,
    code,
    element,
    joined,
    link,
    listed,
    listing,
)
from deploy_contract_codegen.page.values import resource
from deploy_contract_codegen.spec import Spec, SpecError

CONTEXT = {
    "source": "source",
    "hosting": "hosting",
    "deployment": "stored deployment",
    "unknown_fields": "unknown fields",
}
WORDS = {"allow": "allowed", "deny": "denied", "indeterminate": "undecided"}


class Example(NamedTuple):
    """A file as a kind of document: its text, and the rows of the index about it."""

    file: str
    document: str
    text: str
    rows: Sequence[Mapping[str, Any]]


def examples(spec: Spec) -> list[Example]:
    """The examples, in the order of the index."""
    if not (spec.root / EXAMPLES).is_file():
        return []
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    texts: dict[str, str] = {}
    for index, row in enumerate(spec.load(EXAMPLES).value):
        found.setdefault((row["file"], row["document"]), []).append(row)
        try:
            texts[row["file"]] = (spec.root / "examples" / row["file"]).read_text(
                "utf-8", errors="replace"
            )
        except OSError:
            raise SpecError(
                [spec.fault(EXAMPLES, (index, "file"), "cannot be read; is the name right?")]
            ) from None
    return [Example(file, document, texts[file], rows) for (file, document), rows in found.items()]


def figures(shown: Sequence[Example]) -> Html | None:
    """The examples as figures; nothing where there are none."""
    return joined(*map(_figure, shown)) if shown else None


def _figure(example: Example) -> Html:
    name = anchor("example", example.document, example.file)
    return element(
        "figure",
        element(
            "figcaption",
            link(name, code(example.file)),
            " ",
            element("span", "a ", resource(example.document), class_="quiet"),
        ),
        listing(example.text, f"Text of {example.file}"),
        element("ul", *(_verdict(row) for row in example.rows), class_="verdicts"),
        id=name,
        data_entry=True,
    )


def _verdict(row: Mapping[str, Any]) -> Html:
    rules = [link(anchor("rule", rule), code(rule)) for rule in row.get("rules", ())]
    context = list(_context(row))
    return element(
        "li",
        chip(WORDS[row["verdict"]], row["verdict"]),
        " ",
        row["title"],
        joined(" (", listed(context), ")") if context else None,
        joined(": ", listed(rules)) if rules else None,
    )


def _context(row: Mapping[str, Any]) -> Iterator[Html]:
    for key, word in CONTEXT.items():
        if key in row:
            yield joined(f"{word} ", code(row[key]))
