"""Counts of deployments by status, and those that need attention."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, func, or_, select

from deploy_contract_service import fields, listing
from deploy_contract_service.tables import deployments, revisions

# tones of a status that needs nobody's attention; see `fields.status_tones`
SETTLED = ("good", "idle")


class Counts(NamedTuple):
    """Counts over all deployments.

    Attributes:
        by_status: number of deployments by status, for each status that occurs.
        rollouts: number of deployments whose latest revision is not active yet.
    """

    by_status: dict[str, int]
    rollouts: int

    @property
    def total(self) -> int:
        """The number of all deployments."""
        return sum(self.by_status.values())


def counts(connection: Connection) -> Counts:
    """Return the counts. Each of them reads one index and no deployment."""
    status = deployments.c.status
    by_status = select(status, func.count()).group_by(status)
    waiting = revisions.c.rolled_out_at.is_(None)
    rollouts = select(func.count(revisions.c.deployment.distinct())).where(waiting)
    rows = connection.execute(by_status).all()
    return Counts({row[0]: row[1] for row in rows}, connection.scalar(rollouts) or 0)


def attention(connection: Connection, found: Counts, limit: int) -> Sequence[Row[Any]]:
    """Return the rows of the first deployments whose status or rollout is not settled.

    Args:
        connection: connection to the database.
        found: the counts, which name the statuses that occur.
        limit: largest number of rows.
    """
    tones = fields.status_tones()
    open_statuses = [name for name in found.by_status if tones.get(name) not in SETTLED]
    waiting = select(revisions.c.deployment).where(revisions.c.rolled_out_at.is_(None))
    number = deployments.c.number
    chosen = or_(deployments.c.status.in_(open_statuses), number.in_(waiting))
    wanted = select(*listing.COLUMNS).where(chosen).order_by(number).limit(limit)
    return connection.execute(wanted).all()
