"""The violation of a rule, for callers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deploy_contract_generated.names import Location, ViolationMode


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that a message violates, and the place: a frozen value (spec/schemas/violation.yaml).

    The texts come from the contract alone, and never contain a value of the document.

    Attributes:
        rule: The stable id of the rule, such as "secret-references-source".
        mode: "enforce" if the violation denies the message, "report" if it does not.
        location: The part of the message: "body", "path", "query" or "header". "wire" for a body
            that cannot be read, "exchange" for a response that contradicts its request.
        pointer: The JSON Pointer of the value in the body (RFC 6901), or the name of a parameter.
            Empty if the violation concerns the whole message or body.
        message: The fault, in one line.
        hint: The correction, in one line.
        repair: The correction, for programs: "remove" or "null" for the value at the pointer,
            or the pointer that the value moves to. Empty if there is no such correction.
    """

    rule: str
    mode: ViolationMode
    location: Location
    pointer: str
    message: str
    hint: str
    repair: str = field(default="", repr=False)

    def __str__(self) -> str:
        return f"{self.pointer or self.location}: {self.message} [{self.rule}]"

    @property
    def fix(self) -> list[dict[str, str | None]] | None:
        """The repair as a JSON Patch (RFC 6902) without values of the document, or None.

        It removes a field, sets it to null, or moves it to its right name.
        """
        if not self.repair:
            return None
        if self.repair == "remove":
            return [{"op": "remove", "path": self.pointer}]
        if self.repair == "null":
            return [{"op": "replace", "path": self.pointer, "value": None}]
        return [{"op": "move", "from": self.pointer, "path": self.repair}]

    def to_dict(self) -> dict[str, Any]:
        """Return the violation as a JSON object; `fix` is left out if it is None."""
        row: dict[str, Any] = {name: getattr(self, name) for name in _TEXTS}
        return row | {"fix": self.fix} if self.repair else row


_TEXTS = ("rule", "mode", "location", "pointer", "message", "hint")
