"""Certificate authorities for tests, and what they issue."""

import datetime
import ipaddress
import ssl
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_PEM = serialization.Encoding.PEM
_DAY = datetime.timedelta(days=1)
_SIGNS = x509.KeyUsage(
    key_cert_sign=True, crl_sign=True, digital_signature=False, content_commitment=False,
    key_encipherment=False, data_encipherment=False, key_agreement=False, encipher_only=False,
    decipher_only=False,
)  # fmt: skip


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
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _named(name)
        made = _built(self._name, self._name, self._key.public_key(), days)
        made = made.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        made = made.add_extension(_SIGNS, critical=True)
        self.file = str(folder / f"{name}.pem")
        Path(self.file).write_bytes(made.sign(self._key, hashes.SHA256()).public_bytes(_PEM))

    def issue(
        self,
        name: str,
        address: str = "127.0.0.1",
        *,
        days: float = 1,
        start: float = -400,
        password: bytes | None = None,
    ) -> Pair:
        """Return a certificate with its key, in files of this name.

        Args:
            name: the name.
            address: the address that the certificate is for.
            days: until its end, from now.
            start: days until its begin, from now.
            password: encrypts the key.
        """
        key = ec.generate_private_key(ec.SECP256R1())
        made = _built(_named(name), self._name, key.public_key(), days, start).add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))]),
            critical=False,
        )
        authority = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        made = made.add_extension(authority, critical=False)
        cert, private = self._folder / f"{name}.pem", self._folder / f"{name}.key"
        cert.write_bytes(made.sign(self._key, hashes.SHA256()).public_bytes(_PEM))
        hidden: serialization.KeySerializationEncryption = serialization.NoEncryption()
        if password:
            hidden = serialization.BestAvailableEncryption(password)
        form = serialization.PrivateFormat.PKCS8
        private.write_bytes(key.private_bytes(_PEM, form, hidden))
        return Pair(str(cert), str(private))

    def client(self, pair: Pair | None = None) -> ssl.SSLContext:
        """Return the context of a client that trusts this authority, and shows a certificate."""
        context = ssl.create_default_context(cafile=self.file)
        if pair is not None:
            context.load_cert_chain(pair.cert, pair.key)
        return context

    def server(self, pair: Pair, *, asks: bool = False) -> ssl.SSLContext:
        """Return the context of a server, which may ask clients for a certificate of this authority."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pair.cert, pair.key)
        if asks:
            context.load_verify_locations(self.file)
            context.verify_mode = ssl.CERT_REQUIRED
        return context


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _built(
    name: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePublicKey,
    days: float,
    start: float = -400,
) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    return x509.CertificateBuilder(
        issuer, name, key, x509.random_serial_number(), now + start * _DAY, now + days * _DAY
    ).add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
