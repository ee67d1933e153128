"""The reference page: the whole of spec/ in one HTML file, which loads no other file."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from importlib import resources
from string import Formatter
from typing import Any

from deploy_contract_codegen import checks, description
from deploy_contract_codegen.lowering import title_of
from deploy_contract_codegen.page import matrix
from deploy_contract_codegen.page.listings import highlighted
from deploy_contract_codegen.page.requests import LANGUAGES, server_url, snippets_of
from deploy_contract_codegen.page.suite_samples import Sample, Suite, pointer_of, pretty
from deploy_contract_codegen.spec import Spec, SpecError
from deploy_contract_format import bundle_format
from deploy_contract_format.rule_prose import TITLES, facts
from deploy_contract_format.rules import NOT_NULL, Rule, Rulebook
from deploy_contract_format.shapes import DEFAULT_MODES, EXCHANGE_RELATIONS, SHAPES
from deploy_contract_pages import environment, of_one_file, theme_script


def examples(spec: Spec) -> list[dict[str, Any]]:
    """Return the examples, in the order of the index, each with its text and its rows there."""
    if not (spec.root / checks.INDEX).is_file():
        return []
    found: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    texts: dict[str, str] = {}
    for index, row in enumerate(spec.load(checks.INDEX).value):
        found.setdefault((row["file"], row["document"]), []).append(row)
        path = spec.root / "examples" / row["file"]
        try:
            texts[row["file"]] = path.read_text("utf-8", errors="replace")
        except OSError:
            message = "cannot be read; is the name right?"
            raise SpecError([spec.fault(checks.INDEX, (index, "file"), message)]) from None
    return [
        {"file": file, "document": document, "text": texts[file], "rows": rows}
        for (file, document), rows in found.items()
    ]


FILE = "reference.html"
EXAMPLES = "examples.json"  # the examples of the page, for the console


def files(spec: Spec, bundled: Mapping[str, Any], book: Rulebook, suite: Suite) -> dict[str, str]:
    """Return the page and its examples, by path in generated/."""
    found = examples(spec)
    own = resources.files(__name__).joinpath("script.js").read_text("ascii")
    templates = environment(
        __name__,
        bases=DEFAULT_MODES,
        bodies=bodies,
        book=book,
        bundled=bundled,
        example_in=description.example_in,
        examples=found,
        facts=facts,
        file=of_one_file("reference", theme_script() + own),
        gaps=description.gaps(bundled),
        ident=element_id,
        is_relation=lambda rule: SHAPES[rule.shape].is_relation,
        languages=LANGUAGES,
        matrix=matrix.Matrix(bundled, book),
        nullable=description.nullable,
        operations=list(description.described(bundled)),
        patches=[kind for kind, kind_row in book.kinds.items() if kind_row.stored],
        tables=bundle_format.PACKAGE,
        placeholders=placeholders,
        pointer_of=pointer_of,
        referred=title_of,
        rule_groups=[(name, title, _rules(book, name)) for name, title in TITLES.items()],
        schemas=bundled["components"]["schemas"],
        server=server_url(bundled),
        snippets_of=partial(snippets_of, bundled),
        set_to=NOT_NULL,
        sources_of=matrix.sources_of,
        suite=suite,
        type_names=description.type_names,
        users_of=partial(description.users, bundled),
        violations_of=partial(violations, book, suite),
    )
    templates.filters |= {
        "highlighted": highlighted,
        "json": partial(json.dumps, ensure_ascii=False),
        "pretty": pretty,
        "trimmed": lambda text: text.rstrip("\n"),
    }
    page = templates.get_template(FILE).render()
    return {
        # a browser decodes ASCII in half of the time
        FILE: page.encode("ascii", "xmlcharrefreplace").decode("ascii"),
        EXAMPLES: json.dumps(found, indent=1) + "\n",
    }


def element_id(*names: str) -> str:
    """Return an id made of names."""
    return "-".join([re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-") for name in names])


def placeholders(text: str, rule: Rule) -> list[tuple[str, str]]:
    """Return the parts of a text of a rule: (text, name of the placeholder after it, or "")."""
    if SHAPES[rule.shape].placeholders is None:
        return [(text, "")]
    return [(before, name or "") for before, name, _, _ in Formatter().parse(text)]


def _rules(book: Rulebook, section: str) -> list[Rule]:
    return [rule for rule in book.rules if SHAPES[rule.shape].section == section]


def bodies(operation: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Yield label, description and kind of the bodies of an operation, the request first."""
    for _, status, schema in description.bodies(operation):
        part = operation["responses"][status] if status else operation["requestBody"]
        required = "required" if part.get("required") else "optional"
        label = f"Response {status}" if status else f"Request body, {required}"
        text = part.get("description", "")
        yield {"label": label, "description": text, "kind": str(title_of(schema))}


def violations(
    book: Rulebook, suite: Suite, operation: Mapping[str, Any], direction: str
) -> list[tuple[Rule, Sample]]:
    """Return the rules that a request or response of an operation can break, with samples."""
    response = direction == "response"
    kinds = description.mentioned(operation.get("responses" if response else "requestBody", {}))
    found = []
    for rule in book.rules:
        if rule.shape != "revision" and (response or rule.shape not in EXCHANGE_RELATIONS):
            name = operation["operationId"]
            sample = suite.breaking(rule, name, kinds, response=response)
            found += [(rule, sample)] if sample else []
    return found
