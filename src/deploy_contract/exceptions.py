"""The exceptions of the library.

QuietError         shows no value of a document or of a file
├── ContractError  a mistake of the caller or in the contract, never in the document
│   └── UnreadableError  a file that cannot be read (`deploy_contract.files.documents`)
└── DocumentError  a document is denied
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from deploy_contract_format.errors import QuietError

if TYPE_CHECKING:
    from deploy_contract.violations import Violation

__all__ = ["ContractError", "DocumentError"]


class ContractError(QuietError):
    """A mistake of the caller or in the contract: an unknown name, a contradiction, a broken file.

    The text has a line for each fault, with its place and the correction.
    """


@contextmanager
def needing(extra: str, needs: str) -> Iterator[None]:
    """Turn the error of a missing import into an error that names its extra.

    `needs` is the part that needs the import, and the verb: "diff needs".

    Raises:
        ContractError: a package of the extra is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        name = "PyYAML" if error.name == "yaml" else error.name
        advice = f"pip install 'deploy-contract[{extra}]'"
        raise ContractError(f"{needs} {name}: {advice}") from None


@contextmanager
def importing(extra: str, needs: str) -> Iterator[None]:
    """Name the extra in the ModuleNotFoundError of a module that cannot be imported without it."""
    try:
        yield
    except ModuleNotFoundError as error:
        text = f"{needs} the extra [{extra}]: pip install 'deploy-contract[{extra}]'"
        raise ModuleNotFoundError(text, name=error.name) from None


class DocumentError(QuietError):
    """A document that is denied.

    The text gives messages, rules and pointers, never a value.

    Attributes:
        violations: The enforced violations; at least one ("practice.md", Promises: 29).
        of_response: Whether the document is a response. The request of a denied response was sent.
    """

    def __init__(self, violations: tuple["Violation", ...], *, of_response: bool = False) -> None:
        super().__init__(violations)
        self.violations = violations
        self.of_response = of_response

    def __str__(self) -> str:
        start = "the response is denied: " if self.of_response else ""
        return start + "; ".join(str(violation) for violation in self.violations)
