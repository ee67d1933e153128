"""The headers of a request as upstream gets them, and of a response as the client does (RFC 9110, section 7.6; RFC 7239)."""

import ipaddress
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from uvicorn.protocols.http.httptools_impl import HEADER_RE, HEADER_VALUE_RE

from deploy_contract.http import method_overrides
from deploy_contract_gateway.setting_types import Network

Pairs: TypeAlias = list[tuple[bytes, bytes]]  # names in small letters, values as they came

PSEUDONYM = b"1.1 deploy-contract"  # of this gateway, in Via
HOP_BY_HOP = frozenset(
    {
        b"connection",
        b"keep-alive",
        b"proxy-connection",
        b"te",
        b"trailer",
        b"transfer-encoding",
        b"upgrade",
        b"http2-settings",
    }
)
FORWARDED = frozenset(
    {b"forwarded", b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"x-forwarded-port", b"x-forwarded-prefix",
     b"x-forwarded-server", b"x-real-ip",
     b"x-original-url", b"x-rewrite-url", b"x-script-name"}  # by these some frameworks route a request
)  # fmt: skip
_FORWARDED_TOO = b"x-forwarded-"  # what names of others that speak of the client begin with
_OVERRIDES = frozenset(
    name.encode("ascii") for name in method_overrides.HEADERS
)  # what is judged is what is done
_ODD = re.compile(rb"[^a-z0-9]")
_FRAMING = frozenset(
    {
        b"content-length",
        b"transfer-encoding",
        b"content-type",
        b"content-encoding",
        b"host",
        b"connection",
    }
)
_LOOKED_AT = (
    HOP_BY_HOP | FORWARDED | {b"host", b"expect", b"via", b"content-length", b"x-request-id"}
)


class UnsoundError(ValueError):
    """The headers of a response cannot be handed on."""


class Asked(NamedTuple):
    """A request's headers for upstream, but for Transfer-Encoding.

    `length`: of the body, from Content-Length, which is among the headers; `chunked`: whether it comes in chunks instead.
    """

    headers: Pairs
    length: int | None
    chunked: bool


class Forwarding:
    """Makes headers for upstream. `authority`: upstream's own Host, sent where `preserve` is false, or the client names none.

    `trusted`: see `trust_forwarded`.
    """

    def __init__(
        self, authority: bytes, trusted: Sequence[Network], *, preserve: bool = True
    ) -> None:
        self._authority = authority
        self._preserve = preserve
        self._trusted = tuple(trusted)
        self._trusts = lru_cache(4096)(self._is_trusted)  # few addresses, asked again and again

    def asked(self, given: Pairs, client: str, scheme: bytes, identity: bytes) -> Asked:
        """The headers of a request from the address `client`, `identity` being the gateway's own id for it.

        What Connection names goes no further, whatever it is; it is taken out before the request is judged, so that what is
        judged is what is forwarded.
        """
        headers: Pairs = []
        special: list[tuple[bytes, bytes]] = []
        for pair in given:
            name = pair[0]
            if name in _LOOKED_AT or name.startswith(_FORWARDED_TOO):
                special.append(pair)
            elif _goes_on(name):
                headers.append(pair)
        host = via = seen = b""
        length: int | None = None
        chunked = named = False
        for name, value in special:
            if name == b"host":
                host = value
            elif name == b"content-length":
                length = int(value)
                headers.append((name, value))
            elif name == b"transfer-encoding":
                chunked = True
            elif name == b"via":
                via += value + b", "
            elif name == b"x-request-id":
                seen = value
                headers.append((name, value))
            elif name == b"expect" and value.lower() != b"100-continue":
                headers.append((name, value))
            elif name == b"connection":
                named = True
        if named:
            headers = _without_named(headers, special)
            if length is not None and not any(name == b"content-length" for name, _ in headers):
                headers.append((b"content-length", b"%d" % length))
        host = host or self._authority  # HTTP/1.0 knows requests without one
        headers.insert(0, (b"host", host if self._preserve else self._authority))
        headers += self._forwarded(special, client, scheme, host)
        headers.append((b"via", via + PSEUDONYM))
        if not seen:
            headers.append((b"x-request-id", identity))
        return Asked(headers, length, chunked)

    def _forwarded(self, given: Pairs, client: str, scheme: bytes, host: bytes) -> Pairs:
        """What is said of the client: by whom we trust with our word added, else ours alone."""
        address = client.encode("ascii", "replace")
        if not self._trusted or not self._trusts(client):
            return [
                (b"x-forwarded-for", address),
                (b"x-forwarded-proto", scheme),
                (b"x-forwarded-host", host),
            ]
        said = [
            pair for pair in given if pair[0] in FORWARDED or pair[0].startswith(_FORWARDED_TOO)
        ]
        kept = [pair for pair in said if pair[0] not in (b"x-forwarded-for", b"forwarded")]
        names = {name for name, _ in kept}
        before = [value for name, value in said if name == b"x-forwarded-for"]
        kept.append((b"x-forwarded-for", b", ".join([*before, address])))
        if b"x-forwarded-proto" not in names:
            kept.append((b"x-forwarded-proto", scheme))
        if b"x-forwarded-host" not in names:
            kept.append((b"x-forwarded-host", host))
        before = [value for name, value in said if name == b"forwarded"]
        if before:  # RFC 7239, section 4: each proxy adds an element
            quoted = b'"[%s]"' % address if b":" in address else address
            kept.append((b"forwarded", b", ".join([*before, b"for=" + quoted])))
        return kept

    def _is_trusted(self, client: str) -> bool:
        try:
            address = ipaddress.ip_address(client)
        except ValueError:
            return False
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
            address = address.ipv4_mapped
        return any(address in network for network in self._trusted)


def answered(given: Iterable[tuple[bytes, bytes]], status: int) -> Pairs:
    """The headers of a response for the client, in their order.

    UnsoundError where they hold what no server sends on, or say that the body has a coding which would be lost here, and where
    the status is none of a response.
    """
    if not 200 <= status <= 599:
        raise UnsoundError
    headers: Pairs = []
    special: Pairs = []
    chunked = False
    for name, value in given:
        name = name.lower()  # noqa: PLW2901 - how ASGI wants it
        if HEADER_RE.search(name) or HEADER_VALUE_RE.search(value):
            raise UnsoundError
        if name in HOP_BY_HOP:
            special.append((name, value))
            if name == b"transfer-encoding":
                if chunked or value.strip(b" \t").lower() != b"chunked":
                    raise UnsoundError
                chunked = True
            continue
        headers.append((name, value))
    if special:
        headers = _without_named(headers, special)
    if chunked or status in (
        204,
        304,
    ):  # RFC 9112, section 6.3: the length is that of something else, or none
        headers = [pair for pair in headers if pair[0] != b"content-length"]
    return headers


def _without_named(headers: Pairs, special: Pairs) -> Pairs:
    """The headers but for those that Connection names."""
    named = {
        option.strip(b" \t").lower()
        for name, value in special
        if name == b"connection"
        for option in value.split(b",")
    }
    return [pair for pair in headers if pair[0] not in named]


@lru_cache(4096)
def _goes_on(name: bytes) -> bool:
    """Return True if a header goes on to upstream.

    WSGI servers read `_` for `-` and cannot tell `SCRIPT_NAME` from their own; nginx drops such names too. CGI reads other
    signs for `-` as well, so a name is dropped that becomes one that only the gateway sets, or that was judged.
    """
    if b"_" in name:
        return False
    dashed = _ODD.sub(b"-", name)
    return dashed not in _OVERRIDES and (
        dashed == name or not (dashed in FORWARDED | _FRAMING or dashed.startswith(_FORWARDED_TOO))
    )
