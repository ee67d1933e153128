"""Kinds of settings: how a value is read from text (options, environment) and from TOML, and what is no such value."""

import ipaddress
import re
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from deploy_contract_serving.programs import Address

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
EVERY = "*"
_MOST = 1e12 - 1  # what has as many digits as may be written
_TARGET = re.compile(
    r"(?:/(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*)*"
)  # a path as it may stand in a request line


class Kind(NamedTuple):
    """`of_text`: the value in a text; `of_toml`: that in a value of TOML. Both raise ValueError that says what it should be.

    `several`: whether the option may be given more than once; its texts are then joined with commas, as in the environment.
    """

    metavar: str
    of_text: Callable[[str], Any]
    of_toml: Callable[[Any], Any]
    several: bool = False


class NamedError(ValueError):
    """What one value of a table should be."""

    def __init__(self, name: str, error: ValueError) -> None:
        super().__init__(str(error))
        self.name = name


class Upstream(NamedTuple):
    """Where the service is. `prefix`: of the paths there; empty, or begins with `/` and does not end with it."""

    scheme: str
    host: str
    port: int
    prefix: str

    @property
    def authority(self) -> str:
        """The value of a Host header for it (RFC 9110, section 7.2)."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Its URL without a path."""
        return f"{self.scheme}://{self.authority}"

    def __str__(self) -> str:
        return self.origin + self.prefix


_PORTS = {"http": 80, "https": 443}


def _upstream(text: str) -> Upstream:
    wrong = ValueError(
        "an http or https URL with a host, such as http://127.0.0.1:8000; no user, query or fragment"
    )
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise wrong from None
    prefix = parts.path.rstrip("/")
    if (
        parts.scheme not in _PORTS
        or not parts.hostname
        or parts.query
        or parts.fragment
        or "@" in parts.netloc
        or port == 0
    ):
        raise wrong
    if not re.fullmatch(r"[A-Za-z0-9_.:-]+", parts.hostname) or not _TARGET.fullmatch(prefix):
        raise wrong
    return Upstream(parts.scheme, parts.hostname, port or _PORTS[parts.scheme], prefix)


def _address(text: str) -> Address:
    host, colon, port = text.rpartition(":")
    host = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    if not colon or not host or not (port.isascii() and port.isdecimal()) or int(port) > 65535:
        raise ValueError("HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080")
    return Address(host, int(port))


def _networks(items: list[str]) -> tuple[Network, ...]:
    try:
        every = ["0.0.0.0/0", "::/0"] if EVERY in items else []
        return tuple(
            ipaddress.ip_network(item, strict=False) for item in (*every, *items) if item != EVERY
        )
    except ValueError:
        raise ValueError("addresses or networks, such as 10.0.0.0/8,::1; * is every one") from None


def _is_text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("a text")  # noqa: TRY004 - a fault of the file's, not of ours
    return value


def _of(read: Callable[[str], Any]) -> Callable[[Any], Any]:
    return lambda value: read(_is_text(value))


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]


def _texts(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ValueError("a list of texts")
    return value


def text(metavar: str) -> Kind:
    """Any text."""
    return Kind(metavar, str, _is_text)


def choice(*words: str) -> Kind:
    """One of some words."""

    def read(given: Any) -> Any:
        if given not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return given

    return Kind("|".join(words), read, read)


def number(
    least: float, metavar: str = "SECONDS", *, whole: bool = False, most: float = _MOST
) -> Kind:
    """A number of at least `least`, and at most `most`."""
    wanted = "an integer " if whole else "a number "
    wanted += f"of at least {least:g}" if most == _MOST else f"from {least:g} to {most:g}"

    def check(value: Any) -> Any:
        if (
            isinstance(value, bool)
            or not isinstance(value, int if whole else int | float)
            or not least <= value <= most
        ):
            raise ValueError(wanted)
        return value

    def read(given: str) -> Any:
        if not re.fullmatch(
            r"[0-9]{1,12}" if whole else r"[0-9]{1,12}(\.[0-9]{1,9})?", given, re.ASCII
        ):
            raise ValueError(wanted)
        return check(int(given) if whole else float(given))

    return Kind(metavar, read, check)


def count(least: int = 1, most: float = _MOST) -> Kind:
    """An integer of at least `least`, and at most `most`."""
    return number(least, "N", whole=True, most=most)


def listed(metavar: str, make: Callable[[list[str]], Any] = tuple) -> Kind:
    """Several texts."""
    return Kind(
        metavar, lambda given: make(_items(given)), lambda value: make(_texts(value)), several=True
    )


def mapped(metavar: str, value: Kind, *, alone: bool = False) -> Kind:
    """A table from names to values, NAME=VALUE in text; `alone`: or a single value, for all."""

    def read(given: str) -> Any:
        items = _items(given)
        if alone and len(items) == 1 and "=" not in items[0]:
            return value.of_text(items[0])
        pairs = [item.partition("=") for item in items]
        if any(not name or not sign for name, sign, _ in pairs) or len(
            {name for name, _, _ in pairs}
        ) < len(pairs):
            raise ValueError(f"{metavar}, each name once")
        return {
            name.strip(): _one(value.of_text, one.strip(), name.strip()) for name, _, one in pairs
        }

    def check(given: Any) -> Any:
        if isinstance(given, dict):
            return {name: _one(value.of_toml, one, name) for name, one in given.items()}
        if not alone:
            raise ValueError("a table of names and values")
        return value.of_toml(given)

    return Kind(metavar, read, check, several=True)


def _one(read: Callable[[Any], Any], value: Any, name: str) -> Any:
    try:
        return read(value)
    except ValueError as error:
        raise NamedError(name, error) from None


UPSTREAM = Kind("URL", _upstream, _of(_upstream))
ADDRESS = Kind("HOST:PORT", _address, _of(_address))
NETWORKS = listed("NETWORK", _networks)
