"""The coverage of a run of tests: the parts that all judged messages of a process exercised."""

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from threading import Lock
from typing import Any

from deploy_contract.cli.coverage import TITLES, print_text
from deploy_contract.cli.printing import Printer
from deploy_contract.contract import Contract
from deploy_contract.traffic.coverage import SECTIONS, Coverage

_SHORT = ("operations", "parameters", "fields", "rules")  # sections of the summary


class RunCoverage:
    """The coverage, by contract, of the messages that a run has judged. Threads may share it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._found: dict[str, Coverage] = {}  # by version of the contract

    @contextmanager
    def of(self, contract: Contract) -> Iterator[Coverage]:
        """Lend the coverage of a contract to one thread, which adds to it."""
        with self._lock:
            if contract.version not in self._found:
                self._found[contract.version] = Coverage(contract)
            yield self._found[contract.version]

    def coverages(self) -> Iterator[Coverage]:
        """Yield the coverage of each contract, in the order of their first messages."""
        yield from self._found.values()

    def pack(self) -> bytes:
        """Return the counts as bytes, for another process of the same run."""
        with self._lock:
            return pickle.dumps(self._found)

    def merge(self, packed: bytes) -> None:
        """Add the counts that another process of the same run packed."""
        with self._lock:
            for version, found in pickle.loads(packed).items():  # noqa: S301 - from our own worker
                self._found.setdefault(version, Coverage()).merge(found)

    def lines(self, style: str) -> Iterator[str]:
        """Yield the coverage as text. `style`: "summary" (a line for each contract) or "table"."""
        for coverage in self.coverages():
            if style == "table":
                text = StringIO()
                print_text(coverage, Printer(text))
                yield from text.getvalue().splitlines()
            else:
                yield _summary(coverage)

    def to_dict(self) -> dict[str, Any] | None:
        """Return the coverage as JSON, for `deploy-contract coverage`; None without a message.

        If several contracts judged, it is the coverage of the first.
        """
        found = next(self.coverages(), None)
        return None if found is None else found.to_dict()


def _summary(coverage: Coverage) -> str:
    counts = []
    for section in SECTIONS:
        if section in _SHORT:
            exercised, listed, _ = coverage.totals(section)
            counts.append(f"{exercised} of {listed} {TITLES[section].lower()}")
    return f"coverage of contract {coverage.version}: {', '.join(counts)}"


RUN = RunCoverage()  # of this process
