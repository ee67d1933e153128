"""The exceptions of the library.

QuietError         shows no value of a document, and none of a file
├── ContractError  the caller's mistake, or the contract's; never the document's
│   └── UnreadableError  a file that cannot be read (`deploy_contract.files.documents`)
└── DocumentError  a document is denied
"""

from typing import TYPE_CHECKING

from deploy_contract_format.errors import QuietError

if TYPE_CHECKING:
    from deploy_contract.violations import Violation

__all__ = ["ContractError", "DocumentError"]


class ContractError(QuietError):
    """A mistake of the caller or of the contract: an unknown name, a contradiction, a broken file."""


class DocumentError(QuietError):
    """A document that is denied.

    `violations` says why. The text names rules and pointers, never a value.
    """

    def __init__(self, violations: tuple["Violation", ...]) -> None:
        super().__init__(violations)
        self.violations = violations

    def __str__(self) -> str:
        return "; ".join(str(violation) for violation in self.violations)
