"""The rules of spec/rules.yaml and of policies, as values."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_format.definitions import types_of
from deploy_contract_format.pointer import split
from deploy_contract_format.shapes import RELAXABLE

MODES = ("enforce", "report", "off")
MERGED, UNLESS_EMPTY = "merged", "replaced_unless_empty"  # effects of a patch, by `x-patch`
EFFECTS = ("replaced", UNLESS_EMPTY, MERGED)
NOT_NULL = {"not": {"type": "null"}}  # the default of `when`: any value except null


class Rule(NamedTuple):
    """A rule. Its shape says which `parameters` it has (`shapes.SHAPES`)."""

    rule: str
    shape: str
    on: tuple[str, ...]
    basis: str
    mode: str
    message: str
    hint: str
    section: str
    parameters: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return the row of the generated table of rules."""
        return self._asdict() | {"on": list(self.on)}

    @property
    def fields(self) -> tuple[str, ...]:
        """Pointers in the keys `field`, `each` and `fields` of the rule; () without these keys."""
        given = self.parameters
        if "field" in given:
            return (given["field"],)
        return tuple(given.get("each", ())) + tuple(given.get("fields", ()))

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> "Rule":
        """Return the rule of a row of the generated table of rules."""
        return cls(**{**row, "on": tuple(row["on"])})

    @property
    def is_fixed(self) -> bool:
        """True if a message could not be judged without the rule. No mode relaxes such a rule."""
        is_strict = self.shape == "wire" and self.rule not in RELAXABLE
        return is_strict or bool(self.parameters.get("fixed"))


def by_id(rules: Iterable[Rule]) -> dict[str, Rule]:
    """Return rules by their ids."""
    return {rule.rule: rule for rule in rules}


def by_keyword(rules: Iterable[Rule]) -> dict[str, Rule]:
    """Return the rules among `rules` that are for keywords of JSON Schema, by keyword."""
    return {rule.parameters["keyword"]: rule for rule in rules if rule.shape == "keyword"}


def judged_schema(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a rule for the values at its places.

    A rule with `each` and `sources` does not judge an explicit null, unless its schema names null.
    """
    schema: dict[str, Any] = given["schema"]
    if "sources" in given and "each" in given and not _names_null(schema):
        return {"anyOf": [schema, {"type": "null"}]}
    return schema


def _names_null(schema: Mapping[str, Any]) -> bool:
    """Return True if a schema names null among the values of the instance itself."""
    if "null" in types_of(schema):
        return True
    if None in schema.get("enum", ()) or ("const" in schema and schema["const"] is None):
        return True
    parts = [schema[keyword] for keyword in ("not", "if", "then", "else") if keyword in schema]
    parts += [part for keyword in ("allOf", "anyOf") for part in schema.get(keyword, ())]
    return any(map(_names_null, parts))


class Kind(NamedTuple):
    """The properties of a kind of document, such as the place of its source.

    Attributes:
        source: "context" if the caller knows the source, a pointer to it in the document, or None.
        override: pointer of a field that names another source, or None.
        overridden: pointers of the objects whose fields are judged for that other source.
        stored: whether the document changes a stored deployment.
        identity: pointer of the id, or None.
        learned: pointers of fields whose values are learned from responses, for later requests.
        overrides: sources that the override may name. The generator derives this list.
        contains: (pattern, kind) of each document inside. The generator derives this list.
        effects: (pointer, effect) of each field that does not simply replace the stored field. The
            generator derives this list from `x-patch`.
        directions: the messages that contain it: "request", "response" or both. The generator
            derives them.
    """

    source: str | None = None
    override: str | None = None
    overridden: tuple[str, ...] = ()
    stored: bool = False
    identity: str | None = None
    learned: tuple[str, ...] = ()
    overrides: tuple[str, ...] = ()
    contains: tuple[tuple[str, str], ...] = ()
    effects: tuple[tuple[str, str], ...] = ()
    directions: tuple[str, ...] = ()

    @property
    def is_sent(self) -> bool:
        """True if requests contain such documents."""
        return "request" in self.directions

    @property
    def own_source(self) -> tuple[str, ...]:
        """The tokens of the source in the document; () if the document carries no source."""
        return () if self.source == "context" else split(self.source or "")

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> "Kind":
        """Return a kind from its row in the rule table."""
        return cls(**{key: _as_tuple(row[key]) for key in cls._fields})


WRITTEN = Kind._fields[:6]  # attributes in the rule file; the generator derives the others


class Rulebook(NamedTuple):
    """The content of a rule file."""

    kinds: Mapping[str, Kind]
    sources: Mapping[str, tuple[str, ...]]
    rules: tuple[Rule, ...]

    def admitted(self, hosting: str | None) -> tuple[str, ...]:
        """Return the sources whose deployments may run on the hosting, or all if it is None."""
        return tuple(
            [name for name, runs in self.sources.items() if hosting is None or hosting in runs]
        )

    @property
    def source_tokens(self) -> tuple[str, ...]:
        """The tokens of the source in a stored deployment, or ()."""
        kind = stored_kind(self.kinds)
        return self.kinds[kind].own_source if kind else ()

    @property
    def hostings(self) -> tuple[str, ...]:
        """Every hosting, sorted."""
        return tuple(sorted(set[str]().union(*self.sources.values())))


def scopes(
    kinds: Mapping[str, Kind], kind: str, around: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield (tokens of a pattern, kind) for a document, then for each document inside."""
    yield around, kind
    for place, inner in kinds.get(kind, Kind()).contains:
        yield from scopes(kinds, inner, (*around, *split(place)))


def stored_kind(kinds: Mapping[str, Kind]) -> str | None:
    """Return the kind of a stored deployment, which is the kind with a source member, or None."""
    return next((name for name, kind in kinds.items() if kind.own_source), None)


def source_member(kinds: Mapping[str, Kind]) -> str:
    """Return the name of the member of a stored deployment that is its source, or ""."""
    kind = stored_kind(kinds)
    return kinds[kind].own_source[0] if kind else ""


def id_parameter(
    operation: str,
    names: Sequence[str],
    responses: Iterable[str],
    rules: Iterable[Rule],
    kinds: Mapping[str, Kind],
) -> str | None:
    """Return the name of the path parameter that is the id of a stored deployment.

    A rule `equals_parameter` on the identity of a response names this parameter. Without such a
    rule, the only path parameter is the id. If there are several, return None.

    `names`: the path parameters of the operation; `responses`: the kinds of its responses.
    """
    identities = {kinds[kind].identity for kind in responses}
    for rule in rules:
        given = rule.parameters
        if (
            rule.shape == "equals_parameter"
            and given["operation"] == operation
            and given["field"] in identities
            and given["parameter"] in names
        ):
            return str(given["parameter"])
    return names[0] if len(names) == 1 else None


def _as_tuple(value: Any) -> Any:
    return tuple(map(_as_tuple, value)) if isinstance(value, list) else value
