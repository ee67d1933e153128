"""The stored data: integrations, repositories, deployments and their revisions."""

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from cryptography.fernet import Fernet, InvalidToken
from sqlalchemy import Connection, Row, Select, func, insert, inspect, select, update

from deploy_contract.plain import same
from deploy_contract.report import Report
from deploy_contract_service import fields, keys, listing, patching, tables
from deploy_contract_service.database import Database
from deploy_contract_service.errors import ServiceError, UnavailableError
from deploy_contract_service.settings import Settings

# A deployment as responses have it. It contains secrets, so no log may show it.
Deployment = dict[str, Any]
Check = Callable[[Deployment], Report]

# fields of a deployment that have a column of their own
COLUMNS = ("id", "name", "status", "image_version", "latest_revision_id", "updated_at")
SETTLED = ("good", "idle")  # tones of a status that needs no attention
_NOT_IN_DOCUMENT = {*COLUMNS, "active_revision_id", "secrets"}


class Overview(NamedTuple):
    """Counts of deployments by status, of rollouts under way, and the unsettled deployments."""

    by_status: dict[str, int]
    rollouts: int
    attention: list[Deployment]


class Revision(NamedTuple):
    """A revision of a deployment. `rolled_out_at` is None until it becomes active."""

    id: str
    source: str
    source_revision_config: dict[str, Any]
    created_at: str
    rolled_out_at: str | None


class Store:
    """The stored data of a service.

    Threads may share a store, and processes a database. Ids are accepted in either letter case.
    Every method raises UnavailableError if the database cannot be reached, or if its secrets
    cannot be decrypted with the key. `clock` returns the time, by which rollouts end.

    A new database gets its tables. Raises ServiceError if the database or the key cannot be used.
    """

    def __init__(self, settings: Settings) -> None:
        self.database = Database(settings.database)
        self.clock: Callable[[], datetime] = lambda: datetime.now(UTC)
        self._rollout = timedelta(seconds=settings.rollout_seconds)
        try:
            with self.database.exclusive() as connection:
                self._cipher = _prepare(self.database, connection, settings.key)
        except UnavailableError as error:
            self.close()
            raise ServiceError(f"{self.database}: cannot be used: {error}") from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def page(self, parameters: Mapping[str, Any]) -> list[Deployment]:
        """Return a page of deployments, by the parameters of the report on a request."""
        return self._deployments(listing.page(parameters))

    def overview(self, limit: int) -> Overview:
        """Return the counts of deployments, and the first ones that need attention."""
        table, revisions = tables.deployments, tables.revisions
        waiting = select(revisions.c.deployment).where(revisions.c.due > self._now()).distinct()
        counts = select(table.c.status, func.count()).group_by(table.c.status)
        with self.database.reading() as connection:
            by_status = {row[0]: row[1] for row in connection.execute(counts)}
            rollouts = connection.scalar(select(func.count()).select_from(waiting.subquery()))
        tones = fields.status_tones()
        statuses = [name for name in by_status if tones.get(name) not in SETTLED]
        wanted = listing.ROWS.where(table.c.status.in_(statuses) | table.c.number.in_(waiting))
        first = self._deployments(wanted.order_by(table.c.number).limit(limit))
        return Overview(by_status, rollouts or 0, first)

    def deployment(self, identity: str) -> Deployment | None:
        """Return the deployment with an id, or None."""
        wanted = listing.ROWS.where(tables.deployments.c.id == identity.lower())
        return next(iter(self._deployments(wanted)), None)

    def patch(self, identity: str, check: Check) -> tuple[Report, Deployment] | None:
        """Patch a deployment in one transaction, or return None if no deployment has the id.

        `check` returns the report on the patch for the stored deployment, which has a null for
        each field without a value. No other transaction changes the deployment meanwhile. Return
        the report, and the deployment, which is changed if the report allows the patch.
        """
        table = tables.deployments
        with self.database.writing() as connection:
            wanted = listing.ROWS.where(table.c.id == identity.lower()).with_for_update(of=table)
            row = connection.execute(wanted, {"now": self._now()}).first()
            if row is None:
                return None
            stored = self._deployment(row)
            known = patching.complete(stored)
            report = check(known)
            if not report.ok:
                return report, stored
            after, source = patching.apply_patch(known, report)
            if source is None and same(after, known):
                return report, stored
            now = self.clock()
            after["updated_at"] = _format_time(now)
            if source is not None:
                after["latest_revision_id"] = str(uuid.uuid4())
                revision = {
                    "id": after["latest_revision_id"],
                    "deployment": row.number,
                    "source": source,
                    "source_revision_config": json.dumps(after["source_revision_config"]),
                    "created_at": after["updated_at"],
                    "due": milliseconds(now + self._rollout),
                }
                connection.execute(insert(tables.revisions).values(revision))
            changed = {name: after[name] for name in ("latest_revision_id", "updated_at")}
            changed["document"] = document_text(after)
            if not same(after["secrets"], stored["secrets"]):
                changed["secrets"] = self.encrypt(after["secrets"])
            connection.execute(update(table).where(table.c.number == row.number).values(changed))
        return report, after

    def revisions(self, identity: str, limit: int = 100, offset: int = 0) -> list[Revision] | None:
        """Return revisions of a deployment, the latest first, or None if there is no deployment."""
        table, deployments = tables.revisions, tables.deployments
        wanted = select(deployments.c.number).where(deployments.c.id == identity.lower())
        with self.database.reading() as connection:
            number = connection.scalar(wanted)
            if number is None:
                return None
            query = select(table).where(table.c.deployment == number).limit(limit).offset(offset)
            rows = connection.execute(query.order_by(table.c.number.desc())).all()
        now = self._now()
        return [_revision(row, now) for row in rows]

    def integrations(self) -> Sequence[Row[Any]]:
        """Return all integrations (`id` and `name`), by name."""
        table = tables.integrations
        with self.database.reading() as connection:
            return connection.execute(select(table).order_by(table.c.name, table.c.id)).all()

    def repositories(self, integration: str) -> list[dict[str, Any]] | None:
        """Return the repositories of an integration, or None if no integration has the id."""
        table, integrations = tables.repositories, tables.integrations
        identity = integration.lower()
        known = select(integrations.c.id).where(integrations.c.id == identity)
        documents = select(table.c.document).where(table.c.integration_id == identity)
        with self.database.reading() as connection:
            if connection.scalar(known) is None:
                return None
            return list(map(json.loads, connection.scalars(documents.order_by(table.c.id))))

    def encrypt(self, secrets: list[Any]) -> str | None:
        """Return the secrets as they are stored."""
        text = json.dumps(secrets).encode()
        return self._cipher.encrypt(text).decode("ascii") if secrets else None

    def _now(self) -> int:
        return milliseconds(self.clock())

    def _deployments(self, query: Select[Any]) -> list[Deployment]:
        with self.database.reading() as connection:
            rows = connection.execute(query, {"now": self._now()}).all()
        return list(map(self._deployment, rows))

    def _deployment(self, row: Row[Any]) -> Deployment:
        # A client may send this list back in a patch. Without the secrets, it would delete them.
        try:
            secrets = json.loads(self._cipher.decrypt(row.secrets)) if row.secrets else []
        except InvalidToken:
            raise UnavailableError(
                f"the key does not open the secrets of deployment {row.id}"
            ) from None
        columns = {name: getattr(row, name) for name in COLUMNS}
        columns["active_revision_id"] = row.active_revision_id
        if row.due:
            columns["updated_at"] = max(row.updated_at, _format_milliseconds(row.due))
        return {**json.loads(row.document), **columns, "secrets": secrets}


def _prepare(database: Database, connection: Connection, key: str | None) -> Fernet:
    """Make the tables of a new database, and return the cipher for its secrets."""
    service = tables.service
    names = inspect(connection).get_table_names()
    if tables.deployments.name not in names:
        cipher = keys.open_cipher(database, key, None)
        tables.METADATA.create_all(connection)
        token = cipher.encrypt(keys.KNOWN_TEXT).decode("ascii")
        connection.execute(insert(service).values(version=tables.VERSION, token=token))
        return cipher
    found = connection.execute(select(service)).first() if service.name in names else None
    if found is None or found.version != tables.VERSION:
        raise ServiceError(
            f"{database}: was made by another version of deploy-contract; use that version"
        )
    return keys.open_cipher(database, key, found.token)


def _revision(row: Row[Any], now: int) -> Revision:
    configuration = json.loads(row.source_revision_config)
    time = _format_milliseconds(row.due) if row.due else row.created_at
    active = time if row.due <= now else None
    return Revision(row.id, row.source, configuration, row.created_at, active)


def document_text(deployment: Mapping[str, Any]) -> str:
    """Return the JSON text of the fields that are stored nowhere else."""
    document = {name: value for name, value in deployment.items() if name not in _NOT_IN_DOCUMENT}
    return json.dumps(document, separators=(",", ":"))


def milliseconds(time: datetime) -> int:
    """Return a time in milliseconds since 1970."""
    return int(time.timestamp() * 1000)


def _format_time(time: datetime) -> str:
    """Return a time as responses have it (RFC 3339, UTC)."""
    return time.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def _format_milliseconds(time: int) -> str:
    return _format_time(datetime.fromtimestamp(time / 1000, UTC))
