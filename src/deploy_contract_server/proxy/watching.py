"""The library's gateway, with what it decides taken down in the exchange that it decides about."""

import random

from deploy_contract import Contract, Report
from deploy_contract.gateway import Gateway, Options
from deploy_contract_server.proxy.exchange import CURRENT, Seen


class WatchedGateway(Gateway):
    """A gateway of the same decisions. `advice`: the share of messages whose advice is worked out, which changes no verdict."""

    def __init__(self, contract: Contract, options: Options, advice: float) -> None:
        super().__init__(contract, options)
        self._share = advice

    def observe(self, direction: str, report: Report, seconds: float, *, refused: bool, notes: tuple[str, ...] = ()) -> None:
        """Takes a verdict down. Advice costs as much as the verdict, so where it is not wanted it is not asked for."""
        exchange = CURRENT.get(None)
        if exchange is None:
            return
        wanted = self._share >= 1 or random.random() < self._share  # noqa: S311 - a sample
        found = report.violations if wanted else report.found
        exchange.seen.append(
            Seen(direction, report.operation, report.verdict, refused, found, report.undecided, seconds, notes)
        )
