"""JSON Schemas for editors: one for each kind of document, and for each source that it may have.

They say what the contract says of a file while it is written: closed, so that typos are marked, with the texts of the spec for
whoever hovers over a field, and with the rules that JSON Schema can say worked in. Language servers read draft-07 best, and
`errorMessage`, `deprecationMessage` (a warning), `patternErrorMessage` and `doNotSuggest` beside it; others ignore these four.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deploy_contract_codegen.lowering import Lowering, Schema
from deploy_contract_codegen.reference import validator
from deploy_contract_format.definitions import named
from deploy_contract_format.overlay import Entry, entries, merged, nested
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Kind, Rule, Rulebook
from deploy_contract_format.subset import PATTERNS, SECRET, TYPES

FOLDER = "editors"
DIALECT = "http://json-schema.org/draft-07/schema#"
NOTE = "Generated from spec/ by `make generate`; never edited."
TEXTS = (
    "title",
    "description",
    "default",
    "examples",
    "readOnly",
)  # what is taken over as it is written
ANY = "#/definitions/Any"
NULL = {"type": "null"}
EACH = "*"  # in tokens: every item of an array
Tokens = tuple[str, ...]


def files(lowering: Lowering, book: Rulebook, documents: Mapping[str, str]) -> dict[str, str]:
    """The text of each schema by its path in generated/. `documents`: document kind -> its file in the spec."""
    found = {}
    for kind, file in documents.items():
        writer = Writer(lowering, book, kind, file)
        for source in (None, *(book.sources if book.kinds[kind].source else ())):
            name = f"{kind}.{source}" if source else kind
            text = json.dumps(writer.schema(source), indent=1, ensure_ascii=True)
            found[f"{FOLDER}/{name}.schema.json"] = text + "\n"
    return found


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes the schemas of one kind of document."""

    lowering: Lowering
    book: Rulebook
    kind: str
    file: str

    def schema(self, source: str | None) -> Schema:
        """The schema for a source; for None, what is left where any source may be the right one."""
        how = self.book.kinds[self.kind]
        root = self._root()
        if how.source == "context" and source is None:
            self._undecided(root)
        else:
            self._decided(root, how, source)
        definitions = {
            "Any": self._any(),
            **{name: self._format(name) for name in sorted(PATTERNS)},
        }
        _keep_fitting_examples(root, definitions)
        used = json.dumps(root)
        definitions = {
            name: schema
            for name, schema in definitions.items()
            if f'"#/definitions/{name}"' in used
        }
        title = f"{root.pop('title')} of source {source}" if source else root.pop("title")
        return {
            "$schema": DIALECT,
            "$comment": NOTE,
            "title": title,
            **root,
            "definitions": definitions,
        }

    def _root(self) -> Schema:
        schema = self.lowering.spec.load(self.file).value
        return self._annotated(
            self.lowering.definitions[self.lowering.root(self.file, "closed")], schema, self.file
        )

    def _annotated(self, lowered: Schema, schema: Mapping[str, Any], file: str) -> Schema:
        """A lowered schema, references to definitions worked in, with the texts of the one that was written in the spec."""
        texts: Schema = {}
        while True:
            texts = {
                key: schema[key] for key in TEXTS if key in schema
            } | texts  # those beside a reference come first
            reference = schema.get("$ref") or next(
                (each["$ref"] for each in schema.get("anyOf", ()) if "$ref" in each), None
            )
            if reference is None:
                break
            file, schema = self.lowering.spec.resolve(file, (), reference)
        lowered = (
            self.lowering.definitions[named(lowered["$ref"])] if "$ref" in lowered else lowered
        )
        found = {key: texts[key] for key in TEXTS if key in texts}
        found |= {key: lowered[key] for key in lowered if key not in ("title", SECRET)}
        if "x-format" in found:
            del found["pattern"]
            found["format"] = found.pop("x-format")
            found["allOf"] = [{"$ref": f"#/definitions/{found['format']}"}]
        if "items" in found:
            found["items"] = self._annotated(lowered["items"], schema["items"], file)
        if "properties" in found:
            members = schema["properties"]
            found["properties"] = {
                name: self._annotated(member, members[name], file)
                for name, member in lowered["properties"].items()
            }
        elif "additionalProperties" in found:
            found["additionalProperties"] = {"$ref": ANY}
        return found

    def _any(self) -> Schema:
        """Any JSON value. Editors walk the text that there is, so unlike in the schemas that judge, it may refer to itself."""
        free = next(
            (
                schema
                for name, schema in self.lowering.definitions.items()
                if name.startswith("Any-")
            ),
            {},
        )
        return {
            key: {"$ref": ANY} if isinstance(value, dict) else value for key, value in free.items()
        }

    def _format(self, name: str) -> Schema:
        rule = next(rule for rule in self.book.rules if rule.parameters.get("keyword") == "pattern")
        return {"pattern": PATTERNS[name], "patternErrorMessage": rule.message.format(format=name)}

    def _entries(self, how: Kind, source: str | None) -> list[Entry]:
        if source and how.source != "context":
            how = how._replace(
                source="context"
            )  # the file is one of a deployment of that source, and says so itself
        book = self.book._replace(kinds={**self.book.kinds, self.kind: how})
        return [entry for entry in entries(book, self.kind, source, None) if "schema" in entry]

    def _decided(self, root: Schema, how: Kind, source: str | None) -> None:
        """Works all rules into a schema whose source is known, or stands in the document."""
        if source and how.source and how.source != "context":
            _found(root, split(how.source))["enum"] = [source]
        if source and how.override:
            tried = self._root()
            self._work_in(tried, self._entries(how, source))
            if _found(tried, split(how.override))["type"] == "null":
                how = how._replace(
                    override=None
                )  # there is nothing that could override this source
        self._work_in(root, self._entries(how, source))

    def _undecided(self, root: Schema) -> None:
        """Works in what holds for every source. Of the rest, a document must keep all that holds for one of them."""
        by_source = [
            self._entries(self.book.kinds[self.kind], source) for source in self.book.sources
        ]
        everywhere = [
            entry for entry in by_source[0] if all(entry in others for others in by_source)
        ]
        self._work_in(root, everywhere)
        for rule in self.book.rules:
            if rule.shape == "field" and self.kind in rule.on:
                _describe(_find(root, split(rule.parameters["field"])), rule)
        choices = [
            [
                _told(entry["schema"], rule)
                for entry in rows
                if entry not in everywhere and (rule := self._rule(entry)).mode == "enforce"
            ]
            for rows in by_source
        ]
        if choices and all(choices):
            root["anyOf"] = [{"allOf": choice} for choice in choices]

    def _work_in(self, root: Schema, rows: list[Entry]) -> None:
        for entry in rows:
            rule = self._rule(entry)
            if rule.mode != "off":
                for tokens, leaf in _leaves(entry["schema"]):
                    _place(root, tokens, leaf, rule)
        for rule in self.book.rules:
            if rule.shape == "never" and self.kind in rule.on and rule.mode != "off":
                *others, (last, schema) = rule.parameters[
                    "never"
                ].items()  # where the others fit, the last one may not
                together = merged([_having(split(pointer), other) for pointer, other in others])
                root.setdefault("allOf", []).append(
                    {"if": together, "then": _told(nested(split(last), {"not": schema}), rule)}
                )

    def _rule(self, entry: Entry) -> Rule:
        return next(rule for rule in self.book.rules if rule.rule == entry["rule"])


def _leaves(schema: Schema, at: Tokens = ()) -> Iterator[tuple[Tokens, Schema]]:
    """What a schema asserts, taken apart: at which values, and what. They must hold together, each by itself."""
    for name, member in schema.get("properties", {}).items():
        yield from _leaves(member, (*at, name))
    if "items" in schema:
        yield from _leaves(schema["items"], (*at, EACH))
    for member in schema.get("allOf", ()):
        yield from _leaves(member, at)
    leaf = {
        key: value for key, value in schema.items() if key not in ("properties", "items", "allOf")
    }
    if leaf:
        yield at, leaf


def _told(schema: Schema, rule: Rule) -> Schema:
    """A schema that says what the rule says where it is broken, as an error or a warning. Editors propose nothing out of it."""
    return merged([_unproposed(tokens, _leaf_told(leaf, rule)) for tokens, leaf in _leaves(schema)])


def _leaf_told(leaf: Schema, rule: Rule) -> Schema:
    if set(leaf) == {"anyOf"} and len(leaf["anyOf"]) == 2:
        first, second = leaf["anyOf"]  # as the library does, explain the first where neither fits
        return {"if": second, "else": _told(first, rule)}
    if rule.mode == "enforce":
        if (
            set(leaf) == {"not"} and "type" in leaf["not"]
        ):  # not every server shows the message of a `not`
            return {
                "if": leaf["not"],
                "then": {"type": _other_types(leaf["not"]["type"]), "errorMessage": _text(rule)},
            }
        return {**leaf, "errorMessage": _text(rule)}
    return {"if": leaf, "else": {"deprecationMessage": _text(rule)}}


def _other_types(kinds: str | list[str]) -> list[str]:
    """The types that no value of the given ones has."""
    excluded = {kinds} if isinstance(kinds, str) else set(kinds)
    excluded |= {"integer", "number"} if excluded & {"integer", "number"} else set()
    return [kind for kind in TYPES if kind not in excluded]


def _text(rule: Rule) -> str:
    return f"{rule.message}; {rule.hint} [{rule.rule}]"


def _unproposed(tokens: Tokens, schema: Schema) -> Schema:
    for token in reversed(tokens):
        schema = (
            {"items": schema}
            if token == EACH
            else {"properties": {token: {**schema, "doNotSuggest": True}}}
        )
    return schema


def _place(root: Schema, tokens: Tokens, leaf: Schema, rule: Rule) -> None:
    """Works into `root` what a rule asserts of the values at `tokens`: into the very field, so that its texts say it too."""
    node, known = root, 0
    while known < len(tokens) and (inner := _member(node, tokens[known])) is not None:
        node, known = inner, known + 1
    rest = tokens[known:]
    if not rest and leaf.get("type", node) == node["type"]:
        leaf = {
            key: value for key, value in leaf.items() if key != "type"
        }  # the field says so itself
    if not leaf or (rest and node.get("type") == "null"):
        return  # nothing is left to say
    if rest and rest[0] != EACH and node.get("additionalProperties") is False:
        # it is not declared, so a closed schema admits no value of it; this says why
        nothing = {**NULL, "not": NULL, "errorMessage": _text(rule), "doNotSuggest": True}
        node["properties"][rest[0]] = {"description": rule.message, **nothing}
    elif not rest and leaf == NULL and rule.mode == "enforce" and "null" in node["type"]:
        _describe(node, rule)
        description = {"description": node["description"]} if "description" in node else {}
        node.clear()
        node |= {**description, **NULL, "errorMessage": _text(rule), "doNotSuggest": True}
    elif not rest and set(leaf) == {"enum"} and "enum" in node and rule.mode == "enforce":
        left = [value for value in node["enum"] if value in leaf["enum"]]
        if left == [None]:
            _place(root, tokens, NULL, rule)
        else:
            node["enum"] = left
    else:
        told = _leaf_told(leaf, rule)
        if not rest and leaf == NULL:
            _describe(node, rule)
            node["doNotSuggest"] = True
        elif "else" in told and "anyOf" in leaf:
            told |= _proposed(node, leaf["anyOf"][0], rule)
        node.setdefault("allOf", []).append(_unproposed(rest, told))


def _proposed(node: Schema, unset: Schema, rule: Rule) -> Schema:
    """For a field that may be set only where something else is so: it is proposed where it is so, and there alone."""
    then: Schema = {}
    for tokens, leaf in _leaves(unset):
        field = _find(node, tokens)
        if field is not None and leaf == NULL and EACH not in tokens:
            _describe(field, rule)
            field["doNotSuggest"] = True
            texts = {key: field[key] for key in ("description", "type", "enum") if key in field}
            then = merged([then, {**_unproposed(tokens[:-1], {"properties": {tokens[-1]: texts}})}])
    return {"then": then} if then else {}


def _describe(field: Schema | None, rule: Rule) -> None:
    if field is not None:
        said = [text for text in field.get("description", "").split("\n\n") if text]
        field["description"] = "\n\n".join(
            [*said, *([rule.message] if rule.message not in said else [])]
        )


def _member(node: Schema, token: str) -> Schema | None:
    found: Schema | None = (
        node.get("items") if token == EACH else node.get("properties", {}).get(token)
    )
    return found


def _find(node: Schema, tokens: Sequence[str]) -> Schema | None:
    """The schema of the values at the tokens, where it is declared."""
    found: Schema | None = node
    for token in tokens:
        found = None if found is None else _member(found, token)
    return found


def _found(node: Schema, tokens: Sequence[str]) -> Schema:
    found = _find(node, tokens)
    assert found is not None  # the rule file names declared places alone
    return found


def _having(tokens: Sequence[str], schema: Schema) -> Schema:
    """The schema of a document that has a value at the pointer, and that value fits."""
    for token in reversed(tokens):
        schema = {"type": "object", "required": [token], "properties": {token: schema}}
    return schema


def _keep_fitting_examples(node: Any, definitions: Mapping[str, Schema]) -> None:
    """Leaves out the examples that a rule now refuses: editors offer examples as values."""
    if isinstance(node, dict):
        for member in node.values():
            _keep_fitting_examples(member, definitions)
        if isinstance(node.get("examples"), list):
            fits = validator({**node, "definitions": definitions}).is_valid
            node["examples"] = [example for example in node["examples"] if fits(example)]
            if not node["examples"]:
                del node["examples"]
    elif isinstance(node, list):
        for member in node:
            _keep_fitting_examples(member, definitions)
