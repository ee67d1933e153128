"""Judging the partitions of recordings on a Dask cluster, with the extra [dask]."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from deploy_contract.exceptions import ContractError
from deploy_contract.files.documents import UnreadableError
from deploy_contract.traffic.judging import Session, View, learn, view
from deploy_contract.traffic.ledger import Ledger
from deploy_contract.traffic.partitions import Partition
from deploy_contract_format.printing import escape_name

_SECONDS = 10.0  # to connect
_AHEAD = 4  # partitions for each thread of the cluster that are under way

Result = TypeVar("Result")


def run(
    partitions: Iterable[Partition], session: Session, make: View[Result], address: str
) -> Iterator[Result]:
    """Yield a view of the judged entries of each partition, in order, as `workers.run` does.

    Args:
        partitions: the partitions of all recordings, in order. Its workers read regular files
            themselves, at the same paths.
        session: what to judge by.
        make: makes a result of the judged entries; it and its results can be pickled.
        address: of the scheduler, such as "tcp://127.0.0.1:8786".

    Raises:
        UnreadableError: a worker cannot read the file of a partition.
        ContractError: the cluster cannot be reached, or fails.
    """
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        raise ContractError(
            f"--dask needs {error.name}: pip install 'deploy-contract[dask]'"
        ) from None
    try:
        client: Any = Client(address, timeout=_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TypeError, RuntimeError):
        raise ContractError(
            f"--dask: no scheduler of Dask answers at {escape_name(address)}"
        ) from None
    with client:
        ahead = _AHEAD * max(1, sum(client.nthreads().values()))
        yield from _run_on(client, partitions, session, make, ahead)


def _run_on(
    client: Any, partitions: Iterable[Partition], session: Session, make: View[Any], ahead: int
) -> Iterator[Any]:
    ledger = Ledger(session.contract.bundle)
    sent = client.scatter(session, broadcast=True, hash=False)
    waiting = iter(partitions)
    learning: deque[tuple[Partition, Any]] = deque()
    judging: deque[Any] = deque()
    while True:
        while len(learning) < ahead and (partition := next(waiting, None)) is not None:
            learning.append((partition, client.submit(learn, partition, sent, pure=False)))
        if learning:
            partition, lessons = learning.popleft()
            known = ledger.before(_result(lessons))
            judging.append(client.submit(view, partition, sent, known, make, pure=False))
        if len(judging) > ahead or (judging and not learning):
            yield _result(judging.popleft())
        elif not judging:
            return


def _result(future: Any) -> Any:
    try:
        return future.result()
    except UnreadableError:
        raise
    except Exception as error:  # whatever a worker raises; its text may show values
        raise ContractError(
            f"--dask: a task of the cluster failed: {type(error).__name__}"
        ) from None
