"""JSON Schemas for editors: one for each kind of document, and one for each of its sources.

They are closed, so that editors mark typos. They have the texts of the spec, for hovering, and the
rules that JSON Schema can express. Language servers support draft-07 best. Some of them also read
`errorMessage`, `deprecationMessage` (a warning), `patternErrorMessage` and `doNotSuggest`; others
ignore these.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import jsonschema_rs

from deploy_contract_codegen.lowering import Lowering, Schema
from deploy_contract_codegen.spec import Spec, reference_of
from deploy_contract_format.bundle_format import DRAFT_07, editor_file
from deploy_contract_format.definitions import ANY as ANY_NAME
from deploy_contract_format.definitions import closed_definitions, parse_reference
from deploy_contract_format.overlay import add_rules, only, require_field
from deploy_contract_format.patterns import PATTERNS
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Rulebook
from deploy_contract_format.subset import SECRET

NOTE = "Generated from spec/ by `make generate`; never edited."
TEXTS = ("title", "description", "default", "examples", "readOnly")  # copied from the spec
ANY = "#/definitions/Any"


def files(lowering: Lowering, book: Rulebook, documents: Mapping[str, str]) -> dict[str, str]:
    """Return the text of each schema by its path in generated/.

    Args:
        lowering: the lowered schemas.
        book: the rules.
        documents: the file in the spec of each document kind.
    """
    found = {}
    closed = closed_definitions(lowering.definitions)
    for kind, file in documents.items():
        writer = Writer(lowering.spec, closed, book, kind, file)
        for source in (None, *(book.sources if book.kinds[kind].source else ())):
            text = json.dumps(writer.schema(source), indent=1, ensure_ascii=True)
            found[editor_file(kind, source)] = text + "\n"
    return found


@dataclass(frozen=True, slots=True)
class Writer:
    """A writer of the schemas of one kind of document."""

    spec: Spec
    definitions: Mapping[str, Schema]  # closed ones
    book: Rulebook
    kind: str
    file: str

    def schema(self, source: str | None) -> Schema:
        """Return the schema for a source; for None, a schema for documents of every source."""
        how = self.book.kinds[self.kind]
        root = self._root()
        if source and how.source and how.source != "context":
            require_field(root, split(how.source))["enum"] = [source]
        add_rules(root, self.book, self.kind, source)
        definitions = {"Any": self._any()}
        for name in sorted(PATTERNS):
            definitions[name] = self._format(name)
        _keep_fitting_examples(root, definitions)
        text = json.dumps(root)
        used = {}
        for name, schema in definitions.items():
            reference = f'"#/definitions/{name}"'
            if reference in text:
                used[name] = schema
        title = root.pop("title")
        if source:
            title = f"{title} of source {source}"
        return {
            "$schema": DRAFT_07,
            "$comment": NOTE,
            "title": title,
            **root,
            "definitions": used,
        }

    def _root(self) -> Schema:
        schema = self.spec.load(self.file).value
        return self._annotated(self.definitions[self.kind], schema, self.file)

    def _annotated(self, lowered: Schema, schema: Mapping[str, Any], file: str) -> Schema:
        """Return a lowered schema without references, with the texts of the schema in the spec."""
        texts: Schema = {}
        while True:
            texts = only(schema, *TEXTS) | texts  # texts beside a reference win
            reference = reference_of(schema)
            if reference is None:
                break
            file, schema = self.spec.resolve(file, (), reference)
        if "$ref" in lowered:
            lowered = self.definitions[parse_reference(lowered["$ref"])]
        found = only(texts, *TEXTS)
        found |= {key: lowered[key] for key in lowered if key not in ("title", SECRET)}
        if "x-format" in found:
            del found["pattern"]
            found["format"] = found.pop("x-format")
            found["allOf"] = [{"$ref": f"#/definitions/{found['format']}"}]
        if "items" in found:
            found["items"] = self._annotated(lowered["items"], schema["items"], file)
        if "properties" in found:
            members = {}
            for name, member in lowered["properties"].items():
                members[name] = self._annotated(member, schema["properties"][name], file)
            found["properties"] = members
        elif "additionalProperties" in found:
            found["additionalProperties"] = {"$ref": ANY}
        return found

    def _any(self) -> Schema:
        """Return the schema of any JSON value."""
        members = {"items": {"$ref": ANY}, "additionalProperties": {"$ref": ANY}}
        return self.definitions.get(ANY_NAME, {}) | members

    def _format(self, name: str) -> Schema:
        rule = next(rule for rule in self.book.rules if rule.parameters.get("keyword") == "pattern")
        return {"pattern": PATTERNS[name], "patternErrorMessage": rule.message.format(format=name)}


def _keep_fitting_examples(node: Any, definitions: Mapping[str, Schema]) -> None:
    """Remove examples that a rule refuses, since editors propose them as values."""
    if isinstance(node, dict):
        for member in node.values():
            _keep_fitting_examples(member, definitions)
        if isinstance(node.get("examples"), list):
            fits = jsonschema_rs.validator_for({**node, "definitions": definitions}).is_valid
            node["examples"] = list(filter(fits, node["examples"]))
            if not node["examples"]:
                del node["examples"]
    elif isinstance(node, list):
        for member in node:
            _keep_fitting_examples(member, definitions)
