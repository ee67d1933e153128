"""The stored data: integrations, repositories, deployments and their revisions."""

import json
import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, insert, select, update

from deploy_contract.report import Report
from deploy_contract_service import fields, keys, listing, overview, patching, tables
from deploy_contract_service.database import Database
from deploy_contract_service.errors import ServiceError, UnavailableError
from deploy_contract_service.key_rotation import rotate
from deploy_contract_service.settings import Settings

# A deployment as responses have it. It contains secrets, so no log may show it.
Deployment = dict[str, Any]
Check = Callable[[Deployment], Report]

_OTHER_COLUMNS = ("number", "document", "secrets")
# columns that are fields of a deployment
COLUMNS = tuple(column.name for column in listing.COLUMNS if column.name not in _OTHER_COLUMNS)


class Page(NamedTuple):
    """A page of deployments, and the offset of the next page."""

    resources: list[Deployment]
    offset: int


class Patched(NamedTuple):
    """The report on a patch, and the deployment, changed if the report allows it."""

    report: Report
    deployment: Deployment


class Revision(NamedTuple):
    """A revision of a deployment.

    Times are texts as in responses. `rolled_out_at` is None until the revision becomes active.
    """

    id: str
    source: str
    source_revision_config: dict[str, Any]
    created_at: str
    rolled_out_at: str | None


class Integration(NamedTuple):
    """A code-hosting integration."""

    id: str
    name: str


class Store:
    """The stored data of a service.

    Threads may share a store, and processes a database. Ids are accepted in either letter case.
    Every method raises UnavailableError if the database cannot be reached, or if its secrets
    cannot be decrypted with the given keys.
    """

    def __init__(self, database: Database, keyring: keys.Keyring, rollout_seconds: float) -> None:
        self.database = database
        self.keyring = keyring
        self._rollout = timedelta(seconds=rollout_seconds)

    @classmethod
    def open(cls, settings: Settings) -> "Store":
        """Open the store of the settings, with tables and encryption up to date.

        Raises:
            ServiceError: the database or a key cannot be used.
        """
        database = Database(settings.database)
        try:
            keyring = keys.open_keyring(database, settings.keys)
            rotate(database, keyring)
        except BaseException:
            database.close()
            raise
        return cls(database, keyring, settings.rollout_seconds)

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    def page(self, parameters: Mapping[str, Any]) -> Page:
        """Return a page of deployments.

        Args:
            parameters: parameters of the list, as a report has them; defaults may be left out.
        """
        parameters = {**fields.defaults(), **parameters}
        with self.database.reading() as connection:
            rows = listing.page(connection, parameters)
        deployments = list(map(self._deployment, rows))
        return Page(deployments, parameters["offset"] + len(rows))

    def overview(self, limit: int) -> tuple[overview.Counts, list[Deployment]]:
        """Return the counts of deployments, and the first ones that need attention.

        Args:
            limit: largest number of deployments that need attention.
        """
        with self.database.reading() as connection:
            counts = overview.counts(connection)
            rows = overview.attention(connection, counts, limit)
        return counts, list(map(self._deployment, rows))

    def deployment(self, identity: str) -> Deployment | None:
        """Return the deployment with an id, or None."""
        found = select(*listing.COLUMNS).where(tables.deployments.c.id == identity.lower())
        with self.database.reading() as connection:
            row = connection.execute(found).first()
        return self._deployment(row) if row else None

    def patch(self, identity: str, check: Check) -> Patched | None:
        """Patch a deployment in one transaction, or return None if no deployment has the id.

        Args:
            identity: id of the deployment.
            check: returns the report on the patch for the stored deployment, which has a null for
                each field without a value. No other transaction changes it meanwhile.
        """
        table = tables.deployments
        wanted = select(*listing.COLUMNS).where(table.c.id == identity.lower()).with_for_update()
        with self.database.writing() as connection:
            row = connection.execute(wanted).first()
            if row is None:
                return None
            stored = self._deployment(row)
            report = check(patching.complete(stored))
            if not report.ok:
                return Patched(report, stored)
            after, source = patching.apply_patch(
                stored, report.value, creates_revision=report.creates_revision == "yes"
            )
            if source is None and patching.same(after, stored):
                return Patched(report, stored)
            now = datetime.now(UTC)
            after["updated_at"] = format_time(now)
            if source is not None:
                after["latest_revision_id"] = str(uuid.uuid4())
                self._add_revision(connection, row.number, after, source, now)
            changed = {name: after[name] for name in ("latest_revision_id", "updated_at")}
            if not patching.same(after["secrets"], stored["secrets"]):
                keys.require_current(connection, self.keyring)
                changed["secrets"] = self.encrypt(after["secrets"])
            document = document_text(after)
            if document != row.document:
                changed["document"] = document
            connection.execute(update(table).where(table.c.number == row.number).values(changed))
        return Patched(report, after)

    def _add_revision(
        self, connection: Connection, number: int, after: Deployment, source: str, now: datetime
    ) -> None:
        row = {
            "id": after["latest_revision_id"],
            "deployment": number,
            "source": source,
            "source_revision_config": json.dumps(after["source_revision_config"]),
            "created_at": after["updated_at"],
            "due": milliseconds(now + self._rollout),
        }
        connection.execute(insert(tables.revisions).values(row))

    def revisions(self, identity: str, limit: int = 100, offset: int = 0) -> list[Revision] | None:
        """Return revisions of a deployment, the latest first, or None if there is no deployment."""
        table, deployments = tables.revisions, tables.deployments
        wanted = select(deployments.c.number).where(deployments.c.id == identity.lower())
        with self.database.reading() as connection:
            number = connection.scalar(wanted)
            if number is None:
                return None
            some = select(table).where(table.c.deployment == number).order_by(table.c.number.desc())
            rows = connection.execute(some.limit(limit).offset(offset)).all()
        return list(map(_revision, rows))

    def integrations(self) -> list[Integration]:
        """Return all integrations, by name."""
        table = tables.integrations
        with self.database.reading() as connection:
            rows = connection.execute(select(table).order_by(table.c.name, table.c.id)).all()
        return [Integration(row.id, row.name) for row in rows]

    def repositories(self, integration: str) -> list[dict[str, Any]] | None:
        """Return the repositories of an integration, or None if no integration has the id."""
        table, integrations = tables.repositories, tables.integrations
        identity = integration.lower()
        documents = select(table.c.document).where(table.c.integration_id == identity)
        with self.database.reading() as connection:
            rows = connection.scalars(documents.order_by(table.c.id)).all()
            if not rows:
                known = select(integrations.c.id).where(integrations.c.id == identity)
                if connection.scalar(known) is None:
                    return None
        return list(map(json.loads, rows))

    def encrypt(self, secrets: list[Any]) -> str | None:
        """Return the secrets as they are stored."""
        return self.keyring.encrypt(json.dumps(secrets)) if secrets else None

    def _deployment(self, row: Row[Any]) -> Deployment:
        # A client that patches by a deployment without its secrets would delete them.
        try:
            secrets = json.loads(self.keyring.decrypt(row.secrets)) if row.secrets else []
        except ServiceError:
            raise UnavailableError(
                f"no key that is given opens the secrets of deployment {row.id}"
            ) from None
        columns = {name: getattr(row, name) for name in COLUMNS}
        return {**json.loads(row.document), **columns, "secrets": secrets}

    def __repr__(self) -> str:
        return f"<Store {self.database}>"


def _revision(row: Row[Any]) -> Revision:
    configuration = json.loads(row.source_revision_config)
    return Revision(row.id, row.source, configuration, row.created_at, row.rolled_out_at)


def document_text(deployment: Mapping[str, Any]) -> str:
    """Return the JSON text of the fields that have no column of their own."""
    others = {*COLUMNS, "secrets"}
    document = {name: value for name, value in deployment.items() if name not in others}
    return json.dumps(document, separators=(",", ":"))


def format_time(time: datetime) -> str:
    """Return a time as responses have it (RFC 3339, UTC)."""
    return time.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def milliseconds(time: datetime) -> int:
    """Return a time in milliseconds since 1970."""
    return int(time.timestamp() * 1000)
