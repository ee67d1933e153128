"""Shapes of rules: the section of the rule file that has them, and their parameters."""

from collections.abc import Mapping
from typing import NamedTuple


class Shape(NamedTuple):
    """The form of a rule. Rules of a shape with the key `on` are about documents."""

    section: str  # of the rule file that has such rules
    needed: tuple[str, ...] = ()  # keys that a rule must have, besides `COMMON`
    optional: tuple[str, ...] = ()  # keys that a rule may have
    # names that the texts of a rule may have in braces; None if braces mean nothing
    placeholders: tuple[str, ...] | None = None
    # ids or keywords of the rules that the library enforces itself; a rule file has their texts
    required: tuple[str, ...] = ()

    @property
    def is_relation(self) -> bool:
        """True if a rule names the shape by its key `relation`."""
        return "relation" in self.needed

    @property
    def parameters(self) -> tuple[str, ...]:
        """The keys that become parameters of the rule."""
        keys = (*self.needed, *self.optional)
        return tuple([key for key in keys if key not in ("on", "relation")])


BASES = ("stated", "practice", "advice")
DEFAULT_MODES: Mapping[str, str] = {"stated": "enforce", "practice": "enforce", "advice": "report"}

FIXES = ("remove", "null")  # repairs of a value that violates a rule
LOCATIONS = ("path", "query", "header", "wire", "exchange")
STATUSES = (400, 404, 405, 408, 413, 415, 502, 503)
COMMON = ("rule", "basis", "mode", "message", "hint", "section")
# descriptions of keys, for messages about rules that lack them
MEANINGS = {
    "rule": "its id, in kebab-case",
    "on": "a list of document kinds",
    "basis": f"one of {', '.join(BASES)}",
    "message": "the fault, in one line",
    "hint": "the correction, in one line",
    "section": "the source of the rule, in one line, such as a heading of your handbook",
}
WIRE = (
    "json-size", "json-encoding", "json-syntax", "json-constant", "json-duplicate-key",
    "json-surrogate", "json-depth", "json-string-length", "json-number", "json-objects",
    "json-value", "yaml-syntax", "yaml-ambiguous", "yaml-scalar", "yaml-size", "unjudged",
)  # fmt: skip
RELAXABLE = ("yaml-scalar",)  # wire rules that a mode can relax; YAML 1.2 gives one value anyway
UNDECLARED = ("unknown-field", "confusable-field")
HTTP = (
    "path-ambiguous", "operation-unknown", "method-unknown", "query-size", "parameter-repeated",
    "parameter-encoding", "parameter-required", "parameter-type", "parameter-format",
    "parameter-enum", "parameter-minimum", "parameter-maximum", "parameter-unknown",
    "parameter-value", "parameter-item", "parameter-confusable", "method-override",
    "content-type", "content-charset", "content-encoding", "content-decoding", "content-unread",
    "body-missing", "body-incomplete", "body-timeout", "body-unexpected", "buffer-full",
    "response-incomplete",
)  # fmt: skip
KEYWORDS = ("type", "required", "enum", "pattern", "minimum", "maximum", "maxItems")
_SCHEMA_PLACEHOLDERS = ("name", "title", "type", "enum", "format", "minimum", "maximum", "limit")
_MESSAGE_PLACEHOLDERS = (
    "name", "operation", "type", "format", "enum", "minimum", "maximum", "values", "limit",
    "methods", "media_type",
)  # fmt: skip
SHAPES: Mapping[str, Shape] = {
    "field": Shape("fields", ("on", "field", "sources"), ("when", "fix")),
    "schema": Shape("rules", ("on", "schema"), ("each", "sources", "hosting", "fix")),
    "never": Shape("rules", ("on", "never")),
    "admitted": Shape("rules", ("on", "admitted"), ("fix",)),
    # relations within a document or to a stored deployment
    "at_most": Shape("rules", ("on", "relation", "within", "pairs")),
    "unique_by": Shape("rules", ("on", "relation", "array", "key")),
    "exists_in": Shape("rules", ("on", "relation", "names", "array", "key")),
    "equals_stored": Shape("rules", ("on", "relation", "fields"), ("fix",)),
    "stored_unknown": Shape("rules", ("on", "relation", "fields")),
    "revision": Shape("revisions", ("on", "field", "creates"), ("when",)),
    "undeclared": Shape("undeclared", (), (), ("name", "title"), UNDECLARED),
    "keyword": Shape("schema", ("keyword",), (), _SCHEMA_PLACEHOLDERS, KEYWORDS),
    "wire": Shape("wire", ("status",), (), ("line", "column", "limit"), WIRE),
    "http": Shape("http", ("location", "status"), ("fixed",), _MESSAGE_PLACEHOLDERS, HTTP),
    # relations of a response to its request
    "count_at_most": Shape("exchange", ("relation", "operation", "array", "parameter")),
    "equals_parameter": Shape("exchange", ("relation", "operation", "field", "parameter")),
    "among_parameter": Shape("exchange", ("relation", "operation", "field", "parameter")),
    "contains_parameter": Shape("exchange", ("relation", "operation", "field", "parameter")),
    "equals_known": Shape("exchange", ("on", "relation", "field")),
}
SECTIONS = tuple(dict.fromkeys([shape.section for shape in SHAPES.values()]))
POLICY_SECTIONS = ("fields", "rules")  # sections of a policy; only the contract has the others
CASES = "cases"  # the section of a policy with the tests of its rules


def shapes_of(section: str) -> tuple[str, ...]:
    """Return the shapes of the rules in a section."""
    return tuple([name for name, shape in SHAPES.items() if shape.section == section])


def relations_of(section: str) -> tuple[str, ...]:
    """Return the relations that rules of a section may have."""
    return tuple([name for name in shapes_of(section) if SHAPES[name].is_relation])


RELATIONS, EXCHANGE_RELATIONS = relations_of("rules"), relations_of("exchange")
