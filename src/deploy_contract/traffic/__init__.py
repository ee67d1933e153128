"""Recorded traffic: reading it, judging it by partitions, and its coverage of the contract."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deploy_contract.traffic.coverage import Coverage
    from deploy_contract.traffic.judging import count, merge, processes, run
    from deploy_contract.traffic.live import LiveCoverage
    from deploy_contract.traffic.recordings import Partition, split
    from deploy_contract.traffic.replay import Session
else:
    _MODULES = {
        "Coverage": "coverage",
        "LiveCoverage": "live",
        "Partition": "recordings",
        "Session": "replay",
        "split": "recordings",
    }

    def __getattr__(name: str) -> Any:
        """Return a name that is imported when it is first used."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_MODULES.get(name, 'judging')}"), name)


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
