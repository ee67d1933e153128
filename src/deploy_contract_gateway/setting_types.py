"""Types of settings: how a value is parsed from text (options, environment) and from TOML."""

import ipaddress
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import urlsplit

from deploy_contract import ContractError
from deploy_contract.choices import one_of
from deploy_contract.knowledge.redis_calls import require_url
from deploy_contract_serving.addresses import UNIX, Address, AnyAddress, UnixAddress

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
EVERY_ADDRESS = "*"
FILE = "FILE"  # the metavar of settings that name files
_LARGEST = 1e12 - 1  # the greatest number of a setting: 12 digits
_PATH = re.compile(r"(?:/(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*)*")  # RFC 3986, 3.3
_TARGET = re.compile(r"/[!-~]*")  # the target of a request
_DEFAULT_PORTS = {"http": 80, "https": 443}
_UNIX_SCHEME = "unix"
_LONGEST_UNIX_PATH = 103  # bytes: `sun_path` of macOS without its last byte; Linux allows 107
_TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]{16,256}")  # RFC 6750, section 2.1


class SettingType(NamedTuple):
    """A type of settings.

    Attributes:
        metavar: the word in the help, in place of a value.
        check: returns the value of the setting for a TOML value.
        read: returns the TOML value for a text.
        repeatable: whether the option may be given more than once. The texts are then joined with
            commas, as in an environment variable.

    `check` and `read` raise ValueError. The text completes the sentence "the setting must be ...".
    For a table, they may raise an ExceptionGroup. Each exception in the group has the name of a
    wrong entry as a note.
    """

    metavar: str
    check: Callable[[Any], Any]
    read: Callable[[str], Any] = str
    repeatable: bool = False


@dataclass(frozen=True, slots=True)
class UpstreamUrl:
    """The address of the service.

    Attributes:
        scheme: http, https, or unix for HTTP over a Unix socket.
        host: host, or the path of the Unix socket.
        port: port; 0 for a Unix socket.
        prefix: empty, or a path without a slash at its end.
    """

    scheme: str
    host: str
    port: int
    prefix: str

    @property
    def authority(self) -> str:
        """The value of a Host header for the service (RFC 9110, section 7.2)."""
        if self.scheme == _UNIX_SCHEME:
            return "localhost"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    def __str__(self) -> str:
        if self.scheme == _UNIX_SCHEME:
            return f"{UNIX}{self.host}"
        return f"{self.scheme}://{self.authority}{self.prefix}"


@dataclass(frozen=True, slots=True)
class Secret:
    """A text that holds a secret, such as a URL of Redis. The `repr` does not show the text."""

    text: str = field(repr=False)


def text(metavar: str, parse: Callable[[str], Any] = str) -> SettingType:
    """Return the type of a text. `parse` returns the value for the text."""

    def check(value: Any) -> Any:
        if not isinstance(value, str):
            raise ValueError("a string")  # noqa: TRY004 - a wrong setting, not a wrong call
        return parse(value)

    return SettingType(metavar, check)


def choice(*words: str) -> SettingType:
    """Return the type of one of some words."""

    def check(given: Any) -> Any:
        if given in words:
            return given
        raise ValueError(one_of(given, words))

    return SettingType("|".join(words), check)


def number(
    minimum: float, metavar: str = "SECONDS", *, whole: bool = False, maximum: float = _LARGEST
) -> SettingType:
    """Return the type of a number from `minimum` to `maximum`, an integer if `whole`."""
    expected = f"{'an integer' if whole else 'a number'} from {minimum:g} to {maximum:.12g}"
    types = int if whole else int | float
    pattern = r"[0-9]{1,12}" if whole else r"[0-9]{1,12}(\.[0-9]{1,9})?"

    def check(value: Any) -> Any:
        is_number = isinstance(value, types) and not isinstance(value, bool)
        if not is_number or not minimum <= value <= maximum:
            raise ValueError(expected)
        return value

    def read(given: str) -> Any:
        if not re.fullmatch(pattern, given, re.ASCII):
            raise ValueError(expected)
        return int(given) if whole else float(given)

    return SettingType(metavar, check, read)


def count(minimum: int = 1, maximum: float = _LARGEST) -> SettingType:
    """Return the type of an integer from `minimum` to `maximum`."""
    return number(minimum, "N", whole=True, maximum=maximum)


def list_of(metavar: str, make: Callable[[list[str]], Any] = tuple) -> SettingType:
    """Return the type of a list of texts. `make` returns the value for the list."""

    def check(value: Any) -> Any:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ValueError("a list of strings")
        return make(value)

    return SettingType(metavar, check, _split, repeatable=True)


def table_of(metavar: str, entry: SettingType, *, or_single: bool = False) -> SettingType:
    """Return the type of a table from names to values, written NAME=VALUE in text.

    `or_single`: whether a single value for all names is accepted, too.
    """

    def check(given: Any) -> Any:
        if isinstance(given, dict):
            return _entries(entry.check, given)
        if not or_single:
            raise ValueError("a table of names and values")
        return entry.check(given)

    def read(given: str) -> Any:
        items = _split(given)
        if or_single and len(items) == 1 and "=" not in items[0]:
            return entry.read(items[0])
        values: dict[str, str] = {}
        for item in items:
            name, equals, value = item.partition("=")
            if not name or not equals or name.strip() in values:
                raise ValueError(f"{metavar}, each name once")
            values[name.strip()] = value.strip()
        return _entries(entry.read, values)

    return SettingType(metavar, check, read, repeatable=True)


def _entries(parse: Callable[[Any], Any], given: dict[str, Any]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    wrong: list[ValueError] = []
    for name, value in given.items():
        try:
            values[name] = parse(value)
        except ValueError as error:
            error.add_note(name)
            wrong.append(error)
    if wrong:
        raise ExceptionGroup("wrong entries", wrong)
    return values


def _split(text: str) -> list[str]:
    items = [item.strip() for item in text.split(",")]
    return [item for item in items if item]


def _parse_upstream(text: str) -> UpstreamUrl:
    if text.startswith(UNIX):
        return UpstreamUrl(_UNIX_SCHEME, _unix_path(text), 0, "")
    wrong = ValueError(
        "an http or https URL with a host, such as http://127.0.0.1:8000, "
        "without a user, query or fragment, or unix:/PATH"
    )
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise wrong from None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname or port == 0:
        raise wrong
    if parts.query or parts.fragment or "@" in parts.netloc:
        raise wrong
    prefix = parts.path.rstrip("/")
    if not re.fullmatch(r"[A-Za-z0-9_.:-]+", parts.hostname) or not _PATH.fullmatch(prefix):
        raise wrong
    return UpstreamUrl(parts.scheme, parts.hostname, port or _DEFAULT_PORTS[parts.scheme], prefix)


def _parse_shared(text: str) -> Secret:
    try:
        require_url(text)
    except ContractError:
        raise ValueError(
            "a URL of Redis, such as redis://127.0.0.1:6379/0, rediss:// or unix://"
        ) from None
    return Secret(text)


def _unix_path(text: str) -> str:
    path = text.removeprefix(UNIX)
    if not path.startswith("/") or len(path.encode("utf-8")) > _LONGEST_UNIX_PATH:
        raise ValueError(
            f"unix: and an absolute path of at most {_LONGEST_UNIX_PATH} bytes, "
            "such as unix:/run/deploy-contract/gateway.sock"
        )
    return path


def _parse_address(text: str) -> AnyAddress:
    if text.startswith(UNIX):
        return UnixAddress(_unix_path(text))
    host, colon, port = text.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    if not colon or not host or not (port.isascii() and port.isdecimal()) or int(port) > 65535:
        raise ValueError("HOST:PORT, such as 127.0.0.1:8080 or [::1]:8080, or unix:/PATH")
    return Address(host, int(port))


def _parse_path(text: str) -> str:
    if text and not _TARGET.fullmatch(text):
        raise ValueError("a path as in a request line, such as /health")
    return text


def _parse_networks(items: list[str]) -> tuple[Network, ...]:
    names: list[str] = []
    if EVERY_ADDRESS in items:
        names += ["0.0.0.0/0", "::/0"]
    names += [item for item in items if item != EVERY_ADDRESS]
    try:
        return tuple([ipaddress.ip_network(name, strict=False) for name in names])
    except ValueError:
        raise ValueError(
            "addresses or networks, such as 10.0.0.0/8,::1, or * for every address"
        ) from None


def _parse_token(text: str) -> Secret:
    if not _TOKEN.fullmatch(text):
        raise ValueError(
            "16 to 256 letters, digits or -._~+/=, such as `openssl rand -hex 32` prints"
        )
    return Secret(text)


UPSTREAM = text("URL", _parse_upstream)
SHARED = text("URL", _parse_shared)
TOKEN = text("TOKEN", _parse_token)
ADDRESS = text("HOST:PORT", _parse_address)
PATH = text("PATH", _parse_path)
NETWORKS = list_of("NETWORK", _parse_networks)
