"""Parse TOML, with errors that contain no text of the file."""

import re
from typing import Any

from deploy_contract.exceptions import ContractError
from deploy_contract_format.printing import escape_name

_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*+"|\'[^\'\n]*+\'')
# a dotted key of many parts: the memory that tomllib takes grows with the square of their number
_LONG_KEY = re.compile(r"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){20}")


def parse_toml(name: str, body: bytes) -> dict[str, Any]:
    """Return the table that a TOML file holds.

    Raises:
        ContractError: the file is not TOML in UTF-8; one line with its name and the place.
    """
    import tomllib  # many callers have no TOML file

    try:
        text = body.decode("utf-8")
        bare = _STRING.sub("text", text)
        if long_key := _LONG_KEY.search(bare):
            line = bare.count("\n", 0, long_key.start()) + 1
            raise ContractError(f"{escape_name(name)}:{line}: a key has more than 20 parts")
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ContractError(f"{escape_name(name)}{_fault(body, error)}") from None


def _fault(body: bytes, error: Exception) -> str:
    if isinstance(error, RecursionError):
        return ": nests too deeply"
    if body.startswith(b"\xef\xbb\xbf"):
        return ":1: begins with a byte order mark; save it as UTF-8 without one"
    if isinstance(error, UnicodeDecodeError):
        line = body.count(b"\n", 0, error.start) + 1
        return f":{line}: not UTF-8; save it in this encoding"
    at = re.search(r"at line (\d+), column (\d+)", str(error))
    last_line = body.rstrip().count(b"\n") + 1
    where = f"{at[1]}:{at[2]}" if at else str(last_line)
    reason = re.match(r"([A-Z][a-z ]+) \(at ", str(error))  # other messages quote the file
    return f":{where}: not a TOML document" + (f": {reason[1].lower()}" if reason else "")
