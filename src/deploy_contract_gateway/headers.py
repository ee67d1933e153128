"""Request headers for upstream and response headers for the client (RFC 9110, 7.6; RFC 7239)."""

import ipaddress
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from deploy_contract.http import headers as names
from deploy_contract.http.headers import shown_id
from deploy_contract_gateway.settings import GatewaySettings
from deploy_contract_serving.protocol import HEADER_NAME, HEADER_VALUE

HeaderList: TypeAlias = list[tuple[bytes, bytes]]  # names in lower case, values as received

VIA = b"1.1 deploy-contract"  # this gateway's entry in Via
HOP_BY_HOP = frozenset(name.encode("ascii") for name in (*names.HOP_BY_HOP, "http2-settings"))
FORWARDED = frozenset(
    {
        b"forwarded",
        b"x-forwarded-for",
        b"x-forwarded-host",
        b"x-forwarded-port",
        b"x-forwarded-prefix",
        b"x-forwarded-proto",
        b"x-forwarded-server",
        b"x-real-ip",
        # some frameworks route a request by these
        b"x-original-url",
        b"x-rewrite-url",
        b"x-script-name",
    }
)
_FORWARDED_PREFIX = b"x-forwarded-"
_METHOD_OVERRIDES = frozenset(name.encode("ascii") for name in names.METHOD_OVERRIDES)
_FRAMING = frozenset(
    {
        b"connection",
        b"content-encoding",
        b"content-length",
        b"content-type",
        b"host",
        b"transfer-encoding",
    }
)
_SPECIAL = HOP_BY_HOP | FORWARDED | {b"host", b"expect", b"via", b"content-length", b"x-request-id"}
_PUNCTUATION = re.compile(rb"[^a-z0-9]")


class InvalidResponseError(ValueError):
    """The headers or the status of upstream's response cannot be passed on."""


class UpstreamHeaders(NamedTuple):
    """The headers of a request for upstream, without Transfer-Encoding.

    `length` is that of the body, from Content-Length. `chunked`: the body has the chunked coding.
    `client_id` is the client's X-Request-ID if the log may show it, else empty.
    """

    headers: HeaderList
    length: int | None
    chunked: bool
    client_id: str = ""


class HeaderRewriter:
    """A rewriter of request headers for upstream."""

    def __init__(self, settings: GatewaySettings) -> None:
        self._authority = settings.upstream.authority.encode("ascii")
        self._preserve_host = settings.host == "preserve"
        self._trusted = settings.trust_forwarded
        self._trusts = lru_cache(4096)(self._is_trusted)  # few addresses send many requests

    def rewrite(
        self, received: HeaderList, client: str, scheme: bytes, request_id: bytes
    ) -> UpstreamHeaders:
        """Return the headers that upstream gets.

        Headers that Connection names are removed before the request is judged, so that the judged
        request is the forwarded one.

        Args:
            received: the client's headers.
            client: the client's address.
            scheme: http or https.
            request_id: X-Request-ID if the client sent none.
        """
        headers: HeaderList = []
        special: HeaderList = []
        for pair in received:
            name = pair[0]
            if name in _SPECIAL or name.startswith(_FORWARDED_PREFIX):
                special.append(pair)
            elif _is_forwarded(name):
                headers.append(pair)
        host = via = b""
        ids: list[bytes] = []
        length: int | None = None
        chunked = connection_named = False
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
                ids.append(value)
                headers.append((name, value))
            elif name == b"expect" and value.lower() != b"100-continue":
                headers.append((name, value))
            elif name == b"connection":
                connection_named = True
        if connection_named:
            headers = _without_connection_options(headers, special)
            if length is not None and not has_length(headers):
                headers.append((b"content-length", b"%d" % length))
        host = host or self._authority  # HTTP/1.0 allows a request without Host
        headers.insert(0, (b"host", host if self._preserve_host else self._authority))
        headers += self._forwarded(special, client, scheme, host)
        headers.append((b"via", via + VIA))
        if not ids or not ids[-1]:
            headers.append((b"x-request-id", request_id))
        return UpstreamHeaders(headers, length, chunked, shown_id(ids))

    def _forwarded(
        self, received: HeaderList, client: str, scheme: bytes, host: bytes
    ) -> HeaderList:
        """Return the headers about the client: a trusted proxy's with ours added, else ours."""
        address = client.encode("ascii", "replace")
        if not self._trusted or not self._trusts(client):
            return [
                (b"x-forwarded-for", address),
                (b"x-forwarded-proto", scheme),
                (b"x-forwarded-host", host),
            ]
        claimed = [
            pair
            for pair in received
            if pair[0] in FORWARDED or pair[0].startswith(_FORWARDED_PREFIX)
        ]
        kept = [pair for pair in claimed if pair[0] not in (b"x-forwarded-for", b"forwarded")]
        present = {name for name, _ in kept}
        addresses = [*_values(claimed, b"x-forwarded-for"), address]
        kept.append((b"x-forwarded-for", b", ".join(addresses)))
        if b"x-forwarded-proto" not in present:
            kept.append((b"x-forwarded-proto", scheme))
        if b"x-forwarded-host" not in present:
            kept.append((b"x-forwarded-host", host))
        elements = _values(claimed, b"forwarded")
        if elements:  # RFC 7239, section 4: each proxy adds an element
            quoted = b'"[%s]"' % address if b":" in address else address
            kept.append((b"forwarded", b", ".join([*elements, b"for=" + quoted])))
        return kept

    def _is_trusted(self, client: str) -> bool:
        try:
            address = ipaddress.ip_address(client)
        except ValueError:  # a Unix socket has no address
            return any(network.prefixlen == 0 for network in self._trusted)
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
            address = address.ipv4_mapped
        return any(address in network for network in self._trusted)


def response_headers(received: Iterable[tuple[bytes, bytes]], status: int) -> HeaderList:
    """Return the headers of upstream's response for the client, in their order.

    Raises:
        InvalidResponseError: the status is not that of a final response, a header is malformed, or
            the body has a transfer coding other than chunked.
    """
    if not 200 <= status <= 599:
        raise InvalidResponseError
    headers: HeaderList = []
    hop_by_hop: HeaderList = []
    chunked = False
    for received_name, value in received:
        name = received_name.lower()  # as ASGI demands
        if not HEADER_NAME.fullmatch(name) or not HEADER_VALUE.fullmatch(value):
            raise InvalidResponseError
        if name not in HOP_BY_HOP:
            headers.append((name, value))
            continue
        hop_by_hop.append((name, value))
        if name == b"transfer-encoding":
            if chunked or value.strip(b" \t").lower() != b"chunked":
                raise InvalidResponseError
            chunked = True
    if hop_by_hop:
        headers = _without_connection_options(headers, hop_by_hop)
    # RFC 9112, section 6.3: Content-Length is ignored beside chunks; RFC 9110, section 8.6: a 204
    # has none, and that of a 304 describes another response
    if chunked or status in (204, 304):
        headers = [pair for pair in headers if pair[0] != b"content-length"]
    return headers


def _values(headers: HeaderList, wanted: bytes) -> list[bytes]:
    return [value for name, value in headers if name == wanted]


def has_length(headers: HeaderList) -> bool:
    """Return True if the headers have a Content-Length."""
    return any(name == b"content-length" for name, _ in headers)


def _without_connection_options(headers: HeaderList, special: HeaderList) -> HeaderList:
    """Return the headers without those that Connection names (RFC 9110, section 7.6.1)."""
    named: set[bytes] = set()
    for value in _values(special, b"connection"):
        named.update(option.strip(b" \t").lower() for option in value.split(b","))
    return [pair for pair in headers if pair[0] not in named]


@lru_cache(4096)
def _is_forwarded(name: bytes) -> bool:
    """Return True if a client's header goes to upstream.

    WSGI servers read `_` as `-`, so that `SCRIPT_NAME` looks like their own variable; nginx drops
    such names too. CGI reads other punctuation as `-` as well. A name is dropped if it then reads
    like a header that only the gateway sets, or like a judged header.
    """
    if b"_" in name:
        return False
    dashed = _PUNCTUATION.sub(b"-", name)
    if dashed in _METHOD_OVERRIDES:  # the judged method is forwarded
        return False
    if dashed == name:
        return True
    return dashed not in FORWARDED | _FRAMING and not dashed.startswith(_FORWARDED_PREFIX)
