"""Changes of a contract: a class for requests, a class for responses, and the version step.

A new contract is narrower if it rejects something that the old one accepted. It is wider if it
accepts something that the old one rejected. A narrower contract breaks clients that send requests.
A wider contract breaks clients that read responses.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from deploy_contract.judge.python.compared import Certainty

Class: TypeAlias = Literal["compatible", "unclear", "breaking"]
Accepted: TypeAlias = Literal["before", "now"]  # by the old contract, or by the new one

CLASSES: Mapping[Certainty, Class] = {"no": "compatible", "perhaps": "unclear", "yes": "breaking"}
ORDER: Sequence[Class] = tuple(CLASSES.values())
REQUESTS, RESPONSES, BOTH = ("request",), ("response",), ("request", "response")
STEPS = ("none", "patch", "minor", "major")
WORDS = ("it says so in other words",) * 2  # reasons for a change of texts
_CERTAINTIES: Sequence[Certainty] = tuple(CLASSES)
_WHYS: Sequence[Mapping[Certainty, str]] = (  # usual reasons, for requests and for responses
    {
        "no": "all that was accepted still is",
        "perhaps": "some of what was accepted may be refused",
        "yes": "some of what was accepted is refused",
    },
    {
        "no": "readers meet nothing new",
        "perhaps": "readers may meet something new",
        "yes": "readers meet values that were not possible before",
    },
)
_VERSION = re.compile(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:[-+].*)?", re.ASCII)


class Witness(NamedTuple):
    """A document that one contract accepts and the other refuses.

    `source` is that of the deployment, if it matters. `accepted` says by which contract.
    """

    kind: str
    source: str | None
    accepted: Accepted
    document: Any


class Change(NamedTuple):
    """One difference between two contracts.

    Attributes:
        where: the place, rule or operation that differs.
        what: the difference, in words.
        narrower: whether the new contract is narrower.
        wider: whether the new contract is wider.
        whys: the reasons for requests and for responses; "" means the usual one.
        directions: those that the change concerns, of "request" and "response".
        documents: kind of document -> pointer of the first place in it; empty if the change is not
            one of schemas.
        text_only: True if no verdict depends on the change.
        witness: a document that shows the class, if no proof has settled it.
    """

    where: str
    what: str
    narrower: Certainty = "no"
    wider: Certainty = "no"
    whys: tuple[str, str] = ("", "")
    directions: tuple[str, ...] = BOTH
    documents: Mapping[str, str] = {}
    text_only: bool = False
    witness: Witness | None = None

    @property
    def requests(self) -> Class | None:
        """The class for requests; None if the change does not concern them."""
        return CLASSES[self.narrower] if "request" in self.directions else None

    @property
    def responses(self) -> Class | None:
        """The class for responses; None if the change does not concern them."""
        return CLASSES[self.wider] if "response" in self.directions else None

    @property
    def worst(self) -> Class:
        """The worse of the two classes."""
        classes = (self.requests or "compatible", self.responses or "compatible")
        return max(classes, key=ORDER.index)

    @property
    def why(self) -> str:
        """The reasons for the classes that are not "compatible", or else for the first one."""
        reasons: dict[str, bool] = {}  # -> whether it is one for "compatible"
        certainties = (self.narrower, self.wider)
        for name, certainty, why, usual in zip(BOTH, certainties, self.whys, _WHYS, strict=True):
            if name in self.directions:
                reasons.setdefault(why or usual[certainty], certainty == "no")
        bad = [reason for reason, is_compatible in reasons.items() if not is_compatible]
        return "; ".join(bad or list(reasons)[:1])

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


def of_requests(where: str, what: str, narrower: Certainty = "no", why: str = "") -> Change:
    """Return a change that concerns requests alone. `why`: the reason; "" means the usual one."""
    return Change(where, what, narrower, whys=(why, ""), directions=REQUESTS)


def by_mode(found: Change, *, before: bool, after: bool) -> Change:
    """Return a change by whether the rule for it was, and is, enforced.

    A rule that only reports refuses nobody, and promises nothing.
    """
    why = "it refuses nothing"
    if not after and found.narrower != "no":
        found = found._replace(narrower="no", whys=(why, found.whys[1]))
    if not before and found.wider != "no":
        found = found._replace(wider="no", whys=(found.whys[0], why))
    return found


def yes_if(condition: object) -> Certainty:
    """Return "yes" for a true value and "no" for others."""
    return "yes" if condition else "no"


def merged(found: Iterable[Change]) -> list[Change]:
    """Return changes, with those of several documents that are equal as one."""
    by_place: dict[tuple[str, str], Change] = {}
    for one in found:
        key = one.where, one.what
        first = by_place.get(key, one)
        by_place[key] = first._replace(
            narrower=max(first.narrower, one.narrower, key=_CERTAINTIES.index),
            wider=max(first.wider, one.wider, key=_CERTAINTIES.index),
            directions=(*first.directions, *one.directions),
            documents={**first.documents, **one.documents, **first.documents},
        )
    return list(by_place.values())


def in_order(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Return changes in the order of output: the worst first, then by their places."""
    rows = sorted(changes, key=lambda row: (row.text_only, row.where, row.what))
    return tuple(sorted(rows, key=lambda row: -ORDER.index(row.worst)))


def step_needed(changes: Sequence[Change]) -> str:
    """Return the version step that changes need (Semantic Versioning 2.0.0).

    The step is "major", "minor", "patch" or "none".
    """
    if any(row.worst == "breaking" for row in changes):
        return "major"
    if all(row.text_only for row in changes):
        return "patch" if changes else "none"
    return "minor"


def step_made(old: str, new: str) -> str | None:
    """Return the step between two versions: "major", "minor", "patch" or "none".

    Return None if the new version is lower, or one of them is not a version.
    """
    if old == new:
        return "none"
    found = _VERSION.fullmatch(old), _VERSION.fullmatch(new)
    if found[0] is None or found[1] is None:
        return None
    before, after = [list(map(int, match.groups())) for match in found if match]
    if after < before:
        return None
    steps = zip(("major", "minor", "patch"), before, after, strict=True)
    return next((step for step, one, other in steps if one != other), "patch")


def step_fits(needed: str, made: str | None, old: str) -> bool:
    """Return True if a step is large enough.

    Before 1.0.0, a minor step may break (Semantic Versioning 2.0.0, section 4).
    """
    if needed == "major" and old.startswith("0."):
        needed = "minor"
    return made is not None and STEPS.index(made) >= STEPS.index(needed)
