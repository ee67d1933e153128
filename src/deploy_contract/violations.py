"""The violation of a rule, as callers see it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

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
    """

    rule: str
    mode: ViolationMode
    location: Location
    pointer: str
    message: str
    hint: str

    def __str__(self) -> str:
        return f"{self.pointer or self.location}: {self.message} [{self.rule}]"

    def to_dict(self) -> dict[str, str]:
        """Return the violation as a JSON object, with the attributes as keys."""
        return {field.name: getattr(self, field.name) for field in fields(self)}
