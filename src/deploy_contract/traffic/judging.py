"""Judging recordings by partitions: in this process, or on any executor, with the same result.

An executor judges each entry twice: `_learn` judges it on its own, and returns its statements about
deployments; `_judge` judges it with the facts of all entries before it.
"""

import gc
import multiprocessing
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from itertools import cycle, islice
from threading import Thread
from typing import Any, TypeAlias, TypeVar

from deploy_contract.exceptions import ContractError, needing
from deploy_contract.traffic.coverage import Coverage
from deploy_contract.traffic.recordings import Partition, read_entries
from deploy_contract.traffic.replay import (
    EarlierFacts,
    FirstLook,
    JudgedEntry,
    Lesson,
    Replay,
    Session,
    Tally,
    entry_label,
)
from deploy_contract_format.printing import escape_name

_SECONDS = 10.0  # to connect to a cluster
_AHEAD = 2  # partitions of each executor that are under way
_MAX_KEPT = 3  # partitions that a process keeps: two that wait to be judged, and the last one

Item = TypeVar("Item")
Result = TypeVar("Result")
Summary = TypeVar("Summary", Tally, Coverage)
# makes a result of the judged entries of a partition
View: TypeAlias = Callable[[Partition, Iterator[JudgedEntry]], Result]


def run(
    partitions: Iterable[Partition],
    session: Session,
    view: View[Result],
    executors: Sequence[Executor] = (),
) -> Iterator[Result]:
    """Yield a view of the judged entries of each partition, in order.

    Args:
        partitions: the partitions of all recordings, in order.
        session: the contract and the facts to judge by.
        view: makes a result of the judged entries; it and its results can be pickled.
        executors: they take the partitions in turn. Without executors, this process judges. The
            results do not depend on them.

    Raises:
        ContractError: a process has ended or a task has failed.
    """
    replay = Replay(session)
    if not executors:
        for partition in partitions:
            entries = read_entries(partition, session.formats)
            yield view(partition, map(replay.judge_entry, entries))
        return
    packed = pickle.dumps(session)

    def learn() -> Iterator[tuple[Executor, Partition, Future[list[Lesson]]]]:
        for executor, partition in zip(cycle(executors), partitions, strict=False):
            yield executor, partition, executor.submit(_learn, partition, packed)

    def judge() -> Iterator[Future[Result]]:
        for executor, partition, lessons in _ahead(learn(), ahead):
            facts = list(map(replay.ledger.learn, lessons.result()))
            yield executor.submit(_judge, partition, packed, facts, view)

    ahead = _AHEAD * len(executors)
    try:
        for result in _ahead(judge(), ahead):
            yield result.result()
    except ContractError:
        raise
    except BrokenExecutor:
        raise ContractError(
            "a process of --jobs has ended: it was killed, or lacks memory"
        ) from None
    except Exception as error:  # of a worker; its text may show values
        raise ContractError(f"a process that judges failed: {type(error).__name__}") from None


def _ahead(started: Iterator[Item], limit: int) -> Iterator[Item]:
    """Yield the items of an iterator. Up to `limit` items are started before they are needed."""
    waiting = deque(islice(started, limit))
    while waiting:
        yield waiting.popleft()
        waiting.extend(islice(started, 1))


# in a worker

_session = lru_cache(maxsize=2)(pickle.loads)  # a worker unpickles the session of a run once


@lru_cache(_MAX_KEPT)  # threads may share it; another process may judge a partition read here
def _first_looks(partition: Partition, packed: bytes) -> list[FirstLook]:
    session = _session(packed)
    return list(map(Replay(session).first, read_entries(partition, session.formats)))


def _learn(partition: Partition, packed: bytes) -> list[Lesson]:
    return [first.lesson for first in _first_looks(partition, packed)]


def _judge(
    partition: Partition, packed: bytes, facts: list[EarlierFacts], view: View[Result]
) -> Result:
    looks = _first_looks(partition, packed)
    return view(partition, map(Replay(_session(packed)).second, looks, facts))


# where partitions are judged


@contextmanager
def processes(jobs: int) -> Iterator[list[Executor]]:
    """Yield an executor for each of a number of processes, or no executor for 1."""
    context = multiprocessing.get_context("spawn")
    number = jobs if jobs > 1 else 0
    executors: list[Executor] = [ProcessPoolExecutor(1, context, _set_up) for _ in range(number)]
    try:
        yield executors
    finally:
        for executor in executors:
            executor.shutdown(cancel_futures=True)


def _set_up() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends this process
    Thread(target=_end_with_parent, daemon=True).start()
    gc.freeze()  # the entries of a partition are many objects without reference cycles
    gc.set_threshold(50_000, 20, 100)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[list[Executor]]:
    """Yield an executor for each thread of a Dask cluster.

    The address is that of the scheduler, such as "tcp://127.0.0.1:8786".

    Raises:
        ContractError: Dask is not installed, or the cluster cannot be reached or has no workers.
    """
    with needing("dask", "--dask needs"):
        from distributed import Client
    try:
        client: Any = Client(address, timeout=_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError, RuntimeError):
        raise ContractError(
            f"--dask: no scheduler of Dask answers at {escape_name(address)}"
        ) from None
    with client:
        executors = []
        for worker, threads in client.nthreads().items():
            executors += [client.get_executor(pure=False, workers=[worker])] * threads
        if not executors:
            raise ContractError(f"--dask: the cluster at {escape_name(address)} has no workers")
        yield executors


# totals


def count(partition: Partition, judged: Iterable[JudgedEntry]) -> Tally:
    """Return the totals over judged entries. Their labels have the name of the file."""
    tally = Tally()
    for entry in judged:
        tally.add(entry, entry_label(partition.name, entry.number))
    return tally


def merge(summaries: Iterable[Summary]) -> Summary:
    """Return the sum of the summaries of all partitions, in order. The first becomes the sum.

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
