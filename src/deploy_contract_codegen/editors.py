"""JSON Schemas for editors: one for each kind of document, and one for each of its sources.

They are closed, so that editors mark typos. They have the texts of the spec, for hovering, and the
rules that JSON Schema can express. Language servers support draft-07 best. Some of them also read
`errorMessage`, `deprecationMessage` (a warning), `patternErrorMessage` and `doNotSuggest`; others
ignore these.
"""

import json
from collections.abc import Mapping
from typing import Any

import jsonschema_rs

from deploy_contract_codegen.lowering import ANY_VALUE, Schema, lowered
from deploy_contract_format.bundle_format import DRAFT_07, editor_file
from deploy_contract_format.definitions import SECRET
from deploy_contract_format.overlay import add_rules, only, require_field
from deploy_contract_format.patterns import PATTERNS
from deploy_contract_format.pointer import objects
from deploy_contract_format.rules import Rulebook, by_keyword

NOTE = "Generated from spec/ by `make generate`; never edited."
TEXTS = ("title", "description", "default", "examples", "readOnly")  # copied from the spec
ANY: Schema = {"$ref": "#/definitions/Any"}


def files(trees: Mapping[str, Schema], book: Rulebook) -> dict[str, str]:
    """Return the text of each schema by its path in generated/.

    `trees`: the schema of each document kind, written out.
    """
    found = {}
    for kind, tree in trees.items():
        for source in (None, *(book.sources if book.kinds[kind].source else ())):
            text = json.dumps(_schema(tree, book, kind, source), indent=1, ensure_ascii=True)
            found[editor_file(kind, source)] = text + "\n"
    return found


def _schema(tree: Schema, book: Rulebook, kind: str, source: str | None) -> Schema:
    """Return the schema for a source; for None, a schema for documents of every source."""
    kind_row = book.kinds[kind]
    root = _annotated(tree)
    if source and kind_row.own_source:
        require_field(root, kind_row.own_source)["enum"] = [source]
    add_rules(root, book, kind, source)
    definitions = {"Any": {**ANY_VALUE, "items": ANY, "additionalProperties": ANY}}
    message = by_keyword(book.rules)["pattern"].message
    for name in sorted(PATTERNS):
        texts = {"patternErrorMessage": message.format(format=name)}
        definitions[name] = {"pattern": PATTERNS[name], **texts}
    _keep_fitting_examples(root, definitions)
    text = json.dumps(root)
    title = root.pop("title")
    return {
        "$schema": DRAFT_07,
        "$comment": NOTE,
        "title": f"{title} of source {source}" if source else title,
        **root,
        "definitions": {
            name: schema
            for name, schema in definitions.items()
            if f'"#/definitions/{name}"' in text
        },
    }


def _annotated(schema: Mapping[str, Any]) -> Schema:
    """Return the closed, lowered form of a schema, with its texts."""
    found = only(schema, *TEXTS) | lowered(schema, _annotated, lambda: ANY)
    found.pop(SECRET, None)
    if "x-format" in found:
        del found["pattern"]
        found["format"] = found.pop("x-format")
        found["allOf"] = [{"$ref": f"#/definitions/{found['format']}"}]
    if "properties" in found:
        found["additionalProperties"] = False
    return found


def _keep_fitting_examples(schema: Any, definitions: Mapping[str, Schema]) -> None:
    """Remove examples that a rule refuses, since editors propose them as values."""
    for _, part in objects(schema):
        if isinstance(part.get("examples"), list):
            fits = jsonschema_rs.validator_for({**part, "definitions": definitions}).is_valid
            part["examples"] = list(filter(fits, part["examples"]))
            if not part["examples"]:
                del part["examples"]
