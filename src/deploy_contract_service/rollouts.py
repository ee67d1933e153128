"""The worker that activates new revisions when they are due.

Due times are stored, so a restart loses none.
"""

import logging
import threading
from datetime import UTC, datetime

from sqlalchemy import select, update

from deploy_contract import logs
from deploy_contract_service import tables
from deploy_contract_service.errors import UnavailableError
from deploy_contract_service.store import Store, format_time, milliseconds

LOG = logging.getLogger(logs.NAME)
BATCH = 500  # revisions in one transaction
PAUSE = 0.25  # seconds between two queries; other processes add revisions too


def roll_out(store: Store, now: datetime | None = None) -> int:
    """Activate the revisions that are due, and return how many were rolled out.

    Several processes may do so at once: each takes deployments that no other is changing.
    Revisions of one deployment are rolled out in their order.
    """
    total = 0
    while count := _roll_out_batch(store, now or datetime.now(UTC)):
        total += count
        if count < BATCH:
            break
    return total


def _roll_out_batch(store: Store, now: datetime) -> int:
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
            return 0  # the usual case, in which no writer has to wait
    with store.database.writing() as connection:
        due = due.with_for_update(of=[revisions, deployments], skip_locked=True)
        rows = connection.execute(due).all()
        latest = {row.deployment: row for row in sorted(rows, key=lambda row: row.number)}
        for row in latest.values():
            # Earlier revisions that wait longer are skipped: they must not become active again.
            skipped = (revisions.c.number <= row.number) & revisions.c.rolled_out_at.is_(None)
            waiting = update(revisions).where(revisions.c.deployment == row.deployment, skipped)
            connection.execute(waiting.values(rolled_out_at=format_time(now)))
            deployment = update(deployments).where(deployments.c.number == row.deployment)
            changed = {"active_revision_id": row.id, "updated_at": format_time(now)}
            connection.execute(deployment.values(changed))
    return len(rows)


class RolloutWorker:
    """A thread that rolls out due revisions, between `start` and `stop`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="rollouts", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread after its current batch."""
        self._stopping.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping.wait(PAUSE):
            try:
                roll_out(self._store)
            except UnavailableError as error:
                LOG.warning("rollouts wait: the database is unavailable: %s", error)
            except Exception as error:  # the thread must survive; texts may contain values
                logs.unexpected("rolling out revisions", error)
