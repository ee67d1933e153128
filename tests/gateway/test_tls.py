"""TLS to upstream: nothing is sent to a server whose certificate is not trusted."""

import datetime
import ipaddress
import json
import ssl
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.support.gateways import Shared, Upstream


def certified(folder: Path, address: str) -> tuple[ssl.SSLContext, Path]:
    """Return the TLS context of a server, and the file of certificates that trusts it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "upstream")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))]),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    public, private = folder / "upstream.pem", folder / "upstream.key"
    public.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    encoding, kind = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    private.write_bytes(key.private_bytes(encoding, kind, serialization.NoEncryption()))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(public, private)
    return context, public


@pytest.mark.parametrize(
    ("address", "trusted"), [("127.0.0.1", True), ("127.0.0.1", False), ("127.0.0.2", True)]
)
def test_upstream_has_to_be_who_it_says(
    common_gateway: Shared, tmp_path: Path, address: str, trusted: bool
) -> None:
    context, public = certified(tmp_path, address)
    upstream = Upstream(context)
    believed = trusted and address == "127.0.0.1"
    files = {"ca_file": str(public)} if trusted else {}
    gateway = common_gateway.set(upstream=upstream.url, **files)
    answered = gateway.patch(b"{}")
    assert answered.status == (200 if believed else 502)
    assert len(upstream.got) == believed
    if not believed:
        assert json.loads(answered.body)["detail"] == "The service cannot be reached."
    upstream.close()
