"""Changes of a contract: a class for requests, a class for responses, and the version step.

A new contract is narrower if it rejects something that the old one accepted. It is wider if it
accepts something that the old one rejected. A narrower contract breaks clients that send requests.
A wider contract breaks clients that read responses.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from deploy_contract.judge.python.compared import Certainty

Class: TypeAlias = Literal["compatible", "unclear", "breaking"]

CLASSES: Mapping[Certainty, Class] = {"no": "compatible", "perhaps": "unclear", "yes": "breaking"}
ORDER: Sequence[Class] = ("compatible", "unclear", "breaking")
REQUESTS, RESPONSES, BOTH = ("request",), ("response",), ("request", "response")
STEPS = ("none", "patch", "minor", "major")
_CERTAINTIES: Sequence[Certainty] = tuple(CLASSES)
_WHY: Mapping[tuple[str, Class], str] = {
    ("request", "compatible"): "all that was accepted still is",
    ("request", "unclear"): "some of what was accepted may be refused",
    ("request", "breaking"): "some of what was accepted is refused",
    ("response", "compatible"): "readers meet nothing new",
    ("response", "unclear"): "readers may meet something new",
    ("response", "breaking"): "readers meet values that were not possible before",
}
_VERSION = re.compile(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:[-+].*)?", re.ASCII)


class Difference(NamedTuple):
    """One difference between two contracts, before its direction is known.

    `whys` has the reason for requests and the reason for responses; "" means the usual reason.
    `text_only` is True if no verdict depends on the difference.
    """

    where: str
    what: str
    narrower: Certainty
    wider: Certainty
    whys: tuple[str, str] = ("", "")
    text_only: bool = False


Found: TypeAlias = Iterator[tuple[Difference, tuple[str, ...]]]  # with the directions it concerns


Accepted: TypeAlias = Literal["before", "now"]  # by the old contract, or by the new one


class Witness(NamedTuple):
    """A document that one contract accepts and the other refuses.

    `source` is that of the deployment, if it matters. `accepted` says by which contract.
    """

    kind: str
    source: str | None
    accepted: Accepted
    document: Any


# takes a difference, its documents, and the contract that shall accept the witness
Search: TypeAlias = Callable[[Difference, Mapping[str, str], Accepted], Witness | None]


class Change(NamedTuple):
    """A difference with its classes.

    `requests` is None if the difference does not concern requests; `responses` likewise.
    `documents` maps a kind of document to the pointer of the first place in it. It is empty if the
    change is not one of schemas. `witness` is there if no proof settled the class.
    """

    where: str
    what: str
    requests: Class | None
    responses: Class | None
    why: str
    documents: Mapping[str, str] = {}
    text_only: bool = False
    witness: Witness | None = None

    @property
    def worst(self) -> Class:
        """The worse of the two classes."""
        classes = (self.requests or "compatible", self.responses or "compatible")
        return max(classes, key=ORDER.index)

    def to_dict(self) -> dict[str, Any]:
        """Return the change as a JSON object."""
        row = {
            "where": self.where,
            "what": self.what,
            "requests": self.requests,
            "responses": self.responses,
            "why": self.why,
            "documents": dict(self.documents),
        }
        if self.witness is not None:
            row["witness"] = self.witness._asdict()
        return row


def change(
    found: Difference,
    concerned: set[str],
    documents: Mapping[str, str],
    witness: Witness | None = None,
) -> Change:
    """Return the change that a difference makes.

    Args:
        found: the difference.
        concerned: the directions that it concerns, of "request" and "response".
        documents: kind of document -> pointer of the first place in it.
        witness: a document that shows the class.
    """
    requests = CLASSES[found.narrower] if "request" in concerned else None
    responses = CLASSES[found.wider] if "response" in concerned else None
    why = _reason(found, requests, responses)
    return Change(
        found.where, found.what, requests, responses, why, documents, found.text_only, witness
    )


def _reason(found: Difference, requests: Class | None, responses: Class | None) -> str:
    """Return the reasons for the classes that are not "compatible", or else for the first one."""
    reasons: list[str] = []
    incompatible: list[str] = []
    classes = (("request", requests), ("response", responses))
    for (direction, given), why in zip(classes, found.whys, strict=True):
        if given is None:
            continue
        reason = why or _WHY[direction, given]
        reasons.append(reason)
        if given != "compatible":
            incompatible.append(reason)
    return "; ".join(dict.fromkeys(incompatible or reasons[:1]))


class ChangeCollector:
    """A collector of the differences of several documents. Equal differences are one change."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], tuple[Difference, set[str], dict[str, str]]] = {}

    def add(
        self,
        found: Difference,
        directions: Iterable[str],
        kind: str | None = None,
        pointer: str = "",
    ) -> None:
        """Add a difference at a pointer in a kind of document."""
        key = (found.where, found.what)
        before, concerned, documents = self._found.setdefault(key, (found, set(), {}))
        concerned.update(directions)
        if kind is not None:
            documents.setdefault(kind, pointer)
        worst = before._replace(
            narrower=max(before.narrower, found.narrower, key=_CERTAINTIES.index),
            wider=max(before.wider, found.wider, key=_CERTAINTIES.index),
        )
        self._found[key] = (worst, concerned, documents)

    def changes(self, search: Search = lambda *_given: None) -> list[Change]:
        """Return the changes: the worst first, then in the order of their places.

        Args:
            search: looks for a witness of a difference that no proof has settled: of the new
                contract being narrower, or else of its being wider.
        """
        changes = []
        for found, concerned, documents in self._found.values():
            settled, witness = found, None
            if found.narrower == "perhaps" and not found.whys[0] and "request" in concerned:
                witness = search(found, documents, "before")
                settled = settled._replace(narrower="yes") if witness else settled
            if found.wider == "perhaps" and not found.whys[1] and "response" in concerned:
                other = search(found, documents, "now")
                settled = settled._replace(wider="yes") if other else settled
                witness = witness or other
            changes.append(change(settled, concerned, documents, witness))
        return sorted(changes, key=_sort_key)


def _sort_key(row: Change) -> tuple[int, bool, str, str]:
    return -ORDER.index(row.worst), row.text_only, row.where, row.what


def step_needed(changes: Iterable[Change]) -> str:
    """Return the version step that changes need (Semantic Versioning 2.0.0).

    The step is "major", "minor", "patch" or "none".
    """
    return max(map(_step_of, changes), key=STEPS.index, default="none")


def _step_of(row: Change) -> str:
    if row.worst == "breaking":
        return "major"
    return "patch" if row.text_only else "minor"


def step_made(old: str, new: str) -> str | None:
    """Return the step between two versions: "major", "minor", "patch" or "none".

    Return None if the new version is lower, or one of them is not a version.
    """
    if old == new:
        return "none"
    before, after = _numbers(old), _numbers(new)
    if before is None or after is None or after < before:
        return None
    for step, one, other in zip(("major", "minor", "patch"), before, after, strict=True):
        if one != other:
            return step
    return "patch"


def _numbers(version: str) -> list[int] | None:
    """Return the major, minor and patch number of a version."""
    found = _VERSION.fullmatch(version)
    return found and list(map(int, found.groups()))


def step_fits(needed: str, made: str | None, old: str) -> bool:
    """Return True if a step is large enough.

    Before 1.0.0, a minor step may break (Semantic Versioning 2.0.0, section 4).
    """
    if needed == "major" and old.startswith("0."):
        needed = "minor"
    return made is not None and STEPS.index(made) >= STEPS.index(needed)
