"""Checks that a rule speaks of something: of fields that its documents declare, and of their types.

A rule that names no field of its documents, or a keyword that says nothing of the field's type, would be read and never
applied. Each such fault has the place of the key or value that is at fault.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from deploy_contract_format.pointer import Tokens, split
from deploy_contract_format.rules import Kind
from deploy_contract_format.subset import SPEAKS_OF, Problem

Schema: TypeAlias = Mapping[str, Any]
Place: TypeAlias = tuple[str, tuple[str, ...]]  # document kind, tokens of a pattern
Declared: TypeAlias = Callable[[str, tuple[str, ...]], Iterable[Schema]]
Nearest: TypeAlias = Callable[[str, Iterable[str]], str | None]

_EACH_KIND = (
    "field",
    "each",
    "fields",
    "names",
)  # of these pointers a kind needs to declare but one
_UNDECLARED = (
    "field",
    "fields",
    "each",
)  # the contract's own rules also forbid what a kind does not declare
_ANY = frozenset({"boolean", "number", "string"})  # types that only a free-form value has together
_ADVICE_UNDECLARED = (
    '; to forbid a field that is not declared, use schema: {properties: {NAME: {type: "null"}}}'
)


class Documents(NamedTuple):
    """What is known of the kinds of document that rules are about.

    `declared(kind, tokens)`: the schemas at the pattern of a pointer. `nearest(name, names)`: which is likely meant.
    """

    declared: Declared
    nearest: Nearest
    how: Mapping[str, Kind]
    sources: Sequence[str]


class _Row(NamedTuple):
    """A rule that is sound key by key, and where it stands."""

    shape: str
    row: Mapping[str, Any]
    at: Tokens
    documents: Documents

    @property
    def kinds(self) -> list[str]:
        return list(self.row["on"])

    def places(self, *pointers: str) -> list[Place]:
        """Return the places of pointers in each kind of the rule."""
        return [(kind, tuple(split(pointer))) for kind in self.kinds for pointer in pointers]

    def schemas(self, pointer: str) -> list[Schema]:
        """Return the schemas at a pointer in all kinds of the rule."""
        return [
            schema for place in self.places(pointer) for schema in self.documents.declared(*place)
        ]

    def place(self, *more: str | int) -> Tokens:
        return (*self.at, *more)


def problems(
    shape: str, row: Mapping[str, Any], at: Tokens, documents: Documents, *, policy: bool
) -> Iterator[Problem]:
    """Yield why a rule would be read and never applied.

    Args:
        shape: of the rule.
        row: the rule, each key of which is sound by itself, with `on`.
        at: where it stands in its file.
        documents: what is known of the kinds of document.
        policy: whether it is an operator's. The contract's own rules may speak of fields that a kind does not declare.
    """
    rule = _Row(shape, row, at, documents)
    found = [*_undeclared(rule, policy=policy), *_without_source(rule), *_unstored(rule)]
    yield from found
    if not found and shape in _CHECKS:
        yield from _CHECKS[shape](rule)


# -- pointers


def _pointers(rule: _Row) -> Iterator[tuple[str, Tokens, str]]:
    """Yield (key, place, pointer) for each pointer of a rule."""
    for key in ("field", "within", "array", "admitted"):
        if key in rule.row and rule.row[key] != "context":
            yield key, rule.place(key), rule.row[key]
    for key in ("each", "fields", "names"):
        for index, pointer in enumerate(rule.row.get(key, ())):
            yield key, rule.place(key, index), pointer
    for pointer in rule.row.get("never", ()):
        yield "never", rule.place("never", pointer), pointer


def _undeclared(rule: _Row, *, policy: bool) -> Iterator[Problem]:
    declaring: dict[str, set[str]] = {}  # key -> kinds of `on` that declare one of its pointers
    for key, at, pointer in _pointers(rule):
        if not policy and key in _UNDECLARED:
            continue
        tokens = split(pointer)
        kinds = {
            kind for kind in rule.kinds if any(True for _ in rule.documents.declared(kind, tokens))
        }
        here = declaring.setdefault(key, set())
        if not kinds:
            advice = _ADVICE_UNDECLARED if key in _UNDECLARED else ""
            yield Problem(
                at, f"no document kind of `on` declares {pointer}; correct one of them{advice}"
            )
            here.update(rule.kinds)
        elif key in _EACH_KIND:
            here.update(kinds)
        elif missing := [kind for kind in rule.kinds if kind not in kinds]:
            yield Problem(
                at,
                f"{missing[0]} does not declare {pointer}; take {missing[0]} out of `on`, or correct the pointer",
            )
    for key, known in declaring.items():
        for index, kind in enumerate(rule.kinds):
            if key in _EACH_KIND and kind not in known:
                yield Problem(
                    rule.place("on", index),
                    f"{kind} declares nothing that `{key}` names; take it out of `on`",
                )


# -- sources and stored deployments


def _without_source(rule: _Row) -> Iterator[Problem]:
    needs_source = "sources" in rule.row or rule.row.get("admitted") == "context"
    for index, kind in enumerate(rule.kinds if needs_source else ()):
        source = rule.documents.how.get(kind, Kind()).source
        at = rule.place("on", index)
        if source is None:
            yield Problem(
                at,
                f"a {kind} has no source, so the rule would never apply; take it out of `on`{_inner(rule, kind)}",
            )
        elif rule.shape == "admitted" and source != "context":
            yield Problem(
                at, f"a {kind} carries its own source; name it instead: admitted: {source}"
            )
    if "sources" not in rule.row:
        return
    if rule.shape == "schema" and not rule.row["sources"]:
        yield Problem(
            rule.place("sources"),
            "a list of one source or more; leave it out if the rule is for all of them",
        )
    if rule.shape == "field" and set(rule.row["sources"]) >= set(rule.documents.sources):
        yield Problem(
            rule.place("sources"),
            "every source is named, so that the rule refuses nothing; leave some out",
        )


def _inner(rule: _Row, kind: str) -> str:
    inner = [name for _, name in rule.documents.how.get(kind, Kind()).contains]
    return f"; on: [{inner[0]}] also reaches those in a {kind}" if inner else ""


def _unstored(rule: _Row) -> Iterator[Problem]:
    for index, kind in enumerate(
        rule.kinds if rule.shape in ("equals_stored", "stored_unknown") else ()
    ):
        if not rule.documents.how.get(kind, Kind()).stored:
            yield Problem(
                rule.place("on", index),
                f"a {kind} changes nothing that is stored; take it out of `on`",
            )


# -- parameters by shape


def _of_field(rule: _Row) -> Iterator[Problem]:
    if "when" in rule.row:
        yield from _inapplicable(
            rule.documents, rule.row["when"], rule.places(rule.row["field"]), rule.place("when")
        )


def _of_schema(rule: _Row) -> Iterator[Problem]:
    at, schema = rule.place("schema"), rule.row["schema"]
    if _is_vacuous(schema):
        yield Problem(at, "the schema refuses nothing; say what must hold")
        return
    yield from _inapplicable(rule.documents, schema, rule.places(*rule.row.get("each", [""])), at)


def _of_admitted(rule: _Row) -> Iterator[Problem]:
    if rule.row["admitted"] == "context":
        return
    values = {
        value for schema in rule.schemas(rule.row["admitted"]) for value in schema.get("enum", ())
    }
    if not values & set(rule.documents.sources):
        yield Problem(
            rule.place("admitted"), "the pointer of a field that holds a source, such as /source"
        )


def _of_never(rule: _Row) -> Iterator[Problem]:
    for pointer, schema in rule.row["never"].items():
        yield from _inapplicable(
            rule.documents, schema, rule.places(pointer), rule.place("never", pointer)
        )


def _of_at_most(rule: _Row) -> Iterator[Problem]:
    for index, pair in enumerate(rule.row["pairs"]):
        for side, name in enumerate(pair):
            yield from _member(
                rule, rule.place("pairs", index, side), rule.row["within"], (), name, "number"
            )
        if pair[0] == pair[1]:
            yield Problem(
                rule.place("pairs", index),
                "the two names of a pair are the same; correct one of them",
            )


def _of_unique_by(rule: _Row) -> Iterator[Problem]:
    yield from _member(
        rule, rule.place("key"), rule.row["array"], ("*",), rule.row["key"], "string"
    )


def _of_exists_in(rule: _Row) -> Iterator[Problem]:
    yield from _of_unique_by(rule)
    for index, pointer in enumerate(rule.row["names"]):
        if not _admits(rule.schemas(pointer), "string"):
            yield Problem(
                rule.place("names", index), f"{pointer} holds no text; name a field of strings"
            )


_CHECKS: Mapping[str, Callable[[_Row], Iterator[Problem]]] = {
    "field": _of_field,
    "schema": _of_schema,
    "admitted": _of_admitted,
    "never": _of_never,
    "at_most": _of_at_most,
    "unique_by": _of_unique_by,
    "exists_in": _of_exists_in,
}


def _member(
    rule: _Row, at: Tokens, pointer: str, items: tuple[str, ...], name: str, type_: str
) -> Iterator[Problem]:
    """Yield a problem if a member of the object at a pointer, or of the items of the array there, is not of the type."""
    where = f"the items of {pointer}" if items else pointer or "the document"
    for kind in rule.kinds:
        around = list(rule.documents.declared(kind, (*split(pointer), *items)))
        names = [declared for schema in around for declared in schema.get("properties", ())]
        if name not in names:
            near = rule.documents.nearest(name, names)
            hint = (
                f"did you mean {near}?"
                if near
                else f"use one of {', '.join(names)}"
                if names
                else "they have no fields"
            )
            yield Problem(at, f"{where} in a {kind} declares no such field; {hint}")
            return
        if not _admits(rule.documents.declared(kind, (*split(pointer), *items, name)), type_):
            yield Problem(at, f"{name} in {where} is no {type_}; name a field that is")
            return


# -- schemas


def _types(schema: Schema) -> frozenset[str]:
    kinds = schema.get("type", ())
    names = {kinds} if isinstance(kinds, str) else set(kinds)
    return frozenset(names | ({"integer"} if "number" in names else set()))


def _admits(schemas: Iterable[Schema], type_: str) -> bool:
    admitted = {name for schema in schemas for name in _types(schema)}
    return type_ in admitted or (type_ == "number" and "integer" in admitted)


def _inapplicable(
    documents: Documents, schema: Schema, places: Sequence[Place], at: Tokens
) -> Iterator[Problem]:
    """Yield what in `schema`, which stands at `at`, would never apply to a value at one of the places.

    Of a place that is not declared, or is free-form, nothing is known.
    """
    declared = [found for place in places for found in documents.declared(*place)]
    types = frozenset(name for target in declared for name in _types(target))
    if not declared or types >= _ANY:
        return
    asked = _types(schema) if "type" in schema else types
    spoken = types & asked
    if not spoken and "null" not in asked:
        yield Problem(
            (*at, "type"), f"the field is {_listed(types)}, so that no value fits; correct the type"
        )
        return
    names = [name for target in declared for name in target.get("properties", ())]
    for keyword, value in schema.items():
        here = (*at, keyword)
        if keyword in SPEAKS_OF and not spoken & set(SPEAKS_OF[keyword]):
            yield Problem(
                here,
                f"{keyword} says nothing of a value that is {_listed(spoken or asked)}; leave it out",
            )
        elif keyword in ("enum", "const"):
            yield from _impossible(value if keyword == "enum" else [value], declared, here)
        elif keyword in ("required", "properties"):
            yield from _misspelt(documents.nearest, keyword, value, names, here)
        for inner_at, inner, tokens in _subschemas(keyword, value):
            within = [(kind, (*around, *tokens)) for kind, around in places]
            yield from _inapplicable(documents, inner, within, (*here, *inner_at))


def _subschemas(keyword: str, value: Any) -> Iterator[tuple[Tokens, Schema, tuple[str, ...]]]:
    """Yield (tokens below the keyword, schema, tokens of its values below the value) for each schema of a keyword."""
    if keyword == "properties":
        for name, inner in value.items():
            yield (name,), inner, (name,)
    elif keyword == "items":
        yield (), value, ("*",)
    elif keyword in ("allOf", "anyOf"):
        for index, inner in enumerate(value):
            yield (index,), inner, ()
    elif keyword in ("not", "if", "then", "else"):
        yield (), value, ()


def _impossible(values: Sequence[Any], declared: Sequence[Schema], at: Tokens) -> Iterator[Problem]:
    """Yield a problem if the field can have none of the values."""
    if not any(_can_be(value, schema) for value in values for schema in declared):
        choices = [
            value for schema in declared for value in schema.get("enum", ()) if value is not None
        ]
        hint = f"it is one of {', '.join(dict.fromkeys(choices))}" if choices else "correct it"
        yield Problem(at, f"the field never has such a value; {hint}")


def _can_be(value: Any, schema: Schema) -> bool:
    if value is None:
        return True  # as good as absent
    type_ = "boolean" if isinstance(value, bool) else "string"
    return type_ in _types(schema) and ("enum" not in schema or value in schema["enum"])


def _misspelt(
    nearest: Nearest, keyword: str, names: Iterable[str], declared: Sequence[str], at: Tokens
) -> Iterator[Problem]:
    """Yield the names that look like a declared one. Others may be of fields that the contract does not declare."""
    for index, name in enumerate(names):
        near = None if name in declared else nearest(name, declared)
        if near is not None:
            yield Problem(
                (*at, index if keyword == "required" else name),
                f"no field has this name; did you mean {near}?",
            )


def _is_vacuous(schema: Schema) -> bool:
    """Return True if the schema refuses nothing, whatever the value."""
    return all(_says_nothing(keyword, value) for keyword, value in schema.items())


def _says_nothing(keyword: str, value: Any) -> bool:
    if keyword in ("minLength", "minItems"):
        return bool(value == 0)
    if keyword == "required":
        return not value
    if keyword == "properties":
        return all(map(_is_vacuous, value.values()))
    if keyword == "allOf":
        return all(map(_is_vacuous, value))
    if keyword == "anyOf":
        return any(map(_is_vacuous, value))
    return keyword in ("if", "items", "then", "else") and _is_vacuous(value)


def _listed(types: Iterable[str]) -> str:
    names = set(types)
    return " or ".join(sorted(names - {"integer"} if "number" in names else names))
