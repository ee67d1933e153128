"""Two contracts compared: every change with its class for requests and for responses, and the version step that it asks for."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from deploy_contract.diff import operations, rules, schemas
from deploy_contract.diff.bundles import OPENAPI, Bundle
from deploy_contract.diff.changes import (
    Answer,
    Change,
    Collected,
    Difference,
    step_fits,
    step_made,
    step_needed,
)
from deploy_contract.files.documents import UnreadableError
from deploy_contract_format.faults import shown

BOTH, REQUESTS = ("request", "response"), ("request",)
EFFECT, USUAL = (
    "x-patch",
    "replaced",
)  # what a patch does to a stored member, and where nothing is said of it
_TEXTS = ("title", "summary", "description", "x-gap")
_WORDS = ("it says so in other words",) * 2


class Comparison(NamedTuple):
    """All that differs between two contracts. `needed`, `made`: version steps; `made` is None where it leads back."""

    old: Bundle
    new: Bundle
    changes: tuple[Change, ...]
    needed: str
    made: str | None

    @property
    def fits(self) -> bool:
        """Whether the versions differ by as much as the changes ask for."""
        return step_fits(self.needed, self.made, self.old.version)

    def counted(self) -> dict[str, int]:
        """How many changes there are of each class, by the worse of the two that each one has; the worst first."""
        return {
            name: sum(row.worst == name for row in self.changes)
            for name in ("breaking", "unclear", "compatible")
        }


def compare(old: Bundle, new: Bundle) -> Comparison:
    """The comparison of two contracts. UnreadableError where tables do not hold together."""
    try:
        found = Collected()
        for old_kind, new_kind, directions in _kinds(old, new, found):
            for difference, pointer in schemas.differences(old, new, old_kind, new_kind):
                found.add(difference, directions, new_kind, pointer)
        for module in (operations, rules):
            for difference, directions in module.differences(old, new):
                found.add(difference, directions)
        for difference, directions in (*_sources(old, new), *_effects(old, new), *_texts(old, new)):
            found.add(difference, directions)
        if not (changes := found.changes()) and _without_version(old) != _without_version(new):
            found.add(
                Difference("tables", "what no verdict depends on", "no", "no", text_only=True), BOTH
            )
            changes = found.changes()
    except (KeyError, TypeError, AttributeError, ValueError, IndexError, RecursionError):
        names = " or ".join(dict.fromkeys(shown(bundle.name) for bundle in (old, new)))
        raise UnreadableError(
            f"{names}: the tables do not hold together; were they written by the generator?"
        ) from None
    return Comparison(
        old, new, tuple(changes), step_needed(changes), step_made(old.version, new.version)
    )


def _kinds(
    old: Bundle, new: Bundle, found: Collected
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Each pair of kinds of document to compare: those of one name, and those that stand in for each other in an operation."""
    renamed = {
        (body.old, body.new): body.direction
        for before, after in operations.pairs(old, new)
        if before is not None and after is not None
        for body in operations.bodies(before, after)
    }
    for (old_kind, new_kind), direction in renamed.items():
        yield old_kind, new_kind, (direction,)
    for kind, row in new.kinds.items():
        if kind not in old.kinds:
            found.add(
                Difference(
                    kind, "kind of document added", "no", "no", ("nothing asks for it yet",) * 2
                ),
                row["directions"],
            )
            continue
        before = old.kinds[kind]
        shared = tuple(name for name in row["directions"] if name in before["directions"]) or tuple(
            row["directions"]
        )
        for difference, directions in _kind_differs(kind, before, row):
            found.add(difference, directions or shared, kind)
        yield kind, kind, shared
    for kind, row in old.kinds.items():
        if kind not in new.kinds:
            why = ("who names it is told that it is unknown",) * 2
            found.add(
                Difference(kind, "kind of document removed", "perhaps", "perhaps", why),
                row["directions"],
            )


def _kind_differs(
    kind: str, before: Mapping[str, Any], after: Mapping[str, Any]
) -> Iterator[tuple[Difference, tuple[str, ...]]]:
    """What differs in what the rule file says of a kind of document; without directions, it concerns those of the kind."""
    for key in ("source", "override", "overridden"):
        if before.get(key) != after.get(key):
            what = f"{key} {_shown(before.get(key))} -> {_shown(after.get(key))}"
            yield (
                Difference(
                    kind,
                    what,
                    "perhaps",
                    "perhaps",
                    ("its rules look for the source elsewhere",) * 2,
                ),
                (),
            )
    if bool(before.get("stored")) != bool(after.get("stored")):
        why = ("rules over the stored deployment count, or no longer do",) * 2
        yield (
            Difference(
                kind, "is judged over what is stored, or no longer", "perhaps", "perhaps", why
            ),
            (),
        )
    for key in ("identity", "learned"):
        one, other = before.get(key) or (), after.get(key) or ()
        if one != other:
            why = ("of what it learned, a gateway may refuse what was left open", "")
            why = why if set(other) - set(one) else ("a gateway leaves more open", "")
            more: Answer = "perhaps" if set(other) - set(one) else "no"
            yield (
                Difference(kind, f"{key} {_shown(one)} -> {_shown(other)}", more, "no", why),
                REQUESTS,
            )


def _sources(old: Bundle, new: Bundle) -> Iterator[tuple[Difference, tuple[str, ...]]]:
    """What differs in the sources, and in where their deployments run."""
    for name, hostings in new.sources.items():
        where = f"source {name}"
        if name not in old.sources:
            yield (
                Difference(
                    where,
                    f"source added, on {', '.join(hostings)}",
                    "no",
                    "no",
                    ("no request had it before", ""),
                ),
                REQUESTS,
            )
            continue
        lost = [hosting for hosting in old.sources[name] if hosting not in hostings]
        gained = [hosting for hosting in hostings if hosting not in old.sources[name]]
        for places, what, less in ((lost, "no longer runs on", True), (gained, "runs on", False)):
            if places:
                yield _runs(where, f"{what} {', '.join(places)}", old, new, less=less)
    for name in old.sources:
        if name not in new.sources:
            why = ("no deployment of it is known any more", "")
            yield Difference(f"source {name}", "source removed", "yes", "no", why), REQUESTS


def _runs(
    where: str, what: str, old: Bundle, new: Bundle, *, less: bool
) -> tuple[Difference, tuple[str, ...]]:
    """Another hosting for a source, or one less, which those rules look at that look at hosting."""
    bundle = new if less else old
    looking = [
        rule
        for rule in bundle.rules.values()
        if rule.shape == "admitted" or rule.parameters.get("hosting")
    ]
    enforced = {
        way for rule in looking if rule.mode == "enforce" for way in rules.directions(rule, bundle)
    }
    narrower: Answer = "yes" if less and "request" in enforced else "no"
    wider: Answer = "yes" if not less and "response" in enforced else "no"
    whys = ("rules refuse it where it ran", "") if less else ("", "readers may not know it there")
    concerned = {way for rule in looking for way in rules.directions(rule, bundle)}
    return Difference(where, what, narrower, wider, whys), tuple(sorted(concerned)) or BOTH


def _effects(old: Bundle, new: Bundle) -> Iterator[tuple[Difference, tuple[str, ...]]]:
    """What a patch does otherwise to the stored deployment: no verdict says it, but who sends the patch means it."""
    before, after = (
        bundle.description.get("components", {}).get("schemas", {}) for bundle in (old, new)
    )
    why = ("the same patch leaves another deployment", "")
    for title, schema in after.items():
        known = before.get(title, {}).get("properties", {})
        for name, member in schema.get("properties", {}).items():
            one, other = (side.get(EFFECT, USUAL) for side in (known.get(name, member), member))
            if one != other:
                yield (
                    Difference(
                        f"{title}/{name}", f"a patch: {one} -> {other}", "perhaps", "no", why
                    ),
                    REQUESTS,
                )


def _texts(old: Bundle, new: Bundle) -> Iterator[tuple[Difference, tuple[str, ...]]]:
    """How many texts of the description say something else, where both contracts have what they speak of."""
    differing = sum(_differing(old.description, new.description))
    if differing:
        what = f"{differing} text{'s' if differing > 1 else ''} changed"
        yield Difference("descriptions", what, "no", "no", _WORDS, text_only=True), BOTH


def _differing(one: Any, other: Any) -> Iterator[int]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            texts = [side.get(key) for side in (one, other)]
            if key in _TEXTS and all(isinstance(text, str | None) for text in texts):
                yield texts[0] != texts[1]
            elif key in one and key in other:
                yield from _differing(one[key], other[key])
    elif isinstance(one, list) and isinstance(other, list):
        for before, after in zip(one, other, strict=False):
            yield from _differing(before, after)


def _without_version(bundle: Bundle) -> dict[str, Any]:
    tables = {name: json.loads(content) for name, content in bundle.files.items()}
    for table in tables.values():
        if isinstance(table, dict):
            table.pop("version", None)
    tables.get(OPENAPI, {}).get("info", {}).pop("version", None)
    return tables


def _shown(value: Any) -> str:
    return (
        "none"
        if value in (None, [], ())
        else ", ".join(value)
        if isinstance(value, list | tuple)
        else str(value)
    )
