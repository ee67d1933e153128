"""Recorded traffic judged entry by entry, with what was learned of deployments on the way, and counted."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract.contract import Contract
from deploy_contract.document.walker import failed
from deploy_contract.files import documents
from deploy_contract.files.documents import UnreadableError
from deploy_contract.http.messages import Request
from deploy_contract.knowledge.learned import Known, LearnedDeployments
from deploy_contract.knowledge.lookups import Knowledge
from deploy_contract.options import one_of
from deploy_contract.report import ContractError, Report
from deploy_contract.tables import tables
from deploy_contract.traffic import har
from deploy_contract.traffic.har import Exchange, OddError
from deploy_contract.traffic.recording import Recording
from deploy_contract_format.faults import shown
from deploy_contract_format.pointer import split

PARTS = ("request", "response")
OTHER_HOST = "the request went to another host"


class Judged(NamedTuple):
    """An entry of a HAR file, counted from 1, and what the contract says of it.

    `operation` is None where the request leads to none of the contract's. `request`, `response`: the reports, None where there
    is nothing to judge or it cannot be; `gaps` then says why, by part, where the contract would have had something to say.
    `taken`: whether the service took the request, None where its answer is not known.
    """

    number: int
    operation: str | None = None
    request: Report | None = None
    response: Report | None = None
    gaps: Mapping[str, str] = {}
    taken: bool | None = None

    @property
    def denied(self) -> bool:
        """Whether the request or the response is denied."""
        return any(
            report is not None and report.verdict == "deny"
            for report in (self.request, self.response)
        )

    @property
    def newly_refused(self) -> bool:
        """Whether the service took the request, and the contract denies it."""
        return self.taken is True and self.request is not None and self.request.verdict == "deny"


class Replay:
    """Judges the entries of HAR files by a contract, in the order in which they were recorded.

    given: what is known of deployments beforehand, by id in small letters. hosts: those whose traffic is judged, with or
    without their port; all, where there are none.
    """

    def __init__(
        self,
        contract: Contract,
        given: Mapping[str, Known] | None = None,
        hosts: Sequence[str] = (),
    ) -> None:
        self._contract = contract
        self._given = dict(given or {})
        self._hosts = frozenset(host.lower() for host in hosts)
        self._now = 0.0
        self._learned = LearnedDeployments(
            clock=lambda: self._now
        )  # what is known grows old in recorded time
        self._knowledge = Knowledge(contract, [self._learned])

    def judge(self, entries: list[Any] | Recording) -> Iterator[Judged]:
        """Each entry judged, the oldest first. A list is emptied on the way, for it may be all the memory there is."""
        for index, started in har.in_order(entries):
            entry = entries[index]
            if isinstance(entries, list):
                entries[index] = None
            self._now = started if started is not None else self._now
            try:
                yield self._judged(index + 1, har.exchange(entry))
            except OddError as odd:
                yield Judged(index + 1, gaps={"request": str(odd)})

    def _judged(self, number: int, found: Exchange) -> Judged:
        if self._hosts and not {found.host, found.host.rpartition(":")[0]} & self._hosts:
            return Judged(number, gaps={"request": OTHER_HOST})
        checker = self._contract.checker
        route = checker.route(found.request.method, found.request.path)
        identity = checker.identity(route)
        known = self._known(identity, found.request) if identity else None
        asked = checker.request(found.request, deployment=known, route=route)
        taken = None if found.response is None else found.response.status < 400
        operation = route.operation
        if operation is None:
            return Judged(number, None, asked, taken=taken)
        gaps = {"request": found.request_gap} if found.request_gap and operation.request else {}
        answered = None
        if route.is_head:
            return Judged(number, operation.name, asked, taken=taken)
        if found.response is None or (
            found.response_gap and str(found.response.status) in operation.responses
        ):
            gaps["response"] = found.response_gap
        else:
            answered = checker.response(
                found.response, asked, known=self._known_before, heard=self._learned.find
            )
            if answered.document is not None:
                self._knowledge.learn(answered, addressed=identity)
        if (
            identity
            and not (answered and answered.ok and answered.value is not None)
            and not _refused(found)
        ):
            self._forget(identity)
        return Judged(
            number, operation.name, None if "request" in gaps else asked, answered, gaps, taken
        )

    def _known_before(self, identity: str) -> Known | None:
        """Return what was given of a deployment."""
        return self._given.get(identity.lower())

    def _known(self, identity: str, request: Request) -> Known | None:
        """What is known of a deployment: what was given, and over it what was learned, which is newer."""
        given, learned = self._given.get(identity), self._learned.find(identity, request)
        if given is None or learned is None:
            return learned if given is None else given
        return _merged(given, learned)

    def _forget(self, identity: str) -> None:
        """Forgets what may have changed of a deployment: it was patched, and the result is not known."""
        self._learned.forget(identity)
        given = self._given.get(identity)
        if given is not None:
            self._given[identity] = {name: given[name] for name in _lasting() if name in given}


class Tally:
    """Counts what was judged. Entries are named by labels, such as their number."""

    def __init__(self) -> None:
        self.entries = self.denied = 0
        self.verdicts: dict[
            tuple[str, str], dict[str, int]
        ] = {}  # (operation, part) -> verdict, or "unjudged" -> count
        self.rules: dict[
            tuple[str, str], list[Any]
        ] = {}  # (rule, mode) -> violations, entries, first entry
        self.gaps: dict[tuple[str, str], list[Any]] = {}  # (part, reason) -> entries, first entry
        self.refused: dict[bool | None, list[str]] = {
            True: [],
            False: [],
            None: [],
        }  # denied requests by what the service did
        self.faults: list[str] = []  # entries with denied responses

    def add(self, judged: Judged, label: str) -> None:
        """Counts one entry."""
        self.entries += 1
        self.denied += judged.denied
        for part, report in zip(PARTS, (judged.request, judged.response), strict=True):
            if part in judged.gaps:
                self.gaps.setdefault((part, judged.gaps[part]), [0, label])[0] += 1
            if report is not None or (part in judged.gaps and judged.operation):
                counts = self.verdicts.setdefault((judged.operation or "", part), {})
                verdict = report.verdict if report is not None else "unjudged"
                counts[verdict] = counts.get(verdict, 0) + 1
            if report is not None:
                self._count(report, label)
        if judged.request is not None and judged.request.verdict == "deny":
            self.refused[judged.taken].append(label)
        if judged.response is not None and judged.response.verdict == "deny":
            self.faults.append(label)

    def _count(self, report: Report, label: str) -> None:
        broken = [(violation.rule, violation.mode) for violation in report.violations]
        broken += [(violation.rule, "undecided") for violation in report.undecided]
        for key in dict.fromkeys(broken):
            row = self.rules.setdefault(key, [0, 0, label])
            row[0] += broken.count(key)
            row[1] += 1


def deployments(name: str, contract: Contract) -> dict[str, Known]:
    """What a file says of deployments: a JSON or YAML object from id to source, or to the stored deployment.

    The result has the ids in small letters. ContractError where it is anything else; the text shows no value.
    """
    try:
        value = documents.load(name, contract.limits.response_body)
    except UnreadableError as error:
        raise ContractError(str(error)) from None
    if not isinstance(value, dict):
        raise ContractError(
            f"{shown(name)}: an object from the id of a deployment to its source, or to all that is stored"
        )
    sources = tuple(tables().book.sources)
    given: dict[str, Known] = {}
    for number, (identity, known) in enumerate(value.items(), 1):
        if any(failed(schema, identity) for schema in _identities(contract)):
            raise ContractError(f"{shown(name)}: key {number} is not the id of a deployment")
        stored = {"source": known} if isinstance(known, str) else known
        if not isinstance(stored, dict):
            raise ContractError(
                f"{shown(name)}: value {number} is neither a source nor a stored deployment"
            )
        one_of(
            f"{shown(name)}: the source of deployment {number}",
            stored.get("source"),
            (None, *sources),
        )
        given[identity.lower()] = stored
    return given


def _identities(contract: Contract) -> Iterator[dict[str, Any]]:
    """The schemas of what stands for a stored deployment in a path."""
    for row in contract.operations:
        if row["request"] and tables().book.kinds[row["request"]].stored:
            yield [
                parameter["schema"] for parameter in row["parameters"] if parameter["in"] == "path"
            ][-1]


def _refused(found: Exchange) -> bool:
    return (
        found.response is not None and 400 <= found.response.status < 500
    )  # after another failure nobody knows


def _lasting() -> set[str]:
    """The members of a stored deployment that never change, by the rules that say so of a response."""
    return {
        split(rule.parameters["field"])[0]
        for rule in tables().book.rules
        if rule.shape == "equals_known"
    }


def _merged(under: Known, over: Known) -> dict[str, Any]:
    merged = dict(under)
    for name, value in over.items():
        below = merged.get(name)
        merged[name] = (
            _merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
        )
    return merged
