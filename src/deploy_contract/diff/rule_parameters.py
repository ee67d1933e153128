"""Differences between the parameters of a rule in two contracts: each one stricter or looser."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from deploy_contract.diff.bundles import Tables
from deploy_contract.diff.changes import Certainty
from deploy_contract.diff.narrowing import narrowed
from deploy_contract.diff.values import without
from deploy_contract_format.definitions import Schema
from deploy_contract_format.rules import SET, Rule, judged_schema

Names: TypeAlias = Sequence[str] | None
Strictness: TypeAlias = Literal["stricter", "looser"]
Certainties: TypeAlias = tuple[Certainty, Certainty]  # of being stricter, of being looser


class Facet(NamedTuple):
    """One way in which a rule differs from its predecessor."""

    what: str
    stricter: Certainty
    looser: Certainty


def facets(before: Rule, after: Rule, old: Tables, new: Tables) -> Iterator[Facet]:
    """Yield the ways in which a rule has become stricter or looser."""
    if before.shape != after.shape:
        yield Facet(f"{before.shape} -> {after.shape}", "perhaps", "perhaps")
        return
    kinds = _shared(before.on, new.kinds), _shared(after.on, old.kinds)
    yield from _list_facets("documents", *kinds, more_is="stricter")
    for key in dict.fromkeys((*before.parameters, *after.parameters)):
        one, other = before.parameters.get(key), after.parameters.get(key)
        if one == other or key == "status":
            continue
        if key == "schema" and before.shape == "schema":
            one, other = judged_schema(before.parameters), judged_schema(after.parameters)
        if key == "sources" and after.shape == "field":
            sources = _shared(one, new.sources), _shared(other, old.sources)
            yield from _list_facets(key, *sources, more_is="looser")
        elif key in ("each", "names", "fields") and (one is None or other is None):
            yield _unknown(key, one, other)
        elif key in _FACETS:
            yield from _FACETS[key](key, one, other)
        else:
            yield _unknown(key, one, other)


def _unknown(key: str, one: Any, other: Any) -> Facet:
    return Facet(f"{key} {one} -> {other}", "perhaps", "perhaps")


def _condition(key: str, one: Names, other: Names) -> Iterator[Facet]:
    """Yield the facets of the sources or hostings that a rule applies to; None is all."""
    return _list_facets(f"for {key}", one, other, more_is="stricter", none="all")


def _names(key: str, one: Names, other: Names) -> Iterator[Facet]:
    return _list_facets(key, one, other, more_is="stricter")


def _pairs(
    key: str, one: Sequence[Sequence[str]], other: Sequence[Sequence[str]]
) -> Iterator[Facet]:
    before, after = map(" <= ".join, one), map(" <= ".join, other)
    return _list_facets(key, list(before), list(after), more_is="stricter")


def _schema(key: str, one: Schema, other: Schema) -> Iterator[Facet]:
    yield Facet(key, narrowed(one, other), narrowed(other, one))


def _when(_key: str, one: Schema | None, other: Schema | None) -> Iterator[Facet]:
    """Yield the facet of the values that a rule applies to."""
    counted, counts = one or SET, other or SET
    yield Facet("the values that count", narrowed(counts, counted), narrowed(counted, counts))


def _never(_key: str, one: Mapping[str, Schema], other: Mapping[str, Schema]) -> Iterator[Facet]:
    """Yield the facets of values that may not come together.

    The rule is stricter with fewer values, or if more is admitted as one of them.
    """
    what = "values that may not come together"
    if set(one) - set(other) and set(other) - set(one):
        yield Facet(f"the {what}", "perhaps", "perhaps")
        return
    yield from _list_facets(what, list(one), list(other), more_is="looser")
    for pointer, schema in other.items():
        if pointer in one and one[pointer] != schema:
            stricter, looser = narrowed(schema, one[pointer]), narrowed(one[pointer], schema)
            yield Facet(f"values at {pointer}", stricter, looser)


def _fixed(_key: str, one: Any, _other: Any) -> Iterator[Facet]:
    yield Facet("may be relaxed" if one else "may no longer be relaxed", "no", "no")


_FACETS: Mapping[str, Callable[[str, Any, Any], Iterator[Facet]]] = {
    "sources": _condition,
    "hosting": _condition,
    "each": _names,
    "names": _names,
    "fields": _names,
    "pairs": _pairs,
    "schema": _schema,
    "when": _when,
    "never": _never,
    "fixed": _fixed,
}


def _list_facets(
    what: str, one: Names, other: Names, *, more_is: Strictness, none: str = "none"
) -> Iterator[Facet]:
    """Yield the facets of the names that a list has lost and gained; None lists everything."""
    fewer_is: Strictness = "looser" if more_is == "stricter" else "stricter"
    if one is None or other is None:
        if one is not other:
            text = f"{what} {_text(one, none)} -> {_text(other, none)}"
            yield _facet(text, more_is if other is None else fewer_is)
        return
    lost, gained = without(one, other), without(other, one)
    if gained:
        yield _facet(f"{what} with {', '.join(gained)}", more_is)
    if lost:
        yield _facet(f"{what} without {', '.join(lost)}", fewer_is)


def _text(names: Names, none: str) -> str:
    return none if names is None else ", ".join(names)


def _facet(what: str, strictness: Strictness) -> Facet:
    return Facet(what, "yes", "no") if strictness == "stricter" else Facet(what, "no", "yes")


def _shared(names: Names, known: Mapping[str, Any]) -> list[str]:
    """Return the names that the other contract knows; the others come and go with it."""
    return [name for name in names or () if name in known]
