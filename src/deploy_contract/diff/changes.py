"""Changes of a contract, each with a class for requests and a class for responses.

A new contract is narrower if it rejects a message that the old contract accepted. It is wider if it
accepts a message that the old contract rejected. A narrower contract breaks clients that send
requests. A wider contract breaks clients that read responses.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

Certainty: TypeAlias = Literal["no", "perhaps", "yes"]
Class: TypeAlias = Literal["compatible", "unclear", "breaking"]
Accepted: TypeAlias = Literal["before", "now"]  # by the old contract, or by the new one

CLASSES: Mapping[Certainty, Class] = {"no": "compatible", "perhaps": "unclear", "yes": "breaking"}
ORDER: Sequence[Class] = tuple(CLASSES.values())

# with a reason, or "" for the usual reason; None if a direction is not concerned
Effect: TypeAlias = tuple[Certainty, str] | None
Effects: TypeAlias = tuple[Effect, Effect]  # on requests, and on responses

BOTH = ("request", "response")
USUAL: Sequence[Mapping[Certainty, str]] = (  # reasons for requests, and for responses
    {
        "no": "every accepted value is still accepted",
        "perhaps": "some accepted values may be refused now",
        "yes": "some accepted values are refused now",
    },
    {
        "no": "readers meet nothing new",
        "perhaps": "readers may meet something new",
        "yes": "readers meet values that were not possible before",
    },
)
NO: Effect = ("no", "")
YES: Effect = ("yes", "")
# an undeclared name passes, so clients may already send it
_SENT = "requests may have it already, with values that are refused now"
_ADDED: Effect = ("perhaps", _SENT)
_MISSING: Effect = ("yes", "requests without it are refused")
_NO_BODY: Effect = ("yes", "requests without a body are refused")
_UNDECLARED: Effect = ("perhaps", "`unknown_fields` now decides whether the field passes")


def _both(certainty: Certainty, why: str) -> Effects:
    return (certainty, why), (certainty, why)


DIFFERENCES: Mapping[str, Effects] = {
    # operations
    "operation removed": (("yes", "clients call it"), None),
    "operation added": (("no", "no client calls it yet"), NO),
    "operation renamed": (("no", "the same on the wire"), NO),
    "other route": (("yes", "clients call the old route"), None),
    "other body": _both("no", "the differences of its schema are listed separately"),
    "body removed": (("perhaps", "the meaning of a body is no longer declared"), None),
    "body added": (("no", "requests without a body still pass"), None),
    "required body added": (_NO_BODY, None),
    "body is required": (_NO_BODY, None),
    "body is no longer required": (NO, None),
    "media type": (
        ("yes", "bodies of the old type are refused"),
        ("yes", "readers know the old type"),
    ),
    "status added": (None, ("no", "it passed before, with any body")),
    "status removed": (None, ("yes", "its body may be anything")),
    # parameters
    "parameter added": (_ADDED, None),
    "required parameter added": (_MISSING, None),
    "parameter removed": (
        ("perhaps", "`unknown_fields` now decides whether it passes, without effect"),
        None,
    ),
    "parameter renamed": (("no", "its name never shows in a path"), None),
    "default": (("perhaps", "requests without it may mean something else"), None),
    "list": (NO, None),
    "judged list": (("yes", "its items are judged"), None),
    "is no longer a list": (NO, None),
    "values are known": (YES, None),
    "values are no longer known": (NO, None),
    # fields, and the values of fields and parameters
    "field added": (_ADDED, NO),
    "required field added": (_MISSING, NO),
    "field removed": (_UNDECLARED, ("perhaps", "readers may miss it")),
    "promised field removed": (_UNDECLARED, ("yes", "readers could rely on it")),
    "is required": (_MISSING, NO),
    "is no longer required": (NO, ("yes", "readers could rely on it")),
    "object is free-form": (NO, ("yes", "its fields may be of any type, or missing")),
    "declared fields": (("perhaps", "fields of any type passed"), NO),
    "required fields": (("yes", "fields of any type passed"), NO),
    "may be null": (NO, ("yes", "readers may meet null")),
    "may no longer be null": (("yes", "null is refused"), NO),
    "choice": (YES, NO),
    "any text, no longer a fixed choice": (NO, YES),
    "enum without": (("yes", "requests with them are refused"), NO),
    "enum with": (NO, ("yes", "readers may not know them")),
    "known values without": (YES, None),
    "known values with": (NO, None),
    "is no longer secret": _both("perhaps", "pages, logs and reports may show its values"),
    "is secret": _both("no", "no page, log or report shows its values any more"),
    # kinds of document
    "kind of document added": _both("no", "no caller names it yet"),
    "kind of document removed": _both("perhaps", "callers that name it get an error"),
    "other source": _both("perhaps", "its rules look for the source elsewhere"),
    "is judged with the stored deployment, or no longer": _both(
        "perhaps", "rules that compare it with the stored deployment count, or no longer do"
    ),
    "more is learned": (
        ("perhaps", "a gateway that learns more may refuse requests that it left undecided"),
        None,
    ),
    "less is learned": (("no", "a gateway leaves more requests undecided"), None),
    "other effect": (("perhaps", "the same patch has another result"), None),
    # rules and sources
    "rule added": (("yes", "messages that violate it are refused"), NO),
    "rule of new fields added": (("perhaps", f"its field is new too; {_SENT}"), NO),
    "rule removed": (NO, YES),
    "revision rule": _both("no", "it decides which patches create a revision, and refuses nothing"),
    "other status": (("no", "refused as before"), ("perhaps", "clients get another status")),
    "other words": _both("no", "only the words differ"),
    "hosting lost": (("yes", "rules refuse it where it ran"), NO),
    "hosting gained": (NO, ("yes", "readers may not know it there")),
    "source added": (("no", "no request had it before"), None),
    "source removed": (("yes", "no deployment can have it any more"), None),
}


class Witness(NamedTuple):
    """A document that one contract accepts and the other refuses.

    `source` is the source of the deployment, if it matters. `accepted` says by which contract.
    """

    kind: str
    source: str | None
    accepted: Accepted
    document: Any


class Change(NamedTuple):
    """One difference between two contracts."""

    where: str  # the place, rule or operation that differs
    what: str  # the difference, in words
    effects: Effects = (NO, NO)  # whether the new contract is narrower, and whether it is wider
    # kind of document -> pointer of the first place in it; empty if no schemas have changed
    documents: Mapping[str, str] = {}
    text_only: bool = False  # no verdict depends on the change
    keyword: str = ""  # of a schema or parameter, if the change concerns its rule
    is_about_null: bool = False  # the change is only that null is accepted, or no longer
    witness: Witness | None = None  # a document that shows the class, if no proof has settled it

    @property
    def requests(self) -> Class | None:
        """The class for requests; None if the change does not concern them."""
        return CLASSES[self.effects[0][0]] if self.effects[0] else None

    @property
    def responses(self) -> Class | None:
        """The class for responses; None if the change does not concern them."""
        return CLASSES[self.effects[1][0]] if self.effects[1] else None

    @property
    def worst(self) -> Class:
        """The worse of the two classes."""
        return max(self.requests or ORDER[0], self.responses or ORDER[0], key=ORDER.index)

    @property
    def why(self) -> str:
        """The reasons for the classes that are not "compatible", or else for the first class."""
        reasons: dict[str, bool] = {}  # reason -> True if it is a reason for "compatible"
        for effect, usual in zip(self.effects, USUAL, strict=True):
            if effect is not None:
                reasons.setdefault(effect[1] or usual[effect[0]], effect[0] == "no")
        bad = [reason for reason, is_compatible in reasons.items() if not is_compatible]
        return "; ".join(bad or list(reasons)[:1])

    def only(
        self, directions: Iterable[str], *, before: bool = True, after: bool = True
    ) -> "Change":
        """Return the change for some directions, of "request" and "response".

        `before` and `after` say whether its rule was, and is, enforced. A rule that only reports
        refuses no message, and promises nothing.
        """
        found = []
        # an enforced new rule refuses requests; an enforced old rule has limited responses
        for name, effect, is_enforced in zip(BOTH, self.effects, (after, before), strict=True):
            applies = effect is None or effect[0] == "no" or is_enforced
            shown = effect if applies else ("no", "it refuses nothing")
            found.append(shown if name in directions else None)
        return self._replace(effects=(found[0], found[1]))

    def to_dict(self) -> dict[str, Any]:
        """Return the change as a JSON object."""
        names = ("where", "what", "requests", "responses", "why")
        row = {name: getattr(self, name) for name in names} | {"documents": dict(self.documents)}
        return row if self.witness is None else row | {"witness": self.witness._asdict()}


def change(difference: str, where: str, what: str = "", keyword: str = "") -> Change:
    """Return a change of the table. `what`: its text with the details."""
    return Change(where, what or difference, DIFFERENCES[difference], keyword=keyword)


def merged(found: Iterable[Change]) -> list[Change]:
    """Return changes, with equal changes of several documents as one."""
    by_place: dict[tuple[str, str], Change] = {}
    for another in found:
        first = by_place.setdefault((another.where, another.what), another)
        requests, responses = map(_worse, first.effects, another.effects)
        # documents of `first` come first, and its places count
        documents = {**first.documents, **another.documents, **first.documents}
        first = first._replace(effects=(requests, responses), documents=documents)
        by_place[another.where, another.what] = first
    return list(by_place.values())


def _worse(first: Effect, second: Effect) -> Effect:
    order, found = list(CLASSES), [effect for effect in (first, second) if effect is not None]
    return max(found, key=lambda effect: order.index(effect[0]), default=None)
