"""What differs between the rules of two contracts: added, removed, stricter, looser, of another mode, or in their words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deploy_contract.diff.bundles import Bundle
from deploy_contract.diff.changes import Answer, Difference
from deploy_contract.diff.narrowing import narrowed
from deploy_contract.diff.schemas import reported
from deploy_contract_format.definitions import declares
from deploy_contract_format.pointer import split
from deploy_contract_format.rulefile import EXCHANGES
from deploy_contract_format.rules import SET, Rule

BOTH, REQUESTS, RESPONSES = ("request", "response"), ("request",), ("response",)
_OF_HTTP: Mapping[str, tuple[str, ...]] = {
    "path": REQUESTS,
    "query": REQUESTS,
    "exchange": RESPONSES,
}
_WORDS = ("basis", "message", "hint", "section")
_TEXT = ("it says so in other words",) * 2

Facet = tuple[str, Answer, Answer]  # what, whether that is stricter, whether looser
Found = Iterator[tuple[Difference, tuple[str, ...]]]  # with the directions that it concerns


def differences(old: Bundle, new: Bundle) -> Found:
    """What differs between the rules of two contracts."""
    for name, rule in new.rules.items():
        if name in old.rules:
            yield from _changed(old.rules[name], rule, old, new)
        else:
            yield _added(rule, old, new), directions(rule, new)
    for name, rule in old.rules.items():
        if name not in new.rules:
            found = Difference(name, f"rule removed, mode was {rule.mode}", "no", "yes")
            yield (
                _judging(found, rule, before=rule.mode == "enforce", after=False),
                directions(rule, old),
            )


def directions(rule: Rule, bundle: Bundle) -> tuple[str, ...]:
    """What a rule is for: "request", "response", or both."""
    if rule.shape in EXCHANGES:
        return RESPONSES
    if rule.shape == "undeclared":
        return REQUESTS  # services grow fields
    if rule.shape == "http":
        return _OF_HTTP.get(str(rule.parameters.get("location")), BOTH)
    kinds = [bundle.kinds[kind]["directions"] for kind in rule.on if kind in bundle.kinds]
    return tuple(sorted({direction for found in kinds for direction in found})) if rule.on else BOTH


def _added(rule: Rule, old: Bundle, new: Bundle) -> Difference:
    found = Difference(
        rule.rule, f"rule added, mode {rule.mode}", "yes", "no", ("what breaks it is refused", "")
    )
    if _speaks_of_new_fields(rule, old, new):
        found = found._replace(narrower="no", whys=("the field that it speaks of is new too", ""))
    return _judging(found, rule, before=False, after=rule.mode == "enforce")


def _judging(found: Difference, rule: Rule, *, before: bool, after: bool) -> Difference:
    """The difference by the modes that the rule had and has."""
    if rule.shape == "revision":
        return found._replace(
            narrower="no",
            wider="no",
            whys=("it says what creates a revision, and refuses nothing",) * 2,
        )
    return reported(found, before=before, after=after)


def _speaks_of_new_fields(rule: Rule, old: Bundle, new: Bundle) -> bool:
    """Whether a rule only speaks of fields that the old contract does not declare, and the new one does."""
    pointers = rule.fields
    if not pointers:
        return False
    return all(
        not _declares(old, kind, pointer) and _declares(new, kind, pointer)
        for kind in rule.on
        for pointer in pointers
    )


def _declares(bundle: Bundle, kind: str, pointer: str) -> bool:
    if kind not in bundle.kinds:
        return False
    definitions = bundle.schemas[kind]
    return declares(definitions, definitions[bundle.roots[kind]], split(pointer))


def _changed(before: Rule, after: Rule, old: Bundle, new: Bundle) -> Found:
    concerned = tuple(sorted({*directions(before, old), *directions(after, new)}))
    was, is_ = (rule.mode == "enforce" for rule in (before, after))
    if before.mode != after.mode:
        what = f"mode {before.mode} -> {after.mode}"
        stricter: Answer = "yes" if is_ else "no"
        looser: Answer = "yes" if was else "no"
        yield (
            _judging(Difference(after.rule, what, stricter, looser), after, before=was, after=is_),
            concerned,
        )
    for what, stricter, looser in _facets(before, after, old, new):
        found = Difference(after.rule, f"{_WORD[stricter, looser]}: {what}", stricter, looser)
        # where the mode has changed as well, that is told above
        yield _judging(found, after, before=was and is_, after=was and is_), concerned
    status = [rule.parameters.get("status") for rule in (before, after)]
    if None not in status and status[0] != status[1]:
        why = ("refused as before", "who reads the answers meets another status")
        yield (
            Difference(
                after.rule, f"refused with {status[0]} -> {status[1]}", "no", "perhaps", why
            ),
            BOTH,
        )
    words = [name for name in _WORDS if getattr(before, name) != getattr(after, name)]
    if words:
        yield (
            Difference(after.rule, f"words: {', '.join(words)}", "no", "no", _TEXT, text_only=True),
            concerned,
        )


_WORD: Mapping[tuple[Answer, Answer], str] = {
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


def _facets(before: Rule, after: Rule, old: Bundle, new: Bundle) -> Iterator[Facet]:
    """Each way in which a rule has become stricter or looser."""
    if before.shape != after.shape:
        yield f"{before.shape} -> {after.shape}", "perhaps", "perhaps"
        return
    yield from _listed(
        "documents", _known(before.on, new.kinds), _known(after.on, old.kinds), more_is="stricter"
    )
    for key in dict.fromkeys((*before.parameters, *after.parameters)):
        one, other = before.parameters.get(key), after.parameters.get(key)
        if one != other and key != "status":
            yield from _facet(after.shape, key, one, other, (old, new))


def _facet(
    shape: str, key: str, one: Any, other: Any, bundles: tuple[Bundle, Bundle]
) -> Iterator[Facet]:
    old, new = bundles
    if key == "sources" and shape == "field":
        yield from _listed(
            key, _known(one, new.sources), _known(other, old.sources), more_is="looser"
        )
    elif key in ("sources", "hosting"):
        yield from _listed(f"for {key}", one, other, more_is="stricter", none="all")
    elif key in ("each", "names", "fields") and one is not None and other is not None:
        yield from _listed(key, one, other, more_is="stricter")
    elif key == "pairs":
        yield from _listed(
            key,
            [" <= ".join(pair) for pair in one],
            [" <= ".join(pair) for pair in other],
            more_is="stricter",
        )
    elif key == "schema":
        yield "schema", narrowed(one, other), narrowed(other, one)
    elif key == "when":
        counted, counts = one or SET, other or SET
        yield "the values that count", narrowed(counts, counted), narrowed(counted, counts)
    elif key == "never":
        yield from _never(one, other)
    elif key == "fixed":
        yield "may be relaxed" if one else "may no longer be relaxed", "no", "no"
    else:
        yield f"{key} {one} -> {other}", "perhaps", "perhaps"


def _never(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[Facet]:
    """Values that may not come together: the fewer there must be, and the more each one may be, the stricter."""
    if set(one) - set(other) and set(other) - set(one):
        yield "the values that may not come together", "perhaps", "perhaps"
        return
    yield from _listed(
        "values that may not come together", list(one), list(other), more_is="looser"
    )
    for pointer, schema in other.items():
        if pointer in one and one[pointer] != schema:
            yield (
                f"values at {pointer}",
                narrowed(schema, one[pointer]),
                narrowed(one[pointer], schema),
            )


def _listed(
    what: str,
    one: Sequence[str] | None,
    other: Sequence[str] | None,
    *,
    more_is: str,
    none: str = "none",
) -> Iterator[Facet]:
    """What a list has lost and gained; None is a list of everything."""
    if one is None or other is None:
        if one is not other:
            shown = " -> ".join(
                none if names is None else ", ".join(names) for names in (one, other)
            )
            yield _facet_of(f"{what} {shown}", stricter=(other is None) == (more_is == "stricter"))
        return
    lost, gained = (
        [name for name in one if name not in other],
        [name for name in other if name not in one],
    )
    if gained:
        yield _facet_of(f"{what} with {', '.join(gained)}", stricter=more_is == "stricter")
    if lost:
        yield _facet_of(f"{what} without {', '.join(lost)}", stricter=more_is != "stricter")


def _facet_of(what: str, *, stricter: bool) -> Facet:
    return (what, "yes", "no") if stricter else (what, "no", "yes")


def _known(names: Sequence[str] | None, known: Mapping[str, Any]) -> list[str]:
    """Those of the names that the other contract knows, too: the others come and go with it."""
    return [name for name in names or () if name in known]
