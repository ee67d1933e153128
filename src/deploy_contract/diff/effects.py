"""The effects of differences between contracts: one table, with the reasons."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from deploy_contract.judge.python.compared import Certainty

# with a reason, "" for the usual one; None if a direction is not concerned
Effect: TypeAlias = tuple[Certainty, str] | None
Effects: TypeAlias = tuple[Effect, Effect]  # on requests, and on responses

BOTH = ("request", "response")
USUAL: Sequence[Mapping[Certainty, str]] = (  # reasons for requests, and for responses
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
NO: Effect = ("no", "")
YES: Effect = ("yes", "")
# an undeclared name passes, so clients may already send it
_SENT = "requests may have it already, with values that are refused now"
_ADDED: Effect = ("perhaps", _SENT)
_MISSING: Effect = ("yes", "requests without it are refused")
_NO_BODY: Effect = ("yes", "requests without one are refused")
_UNDECLARED: Effect = (
    "perhaps",
    "passes where undeclared fields do, and is refused where they are not",
)


def _both(certainty: Certainty, why: str) -> Effects:
    return (certainty, why), (certainty, why)


DIFFERENCES: Mapping[str, Effects] = {
    # operations
    "operation removed": (("yes", "clients call it"), None),
    "operation added": (("no", "no client calls it yet"), NO),
    "operation renamed": (("no", "the same on the wire"), NO),
    "other route": (("yes", "clients call the old one"), None),
    "other body": _both("no", "the differences of its schema are listed separately"),
    "body removed": (("perhaps", "the meaning of a body is no longer declared"), None),
    "body added": (("no", "requests without one are as before"), None),
    "required body added": (_NO_BODY, None),
    "body is required": (_NO_BODY, None),
    "body is no longer required": (NO, None),
    "media type": (
        ("yes", "bodies of the old one are refused"),
        ("yes", "readers know the old one"),
    ),
    "status added": (None, ("no", "it passed before, with any body")),
    "status removed": (None, ("yes", "its body may be anything")),
    # parameters
    "parameter added": (_ADDED, None),
    "required parameter added": (_MISSING, None),
    "parameter removed": (
        ("perhaps", "passes where unknown parameters do, without effect"),
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
    "deeper": (NO, YES),
    "less deep": (YES, NO),
    "may be null": (NO, ("yes", "readers may meet null")),
    "may no longer be null": (("yes", "null is refused"), NO),
    "choice": (YES, NO),
    "any text, no longer a fixed choice": (NO, YES),
    "enum without": (("yes", "requests with them are refused"), NO),
    "enum with": (NO, ("yes", "readers may not know them")),
    "known values without": (YES, None),
    "known values with": (NO, None),
    # kinds of document
    "kind of document added": _both("no", "no operation uses it yet"),
    "kind of document removed": _both("perhaps", "callers that name it get an error"),
    "other source": _both("perhaps", "its rules look for the source elsewhere"),
    "is judged over what is stored, or no longer": _both(
        "perhaps", "rules over the stored deployment count, or no longer do"
    ),
    "more is learned": (
        ("perhaps", "a gateway that learns more may refuse requests that it left undecided"),
        None,
    ),
    "less is learned": (("no", "a gateway leaves more requests undecided"), None),
    "other effect": (("perhaps", "the same patch leaves another deployment"), None),
    # rules and sources
    "rule added": (("yes", "what violates it is refused"), NO),
    "rule of new fields added": (("perhaps", f"its field is new too; {_SENT}"), NO),
    "rule removed": (NO, YES),
    "revision rule": _both("no", "it says what creates a revision, and refuses nothing"),
    "other status": (("no", "refused as before"), ("perhaps", "clients get another status")),
    "other words": _both("no", "it says so in other words"),
    "hosting lost": (("yes", "rules refuse it where it ran"), NO),
    "hosting gained": (NO, ("yes", "readers may not know it there")),
    "source added": (("no", "no request had it before"), None),
    "source removed": (("yes", "no deployment can have it any more"), None),
}
