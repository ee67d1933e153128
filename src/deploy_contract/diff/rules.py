"""Differences between the rules of two contracts, and between the sources that they name."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.diff.bundles import Tables
from deploy_contract.diff.changes import BOTH, NO, YES, Certainty, Change, change
from deploy_contract.diff.values import Schema, narrowed, without
from deploy_contract_format.definitions import find_schema
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import NOT_NULL, Rule, judged_schema
from deploy_contract_format.shapes import EXCHANGE_RELATIONS

_HTTP_DIRECTIONS = {"path": ("request",), "query": ("request",), "exchange": ("response",)}
_TEXTS = ("basis", "message", "hint", "section")
_Sides: TypeAlias = tuple[Certainty, Certainty]  # whether a rule is stricter, and looser
_BEGINNINGS: Mapping[_Sides, str] = {  # the beginning of the text of a change
    ("yes", "no"): "stricter",
    ("no", "yes"): "looser",
    ("yes", "yes"): "stricter and looser",
    ("no", "no"): "as strict",
    ("perhaps", "no"): "perhaps stricter",
    ("no", "perhaps"): "perhaps looser",
    ("perhaps", "perhaps"): "changed",
    ("yes", "perhaps"): "stricter, perhaps looser",
    ("perhaps", "yes"): "looser, perhaps stricter",
}
_Names: TypeAlias = Sequence[str] | None
_STRICTER: _Sides = ("yes", "no")
_LOOSER: _Sides = ("no", "yes")
_PLACES = ("each", "fields", "names")  # parameters of rules; more places make one stricter


class _Facet(NamedTuple):
    """One way in which a rule differs from its predecessor."""

    what: str
    stricter: Certainty
    looser: Certainty


def differences(old: Tables, new: Tables) -> Iterator[Change]:
    """Yield the differences between rules and sources."""
    for name, rule in new.rules.items():
        if name in old.rules:
            yield from _changed(old.rules[name], rule, old, new)
            continue
        kind = "rule of new fields added" if _only_new_fields(rule, old, new) else "rule added"
        found = change(kind, name, f"rule added, mode {rule.mode}")
        yield _limited(found, rule, _directions(rule, new), before=False, after=new.enforces(name))
    for name, rule in old.rules.items():
        if name not in new.rules:
            found = change("rule removed", name, f"rule removed, mode was {rule.mode}")
            yield _limited(
                found, rule, _directions(rule, old), before=old.enforces(name), after=False
            )
    yield from _source_differences(old, new)


def _directions(rule: Rule, tables: Tables) -> tuple[str, ...]:
    if rule.shape in EXCHANGE_RELATIONS:
        return ("response",)
    if rule.shape == "undeclared":
        return ("request",)  # a later service may add fields to its responses
    if rule.shape == "http":
        return _HTTP_DIRECTIONS.get(str(rule.parameters.get("location")), BOTH)
    if not rule.on:
        return BOTH
    kinds = [tables.kinds[kind] for kind in rule.on if kind in tables.kinds]
    named = set[str]().union(*[kind["directions"] for kind in kinds])
    return tuple([name for name in BOTH if name in named])


def _limited(
    found: Change, rule: Rule, directions: Sequence[str], *, before: bool, after: bool
) -> Change:
    """Return a change for some directions, without the effects of a rule that is not enforced."""
    if rule.shape == "revision":
        found, before, after = change("revision rule", found.where, found.what), True, True
    return found.only(directions, before=before, after=after)


def _only_new_fields(rule: Rule, old: Tables, new: Tables) -> bool:
    places = [(kind, pointer) for kind in rule.on for pointer in rule.fields]
    are_new = [_declares(new, *place) and not _declares(old, *place) for place in places]
    return bool(rule.fields) and all(are_new)


def _declares(tables: Tables, kind: str, pointer: str) -> bool:
    if kind not in tables.kinds:
        return False
    return find_schema(tables.schemas[kind], kind, split(pointer)) is not None


def _changed(before: Rule, after: Rule, old: Tables, new: Tables) -> Iterator[Change]:
    name = after.rule
    directions = (*_directions(before, old), *_directions(after, new))
    was_enforced, is_enforced = old.enforces(name), new.enforces(name)
    if before.mode != after.mode:
        effects = YES if is_enforced else NO, YES if was_enforced else NO
        found = Change(name, f"mode {before.mode} -> {after.mode}", effects)
        yield _limited(found, after, directions, before=was_enforced, after=is_enforced)
    for facet in _facets(before, after, old, new):
        what = f"{_BEGINNINGS[facet.stricter, facet.looser]}: {facet.what}"
        found = Change(name, what, ((facet.stricter, ""), (facet.looser, "")))
        yield _limited(found, after, directions, before=was_enforced, after=is_enforced)
    old_status, new_status = before.parameters.get("status"), after.parameters.get("status")
    if old_status is not None and new_status is not None and old_status != new_status:
        yield change("other status", name, f"refused with {old_status} -> {new_status}")
    if texts := [key for key in _TEXTS if getattr(before, key) != getattr(after, key)]:
        found = change("other words", name, f"words: {', '.join(texts)}").only(directions)
        yield found._replace(text_only=True)


def _facets(before: Rule, after: Rule, old: Tables, new: Tables) -> Iterator[_Facet]:
    if before.shape != after.shape:
        yield _Facet(f"{before.shape} -> {after.shape}", "perhaps", "perhaps")
        return
    # ignore names that only one of the contracts has
    kinds = _known(before.on, new.kinds), _known(after.on, old.kinds)
    yield from _of_names("documents", *kinds, _STRICTER)
    both = before.parameters, after.parameters
    for key in dict.fromkeys(chain(*both)):
        values: list[Any] = [given.get(key) for given in both]
        one, other = values
        if one == other or key in ("status", "fix"):
            continue
        if key == "sources" and after.shape == "field":
            sources = _known(one, new.sources), _known(other, old.sources)
            yield from _of_names(key, *sources, _LOOSER)
        elif key in ("sources", "hosting"):
            yield from _of_names(f"for {key}", one, other, _STRICTER, "all")
        elif key in _PLACES and None not in values:
            yield from _of_names(key, one, other, _STRICTER)
        elif key == "pairs":
            texts, others = [list(map(" <= ".join, pairs)) for pairs in values]
            yield from _of_names(key, texts, others, _STRICTER)
        elif key == "never":
            yield from _of_never(one, other)
        elif key == "schema":
            yield _of_schemas(key, *map(judged_schema, both))
        elif key == "when":
            yield _of_schemas("the values that count", other or NOT_NULL, one or NOT_NULL)
        elif key == "fixed":
            yield _Facet("may be relaxed" if one else "may no longer be relaxed", "no", "no")
        else:
            yield _Facet(f"{key} {one} -> {other}", "perhaps", "perhaps")


def _of_names(
    what: str, old: _Names, new: _Names, more_is: _Sides, none: str = "none"
) -> Iterator[_Facet]:
    """Yield the facets of the names that a list has lost and gained; None lists everything."""
    fewer_is = more_is[1], more_is[0]
    if old is None or new is None:
        texts = [none if one is None else ", ".join(one) for one in (old, new)]
        yield _Facet(f"{what} {' -> '.join(texts)}", *(more_is if new is None else fewer_is))
        return
    if gained := without(new, old):
        yield _Facet(f"{what} with {', '.join(gained)}", *more_is)
    if lost := without(old, new):
        yield _Facet(f"{what} without {', '.join(lost)}", *fewer_is)


def _of_never(old: Mapping[str, Schema], new: Mapping[str, Schema]) -> Iterator[_Facet]:
    """Yield facets: a rule with fewer values is stricter, and so is one with a wider schema."""
    what = "values that may not come together"
    if old.keys() - new.keys() and new.keys() - old.keys():
        yield _Facet(f"the {what}", "perhaps", "perhaps")
        return
    yield from _of_names(what, list(old), list(new), _LOOSER)
    for pointer in old.keys() & new.keys():
        if old[pointer] != new[pointer]:
            yield _of_schemas(f"values at {pointer}", new[pointer], old[pointer])


def _of_schemas(what: str, looser: Schema, stricter: Schema) -> _Facet:
    return _Facet(what, narrowed(looser, stricter), narrowed(stricter, looser))


def _known(listed: _Names, known: Mapping[str, Any]) -> list[str]:
    return [name for name in listed or () if name in known]


def _source_differences(old: Tables, new: Tables) -> Iterator[Change]:
    for name in {**new.sources, **old.sources}:
        where, before, after = f"source {name}", old.sources.get(name), new.sources.get(name)
        if before is None and after is not None:
            yield change("source added", where, f"source added, on {', '.join(after)}")
        elif after is None:
            yield change("source removed", where)
        elif before is not None:
            if lost := without(before, after):
                what = f"no longer runs on {', '.join(lost)}"
                yield _by_hosting(change("hosting lost", where, what), new)
            if gained := without(after, before):
                what = f"runs on {', '.join(gained)}"
                yield _by_hosting(change("hosting gained", where, what), old)


def _by_hosting(found: Change, tables: Tables) -> Change:
    """Return a change for the directions of the rules that read the hosting."""
    concerned: dict[str, bool] = {}  # direction -> whether such a rule is enforced
    for rule in tables.rules.values():
        if rule.shape == "admitted" or rule.parameters.get("hosting"):
            for direction in _directions(rule, tables):
                concerned[direction] = concerned.get(direction, False) or rule.mode == "enforce"
    before, after = concerned.get("response", False), concerned.get("request", False)
    return found.only(concerned or BOTH, before=before, after=after)
