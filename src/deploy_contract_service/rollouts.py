"""The worker that makes new revisions the active ones when they are due. What is due is stored: a restart loses nothing."""

import logging
import threading
from datetime import UTC, datetime

from sqlalchemy import select, update

from deploy_contract import logs
from deploy_contract_service import tables
from deploy_contract_service.faults import UnavailableError
from deploy_contract_service.store import Store, milliseconds, written

LOG = logging.getLogger("deploy_contract")
BATCH = 500
PAUSE = 0.25  # seconds between looks at the database; other processes add revisions too


def roll_out(store: Store, now: datetime | None = None) -> int:
    """Makes the revisions that are due the active ones; how many.

    Several processes may do it at once: each takes deployments that nobody else is changing, and of one deployment the
    revisions come in their order.
    """
    total = 0
    while count := _batch(store, now or datetime.now(UTC)):
        total += count
        if count < BATCH:
            break
    return total


def _batch(store: Store, now: datetime) -> int:
    revisions, deployments = tables.revisions, tables.deployments
    due = (
        select(revisions.c.number, revisions.c.id, revisions.c.deployment)
        .join(deployments, deployments.c.number == revisions.c.deployment)
        .where(revisions.c.rolled_out_at.is_(None), revisions.c.due <= milliseconds(now))
        .order_by(revisions.c.due, revisions.c.number)
        .limit(BATCH)
    )
    with store.database.reading() as connection:
        if connection.execute(due.limit(1)).first() is None:
            return 0  # nearly always: and whoever writes is not kept waiting
    with store.database.writing() as connection:
        rows = connection.execute(
            due.with_for_update(of=[revisions, deployments], skip_locked=True)
        ).all()
        latest = {row.deployment: row for row in sorted(rows, key=lambda row: row.number)}
        for row in latest.values():
            # earlier ones that wait for longer are passed over: they must not come back
            passed = (revisions.c.number <= row.number) & revisions.c.rolled_out_at.is_(None)
            waiting = update(revisions).where(revisions.c.deployment == row.deployment, passed)
            connection.execute(waiting.values(rolled_out_at=written(now)))
            changed = {"active_revision_id": row.id, "updated_at": written(now)}
            connection.execute(
                update(deployments).where(deployments.c.number == row.deployment).values(changed)
            )
    return len(rows)


class Worker:
    """A thread that rolls out what is due, between `start` and `stop`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="rollouts", daemon=True)

    def start(self) -> None:
        """Starts it."""
        self._thread.start()

    def stop(self) -> None:
        """Stops it, when what it is at is done."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.wait(PAUSE):
            try:
                roll_out(self._store)
            except UnavailableError as error:
                LOG.warning("revisions wait: the database cannot be asked: %s", error)
            except (
                Exception
            ) as error:  # the thread outlives what nobody thought of; texts may hold values
                logs.unexpected("rolling out revisions", error)
