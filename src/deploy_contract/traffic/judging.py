"""Judging recordings by partitions, in one process or in many, with the same result.

    session = Session(Contract())
    partitions = list(split(["traffic.ndjson"]))
    lessons = [learn(partition, session) for partition in partitions]
    known = hand_out(lessons, session)
    tallies = [judge(partition, session, facts) for partition, facts in zip(partitions, known)]
    total = merge(tallies)

`learn` and `judge` may run in any process: their arguments and results can be pickled.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, Self, TypeAlias, TypeVar

from deploy_contract.contract import Contract
from deploy_contract.knowledge.facts import Facts
from deploy_contract.traffic.ledger import Known, Ledger, LessonRecorder, Lessons
from deploy_contract.traffic.partitions import Entry, Partition, read_entries
from deploy_contract.traffic.replay import FirstReports, JudgedEntry, Replay
from deploy_contract.traffic.tally import Tally, entry_label

Result = TypeVar("Result")
# makes a result of the judged entries of a partition
View: TypeAlias = Callable[[Partition, Iterator[JudgedEntry]], Result]


class Session(NamedTuple):
    """The contract and the facts that recordings are judged by.

    Attributes:
        contract: the contract.
        given: stored deployments known beforehand, by id in lower case.
        hosts: hosts to judge, with or without port. None given: all hosts.
        candidate: a contract whose verdicts are compared with those of `contract`.
    """

    contract: Contract
    given: Mapping[str, Facts] = {}
    hosts: Sequence[str] = ()
    candidate: Contract | None = None

    def replay(self) -> Replay:
        """Return a new replay."""
        return Replay(self.contract, self.given, self.hosts, candidate=self.candidate)


class PreparedPartition:
    """A partition that was read once, with its lessons and the first reports on its messages."""

    def __init__(self, partition: Partition, session: Session) -> None:
        recorder = LessonRecorder(session.contract.bundle)
        first = Replay(session.contract, session.given, session.hosts, recorder)
        self._partition = partition
        self._session = session
        self._entries: list[tuple[Entry, FirstReports]] = []
        for entry in read_entries(partition):
            self._entries.append((entry, first.judge_entry(entry)[1]))
        self.lessons = recorder.lessons

    def judge(self, known: Known, view: View[Result]) -> Result:
        """Return a view of the judged entries, given what was known before them."""
        replay = self._session.replay()
        replay.take(known)
        return view(self._partition, (replay.judge_entry(*row)[0] for row in self._entries))


class Mergeable(Protocol):
    """A summary that another one can be added to."""

    def merge(self, other: Self, /) -> None:
        """Add the summary of later entries."""


Summary = TypeVar("Summary", bound=Mergeable)


def learn(partition: Partition, session: Session) -> Lessons:
    """Return what the messages of a partition say of deployments.

    Raises:
        UnreadableError: the file of the partition cannot be read.
    """
    return PreparedPartition(partition, session).lessons


def hand_out(lessons: Iterable[Lessons], session: Session) -> Iterator[Known]:
    """Yield what was known before each partition. `lessons`: those of all, in order."""
    ledger = Ledger(session.contract.bundle)
    for one in lessons:
        yield ledger.before(one)


def judge(partition: Partition, session: Session, known: Known | None = None) -> Tally:
    """Return the totals over the entries of a partition.

    Args:
        partition: the partition.
        session: what to judge by.
        known: what was known before it (`hand_out`); None: nothing.

    Raises:
        UnreadableError: the file of the partition cannot be read.
    """
    return view(partition, session, known, count)


def view(partition: Partition, session: Session, known: Known | None, make: View[Result]) -> Result:
    """Return a view of the judged entries of a partition. The arguments are those of `judge`."""
    replay = session.replay()
    if known is not None:
        replay.take(known)
    judged = (replay.judge_entry(entry)[0] for entry in read_entries(partition))
    return make(partition, judged)


def count(partition: Partition, judged: Iterable[JudgedEntry]) -> Tally:
    """Return the totals over judged entries. Their labels have the name of the file."""
    tally = Tally()
    for entry in judged:
        tally.add(entry, entry_label(partition.name, entry.number))
    return tally


def merge(summaries: Iterable[Summary]) -> Summary:
    """Return the sum of the summaries of all partitions, in order. The first one becomes the sum.

    Raises:
        ValueError: there is no summary.
    """
    rest = iter(summaries)
    total = next(rest, None)
    if total is None:
        raise ValueError("there are no summaries to merge")
    for summary in rest:
        total.merge(summary)
    return total
