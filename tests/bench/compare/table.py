"""The table of `make compare`."""

from collections.abc import Mapping
from typing import NamedTuple

from tests.bench.compare.peers import PEERS, Peer, pinned
from tests.bench.compare.proofs import CLAIMS, unchecked

HEAD = (
    "| peer | requests/s | without validation | CPU µs a request | added µs | does not check |\n"
    "|---|---:|---:|---:|---:|---|"
)


class Measured(NamedTuple):
    """The medians of one peer, and the statuses of the proofs; or the reason why it did not run."""

    rate: float = 0.0
    bare_rate: float = 0.0
    cost: float = 0.0
    bare_cost: float = 0.0
    statuses: Mapping[str, int] = {}
    problem: str = ""


def table(measured: Mapping[str, Measured]) -> str:
    """Return the table as Markdown, one row for each peer."""
    rows = [row(peer, measured[peer.module]) for peer in PEERS]
    told = f"Each peer got {len(CLAIMS)} requests that break the contract: {', '.join(CLAIMS)}."
    return "\n".join([HEAD, *rows, "", told])


def row(peer: Peer, found: Measured) -> str:
    """Return the row of one peer."""
    known = pinned()
    versions = ", ".join(f"{package} {known[package]}" for package in peer.packages)
    if found.problem:
        return f"| {peer.name} ({versions}) | not run: {found.problem} | | | | |"
    cells = [
        f"{peer.name} ({versions})",
        f"{found.rate:,.0f}",
        f"{found.bare_rate:,.0f}",
        f"{found.cost:,.0f}",
        f"{found.cost - found.bare_cost:,.0f}",
        unchecked(dict(found.statuses)),
    ]
    return f"| {' | '.join(cells)} |"
