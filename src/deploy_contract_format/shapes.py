"""Shapes of rules: the sections of a rule file, and the parameters of the rules in them."""

from collections.abc import Mapping

_Parameters = tuple[tuple[str, ...], tuple[str, ...]]  # needed, optional

BASES = ("stated", "practice", "advice")
DEFAULT_MODES: Mapping[str, str] = {"stated": "enforce", "practice": "enforce", "advice": "report"}

# relations of a response to its request, and their parameters
EXCHANGES: Mapping[str, tuple[str, ...]] = {
    "count_at_most": ("operation", "array", "parameter"),
    "equals_parameter": ("operation", "field", "parameter"),
    "among_parameter": ("operation", "field", "parameter"),
    "contains_parameter": ("operation", "field", "parameter"),
    "equals_known": ("on", "field"),
}
LOCATIONS = ("path", "query", "header", "wire", "exchange")
STATUSES = (400, 404, 405, 408, 413, 415, 502, 503)
COMMON = ("rule", "basis", "mode", "message", "hint", "section")
# descriptions of keys, for a rule that lacks one
MEANINGS = {
    "rule": "its id, in kebab-case",
    "on": "a list of document kinds",
    "basis": f"one of {', '.join(BASES)}",
    "message": "what is wrong, in one line",
    "hint": "how to correct it, in one line",
    "section": "the source of the rule, in one line, such as a heading of your handbook",
}
# relations within a document or to a stored deployment, and their parameters
RELATIONS: Mapping[str, tuple[str, ...]] = {
    "at_most": ("within", "pairs"),
    "unique_by": ("array", "key"),
    "exists_in": ("names", "array", "key"),
    "equals_stored": ("fields",),
    "stored_unknown": ("fields",),
}


def _by_relation(relations: Mapping[str, tuple[str, ...]]) -> dict[str, _Parameters]:
    """Return the parameters of shapes that a rule names by its key `relation`.

    The key `on` is not among them: all rules for documents have it.
    """
    found: dict[str, _Parameters] = {}
    for relation, parameters in relations.items():
        own = [key for key in parameters if key != "on"]
        found[relation] = (("relation", *own), ())
    return found


# shape -> parameters that it needs, and optional ones
SHAPES: Mapping[str, _Parameters] = {
    "field": (("field", "sources"), ("when",)),
    "admitted": (("admitted",), ()),
    "never": (("never",), ()),
    "schema": (("schema",), ("each", "sources", "hosting")),
    **_by_relation(RELATIONS),
    "revision": (("field", "creates"), ("when",)),
    "undeclared": ((), ()),
    "keyword": (("keyword",), ()),
    "wire": (("status",), ()),
    "http": (("location", "status"), ("fixed",)),
    **_by_relation(EXCHANGES),
}
# Rules that the library itself enforces, by id or keyword. The rule file has their texts.
WIRE = (
    "json-size", "json-encoding", "json-syntax", "json-constant", "json-duplicate-key",
    "json-surrogate", "json-depth", "json-string-length", "json-number", "json-objects",
    "json-value", "yaml-syntax", "yaml-ambiguous", "yaml-scalar", "yaml-size", "unjudged",
)  # fmt: skip
RELAXABLE = ("yaml-scalar",)  # rules of the wire that a mode can relax: YAML 1.2 has one reading
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
# shape -> placeholders that its texts may have in braces
PLACEHOLDERS: Mapping[str, tuple[str, ...]] = {
    "keyword": ("name", "title", "type", "enum", "format", "minimum", "maximum", "limit"),
    "undeclared": ("name", "title"),
    "wire": ("line", "column", "limit"),
    "http": (
        "name", "operation", "type", "format", "enum", "minimum", "maximum", "values", "limit",
        "methods", "media_type",
    ),
}  # fmt: skip
# section of the file -> shape of its rules, or None if each rule has a shape of its own
SECTIONS: Mapping[str, str | None] = {
    "fields": "field",
    "rules": None,
    "revisions": "revision",
    "undeclared": "undeclared",
    "schema": "keyword",
    "wire": "wire",
    "http": "http",
    "exchange": None,
}
POLICY_SECTIONS = ("fields", "rules")  # of a policy; the others belong to the contract
# section -> rules that it must have
REQUIRED: Mapping[str, tuple[str, ...]] = {
    "wire": WIRE,
    "http": HTTP,
    "undeclared": UNDECLARED,
    "schema": KEYWORDS,
}


def relations(section: str) -> Mapping[str, tuple[str, ...]]:
    """Return the relations that rules of a section may have."""
    return EXCHANGES if section == "exchange" else RELATIONS
