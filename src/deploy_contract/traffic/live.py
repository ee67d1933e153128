"""Coverage of live messages, within a fraction of the time."""

from collections import Counter
from collections.abc import Callable
from threading import Lock
from time import perf_counter
from typing import Any

from deploy_contract.choices import require_share
from deploy_contract.contract import Contract
from deploy_contract.knowledge.facts import Facts
from deploy_contract.report import Report
from deploy_contract.traffic.coverage import Counts, Coverage, Message, plan_of
from deploy_contract_format.pointer import find

SHARE = 0.01
LONGEST = 1 << 16  # bytes of a message; a longer message would take too long
MAX_DOCUMENTS = 20  # of a list


class LiveCoverage:
    """Coverage of the messages that a middleware judges: `ContractMiddleware(coverage=...)`.

    Counting a message takes longer than judging it. So counting pauses after each message, as long
    as its share of the time demands: it counts every message of quiet traffic, and a sample of
    dense traffic. Messages of more than 64 KiB are not counted. Of a list, 20 documents are
    counted. Several middlewares and threads may share it.

    Args:
        share: the largest fraction of the time that counting may take, 0 to 1. 1 counts every
            message, 0 none. The attribute `share` may be set later.
        clock: returns seconds.

    Raises:
        ContractError: the share is wrong.
    """

    def __init__(self, share: float = SHARE, *, clock: Callable[[], float] = perf_counter) -> None:
        require_share("share", share)
        self.share = share
        self._clock = clock
        self._rests_until = float("-inf")
        self._lock = Lock()
        self._counts: dict[str, Counts] = {}  # by version of the contract
        self._contract: Contract | None = None  # the contract that was used last

    def counter(self, contract: Contract) -> Callable[[Message, Report, int, Facts | None], None]:
        """Return the function that counts messages judged by a contract.

        The function takes "request" or "response", the report on the message, the number of bytes
        of its document, and the known facts about the deployment that it addresses.
        """
        with self._lock:
            self._contract = contract
            coverage = Coverage(contract, self._counts.setdefault(contract.version, Counter()))
        place = contract.bundle.book.source_tokens

        def count(message: Message, report: Report, size: int, known: Facts | None) -> None:
            share, started = self.share, self._clock()
            if size > LONGEST or not share or (share < 1 and started < self._rests_until):
                return
            if not self._lock.acquire(blocking=share >= 1):  # another thread counts
                return
            try:
                found = None if known is None else find(known, place)
                source = found if isinstance(found, str) else None
                coverage.add(report, message, source=source, most=MAX_DOCUMENTS)
            finally:
                ended = self._clock()
                self._rests_until = ended + (ended - started) * (1 / share - 1)
                self._lock.release()

        return count

    def snapshot(self) -> Coverage:
        """Return the coverage so far of the contract that was used last."""
        with self._lock:
            if self._contract is None:
                return Coverage()
            plan = plan_of(self._contract)
            counts = self._counts[self._contract.version]
            kept = {one: number for one, number in counts.items() if plan.may_have(one[0])}
            return Coverage(self._contract, Counter(kept))

    def to_dict(self) -> dict[str, Any]:
        """Return the coverage so far as a JSON object; `deploy-contract coverage` adds them up."""
        return self.snapshot().to_dict()
