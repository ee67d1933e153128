"""Counts over the judged entries of recordings."""

from collections import Counter
from dataclasses import dataclass

from deploy_contract.report import Report
from deploy_contract.traffic.replay import PARTS, JudgedEntry

UNJUDGED = "unjudged"  # beside the verdicts


@dataclass
class RuleCount:
    """Violations of one rule: their number, the entries that have them, and the first of these."""

    violations: int
    entries: int
    first: str


@dataclass
class GapCount:
    """Entries with a message that could not be judged for one reason, and the first of these."""

    entries: int
    first: str


class Tally:
    """Totals over judged entries. Entries are named by labels, such as their number.

    Attributes:
        entries: number of entries.
        denied: number of entries with a denied request or response.
        verdicts: number of messages by (operation, part), then by verdict or `UNJUDGED`. The
            operation is "" if the request leads to none.
        rules: violations by (rule, mode); the mode is "undecided" for open ones.
        gaps: messages that were not judged, by (part, reason).
        denied_requests: labels, by whether the service accepted the request (None: unknown).
        denied_responses: labels of entries with a denied response.
    """

    def __init__(self) -> None:
        self.entries = self.denied = 0
        self.verdicts: dict[tuple[str, str], dict[str, int]] = {}
        self.rules: dict[tuple[str, str], RuleCount] = {}
        self.gaps: dict[tuple[str, str], GapCount] = {}
        self.denied_requests: dict[bool | None, list[str]] = {True: [], False: [], None: []}
        self.denied_responses: list[str] = []

    def add(self, judged: JudgedEntry, label: str) -> None:
        """Count one entry."""
        self.entries += 1
        self.denied += judged.denied
        for part, report in zip(PARTS, (judged.request, judged.response), strict=True):
            gap = judged.not_judged.get(part)
            if gap is not None:
                self.gaps.setdefault((part, gap), GapCount(0, label)).entries += 1
            if report is not None:
                self._add_verdict(judged.operation, part, report.verdict)
                self._add_violations(report, label)
            elif gap is not None and judged.operation:
                self._add_verdict(judged.operation, part, UNJUDGED)
        if judged.request is not None and judged.request.verdict == "deny":
            self.denied_requests[judged.accepted].append(label)
        if judged.response is not None and judged.response.verdict == "deny":
            self.denied_responses.append(label)

    def _add_verdict(self, operation: str | None, part: str, verdict: str) -> None:
        counts = self.verdicts.setdefault((operation or "", part), {})
        counts[verdict] = counts.get(verdict, 0) + 1

    def _add_violations(self, report: Report, label: str) -> None:
        found: Counter[tuple[str, str]] = Counter()
        for violation in report.violations:
            found[violation.rule, str(violation.mode)] += 1
        for violation in report.undecided:
            found[violation.rule, "undecided"] += 1
        for key, number in found.items():
            count = self.rules.setdefault(key, RuleCount(0, 0, label))
            count.violations += number
            count.entries += 1
