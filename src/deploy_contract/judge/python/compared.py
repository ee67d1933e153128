"""The ways in which a rule differs from its predecessor. Each may be stricter or looser."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Certainty: TypeAlias = Literal["no", "perhaps", "yes"]
Strictness: TypeAlias = Literal["stricter", "looser"]
Schema: TypeAlias = Mapping[str, Any]
# returns whether some value is valid by the first schema and not by the second
Narrowed: TypeAlias = Callable[[Schema, Schema], Certainty]


@dataclass(frozen=True, slots=True)
class Facet:
    """One way in which a rule differs from its predecessor."""

    what: str
    stricter: Certainty
    looser: Certainty


def other_value(key: str, old: Any, new: Any) -> Iterator[Facet]:
    """Yield a facet if a parameter of the rule has changed."""
    if old != new:
        yield Facet(f"{key} {old} -> {new}", "perhaps", "perhaps")


def names(
    what: str,
    old: Sequence[str] | None,
    new: Sequence[str] | None,
    more_is: Strictness,
    none: str = "none",
) -> Iterator[Facet]:
    """Yield the facets of the names that a list has lost and gained; None lists everything."""
    fewer_is: Strictness = "looser" if more_is == "stricter" else "stricter"
    if old is None or new is None:
        if old is not new:
            texts = [none if one is None else ", ".join(one) for one in (old, new)]
            yield _facet(f"{what} {' -> '.join(texts)}", more_is if new is None else fewer_is)
        return
    gained = [name for name in new if name not in old]
    lost = [name for name in old if name not in new]
    if gained:
        yield _facet(f"{what} with {', '.join(gained)}", more_is)
    if lost:
        yield _facet(f"{what} without {', '.join(lost)}", fewer_is)


def _facet(what: str, strictness: Strictness) -> Facet:
    return Facet(what, "yes", "no") if strictness == "stricter" else Facet(what, "no", "yes")
