"""Requests that a validator of this contract must refuse: cases of the suite, sent to every peer.

A peer that accepts one does not check what the case is about.
"""

from contextlib import closing
from http.client import HTTPConnection
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

from tests.support.suite import SuiteRow, body_of, cases, headers_of

CLAIMS = {
    "types": "types: resource_spec cpu wrong",
    "texts for numbers": "numbers: cpu, a string of a digit",
    "formats": "formats: integration_id in a patch is a uuid",
    "incomplete secrets": "shapes: a secret with no value",
    "media type": "requests: Content-Type, text/plain",
    "charset": "requests: Content-Type, charset, another charset",
    "UTF-8": "wire: encoding, UTF-16, little-endian, with its mark",
    "duplicate keys": "wire: duplicate key at the top",
    "confusable names": "undeclared: another letter case, allow",
    "lone surrogates": "wire: surrogate high, alone",
    "NaN": "wire: NaN in a free-form object",
    "number ranges": "numbers: free-form, 2^53",
    "depth": "wire: 33 levels in a free-form object",
    "rules by source": "sources: secret_references, codehost",
    "rules between fields": "stored: build_on_push and a tag",
    "stored state": "stored: repo_url different",
}


class Proof(NamedTuple):
    """A request to a deployment of its own, and the part of that deployment that a peer may know."""

    claim: str
    identity: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    stored: dict[str, Any]


def proofs() -> list[Proof]:
    known = dict(cases())
    return [
        _proof(claim, str(UUID(int=number, version=4)), known[title])
        for number, (claim, title) in enumerate(CLAIMS.items(), 1)
    ]


def _proof(claim: str, identity: str, case: SuiteRow) -> Proof:
    message = case.get("request", case)
    headers = headers_of(message) if "request" in case else [("Content-Type", "application/json")]
    stored = case.get("deployment") or {"source": case.get("source") or "codehost"}
    return Proof(claim, identity, tuple(headers), body_of(message), {**stored, "id": identity})


def send(url: str, proof: Proof) -> int:
    """Send the request of a proof to a peer, and return the status of the answer."""
    with closing(HTTPConnection(urlsplit(url).netloc, timeout=10)) as connection:
        connection.putrequest("PATCH", f"/v2/deployments/{proof.identity}")
        for name, value in (*proof.headers, ("Content-Length", str(len(proof.body)))):
            connection.putheader(name, value)
        connection.endheaders(proof.body)
        response = connection.getresponse()
        response.read()
        return response.status


def unchecked(statuses: dict[str, int]) -> str:
    """Return the claims that a peer does not check, by the statuses of its answers."""
    found = []
    for claim, status in statuses.items():
        if status < 400:
            found.append(claim)
        elif status >= 500:
            found.append(f"{claim} (answers {status})")
    return ", ".join(found) or "(checks all of these)"
