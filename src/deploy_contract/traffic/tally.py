"""Counts over the judged entries of recordings."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from deploy_contract.report import Report
from deploy_contract.traffic.replay import PARTS, JudgedEntry
from deploy_contract_format.printing import escape_name

UNJUDGED = "unjudged"  # beside the verdicts
MAX_LABELS = 20  # entries that are named


@dataclass
class RuleCount:
    """Violations of one rule: their number, the entries that have them, and the first of these."""

    violations: int
    entries: int
    first: str


@dataclass
class EntryCount:
    """Entries that have something in common: their number, and the first of these."""

    entries: int
    first: str


@dataclass
class Labels:
    """Labels of entries: their number, and the first of them."""

    count: int = 0
    first: list[str] = field(default_factory=list)

    def add(self, label: str) -> None:
        """Add a label."""
        self.count += 1
        if len(self.first) < MAX_LABELS:
            self.first.append(label)

    def merge(self, other: "Labels") -> None:
        """Add labels of later entries."""
        self.count += other.count
        self.first += other.first[: MAX_LABELS - len(self.first)]


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
        differences: messages that a candidate judges otherwise, by (operation, part, verdict, verdict
            of the candidate, rules that differ).
    """

    def __init__(self) -> None:
        self.entries = self.denied = 0
        self.verdicts: dict[tuple[str, str], Counter[str]] = {}
        self.rules: dict[tuple[str, str], RuleCount] = {}
        self.gaps: dict[tuple[str, str], EntryCount] = {}
        self.denied_requests = {True: Labels(), False: Labels(), None: Labels()}
        self.denied_responses = Labels()
        self.differences: dict[tuple[str, str, str, str, str], EntryCount] = {}

    def add(self, judged: JudgedEntry, label: str) -> None:
        """Count one entry."""
        self.entries += 1
        self.denied += judged.denied
        for part, report in zip(PARTS, (judged.request, judged.response), strict=True):
            gap = judged.not_judged.get(part)
            if gap is not None:
                self.gaps.setdefault((part, gap), EntryCount(0, label)).entries += 1
            if report is not None:
                self._add_report(judged, part, report, label)
            elif gap is not None and judged.operation:
                self.verdicts.setdefault((judged.operation, part), Counter())[UNJUDGED] += 1
        if judged.request is not None and judged.request.verdict == "deny":
            self.denied_requests[judged.accepted].add(label)
        if judged.response is not None and judged.response.verdict == "deny":
            self.denied_responses.add(label)

    def _add_report(self, judged: JudgedEntry, part: str, report: Report, label: str) -> None:
        operation = judged.operation or ""
        self.verdicts.setdefault((operation, part), Counter())[report.verdict] += 1
        found = Counter([(item.rule, str(item.mode)) for item in report.violations])
        found.update([(item.rule, "undecided") for item in report.undecided])
        for key, number in found.items():
            count = self.rules.setdefault(key, RuleCount(0, 0, label))
            count.violations += number
            count.entries += 1
        difference = judged.differences.get(part)
        if difference is not None:
            rules = ", ".join(difference.rules)
            way = (operation, part, report.verdict, difference.verdict, rules)
            self.differences.setdefault(way, EntryCount(0, label)).entries += 1

    def merge(self, other: "Tally") -> None:
        """Add the totals over later entries."""
        self.entries += other.entries
        self.denied += other.denied
        for where, verdicts in other.verdicts.items():
            self.verdicts.setdefault(where, Counter()).update(verdicts)
        for rule, more in other.rules.items():
            count = self.rules.setdefault(rule, RuleCount(0, 0, more.first))
            count.violations += more.violations
            count.entries += more.entries
        pairs: Any = ((self.gaps, other.gaps), (self.differences, other.differences))
        for own, others in pairs:
            for key, found in others.items():
                own.setdefault(key, EntryCount(0, found.first)).entries += found.entries
        for accepted, labels in other.denied_requests.items():
            self.denied_requests[accepted].merge(labels)
        self.denied_responses.merge(other.denied_responses)


def entry_label(name: str, number: int) -> str:
    """Return the label of an entry among those of several files."""
    return f"{escape_name(name)}:{number}"
