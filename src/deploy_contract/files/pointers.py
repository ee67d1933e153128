"""The pointers of reports, led back into the value: reports cut and escape keys."""

from typing import Any

from deploy_contract_format.pointer import Tokens, printable


def tokens_of(pointer: str, value: Any) -> Tokens:
    """Return the tokens of a report's pointer, as far as it leads into the value.

    Reports cut and escape keys, so that a token may differ from its key.
    """
    at: list[str | int] = []
    for token in pointer.split("/")[1:]:
        key: str | int | None = None
        if isinstance(value, dict):
            is_key = token in value and printable(token) == token  # as of nearly every token
            key = token if is_key else next((k for k in value if printable(k) == token), None)
        elif isinstance(value, list) and token.isdecimal() and int(token) < len(value):
            key = int(token)
        if key is None:
            break
        at.append(key)
        value = value[key]
    return tuple(at)
