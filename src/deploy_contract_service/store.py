"""What is stored: integrations, repositories, deployments and their revisions."""

import json
import uuid
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Row, insert, select, update

from deploy_contract.report import Report
from deploy_contract_service import fields, keys, listing, patching, tables
from deploy_contract_service.database import Database
from deploy_contract_service.faults import ServiceError, UnavailableError
from deploy_contract_service.settings import Settings

Deployment = dict[
    str, Any
]  # as responses show it; its secrets are in it, so it is not to be logged
Judge = Callable[[Deployment], Report]


class Page(NamedTuple):
    """A page of deployments; `offset`: that of the next page."""

    resources: list[Deployment]
    offset: int


class Patched(NamedTuple):
    """What came of a patch: the report on it, and the deployment, changed where the report allows it."""

    report: Report
    deployment: Deployment


class Revision(NamedTuple):
    """A revision of a deployment. Times as in responses; `rolled_out_at` is None until it was the active one."""

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
    """Asks and changes a database. Threads may share it, and processes a database. Ids in either letter case.

    Every method raises UnavailableError where the database cannot be asked, or not with the keys that there are.
    """

    def __init__(self, database: Database, keyring: keys.Keyring, rollout_seconds: float) -> None:
        self.database = database
        self.keyring = keyring
        self._rollout = timedelta(seconds=rollout_seconds)

    @classmethod
    def open(cls, settings: Settings) -> "Store":
        """The store of the settings: tables up to date, secrets encrypted by the current key. ServiceError if not so."""
        database = Database(settings.database)
        try:
            keyring = keys.settle(database, settings.keys)
            keys.rotate(database, keyring)
        except BaseException:
            database.close()
            raise
        return cls(database, keyring, settings.rollout_seconds)

    def close(self) -> None:
        """Closes the database."""
        self.database.close()

    def page(self, parameters: Mapping[str, Any]) -> Page:
        """The deployments that fit the parameters of a listing, as a report has them: defaults may be left out."""
        parameters = {**fields.defaults(), **parameters}
        with self.database.reading() as connection:
            rows = listing.page(connection, parameters)
        return Page([self.shown(row) for row in rows], parameters["offset"] + len(rows))

    def deployment(self, identity: str) -> Deployment | None:
        """A deployment, if there is one with the id."""
        row = self._row(select(*listing.SHOWN).where(tables.deployments.c.id == _id(identity)))
        return self.shown(row) if row else None

    def patch(self, identity: str, judge: Judge) -> Patched | None:
        """Patches a deployment in one transaction; None where there is none with the id.

        `judge` gives the report on the patch, from the stored deployment, which nobody changes before this is done. It gets the
        deployment complete: to this service every stored value is known, and a field that is not there is null.
        """
        table = tables.deployments
        with self.database.writing() as connection:
            row = connection.execute(
                select(*listing.SHOWN).where(table.c.id == _id(identity)).with_for_update()
            ).first()  # fmt: skip
            if row is None:
                return None
            stored = self.shown(row)
            report = judge(patching.completed(stored))
            if not report.ok:
                return Patched(report, stored)
            after, source = patching.patched(
                stored, report.value, creates_revision=report.creates_revision == "yes"
            )
            if source is None and patching.same(after, stored):
                return Patched(report, stored)
            now = datetime.now(UTC)
            after["updated_at"] = written(now)
            if source is not None:
                after["latest_revision_id"] = str(uuid.uuid4())
                connection.execute(
                    insert(tables.revisions).values(
                        id=after["latest_revision_id"],
                        deployment=row.number,
                        source=source,
                        source_revision_config=json.dumps(after["source_revision_config"]),
                        created_at=after["updated_at"],
                        due=milliseconds(now + self._rollout),
                    )
                )
            changed = {name: after[name] for name in ("latest_revision_id", "updated_at")}
            if not patching.same(after["secrets"], stored["secrets"]):
                keys.confirm(connection, self.keyring)
                changed["secrets"] = self.sealed(after["secrets"])
            document = document_of(after)
            if document != row.document:
                changed["document"] = document
            connection.execute(update(table).where(table.c.number == row.number).values(changed))
        return Patched(report, after)

    def revisions(self, identity: str, limit: int = 100, offset: int = 0) -> list[Revision] | None:
        """The revisions of a deployment, the latest first; None where there is no deployment with the id."""
        table = tables.revisions
        with self.database.reading() as connection:
            number = connection.scalar(
                select(tables.deployments.c.number).where(tables.deployments.c.id == _id(identity))
            )
            if number is None:
                return None
            some = select(table).where(table.c.deployment == number).order_by(table.c.number.desc())
            rows = connection.execute(some.limit(limit).offset(offset)).all()
        return [
            Revision(row.id, row.source, json.loads(row.source_revision_config), row.created_at, row.rolled_out_at)
            for row in rows
        ]  # fmt: skip

    def integrations(self) -> list[Integration]:
        """All integrations, by name."""
        table = tables.integrations
        with self.database.reading() as connection:
            return [
                Integration(row.id, row.name)
                for row in connection.execute(select(table).order_by(table.c.name, table.c.id))
            ]

    def repositories(self, integration: str) -> list[dict[str, Any]] | None:
        """The repositories of an integration; None where there is none with the id."""
        table, wanted = tables.repositories, _id(integration)
        with self.database.reading() as connection:
            rows = connection.scalars(
                select(table.c.document).where(table.c.integration_id == wanted).order_by(table.c.id)
            ).all()  # fmt: skip
            if not rows:
                known = select(tables.integrations.c.id).where(tables.integrations.c.id == wanted)
                if connection.scalar(known) is None:
                    return None
        return [json.loads(row) for row in rows]

    def shown(self, row: Row[Any]) -> Deployment:
        """The deployment of a row."""
        try:
            secrets = json.loads(self.keyring.open(row.secrets)) if row.secrets else []
        except (
            ServiceError
        ):  # not to be shown as if there were none: who patches by what is shown would lose them
            raise UnavailableError(
                f"no key that is given opens the secrets of deployment {row.id}"
            ) from None
        return {
            **json.loads(row.document),
            **{name: getattr(row, name) for name in COLUMNS},
            "secrets": secrets,
        }

    def sealed(self, secrets: list[Any]) -> str | None:
        """The secrets as they are stored."""
        return self.keyring.seal(json.dumps(secrets)) if secrets else None

    def _row(self, statement: Any) -> Row[Any] | None:
        with self.database.reading() as connection:
            return connection.execute(statement).first()

    def __repr__(self) -> str:
        return f"<Store {self.database}>"


COLUMNS = tuple(
    column.name for column in listing.SHOWN if column.name not in ("number", "document", "secrets")
)


def document_of(deployment: Mapping[str, Any]) -> str:
    """The text of the fields that have no column of their own."""
    apart = {*COLUMNS, "secrets"}
    return json.dumps(
        {name: value for name, value in deployment.items() if name not in apart},
        separators=(",", ":"),
    )


def written(time: datetime) -> str:
    """A time as responses show it (RFC 3339, UTC)."""
    return time.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def milliseconds(time: datetime) -> int:
    """A time in milliseconds since 1970."""
    return int(time.timestamp() * 1000)


def _id(identity: str) -> str:
    return identity.lower()
