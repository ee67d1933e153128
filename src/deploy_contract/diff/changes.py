"""What a change of the contract does to those who use it: its class for requests and for responses, and a version step.

Of two contracts, the new one is narrower where it refuses what the old one took, and wider where it takes what the old one
refused. Who sends requests is broken by a narrower contract; who reads responses, by a wider one.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

Class: TypeAlias = Literal["compatible", "unclear", "breaking"]
Answer: TypeAlias = Literal[
    "no", "perhaps", "yes"
]  # whether the new contract is narrower, or wider

CLASSES: Mapping[Answer, Class] = {"no": "compatible", "perhaps": "unclear", "yes": "breaking"}
ORDER: Sequence[Class] = ("compatible", "unclear", "breaking")
STEPS = ("none", "patch", "minor", "major")
_WHY: Mapping[tuple[str, Class], str] = {
    ("request", "compatible"): "all that was accepted still is",
    ("request", "unclear"): "it cannot be told whether all that was accepted still is",
    ("request", "breaking"): "some of what was accepted is refused",
    ("response", "compatible"): "readers meet nothing new",
    ("response", "unclear"): "it cannot be told whether readers meet something new",
    ("response", "breaking"): "readers may meet what they never did",
}
_VERSION = re.compile(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:[-+].*)?", re.ASCII)


class Difference(NamedTuple):
    """One difference between two contracts, whoever it concerns.

    `whys`: why, for requests and for responses, where the usual words do not say it; "" for those.
    """

    where: str
    what: str
    narrower: Answer
    wider: Answer
    whys: tuple[str, str] = ("", "")
    text_only: bool = False  # no verdict depends on it


class Change(NamedTuple):
    """A difference with its classes; None where it does not concern requests, or responses.

    `documents`: kind of document -> pointer of the first place in it, for changes of schemas.
    """

    where: str
    what: str
    requests: Class | None
    responses: Class | None
    why: str
    documents: Mapping[str, str] = {}
    text_only: bool = False

    @property
    def worst(self) -> Class:
        """The worse of the two classes."""
        return max(
            (found for found in (self.requests, self.responses) if found),
            key=ORDER.index,
            default="compatible",
        )

    def to_dict(self) -> dict[str, Any]:
        """The change as a JSON object."""
        return {
            "where": self.where,
            "what": self.what,
            "requests": self.requests,
            "responses": self.responses,
            "why": self.why,
            "documents": dict(self.documents),
        }


def change(
    found: Difference, directions: Iterable[str], documents: Mapping[str, str] | None = None
) -> Change:
    """The change that a difference is for the directions given, of "request" and "response"."""
    concerned = set(directions)
    requests = CLASSES[found.narrower] if "request" in concerned else None
    responses = CLASSES[found.wider] if "response" in concerned else None
    whys = [
        (given, why or _WHY[direction, given])
        for direction, given, why in (
            ("request", requests, found.whys[0]),
            ("response", responses, found.whys[1]),
        )
        if given
    ]
    told = [why for given, why in whys if given != "compatible"] or [why for _, why in whys[:1]]
    why = "; ".join(dict.fromkeys(told))
    return Change(
        found.where, found.what, requests, responses, why, documents or {}, found.text_only
    )


class Collected:
    """Differences of several documents as changes: what is seen in several of them is one change."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], tuple[Difference, set[str], dict[str, str]]] = {}

    def add(
        self,
        found: Difference,
        directions: Iterable[str],
        kind: str | None = None,
        pointer: str = "",
    ) -> None:
        """Adds a difference, seen in a kind of document at a pointer."""
        before, concerned, documents = self._found.setdefault(
            (found.where, found.what), (found, set(), {})
        )
        concerned.update(directions)
        if kind is not None:
            documents.setdefault(kind, pointer)
        worst = before._replace(
            narrower=max(before.narrower, found.narrower, key=list(CLASSES).index),
            wider=max(before.wider, found.wider, key=list(CLASSES).index),
        )
        self._found[found.where, found.what] = (worst, concerned, documents)

    def changes(self) -> list[Change]:
        """The changes, the worst first, then by place."""
        found = [change(*row) for row in self._found.values()]
        return sorted(
            found, key=lambda row: (-ORDER.index(row.worst), row.text_only, row.where, row.what)
        )


def step_needed(changes: Iterable[Change]) -> str:
    """The version step that changes ask for: "major", "minor", "patch" or "none" (Semantic Versioning 2.0.0)."""
    steps = [
        "major" if row.worst == "breaking" else "patch" if row.text_only else "minor"
        for row in changes
    ]
    return max(steps, key=STEPS.index, default="none")


def step_made(old: str, new: str) -> str | None:
    """The step between two versions: "major", "minor", "patch", "none"; None where it leads back, or one is no version."""
    found = [_VERSION.fullmatch(version) for version in (old, new)]
    if old == new:
        return "none"
    if not (found[0] and found[1]):
        return None
    before, after = ([int(part) for part in match.groups()] for match in found if match)
    if after < before:
        return None
    return next(
        (
            step
            for step, one, other in zip(("major", "minor", "patch"), before, after, strict=True)
            if one != other
        ),
        "patch",
    )


def step_fits(needed: str, made: str | None, old: str) -> bool:
    """Whether a step is enough. Before 1.0.0, a minor step may break (Semantic Versioning 2.0.0, 4)."""
    if needed == "major" and old.startswith("0."):
        needed = "minor"
    return made is not None and STEPS.index(made) >= STEPS.index(needed)
