"""TLS to upstream: nothing is sent to a server whose certificate is not trusted."""

import json
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.certificates import Authority
from tests.support.gateways import Shared, Upstream, soon


@pytest.mark.parametrize(
    ("address", "trusted"), [("127.0.0.1", True), ("127.0.0.1", False), ("127.0.0.2", True)]
)
def test_upstream_has_to_be_who_it_says(
    common_gateway: Shared, tmp_path: Path, address: str, trusted: bool
) -> None:
    authority = Authority(tmp_path)
    upstream = Upstream(authority.server(authority.issue("upstream", address)))
    believed = trusted and address == "127.0.0.1"
    files = {"ca_file": authority.file} if trusted else {}
    gateway = common_gateway.set(upstream=upstream.url, **files)
    answered = gateway.patch(b"{}")
    assert answered.status == (200 if believed else 502)
    assert len(upstream.got) == believed
    if not believed:
        assert json.loads(answered.body)["detail"] == "The service cannot be reached."
        [row] = soon(lambda: gateway.lines("request"))
        assert row["reason"] == "upstream-tls"
    upstream.close()


def test_upstream_may_ask_for_a_certificate(common_gateway: Shared, tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    own, other = authority.issue("own"), Authority(tmp_path, "stranger").issue("other")
    with closing(Upstream(authority.server(authority.issue("upstream"), asks=True))) as upstream:
        trusting = {"ca_file": authority.file, "upstream": upstream.url}
        gateway = common_gateway.set(**trusting)
        assert gateway.patch(b"{}").status == 502
        shown = {"upstream_cert_file": own.cert, "upstream_key_file": own.key}
        gateway = common_gateway.set(**trusting, **shown, ready_path="/ready")
        assert gateway.patch(b"{}").status == 200
        assert [row["status"] for row in soon(lambda: gateway.lines("request"))] == [200]
        assert gateway.watch("/-/ready").status == 200
        # the connection in use stays; the next one shows the certificate of now
        upstream.reply = lambda _got, _connection: None
        gateway.patch(b"{}")
        for source, target in zip(other, own, strict=True):
            Path(source).replace(target)
        upstream.reset()
        assert gateway.patch(b"{}").status == 502
        assert upstream.got == []
        assert soon(lambda: gateway.lines("certificates-read"))
