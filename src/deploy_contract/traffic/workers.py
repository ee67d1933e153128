"""Processes that judge the partitions of recordings side by side."""

import gc
import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from deploy_contract import logs
from deploy_contract.exceptions import ContractError
from deploy_contract.files.documents import UnreadableError
from deploy_contract.traffic.judging import PreparedPartition, Session, View
from deploy_contract.traffic.ledger import Known, Ledger
from deploy_contract.traffic.partitions import Partition, read_entries

Result = TypeVar("Result")


def run(
    partitions: Iterable[Partition], session: Session, view: View[Result], jobs: int = 1
) -> Iterator[Result]:
    """Yield a view of the judged entries of each partition, in order.

    Args:
        partitions: the partitions of all recordings, in order.
        session: what to judge by.
        view: makes a result of the judged entries; it and its results can be pickled.
        jobs: number of processes. Results do not depend on it.

    Raises:
        UnreadableError: the file of a partition cannot be read any more.
        ContractError: a process was ended from outside.
    """
    if jobs == 1:
        yield from _run_here(partitions, session, view)
        return
    workers = [_Worker(session, view) for _ in range(jobs)]
    try:
        yield from _run_on(workers, partitions, Ledger(session.contract.bundle))
    finally:
        for worker in workers:
            worker.stop()


def _run_here(
    partitions: Iterable[Partition], session: Session, view: View[Result]
) -> Iterator[Result]:
    replay = session.replay()
    for partition in partitions:
        replay.learned.trim()
        yield view(partition, (replay.judge_entry(entry)[0] for entry in read_entries(partition)))


def _run_on(
    workers: list["_Worker"], partitions: Iterable[Partition], ledger: Ledger
) -> Iterator[Any]:
    """Yield the results of workers, which take the partitions in turn.

    A worker reads its next partition as soon as it has judged the one before.
    """
    waiting = iter(partitions)
    reading: deque[_Worker] = deque()  # whose lessons are due, in the order of partitions
    judging: deque[_Worker] = deque()  # whose results are due, in the order of partitions
    for worker in workers:
        partition = next(waiting, None)
        if partition is not None:
            worker.send((None, partition))
            reading.append(worker)
    while reading:
        worker = reading.popleft()
        if len(judging) == len(workers):  # a worker's result comes before its next lessons
            yield judging.popleft().receive()
        known = ledger.before(worker.receive())
        partition = next(waiting, None)
        worker.send((known, partition))
        judging.append(worker)
        if partition is not None:
            reading.append(worker)
    for worker in judging:
        yield worker.receive()


class _Worker:
    """A process that reads a partition, sends its lessons, and judges it when it is told more."""

    def __init__(self, session: Session, view: View[Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, session, view), daemon=True)
        self._process.start()
        theirs.close()

    def send(self, task: tuple[Known | None, Partition | None]) -> None:
        """Send what is known before the partition that it has read, and the next one to read."""
        try:
            self._ours.send(task)
        except OSError:
            raise _ended() from None

    def receive(self) -> Any:
        """Return the next lessons or result."""
        try:
            found = self._ours.recv()
        except (EOFError, OSError):
            raise _ended() from None
        if isinstance(found, _Unreadable):
            raise UnreadableError(found.text)
        return found

    def stop(self) -> None:
        """End the process."""
        self._ours.close()
        self._process.terminate()
        self._process.join()
        self._process.close()


class _Unreadable:
    """The text of an UnreadableError in a worker."""

    def __init__(self, text: str) -> None:
        self.text = text


def _ended() -> ContractError:
    return ContractError("a process of --jobs has ended: it was killed, or lacks memory")


def _work(pipe: Connection, session: Session, view: View[Any]) -> None:
    """Read and judge partitions until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    gc.freeze()  # the entries of a partition are many objects in no circles
    gc.set_threshold(50_000, 20, 100)
    prepared: PreparedPartition | None = None
    try:
        while True:
            known, partition = pipe.recv()
            if prepared is not None and known is not None:
                pipe.send(prepared.judge(known, view))
            prepared = None
            if partition is not None:
                prepared = PreparedPartition(partition, session)
                pipe.send(prepared.lessons)
    except (EOFError, OSError):
        return
    except UnreadableError as error:
        pipe.send(_Unreadable(str(error)))
    except Exception as error:  # the parent sees that this process has ended
        logs.unexpected("judging a part of a recording", error)
