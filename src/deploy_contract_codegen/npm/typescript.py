"""TypeScript types of the documents, and of the names in the contract."""

from collections.abc import Mapping, Sequence
from typing import Any

from deploy_contract_codegen.page.schemas import reachable
from deploy_contract_format.rules import Rulebook
from deploy_contract_format.vocabulary import TYPES

_OPTIONS = (
    *("Verdict", "RuleMode", "ViolationMode", "Location", "Need", "RevisionAnswer"),
    *("UnknownChoice", "UnknownFields"),
)
_PRIMITIVES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
_FREE = "{ [name: string]: JsonValue }"
Json = Mapping[str, Any]


def source(bundled: Json, book: Rulebook, operations: Sequence[str]) -> str:
    """Return the types of the schemas of the OpenAPI document, of kinds and of names.

    Args:
        bundled: the OpenAPI document with only local references.
        book: the rules.
        operations: the names of the operations.
    """
    schemas: Mapping[str, Json] = bundled["components"]["schemas"]
    text = ""
    # the report has a Violation of its own, and Problem is no document
    documents = reachable(schemas, tuple(book.kinds))
    for name, schema in schemas.items():
        if name in documents:
            text += f"\n{_comment(schema.get('description'), '')}{_declaration(name, schema)}"
    rows = {
        "DocumentKind": ("The kinds of documents.", tuple(book.kinds)),
        "SourceName": ("The sources of deployments.", tuple(book.sources)),
        "HostingName": ("The hostings of deployments.", tuple(book.hostings)),
        "OperationName": ("The operations.", tuple(operations)),
        "RuleId": ("The ids of the rules.", tuple(rule.rule for rule in book.rules)),
    }
    for name, (description, values) in {**rows, **{each: TYPES[each] for each in _OPTIONS}}.items():
        text += f"\n{_comment(description, '')}export type {name} ={_union(values)};\n"
    text += "\n/** The type of each kind of document. */\nexport interface Documents {\n"
    for kind in book.kinds:
        text += f"  {kind}: {kind};\n"
    return text + "}\n"


def _target(reference: str) -> str:
    return reference.rpartition("/")[2]


def _declaration(name: str, schema: Json) -> str:
    if "properties" not in schema:
        return f"export type {name} = {_type(schema)};\n"
    text = f"export interface {name} {{\n"
    for field, member in schema["properties"].items():
        mark = "" if field in schema.get("required", ()) else "?"
        text += _comment(member.get("description"), "  ")
        text += f"  {field}{mark}: {_type(member)};\n"
    return text + "}\n"


def _type(schema: Json) -> str:
    """Return the type of the values of a schema."""
    if "$ref" in schema:
        return _target(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(_literal, schema["enum"]))
    names = schema.get("type", ())
    names = (names,) if isinstance(names, str) else names
    return " | ".join([_named(name, schema) for name in names]) or "JsonValue"


def _named(name: str, schema: Json) -> str:
    if name == "array":
        item = _type(schema.get("items", {}))
        return f"({item})[]" if " " in item else f"{item}[]"
    if name == "object":
        others = schema.get("additionalProperties")
        return f"{{ [name: string]: {_type(others)} }}" if isinstance(others, Mapping) else _FREE
    return _PRIMITIVES.get(name, name)


def _literal(value: Any) -> str:
    return "null" if value is None else f'"{value}"'


def _union(values: Sequence[str]) -> str:
    if len(values) <= 3:
        return " " + " | ".join(map(_literal, values))
    return "".join([f"\n  | {_literal(value)}" for value in values])


def _comment(text: str | None, indent: str) -> str:
    """Return a documentation comment; no text can end it early."""
    if not text:
        return ""
    words = " ".join(text.split()).replace("*/", "*\\/")
    return f"{indent}/** {words} */\n"
