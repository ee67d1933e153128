"""Checks that a rule can apply: its documents declare the fields that it names.

A rule for a field that no document has, or a keyword for another type, would be read and never
applied. Each problem has the place of the key or value in the rule file.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from deploy_contract_format.pointer import Tokens, split
from deploy_contract_format.rule_keys import Known
from deploy_contract_format.rules import Kind
from deploy_contract_format.schema_targets import (
    Schema,
    Target,
    admits,
    inapplicable,
    is_vacuous,
    member_names,
)
from deploy_contract_format.subset import Problem
from deploy_contract_format.suggestions import did_you_mean, nearest

_ONE_IS_ENOUGH = ("field", "each", "fields", "names")  # a kind must declare one of these pointers
# The contract's own rules also forbid fields that a kind does not declare.
_MAY_BE_UNDECLARED = ("field", "fields", "each")
_ADVICE_UNDECLARED = (
    '; to forbid a field that is not declared, use schema: {properties: {NAME: {type: "null"}}}'
)


class _Row(NamedTuple):
    """A rule whose keys are valid by themselves, and its place in the file."""

    shape: str
    row: Mapping[str, Any]
    at: Tokens
    known: Known

    @property
    def kinds(self) -> list[str]:
        return list(self.row["on"])

    def places(self, *pointers: str) -> list[Target]:
        """Return the places of pointers in each kind of the rule."""
        return list(product(self.kinds, map(split, pointers)))

    def schemas(self, pointer: str) -> list[Schema]:
        """Return the schemas at a pointer in all kinds of the rule."""
        found: list[Schema] = []
        for place in self.places(pointer):
            found += self.known.find_schemas(*place)
        return found

    def place(self, *more: str | int) -> Tokens:
        return (*self.at, *more)


def problems(
    shape: str, row: Mapping[str, Any], at: Tokens, known: Known, *, policy: bool
) -> Iterator[Problem]:
    """Yield the reasons why a rule would never apply.

    Args:
        shape: shape of the rule.
        row: the rule, with `on`, whose keys are valid by themselves.
        at: its place in the file.
        known: the kinds of document and sources.
        policy: whether it belongs to a policy. Rules of the contract may name undeclared fields.
    """
    rule = _Row(shape, row, at, known)
    found = [*_undeclared(rule, policy=policy), *_without_source(rule), *_unstored(rule)]
    yield from found
    if found:
        return
    for key, check in _CHECKS.items():
        if key in row:
            yield from check(rule)


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
        if not policy and key in _MAY_BE_UNDECLARED:
            continue
        tokens = split(pointer)
        missing = [kind for kind in rule.kinds if not _declares(rule, kind, tokens)]
        kinds = set(rule.kinds).difference(missing)
        here = declaring.setdefault(key, set())
        if not kinds:
            advice = _ADVICE_UNDECLARED if key in _MAY_BE_UNDECLARED else ""
            yield Problem(
                at, f"no document kind of `on` declares {pointer}; correct one of them{advice}"
            )
            here.update(rule.kinds)
        elif key in _ONE_IS_ENOUGH:
            here.update(kinds)
        elif missing:
            yield Problem(
                at,
                f"{missing[0]} does not declare {pointer};"
                f" take {missing[0]} out of `on`, or correct the pointer",
            )
    for key, known in declaring.items():
        for index, kind in enumerate(rule.kinds):
            if key in _ONE_IS_ENOUGH and kind not in known:
                yield Problem(
                    rule.place("on", index),
                    f"{kind} declares nothing that `{key}` names; take it out of `on`",
                )


def _declares(rule: _Row, kind: str, tokens: tuple[str, ...]) -> bool:
    return next(iter(rule.known.find_schemas(kind, tokens)), None) is not None


# -- sources and stored deployments


def _without_source(rule: _Row) -> Iterator[Problem]:
    needs_source = "sources" in rule.row or rule.row.get("admitted") == "context"
    for index, kind in enumerate(rule.kinds):
        if not needs_source:
            break
        source = rule.known.how.get(kind, Kind()).source
        at = rule.place("on", index)
        if source is None:
            yield Problem(
                at,
                f"a {kind} has no source, so the rule would never apply;"
                f" take it out of `on`{_inner(rule, kind)}",
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
    if rule.shape == "field" and set(rule.row["sources"]) >= set(rule.known.sources):
        yield Problem(
            rule.place("sources"),
            "every source is named, so that the rule refuses nothing; leave some out",
        )


def _inner(rule: _Row, kind: str) -> str:
    contains = rule.known.how.get(kind, Kind()).contains
    if not contains:
        return ""
    _, inner = contains[0]
    return f"; on: [{inner}] also reaches those in a {kind}"


def _unstored(rule: _Row) -> Iterator[Problem]:
    if "fields" not in rule.row:  # of relations to the stored deployment
        return
    for index, kind in enumerate(rule.kinds):
        if not rule.known.how.get(kind, Kind()).stored:
            yield Problem(
                rule.place("on", index),
                f"a {kind} changes nothing that is stored; take it out of `on`",
            )


# -- parameters by key


def _when(rule: _Row) -> Iterator[Problem]:
    if rule.shape == "field":
        places = rule.places(rule.row["field"])
        yield from inapplicable(rule.known, rule.row["when"], places, rule.place("when"))


def _schema(rule: _Row) -> Iterator[Problem]:
    at, schema = rule.place("schema"), rule.row["schema"]
    if is_vacuous(schema):
        yield Problem(at, "the schema refuses nothing; say what must hold")
        return
    yield from inapplicable(rule.known, schema, rule.places(*rule.row.get("each", [""])), at)


def _admitted(rule: _Row) -> Iterator[Problem]:
    if rule.row["admitted"] == "context":
        return
    values: set[Any] = set()
    for schema in rule.schemas(rule.row["admitted"]):
        values.update(schema.get("enum", ()))
    if not values & set(rule.known.sources):
        yield Problem(
            rule.place("admitted"), "the pointer of a field that holds a source, such as /source"
        )


def _never(rule: _Row) -> Iterator[Problem]:
    for pointer, schema in rule.row["never"].items():
        at = rule.place("never", pointer)
        yield from inapplicable(rule.known, schema, rule.places(pointer), at)


def _pairs(rule: _Row) -> Iterator[Problem]:
    """Check pairs of numbers `within` an object."""
    for index, pair in enumerate(rule.row["pairs"]):
        for side, name in enumerate(pair):
            at = rule.place("pairs", index, side)
            yield from _member(rule, at, rule.row["within"], (), name, "number")
        if pair[0] == pair[1]:
            text = "the two names of a pair are the same; correct one of them"
            yield Problem(rule.place("pairs", index), text)


def _key(rule: _Row) -> Iterator[Problem]:
    """Check the key of the items of an `array`."""
    array, key = rule.row["array"], rule.row["key"]
    yield from _member(rule, rule.place("key"), array, ("*",), key, "string")


def _names(rule: _Row) -> Iterator[Problem]:
    for index, pointer in enumerate(rule.row["names"]):
        if not admits(rule.schemas(pointer), "string"):
            text = f"{pointer} is not a string; name a field of strings"
            yield Problem(rule.place("names", index), text)


_CHECKS: Mapping[str, Callable[[_Row], Iterator[Problem]]] = {
    "when": _when,
    "schema": _schema,
    "admitted": _admitted,
    "never": _never,
    "pairs": _pairs,
    "key": _key,
    "names": _names,
}


def _member(
    rule: _Row, at: Tokens, pointer: str, items: tuple[str, ...], name: str, type_: str
) -> Iterator[Problem]:
    """Yield a problem if a member of an object, or of the items of an array, has another type."""
    where = f"the items of {pointer}" if items else pointer or "the document"
    for kind in rule.kinds:
        around = list(rule.known.find_schemas(kind, (*split(pointer), *items)))
        names = member_names(around)
        if name not in names:
            choices = f"use one of {', '.join(names)}" if names else "they have no fields"
            hint = did_you_mean(nearest(name, names), choices)
            yield Problem(at, f"{where} in a {kind} declares no such field; {hint}")
            return
        if not admits(rule.known.find_schemas(kind, (*split(pointer), *items, name)), type_):
            yield Problem(at, f"{name} in {where} is not a {type_}; name a field that is")
            return
