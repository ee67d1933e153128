"""The violation of a rule, as callers see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deploy_contract_format.frozen import FrozenFields, field_writers

if TYPE_CHECKING:
    from deploy_contract_generated.names import Location, ViolationMode


class Violation(FrozenFields):
    """One rule that is broken at one place: a frozen value (spec/schemas/violation.yaml).

    Its texts are made from the contract alone. They never hold a value of the document.

    Attributes:
        rule: The stable id of the rule, such as "secret-references-source".
        mode: "enforce" if the violation denies the message, "report" if it does not.
        location: The part of the message: "body", "path", "query" or "header". "wire" for a body
            that cannot be read, "exchange" for a response that contradicts its request.
        pointer: The JSON Pointer of the value in the body (RFC 6901), or the name of a parameter.
            Empty if the violation concerns the whole.
        message: The fault, in one line.
        hint: The way to mend it, in one line.
    """

    __match_args__ = ("rule", "mode", "location", "pointer", "message", "hint")
    __slots__ = __match_args__

    rule: str
    mode: ViolationMode
    location: Location
    pointer: str
    message: str
    hint: str

    def __init__(
        self,
        rule: str,
        mode: ViolationMode,
        location: Location,
        pointer: str,
        message: str,
        hint: str,
    ) -> None:
        """Make a violation by hand, such as one for a test. The arguments are its attributes."""
        _write_rule(self, rule)
        _write_mode(self, mode)
        _write_location(self, location)
        _write_pointer(self, pointer)
        _write_message(self, message)
        _write_hint(self, hint)

    def _values(self) -> tuple[str, ...]:
        # skips `getattr`: reports are hashed often
        return (self.rule, self.mode, self.location, self.pointer, self.message, self.hint)

    def __str__(self) -> str:
        return f"{self.pointer or self.location}: {self.message} [{self.rule}]"

    def to_dict(self) -> dict[str, str]:
        """Return the violation as a JSON object."""
        return {name: getattr(self, name) for name in self.__slots__}


_write_rule, _write_mode, _write_location, _write_pointer, _write_message, _write_hint = (
    field_writers(Violation)
)
