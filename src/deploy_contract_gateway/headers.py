"""Request headers for upstream and response headers for the client (RFC 9110, 7.6; RFC 7239)."""

import ipaddress
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from deploy_contract.asgi import Scope
from deploy_contract.http import headers as names
from deploy_contract.http.headers import shown_id
from deploy_contract_gateway.exchange import HeaderPairs, UpstreamError
from deploy_contract_gateway.settings import GatewaySettings
from deploy_contract_serving.protocol import HEADER_NAME, HEADER_VALUE

VIA = b"1.1 deploy-contract"  # this gateway's entry in Via
HOP_BY_HOP = frozenset(name.encode("ascii") for name in names.HOP_BY_HOP)
# headers about the client, and headers by which some frameworks route a request
_FORWARDED = frozenset(
    {b"forwarded", b"x-real-ip", b"x-original-url", b"x-rewrite-url", b"x-script-name"}
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
_SPECIAL = (
    HOP_BY_HOP | _FORWARDED | {b"host", b"expect", b"via", b"content-length", b"x-request-id"}
)
_EXTENDED = (b"x-forwarded-for", b"forwarded")  # lists, to which each proxy adds an element
_CONTINUE = b"100-continue"
_PUNCTUATION = re.compile(rb"[^a-z0-9]")


class UpstreamHeaders(NamedTuple):
    """The headers of a request for upstream, without Transfer-Encoding.

    `length` is the Content-Length of the body. `chunked` is True if the body is chunked.
    `client_id` is the client's X-Request-ID; empty if the log must not show it.
    """

    headers: HeaderPairs
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

    def rewrite(self, scope: Scope, request_id: bytes) -> UpstreamHeaders:
        """Return the headers that upstream gets. `request_id` is added if the client sent no id.

        The headers that Connection names are removed before the judgement. So the judged request is
        the forwarded request.
        """
        headers: HeaderPairs = []
        special: dict[bytes, list[bytes]] = {}
        for pair in scope["headers"]:
            name, value = pair
            if name in _SPECIAL or name.startswith(_FORWARDED_PREFIX):
                special.setdefault(name, []).append(value)
            elif _is_forwarded(name):
                headers.append(pair)
        ids = special.get(b"x-request-id", [])
        headers += [(b"x-request-id", value) for value in ids]
        expected = [value for value in special.get(b"expect", ()) if value.lower() != _CONTINUE]
        headers += [(b"expect", value) for value in expected]
        if b"connection" in special:
            headers = _without_connection_options(headers, special[b"connection"])
        lengths = special.get(b"content-length", ())
        headers += [(b"content-length", value) for value in lengths]
        # HTTP/1.0 allows a request without Host
        host = special.get(b"host", [self._authority])[-1]
        headers.insert(0, (b"host", host if self._preserve_host else self._authority))
        headers += self._forwarded(special, scope, host)
        headers.append((b"via", b", ".join([*special.get(b"via", ()), VIA])))
        if not ids or not ids[-1]:
            headers.append((b"x-request-id", request_id))
        length = int(lengths[-1]) if lengths else None
        return UpstreamHeaders(headers, length, b"transfer-encoding" in special, shown_id(ids))

    def _forwarded(
        self, special: dict[bytes, list[bytes]], scope: Scope, host: bytes
    ) -> HeaderPairs:
        """Return the headers about the client, such as X-Forwarded-For.

        If a trusted proxy sent such headers, they are kept and extended.
        """
        client = scope["client"][0] if scope["client"] else "unknown"
        address = client.encode("ascii", "replace")
        scheme = scope["scheme"].encode("ascii")
        ours = {b"x-forwarded-proto": scheme, b"x-forwarded-host": host}
        if not self._trusted or not self._trusts(client):
            return [(b"x-forwarded-for", address), *ours.items()]
        kept: HeaderPairs = []
        for name, values in special.items():
            is_claim = name in _FORWARDED or name.startswith(_FORWARDED_PREFIX)
            if is_claim and name not in _EXTENDED:
                kept += [(name, value) for value in values]
        addresses = [*special.get(b"x-forwarded-for", ()), address]
        kept.append((b"x-forwarded-for", b", ".join(addresses)))
        kept += [(name, value) for name, value in ours.items() if name not in special]
        elements = special.get(b"forwarded", ())
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


def response_headers(received: Iterable[tuple[bytes, bytes]], status: int) -> HeaderPairs:
    """Return the headers of upstream's response for the client, in their order.

    Raises:
        UpstreamError: the status is not from 200 to 599, a header is malformed, or the body has a
            transfer coding other than chunked.
    """
    if not 200 <= status <= 599:
        raise UpstreamError
    headers: HeaderPairs = []
    options: list[bytes] = []
    chunked = False
    for received_name, value in received:
        name = received_name.lower()  # as ASGI demands
        if not HEADER_NAME.fullmatch(name) or not HEADER_VALUE.fullmatch(value):
            raise UpstreamError
        if name not in HOP_BY_HOP:
            headers.append((name, value))
        elif name == b"connection":
            options.append(value)
        elif name == b"transfer-encoding":
            if chunked or value.strip(b" \t").lower() != b"chunked":
                raise UpstreamError
            chunked = True
    if options:
        headers = _without_connection_options(headers, options)
    # A chunked body makes Content-Length void (RFC 9112, section 6.3). A 204 must not have a
    # Content-Length, and a 304 has the length of another response (RFC 9110, section 8.6).
    if chunked or status in (204, 304):
        headers = [pair for pair in headers if pair[0] != b"content-length"]
    return headers


def _without_connection_options(headers: HeaderPairs, values: list[bytes]) -> HeaderPairs:
    """Return the headers that Connection does not name (RFC 9110, section 7.6.1)."""
    options = b",".join(values).lower().split(b",")
    named = {option.strip(b" \t") for option in options}
    return [pair for pair in headers if pair[0] not in named]


@lru_cache(4096)
def _is_forwarded(name: bytes) -> bool:
    """Return True if a client's header goes to upstream.

    A name with `_` is dropped, as nginx does: WSGI servers have a variable `SCRIPT_NAME`. CGI also
    reads other punctuation as `-`. A name is dropped if CGI would read it as a judged header, or as
    a header that only the gateway sets.
    """
    if b"_" in name:
        return False
    dashed = _PUNCTUATION.sub(b"-", name)
    if dashed in _METHOD_OVERRIDES:  # the judged method is forwarded
        return False
    if dashed == name:
        return True
    return dashed not in _FORWARDED | _FRAMING and not dashed.startswith(_FORWARDED_PREFIX)
