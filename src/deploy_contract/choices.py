"""Options with a few allowed values, and the advice about a wrong value."""

from collections.abc import Collection

from deploy_contract.exceptions import ContractError
from deploy_contract_format.suggestions import did_you_mean, must_be_one_of, nearest, one_of

__all__ = ["did_you_mean", "nearest", "one_of", "require_choice", "require_share"]


def require_choice(name: str, value: object, allowed: Collection[str | None]) -> None:
    """Raise ContractError unless the value of an option is allowed.

    The text names the option, the allowed values and the nearest of them. It does not show the
    value, which may come from a document.
    """
    try:
        if isinstance(value, str | None) and value in allowed:
            return
    except Exception:  # noqa: S110 - a value that cannot be compared is not allowed
        pass
    raise ContractError(must_be_one_of(name, value, allowed))


def require_share(name: str, value: object) -> None:
    """Raise ContractError unless the value of an option is a number from 0 to 1."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= 1:  # type: ignore[operator]  # it is a number
        raise ContractError(f"{name} must be a number from 0 to 1")
