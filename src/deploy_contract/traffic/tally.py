"""Counts over the judged entries of recordings."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from deploy_contract.report import Report
from deploy_contract.traffic.replay import PARTS, JudgedEntry
from deploy_contract_format.printing import escape_name

UNJUDGED = "unjudged"  # beside the verdicts
MAX_LABELS = 20  # entries that are named


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
        verdicts: number of messages by (operation, part, verdict or `UNJUDGED`). The operation is
            "" if the request leads to none.
        violations: number by (rule, mode); the mode is "undecided" for open ones.
        rules: entries with violations, by (rule, mode).
        gaps: entries with a message that was not judged, by (part, reason).
        denied_requests: entries by whether the service accepted the request (None: unknown).
        denied_responses: entries with a denied response.
        differences: messages that a candidate judges otherwise, by (operation, part, verdict,
            verdict of the candidate, rules that differ).
    """

    def __init__(self) -> None:
        self.entries = self.denied = 0
        self.verdicts: Counter[tuple[str, str, str]] = Counter()
        self.violations: Counter[tuple[str, str]] = Counter()
        self.rules: defaultdict[tuple[str, str], Labels] = defaultdict(Labels)
        self.gaps: defaultdict[tuple[str, str], Labels] = defaultdict(Labels)
        self.denied_requests: defaultdict[bool | None, Labels] = defaultdict(Labels)
        self.denied_responses = Labels()
        self.differences: defaultdict[tuple[str, ...], Labels] = defaultdict(Labels)

    def add(self, judged: JudgedEntry, label: str) -> None:
        """Count one entry."""
        self.entries += 1
        self.denied += judged.denied
        for part, report in zip(PARTS, (judged.request, judged.response), strict=True):
            gap = judged.not_judged.get(part)
            if gap is not None:
                self.gaps[part, gap].add(label)
            if report is not None:
                self._add_report(judged, part, report, label)
            elif gap is not None and judged.operation:
                self.verdicts[judged.operation, part, UNJUDGED] += 1
        if judged.request is not None and judged.request.verdict == "deny":
            self.denied_requests[judged.accepted].add(label)
        if judged.response is not None and judged.response.verdict == "deny":
            self.denied_responses.add(label)

    def _add_report(self, judged: JudgedEntry, part: str, report: Report, label: str) -> None:
        operation = judged.operation or ""
        self.verdicts[operation, part, report.verdict] += 1
        found = [(item.rule, str(item.mode)) for item in report.violations]
        found += [(item.rule, "undecided") for item in report.undecided]
        self.violations.update(found)
        for key in dict.fromkeys(found):
            self.rules[key].add(label)
        difference = judged.differences.get(part)
        if difference is not None:
            rules = ", ".join(difference.rules)
            way = (operation, part, report.verdict, difference.verdict, rules)
            self.differences[way].add(label)

    def merge(self, other: "Tally") -> None:
        """Add the totals over later entries."""
        self.entries += other.entries
        self.denied += other.denied
        self.verdicts.update(other.verdicts)
        self.violations.update(other.violations)
        for name in ("rules", "gaps", "denied_requests", "differences"):
            labels = getattr(self, name)
            for key, more in getattr(other, name).items():
                labels[key].merge(more)
        self.denied_responses.merge(other.denied_responses)


def entry_label(name: str, number: int) -> str:
    """Return the label of an entry among those of several files."""
    return f"{escape_name(name)}:{number}"
