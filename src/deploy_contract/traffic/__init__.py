"""Recorded traffic: reading it, judging it by partitions, and what it exercises."""

from typing import TYPE_CHECKING

from deploy_contract.late_names import late_names

if TYPE_CHECKING:
    from deploy_contract.traffic.coverage import Coverage
    from deploy_contract.traffic.judging import Session, count, merge, processes, run
    from deploy_contract.traffic.live import LiveCoverage
    from deploy_contract.traffic.partitions import Partition, split
else:
    __getattr__, __dir__ = late_names(
        __name__,
        {
            "Coverage": ".coverage",
            "LiveCoverage": ".live",
            "Partition": ".partitions",
            "Session": ".judging",
            "count": ".judging",
            "merge": ".judging",
            "processes": ".judging",
            "run": ".judging",
            "split": ".partitions",
        },
    )

__all__ = [
    "Coverage",
    "LiveCoverage",
    "Partition",
    "Session",
    "count",
    "merge",
    "processes",
    "run",
    "split",
]
