"""The purpose of a file: its kind, source and hosting, and how undeclared fields are treated."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.bundle import Bundle
from deploy_contract.options import UNKNOWN_FIELDS
from deploy_contract_format.pointer import LONGEST_TOKEN
from deploy_contract_format.printing import escape_name
from deploy_contract_format.suggestions import did_you_mean, must_be_one_of, nearest

Choices: TypeAlias = Mapping[str, tuple[str, ...]]  # key -> the values that it may have

FIELDS = {
    "as": "kind",
    "source": "source",
    "hosting": "hosting",
    "unknown-fields": "unknown_fields",
}  # key -> field of Purpose


class Purpose(NamedTuple):
    """Options that apply to one file, named like those of the command; None if not stated."""

    kind: str | None = None
    source: str | None = None
    hosting: str | None = None
    unknown_fields: str | None = None

    def over(self, other: "Purpose") -> "Purpose":
        """Return this purpose, with the fields that it does not state taken from the other."""
        merged = []
        for own, others in zip(self, other, strict=True):
            merged.append(others if own is None else own)
        return Purpose(*merged)


UNSTATED = Purpose()


class PurposeError(Exception):
    """A wrong key or value. The text is one line."""


def choices_of(bundle: Bundle) -> Choices:
    """Return the values that each key may have under a contract."""
    book = bundle.book
    return {
        "as": tuple(book.kinds),
        "source": tuple(book.sources),
        "hosting": book.hostings,
        "unknown-fields": tuple(UNKNOWN_FIELDS),
    }


def parse_purpose(values: Mapping[str, Any], choices: Choices) -> Purpose:
    """Return the purpose that keys and values state.

    Raises:
        PurposeError: a key is unknown, or its value is not one of the choices.
    """
    fields = {}
    for key, value in values.items():
        require_key(key, FIELDS)
        if not isinstance(value, str) or value not in choices[key]:
            raise PurposeError(must_be_one_of(key, value, choices[key]))
        fields[FIELDS[key]] = value
    return Purpose(**fields)


def require_key(key: str, known: Collection[str]) -> None:
    """Raise PurposeError if a key is not one of those known."""
    if key not in known:
        advice = did_you_mean(nearest(key, known), f"the keys are {', '.join(known)}")
        raise PurposeError(f"unknown key {display_key(key)}; {advice}")


def display_key(key: str) -> str:
    """Return a key as one printable line, cut to the length that pointers have too."""
    text = escape_name(key)
    return text if len(text) <= LONGEST_TOKEN else f"{text[: LONGEST_TOKEN - 3]}..."
