"""Recorded traffic: reading it, judging it by partitions, and what it exercises."""

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
