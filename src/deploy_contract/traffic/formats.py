"""Forms of recorded exchanges: TOML files that name the place of each part of a message.

So a log of another program needs no code: `deploy-contract replay --log-format FILE`. Those in
`log_formats/` are always known.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

import dacite

from deploy_contract.exceptions import ContractError
from deploy_contract_format.errors import QuietError
from deploy_contract_format.pointer import MISSING, find, split
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError, read_regular

_BUILT_IN = ("har", "ndjson", "nginx", "envoy_tap")
_MAX_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class MessageFormat:
    """The places of the parts of a message, as JSON Pointers (RFC 6901); the guide explains them.

    Attributes:
        headers: the place of the headers, or that of each.
        body: text.
        body_base64: the body in base64.
        encoding: "base64" if `body` is that.
        form: names and values of a form whose text was not recorded.
        sizes: lengths of the body; negative or no number if unknown.
        media_type: used if no headers were recorded.
        truncated: true if the recorder cut the body.
        omits_empty_body: whether a body that is not there is empty, unless headers say otherwise.
    """

    target: str | None = None
    path: str | None = None
    query: str | None = None
    method: str | None = None
    host: str | None = None
    status: str | None = None
    headers: str | dict[str, str] | None = None
    body: str | None = None
    body_base64: str | None = None
    encoding: str | None = None
    form: str | None = None
    sizes: list[str] = field(default_factory=list)
    media_type: str | None = None
    truncated: str | None = None
    omits_empty_body: bool = False


@dataclass(frozen=True, slots=True)
class LogFormat:
    """A form of recorded exchanges: the place of the time, and those of both messages."""

    request: MessageFormat
    response: MessageFormat = field(default_factory=MessageFormat)
    time: str | None = None

    def fits(self, entry: Any) -> bool:
        """Return True if an entry has the target of the request, or its headers without one."""
        place = self.request.target or self.request.path or self.request.headers
        return isinstance(place, str) and value_at(entry, place) is not None


_tokens = cache(split)


def value_at(entry: Any, pointer: str | None) -> Any:
    """Return the value at a pointer; None if there is none."""
    value = MISSING if pointer is None else find(entry, _tokens(pointer))
    return None if value is MISSING else value


class _FormatError(QuietError):
    """The text is not a format. The text says why, without values."""


def load_format(name: str) -> LogFormat:
    """Return the format of a TOML file.

    Raises:
        ContractError: it cannot be read, or is not a format; one line.
    """
    try:
        return _parse(read_regular(name, _MAX_BYTES))
    except FileError as error:
        raise ContractError(f"{escape_name(name)}: {error}") from None
    except _FormatError as error:
        raise ContractError(f"{escape_name(name)}: not a log format: {error}") from None


@cache
def built_in_formats() -> tuple[LogFormat, ...]:
    """Return the formats that are always known."""
    folder = files("deploy_contract.traffic") / "log_formats"
    return tuple([_parse((folder / f"{name}.toml").read_bytes()) for name in _BUILT_IN])


def _parse(body: bytes) -> LogFormat:
    """Return the format of a TOML document. Raises _FormatError if it is none."""
    try:
        table = tomllib.loads(body.decode("utf-8"))
        form = dacite.from_dict(LogFormat, table, dacite.Config(strict=True))
    except (ValueError, RecursionError) as error:  # the text may quote the file
        at = re.search(r"at line (\d+), column (\d+)", str(error))
        raise _FormatError(f"no TOML{f' at line {at[1]}, column {at[2]}' if at else ''}") from None
    except dacite.UnexpectedDataError:
        raise _FormatError("it has a key that no format has") from None
    except dacite.DaciteFieldError as error:
        raise _FormatError(f"{error.field_path} is missing, or of another type") from None
    request = form.request
    if not (request.target or request.path or isinstance(request.headers, str)):
        raise _FormatError("request needs target, path, or headers with :path")
    for name, pointer in _pointers("", table):
        if not pointer.startswith("/"):
            raise _FormatError(f"{name} is not a JSON Pointer, such as /request/method")
    return form


def _pointers(name: str, value: Any) -> list[tuple[str, str]]:
    if isinstance(value, Mapping):
        return [row for key in value for row in _pointers(f"{name}.{key}", value[key])]
    if isinstance(value, list):
        return [row for one in value for row in _pointers(name, one)]
    return [(name.removeprefix("."), value)] if isinstance(value, str) else []
