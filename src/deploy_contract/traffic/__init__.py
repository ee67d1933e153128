"""Recorded traffic: reading it, judging it by partitions, and what it exercises."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deploy_contract.traffic.coverage import Coverage
    from deploy_contract.traffic.judging import Session, hand_out, judge, learn, merge
    from deploy_contract.traffic.live import LiveCoverage
    from deploy_contract.traffic.partitions import Partition, split

__all__ = [
    "Coverage",
    "LiveCoverage",
    "Partition",
    "Session",
    "hand_out",
    "judge",
    "learn",
    "merge",
    "split",
]

_MODULES = {  # name -> the module that has it
    "Coverage": "coverage",
    "LiveCoverage": "live",
    "Partition": "partitions",
    "Session": "judging",
    "hand_out": "judging",
    "judge": "judging",
    "learn": "judging",
    "merge": "judging",
    "split": "partitions",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
