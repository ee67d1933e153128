"""Replay of recorded traffic: judge each entry with the facts of earlier entries, and count them.

Any process first judges an entry on its own, which yields a `Lesson`. A ledger takes the lessons of
all entries in order, and returns the facts known before each entry (`EarlierFacts`).
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple, TypeAlias

from deploy_contract.bundle import Bundle
from deploy_contract.candidate import Compared, Difference, ShadowContract
from deploy_contract.contract import Contract
from deploy_contract.http.exchange import LearnedFacts
from deploy_contract.http.messages import Response
from deploy_contract.http.routing import Route
from deploy_contract.knowledge.facts import Facts, contradiction, lasting_fields, merge_facts
from deploy_contract.knowledge.learnable import Key, deployments_at, key_of
from deploy_contract.knowledge.learned import LearnedDeployments
from deploy_contract.knowledge.learning import ValidParts
from deploy_contract.report import Report, outcome_of, to_report
from deploy_contract.traffic.exchanges import OTHER_SCHEME, LogFormat
from deploy_contract.traffic.recordings import Entry
from deploy_contract_format.pointer import find, split
from deploy_contract_format.printing import escape_name

PARTS = ("request", "response")
OTHER_HOST = "the request went to another host"
UNJUDGED = "unjudged"  # in the place of a verdict, for messages that were not judged
MAX_LABELS = 20  # entries that are named


class JudgedEntry(NamedTuple):
    """An entry of a recording and the verdicts on its messages.

    Attributes:
        number: position in the file, from 1.
        operation: the operation that the request leads to, or None.
        request: report on the request, or None if it was not judged.
        response: report on the response, or None if it was not judged.
        not_judged: reason by part, for each message that should have been judged but could not;
            the part "time" is a time that does not count.
        accepted: whether the service accepted the request (a status below 400); None if unknown.
        differences: by part, the verdict of a candidate that differs.
        source: the source of the deployment that the request addresses; None if unknown.
    """

    number: int
    operation: str | None = None
    request: Report | None = None
    response: Report | None = None
    not_judged: Mapping[str, str] = {}
    accepted: bool | None = None
    differences: Mapping[str, Difference] = {}
    source: str | None = None

    @property
    def is_read(self) -> bool:
        """Return False if the entry is broken, and has no messages."""
        reason = self.not_judged.get("request")
        return bool(self.request or self.operation) or reason in (OTHER_HOST, OTHER_SCHEME)

    @property
    def denied(self) -> bool:
        """Return True if the request or the response is denied."""
        return any(report and report.verdict == "deny" for report in (self.request, self.response))

    @property
    def newly_refused(self) -> bool:
        """Return True if the contract denies a request that the service accepted."""
        return bool(self.accepted and self.request and self.request.verdict == "deny")


class Session(NamedTuple):
    """The contract and the facts that judge recordings. It can be pickled.

    Attributes:
        contract: the contract.
        given: stored deployments known beforehand, by id in lower case.
        hosts: hosts to judge, with or without port. Empty: all hosts.
        candidate: a contract whose verdicts are compared with the verdicts of `contract`.
        formats: forms of lines to try before the forms that are always known.
    """

    contract: Contract
    given: Mapping[str, Facts] = {}
    hosts: Sequence[str] = ()
    candidate: Contract | None = None
    formats: Sequence[LogFormat] = ()


Stated: TypeAlias = Sequence[tuple[Key, Facts]]


class Lesson(NamedTuple):
    """The statements of an entry about deployments."""

    started: float | None  # when it was recorded
    changed: str | None = None  # the id of the deployment that the request changes
    stated: Stated = ()  # the statements of the response, if it passes
    valid: Stated | None = None  # the valid part of the response, which may be learned
    is_lost: bool = False  # the result of the change is not known


class EarlierFacts(NamedTuple):
    """The facts that were known before an entry.

    `known` has facts about the deployment that the request addresses, `learned` the learned facts
    that its response may contradict.
    """

    known: Facts | None = None
    learned: Mapping[Key | None, Facts] = {}

    def find(self, identity: str) -> Facts | None:
        """Return the learned facts about a deployment."""
        return self.learned.get(key_of(identity))


class Ledger:
    """The deployments of a recording. Time is recorded time, and never goes back.

    It keeps all fields that the contract allows, even if they may change: a recording is expected to
    have every patch, so the kept values stay up to date.
    """

    def __init__(self, bundle: Bundle, given: Mapping[str, Facts]) -> None:
        """Begin with stored deployments by id in lower case, which no response changes."""
        self._given = given
        known = [rule for rule in bundle.book.rules if rule.shape == "equals_known"]
        fields = {split(rule.parameters["field"]): rule.rule for rule in known}
        self._immutable = {field[0] for field in fields}
        self._lasting = lasting_fields(bundle.book.rules)
        # fields of kept facts that are compared with the statements of a response
        self._compared = {**self._lasting, **fields}
        self._now = 0.0
        self._learned = LearnedDeployments(
            clock=lambda: self._now, bundle=bundle, learn_mutable=True
        )
        self._outdated: set[str] = set()  # given deployments whose fields may have changed

    def learn(self, lesson: Lesson) -> EarlierFacts:
        """Return the facts known before an entry, and learn its statements."""
        self._now = max(self._now, lesson.started or 0.0)
        changed = lesson.changed
        known = None if changed is None else self._known(changed)
        learned: dict[Key | None, Facts] = {}
        is_lost = lesson.is_lost
        for key, facts in lesson.stated:
            before = self._learned.kept(key)
            if before is not None and contradiction(before, facts, self._compared):
                learned[key] = before
                is_lost |= contradiction(before, facts, self._lasting) is not None
        if lesson.valid is not None:
            self._learned.learn_facts(lesson.valid, addressed=changed)
        if changed is not None and is_lost:
            self._learned.invalidate(changed)
            if changed.lower() in self._given:
                self._outdated.add(changed.lower())
        return EarlierFacts(known, learned)

    def _known(self, identity: str) -> Facts | None:
        given, learned = self._given.get(identity.lower()), self._learned.find(identity)
        if given is not None and identity.lower() in self._outdated:
            given = {name: given[name] for name in self._immutable & given.keys()}
        if given is None or learned is None:
            return given or learned
        return merge_facts(learned, given)


class FirstLook(NamedTuple):
    """An entry, and the reports on its messages without facts from other entries.

    `route` is None for an entry that is not judged.
    """

    entry: Entry
    lesson: Lesson
    route: Route | None = None
    request: Report | None = None
    response: Report | None = None


class Replay:
    """A replay of recorded entries through a contract, in the order of their recording.

    Processes share the work: each judges some entries, and one of them keeps the ledger.
    """

    def __init__(self, session: Session) -> None:
        contract, candidate = session.contract, session.candidate
        self.ledger = Ledger(contract.bundle, session.given)
        self._contract = contract
        self._given = session.given
        self._hosts = frozenset(map(str.lower, session.hosts))
        self._source = contract.bundle.book.source_tokens
        self._valid = ValidParts(contract)
        self._candidate = None if candidate is None else ShadowContract(candidate)

    def first(self, entry: Entry) -> FirstLook:
        """Return an entry, judged on its own."""
        _, started, exchange = entry
        if isinstance(exchange, str) or not self._is_selected(exchange.host):
            return FirstLook(entry, Lesson(started))
        sent, received = exchange.request, exchange.response
        judge = self._contract.judge
        route = judge.route(sent)
        request = to_report(judge.request(route, sent.body))
        operation = route.operation
        if operation is None or route.is_head:
            return FirstLook(entry, Lesson(started), route, request)
        response, is_lost = None, True
        stated: Stated = ()
        valid: Stated | None = None
        if received is not None:
            is_lost = not 400 <= received.status < 500
            if not exchange.response_gap or str(received.status) not in operation.responses:
                response = self._check_response(received, request, EarlierFacts())
        if response is not None:
            is_lost = is_lost and not (response.ok and response.value is not None)
            if response.kind is not None:
                part, _ = self._valid.of(response, route.changed)
                stated = self._stated(response) if response.ok else ()
                valid = None if part is None else self._stated(part)
                is_lost = is_lost or part is None
        lesson = Lesson(started, route.changed, stated, valid, is_lost)
        return FirstLook(entry, lesson, route, request, response)

    def _stated(self, report: Report) -> Stated:
        places = self._valid.places.get(report.kind or "", ())
        found = chain.from_iterable(deployments_at(report, place) for place in places)
        return [(key, facts) for key, facts in found if key is not None]

    def judge_entry(self, entry: Entry) -> JudgedEntry:
        """Return the verdict on the next entry."""
        first = self.first(entry)
        return self.second(first, self.ledger.learn(first.lesson))

    def second(self, first: FirstLook, earlier: EarlierFacts) -> JudgedEntry:
        """Return the verdict on an entry with the facts known before it."""
        (number, _, exchange), _, route, request, response = first
        if isinstance(exchange, str):
            return JudgedEntry(number, not_judged={"request": exchange})
        if route is None or request is None:
            return JudgedEntry(number, not_judged={"request": OTHER_HOST})
        sent, received, operation = exchange.request, exchange.response, route.operation
        gaps = {"time": exchange.time_gap} if exchange.time_gap else {}
        if operation is not None and not route.is_head:
            if exchange.request_gap and operation.request:
                gaps["request"] = exchange.request_gap
            if response is None:
                gaps["response"] = exchange.response_gap
        if earlier.known:
            judge = self._contract.judge
            request = to_report(judge.request(route, sent.body, deployment=earlier.known))
        compared: dict[str, Compared] = {}
        if self._candidate is not None and "request" not in gaps:
            whole, outcome = not exchange.request_gap, outcome_of(request)
            found = self._candidate.of_request(outcome, sent, earlier.known, whole=whole)
            compared["request"] = found
        if response is not None and received is not None:
            if earlier.learned:
                response = self._check_response(received, request, earlier)
            if self._candidate is not None:
                compared["response"] = self._candidate.of_response(
                    outcome_of(response), received, request.parameters, None,
                    LearnedFacts(earlier.find), self._given_facts,
                )  # fmt: skip
        source = find(earlier.known, self._source) if earlier.known else None
        return JudgedEntry(
            number,
            None if operation is None else operation.name,
            None if "request" in gaps else request,
            response,
            gaps,
            None if received is None else received.status < 400,
            {part: one.difference for part, one in compared.items() if one.difference},
            source if isinstance(source, str) else None,
        )

    def _check_response(self, response: Response, request: Report, earlier: EarlierFacts) -> Report:
        known = self._given_facts if self._given else None
        learned = LearnedFacts(earlier.find) if earlier.learned else None
        name, arguments = request.operation, request.parameters
        judge = self._contract.judge
        return to_report(judge.response(response, name, arguments, known=known, learned=learned))

    def _is_selected(self, host: str) -> bool:
        hosts = self._hosts
        return not hosts or host in hosts or host.rpartition(":")[0] in hosts

    def _given_facts(self, identity: str) -> Facts | None:
        return self._given.get(identity.lower())


# --- totals


@dataclass
class Labels:
    """Labels of entries: their number, and the first labels."""

    count: int = 0
    first: list[str] = field(default_factory=list)

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
        violations: number by (rule, mode); the mode is "undecided" for undecided violations.
        rules: entries with violations, by (rule, mode).
        gaps: entries with a message that was not judged, by (part, reason).
        denials: entries with a denied message, by (part, whether the service accepted a request;
            None: unknown, or a response).
        differences: messages that a candidate judges otherwise, by (operation, part, verdict,
            verdict of the candidate, rules that differ).
    """

    def __init__(self) -> None:
        self.entries = self.denied = 0
        self.verdicts: Counter[tuple[str, str, str]] = Counter()
        self.violations: Counter[tuple[str, str]] = Counter()
        self.rules: defaultdict[tuple[str, str], Labels] = defaultdict(Labels)
        self.gaps: defaultdict[tuple[str, str], Labels] = defaultdict(Labels)
        self.denials: defaultdict[tuple[str, bool | None], Labels] = defaultdict(Labels)
        self.differences: defaultdict[tuple[str, ...], Labels] = defaultdict(Labels)

    def add(self, judged: JudgedEntry, label: str) -> None:
        """Count one entry."""
        labels = Labels(1, [label])
        self.entries += 1
        self.denied += judged.denied
        for part, reason in judged.not_judged.items():
            self.gaps[part, reason].merge(labels)
        for part, report in zip(PARTS, (judged.request, judged.response), strict=True):
            if report is not None:
                self._add_report(judged, part, report, labels)
            elif part in judged.not_judged and judged.operation:
                self.verdicts[judged.operation, part, UNJUDGED] += 1

    def _add_report(self, judged: JudgedEntry, part: str, report: Report, labels: Labels) -> None:
        operation = judged.operation or ""
        self.verdicts[operation, part, report.verdict] += 1
        if report.verdict == "deny":
            accepted = judged.accepted if part == "request" else None
            self.denials[part, accepted].merge(labels)
        found = [(item.rule, str(item.mode)) for item in report.violations]
        found += [(item.rule, "undecided") for item in report.undecided]
        self.violations.update(found)
        for key in dict.fromkeys(found):
            self.rules[key].merge(labels)
        difference = judged.differences.get(part)
        if difference is not None:
            rules = ", ".join(difference.rules)
            group = (operation, part, report.verdict, difference.verdict, rules)
            self.differences[group].merge(labels)

    def merge(self, other: "Tally") -> None:
        """Add the totals over later entries."""
        self.entries += other.entries
        self.denied += other.denied
        self.verdicts.update(other.verdicts)
        self.violations.update(other.violations)
        for name in ("rules", "gaps", "denials", "differences"):
            labels = getattr(self, name)
            for key, more in getattr(other, name).items():
                labels[key].merge(more)


def entry_label(name: str, number: int) -> str:
    """Return the label of an entry among the entries of several files."""
    return f"{escape_name(name)}:{number}"
