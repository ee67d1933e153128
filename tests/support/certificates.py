"""Certificate authorities for tests, and the files that they issue."""

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
import trustme


class Pair(NamedTuple):
    """The files of a certificate and of its private key."""

    cert: str
    key: str


class Authority:
    """A certificate authority.

    Attributes:
        file: the file of its certificate.
    """

    def __init__(self, folder: Path, name: str = "authority", days: float = 1) -> None:
        self._folder = folder
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(trustme, "DEFAULT_EXPIRY", _in(days))
            self._made = trustme.CA()
        self.file = str(folder / f"{name}.pem")
        self._made.cert_pem.write_to_path(self.file)

    def issue(
        self, name: str, address: str = "127.0.0.1", *, days: float = 1, start: float = -400
    ) -> Pair:
        """Return a certificate with its key, in files of this name.

        Args:
            name: the name.
            address: the address that the certificate is for.
            days: until its end, from now.
            start: days until its begin, from now.
        """
        made = self._made.issue_cert(address, not_before=_in(start), not_after=_in(days))
        pair = Pair(str(self._folder / f"{name}.pem"), str(self._folder / f"{name}.key"))
        made.cert_chain_pems[0].write_to_path(pair.cert)
        made.private_key_pem.write_to_path(pair.key)
        return pair

    def client(self, pair: Pair | None = None) -> ssl.SSLContext:
        """Return the context of a client that trusts this authority, and shows a certificate."""
        context = ssl.create_default_context(cafile=self.file)
        if pair is not None:
            context.load_cert_chain(pair.cert, pair.key)
        return context

    def server(self, pair: Pair, *, asks: bool = False) -> ssl.SSLContext:
        """Return the context of a server, which may ask clients for a certificate of this authority."""
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=self.file)
        context.load_cert_chain(pair.cert, pair.key)
        context.verify_mode = ssl.CERT_REQUIRED if asks else ssl.CERT_NONE
        return context


def _in(days: float) -> datetime:
    return datetime.now(UTC) + timedelta(days)
