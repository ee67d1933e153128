"""Differences between the rules of two contracts: added, removed, stricter, looser, reworded."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deploy_contract.diff.bundles import Tables
from deploy_contract.diff.changes import BOTH, REQUESTS, RESPONSES, Difference, Found
from deploy_contract.diff.proofs import narrowed
from deploy_contract.diff.schemas import ADDED, reported
from deploy_contract.diff.values import yes_if
from deploy_contract.judge.python.compared import Certainty, Facet, names, other_value
from deploy_contract.judge.python.relations import RELATIONS
from deploy_contract_format.definitions import declares
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import SET, Rule, judged_schema
from deploy_contract_format.shapes import EXCHANGES

_OF_HTTP: Mapping[str, tuple[str, ...]] = {
    "path": REQUESTS,
    "query": REQUESTS,
    "exchange": RESPONSES,
}
_WORDS = ("basis", "message", "hint", "section")
_TEXT = ("it says so in other words",) * 2
_WORD: Mapping[
    tuple[Certainty, Certainty], str
] = {  # (stricter, looser) -> how the text of a change begins
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


def differences(old: Tables, new: Tables) -> Found:
    """Yield the differences between rules, with the directions that they concern."""
    for name, rule in new.rules.items():
        if name in old.rules:
            yield from _changed(old.rules[name], rule, old, new)
        else:
            yield _added(rule, old, new), directions(rule, new)
    for name, rule in old.rules.items():
        if name not in new.rules:
            found = Difference(name, f"rule removed, mode was {rule.mode}", "no", "yes")
            was = rule.mode == "enforce"
            yield _by_mode(found, rule, before=was, after=False), directions(rule, old)


def directions(rule: Rule, tables: Tables) -> tuple[str, ...]:
    """Return the directions that a rule concerns, of "request" and "response"."""
    if rule.shape in EXCHANGES:
        return RESPONSES
    if rule.shape == "undeclared":
        return REQUESTS  # a later service may add fields to its responses
    if rule.shape == "http":
        return _OF_HTTP.get(str(rule.parameters.get("location")), BOTH)
    if not rule.on:
        return BOTH
    concerned: set[str] = set()
    for kind in rule.on:
        if kind in tables.kinds:
            concerned.update(tables.kinds[kind]["directions"])
    return tuple(sorted(concerned))


def _added(rule: Rule, old: Tables, new: Tables) -> Difference:
    what, whys = f"rule added, mode {rule.mode}", ("what violates it is refused", "")
    found = Difference(rule.rule, what, "yes", "no", whys)
    if _only_new_fields(rule, old, new):
        found = found._replace(narrower="perhaps", whys=("its field is new too; " + ADDED, ""))
    return _by_mode(found, rule, before=False, after=rule.mode == "enforce")


def _by_mode(found: Difference, rule: Rule, *, before: bool, after: bool) -> Difference:
    """Return a difference by whether its rule was, and is, enforced."""
    if rule.shape == "revision":
        whys = ("it says what creates a revision, and refuses nothing",) * 2
        return found._replace(narrower="no", wider="no", whys=whys)
    return reported(found, before=before, after=after)


def _only_new_fields(rule: Rule, old: Tables, new: Tables) -> bool:
    """Return True if all fields of a rule are declared by the new contract only."""
    pointers = rule.fields
    if not pointers:
        return False
    for kind in rule.on:
        for pointer in pointers:
            if _declares(old, kind, pointer) or not _declares(new, kind, pointer):
                return False
    return True


def _declares(tables: Tables, kind: str, pointer: str) -> bool:
    if kind not in tables.kinds:
        return False
    definitions = tables.schemas[kind]
    return declares(definitions, definitions[tables.roots[kind]], split(pointer))


def _changed(before: Rule, after: Rule, old: Tables, new: Tables) -> Found:
    """Yield the differences between a rule and its successor of the same name."""
    concerned = tuple(sorted({*directions(before, old), *directions(after, new)}))
    was, is_ = before.mode == "enforce", after.mode == "enforce"
    if before.mode != after.mode:
        what = f"mode {before.mode} -> {after.mode}"
        found = Difference(after.rule, what, yes_if(is_), yes_if(was))
        yield _by_mode(found, after, before=was, after=is_), concerned
    for facet in _facets(before, after, old, new):
        what = f"{_WORD[facet.stricter, facet.looser]}: {facet.what}"
        found = Difference(after.rule, what, facet.stricter, facet.looser)
        # A change of the mode is a difference of its own, so a facet counts only without one.
        yield _by_mode(found, after, before=was and is_, after=was and is_), concerned
    one, other = before.parameters.get("status"), after.parameters.get("status")
    if one is not None and other is not None and one != other:
        whys = ("refused as before", "clients get another status")
        what = f"refused with {one} -> {other}"
        yield Difference(after.rule, what, "no", "perhaps", whys), BOTH
    words = _changed_words(before, after)
    if words:
        what = f"words: {', '.join(words)}"
        yield Difference(after.rule, what, "no", "no", _TEXT, text_only=True), concerned


def _changed_words(before: Rule, after: Rule) -> Sequence[str]:
    return [name for name in _WORDS if getattr(before, name) != getattr(after, name)]


def _facets(before: Rule, after: Rule, old: Tables, new: Tables) -> Iterator[Facet]:
    """Yield the ways in which a rule has become stricter or looser."""
    if before.shape != after.shape:
        yield Facet(f"{before.shape} -> {after.shape}", "perhaps", "perhaps")
        return
    # names that one contract alone knows come and go with it
    kinds = _known(before.on, new.kinds), _known(after.on, old.kinds)
    yield from names("documents", *kinds, "stricter")
    one, other = before.parameters, after.parameters
    if after.shape in RELATIONS:
        yield from RELATIONS[after.shape].compare(one, other, narrowed)
        return
    for key in dict.fromkeys((*one, *other)):
        if one.get(key) == other.get(key) or key == "status":
            continue
        if key == "sources" and after.shape == "field":
            sources = _known(one[key], new.sources), _known(other[key], old.sources)
            yield from names(key, *sources, "looser")
        elif key in ("sources", "hosting"):
            yield from names(f"for {key}", one.get(key), other.get(key), "stricter", "all")
        elif key == "each" and key in one and key in other:
            yield from names(key, one[key], other[key], "stricter")
        elif key == "schema":
            schemas = judged_schema(one), judged_schema(other)
            yield Facet(key, narrowed(*schemas), narrowed(*reversed(schemas)))
        elif key == "when":
            counted, counts = one.get(key) or SET, other.get(key) or SET
            what = "the values that count"
            yield Facet(what, narrowed(counts, counted), narrowed(counted, counts))
        elif key == "fixed":
            what = "may be relaxed" if one.get(key) else "may no longer be relaxed"
            yield Facet(what, "no", "no")
        else:
            yield from other_value(key, one.get(key), other.get(key))


def _known(listed: Sequence[str] | None, known: Mapping[str, Any]) -> list[str]:
    return [name for name in listed or () if name in known]
