"""TLS by files in PEM: contexts that follow the files, and messages about faulty files.

Each new connection checks whether a file has changed. So new certificates are used without a
signal. If the new files cannot be used, the old certificates stay, and the log gives the reason.
"""

import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Any, NamedTuple, Self

from deploy_contract import ContractError
from deploy_contract.files.bounded import escape_name, read
from deploy_contract_gateway.settings import Settings

_MAX_BYTES = 8 << 20  # size limit of a file
_PROTOCOL = "http/1.1"  # for ALPN: the only version of HTTP here
_MISMATCH = ("KEY_VALUES_MISMATCH", "KEY_TYPE_MISMATCH")
_SETTINGS = {  # end -> the settings of the certificate, the key and the authorities
    "listen": ("cert_file", "key_file", "client_ca_file"),
    "admin": ("admin_cert_file", "admin_key_file", "admin_client_ca_file"),
    "upstream": ("upstream_cert_file", "upstream_key_file", "ca_file"),
}
_ROUNDS = 4  # rounds of a handshake in memory, one more than TLS needs


class File(NamedTuple):
    """A file: the setting that names it, and its path; None if the setting is not given."""

    setting: str
    path: str | None

    def __str__(self) -> str:
        return f"{self.setting} {escape_name(self.path or '')}"


class TlsFiles:
    """The files of one end of TLS, read again when one of them has changed.

    Args:
        end: "listen" for the addresses of requests, "admin" for the admin address, or "upstream"
            for connections to the service.
        report: receives the events "certificates-read" and "certificates-refused".

    Attributes:
        given: the files that the settings name.
        has_tls: whether this end uses TLS.
        contents: the bytes of the certificate, of the key and of the authorities; empty for a file
            that is not given. They are those of the last `read` that succeeded.
        not_after: by the setting that names the file: the earliest time at which one of its
            certificates expires, in seconds since 1970.
    """

    contents: tuple[bytes, bytes, bytes]
    not_after: Mapping[str, float]
    _context: ssl.SSLContext
    _state: list[tuple[int, ...]]

    def __init__(
        self, settings: Settings, end: str, report: Callable[..., None] = lambda *_, **__: None
    ) -> None:
        self._report = report
        files = [File(name, getattr(settings, name)) for name in _SETTINGS[end]]
        self.cert, self.key, self.authorities = files
        self.given = [file for file in files if file.path is not None]
        self.is_server = end != "upstream"
        is_https = settings.upstream is not None and settings.upstream.scheme == "https"
        self.has_tls = bool(self.given) if self.is_server else is_https

    def read(self) -> None:
        """Read the files.

        If authorities are given, an end that accepts connections demands certificates of clients.
        Without given authorities, an end that connects trusts the authorities of the system.

        Raises:
            ContractError: a file is missing, damaged, expired, or does not fit another one. The
                message names the setting and the file.
        """
        self._state = self._file_states()
        for file, other in ((self.cert, self.key), (self.key, self.cert)):
            if file.path is None and (self.is_server or other.path is not None):
                raise ContractError(f"{self.given[0].setting} needs {file.setting}")
        cert, key, authorities = [
            b"" if file.path is None else read(file.path, _MAX_BYTES, file.setting)
            for file in (self.cert, self.key, self.authorities)
        ]
        context, not_after = _make_context(self, authorities), {}
        if self.cert.path is not None:
            not_after[self.cert.setting] = _valid_until(self, cert)
            _load_pair(context, self)
        self._context, self.contents = context, (cert, key, authorities)
        self.not_after = not_after

    def current(self) -> Self:
        """Read the files if they have changed, and return them. Never raise."""
        if self._file_states() != self._state:
            names = [file.setting for file in self.given]
            try:
                self.read()
            except ContractError as error:
                self._report("certificates-refused", files=names, error=str(error))
            else:
                self._report("certificates-read", files=names)
        return self

    def context(self) -> ssl.SSLContext:
        """Return the TLS context of the next connection."""
        self.current()
        return self._context

    def _file_states(self) -> list[tuple[int, ...]]:
        """Return values that change if a file changes."""
        found: list[tuple[int, ...]] = []
        for file in self.given:
            try:
                status = Path(str(file.path)).stat()
            except OSError as error:
                found.append((error.errno or 0,))
            else:
                found.append((status.st_ino, status.st_size, status.st_mtime_ns))
        return found


def _make_context(files: TlsFiles, content: bytes) -> ssl.SSLContext:
    """Return a context that trusts the authorities. At least one of them must be valid now."""
    is_given = files.authorities.path is not None
    text = content.decode("ascii", "backslashreplace")  # comments may have any encoding
    try:
        if is_given and not text.strip():  # `ssl` treats an empty text like a missing file
            raise ValueError
        if not files.is_server:
            context = ssl.create_default_context(cadata=text or None)
        else:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.set_alpn_protocols([_PROTOCOL])
        if is_given and files.is_server:
            context.load_verify_locations(cadata=text)
            context.verify_mode = ssl.CERT_REQUIRED
    except (ValueError, ssl.SSLError):
        raise ContractError(
            f"{files.authorities} cannot be read as certificates in PEM; check the path"
        ) from None
    dates = [str(found["notAfter"]) for found in context.get_ca_certs()]
    ends = [ssl.cert_time_to_seconds(date) for date in dates]
    if is_given and ends and max(ends) <= time():
        raise ContractError(f"{files.authorities} has expired; get the new authorities")
    return context


def _load_pair(context: ssl.SSLContext, files: TlsFiles) -> None:
    """Load the certificate and the key into the context. The certificate was parsed before.

    Raises:
        ContractError: the key is encrypted, damaged or too short, or does not fit the certificate.
    """
    cert, key = files.cert.path, files.key.path
    assert cert is not None

    def refuse_password() -> bytes:
        raise ContractError(f"{files.key} is encrypted; give a key without a password")

    try:
        context.load_cert_chain(cert, key, refuse_password)
    except ssl.SSLError as error:
        fault = f"{files.key} cannot be read as a private key in PEM; check the path"
        if error.reason in _MISMATCH:
            fault = f"{files.key} does not fit {files.cert}"
        elif error.reason and error.reason.startswith("EE_KEY"):
            fault = f"{files.cert} has a key that is too short"
        raise ContractError(fault) from None
    except OSError:  # the files were readable a moment ago
        raise ContractError(f"{files.cert} cannot be read") from None


def _valid_until(files: TlsFiles, certificate: bytes) -> float:
    """Return the earliest time at which a certificate of a chain expires, in seconds since 1970.

    `ssl` shows the dates of a certificate only to the other end. So this function makes a handshake
    in memory, with an end that trusts the chain. Raises ContractError if a certificate has expired,
    or is not valid yet.
    """
    ours, theirs = ssl.PROTOCOL_TLS_SERVER, ssl.PROTOCOL_TLS_CLIENT
    if not files.is_server:
        ours, theirs = theirs, ours
    shown, other = ssl.SSLContext(ours), ssl.SSLContext(theirs)
    for context in (shown, other):
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    other.verify_mode = ssl.CERT_REQUIRED
    other.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    try:
        other.load_verify_locations(cadata=certificate.decode("ascii", "backslashreplace"))
    except (ValueError, ssl.SSLError):
        raise ContractError(
            f"{files.cert} cannot be read as a certificate in PEM; check the path"
        ) from None
    _load_pair(shown, files)
    if not files.is_server:  # the server must show a certificate in each handshake
        _load_pair(other, files)
    try:
        dates = [_shake_hands(shown, other, files.is_server)]
    except ssl.SSLCertVerificationError as error:
        faults = {9: "is not valid yet", 10: "has expired"}  # X509_V_ERR of OpenSSL
        fault = faults.get(error.verify_code, f"cannot be used ({error.verify_message})")
        raise ContractError(f"{files.cert} {fault}; get a new certificate") from None
    except ssl.SSLError:
        raise ContractError(f"{files.cert} cannot be used for TLS") from None
    dates += [str(found["notAfter"]) for found in other.get_ca_certs()]
    return min(map(ssl.cert_time_to_seconds, dates))


def _shake_hands(shown: ssl.SSLContext, other: ssl.SSLContext, is_server: bool) -> str:  # noqa: FBT001
    """Make a handshake in memory. Return the date when the certificate of `shown` expires."""
    to_shown, to_other = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [
        shown.wrap_bio(to_shown, to_other, server_side=is_server),
        other.wrap_bio(to_other, to_shown, server_side=not is_server),
    ]
    for _ in range(_ROUNDS):
        for end in ends:
            with suppress(ssl.SSLWantReadError):
                end.do_handshake()
    found: Any = ends[1].getpeercert()
    return str(found["notAfter"])


def watched(settings: Settings, end: str, *report: Callable[..., None]) -> TlsFiles | None:
    """Read and return the files of one end, as `TlsFiles`; None if this end has no TLS."""
    files = TlsFiles(settings, end, *report)
    if not files.has_tls:
        return None
    files.read()
    return files
