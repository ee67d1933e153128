"""Adding a data file to a store. Stored rows stay, so a restart with the same file adds nothing."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, insert, select

from deploy_contract_service import fields, keys, tables
from deploy_contract_service.data_file import Data
from deploy_contract_service.deployment_checks import REVISIONS
from deploy_contract_service.errors import ServiceError
from deploy_contract_service.listing import fold, spaced
from deploy_contract_service.patching import complete
from deploy_contract_service.store import COLUMNS, Store, document_text, milliseconds

BATCH = 500  # rows of one statement
Row = dict[str, Any]
T = TypeVar("T")


class Seeded(NamedTuple):
    """The number of deployments that were added, and the number in the file."""

    added: int
    given: int


def seed(store: Store, data: Data, rollout_seconds: float) -> Seeded:
    """Add all of a file that is not stored yet, in one transaction.

    Args:
        store: the store to add to.
        data: the content of the file.
        rollout_seconds: time until latest revisions that are not active yet are rolled out.

    Raises:
        ServiceError: a new deployment has a revision of a stored one.
        UnavailableError: the database cannot be reached.
    """
    due = datetime.now(UTC) + timedelta(seconds=rollout_seconds)
    added = 0
    with store.database.exclusive() as connection:
        keys.require_current(connection, store.keyring)
        _add_integrations(connection, data.integrations)
        _add_repositories(connection, data.repositories)
        for batch in _batches(data.deployments):
            stored = _stored_ids(connection, batch)
            new = [item for item in batch if item["id"].lower() not in stored]
            if new:
                _require_new_revisions(connection, data, new)
                _add_deployments(store, connection, new, due)
            added += len(new)
    return Seeded(added, len(data.deployments))


def _add_integrations(connection: Connection, items: Sequence[Row]) -> None:
    table = tables.integrations
    stored = set(connection.scalars(select(table.c.id)))
    new = []
    for item in items:
        identity = item["id"].lower()
        if identity not in stored:
            new.append({**item, "id": identity})
    if new:
        connection.execute(insert(table), new)


def _add_repositories(connection: Connection, items: Sequence[Row]) -> None:
    table = tables.repositories
    stored = set(map(tuple, connection.execute(select(table.c.integration_id, table.c.id))))
    new = []
    for item in items:
        integration = item["host_integration_id"].lower()
        if (integration, item["id"]) not in stored:
            row = {"integration_id": integration, "id": item["id"], "document": json.dumps(item)}
            new.append(row)
    if new:
        connection.execute(insert(table), new)


def _stored_ids(connection: Connection, batch: Sequence[Mapping[str, Any]]) -> set[str]:
    table = tables.deployments
    wanted = [item["id"].lower() for item in batch]
    return set(connection.scalars(select(table.c.id).where(table.c.id.in_(wanted))))


def _require_new_revisions(connection: Connection, data: Data, new: Sequence[Row]) -> None:
    """Raise ServiceError if a new deployment has a revision of a stored one."""
    table = tables.revisions
    owners = {}
    for item in new:
        owners.update(dict.fromkeys(_revision_ids(item), item))
    for batch in _batches(list(owners)):
        taken = connection.scalar(select(table.c.id).where(table.c.id.in_(batch)).limit(1))
        if taken is not None:
            index = data.deployments.index(owners[taken])
            raise ServiceError(
                f"data: /deployments/{index}: one of its revisions belongs to another deployment"
                " in the database"
            )


def _revision_ids(item: Row) -> Iterator[str]:
    """Yield the ids of a deployment's revisions in lower case, some of them twice."""
    for name in ("latest_revision_id", "active_revision_id"):
        if item[name]:
            yield item[name].lower()
    for one in item.get(REVISIONS) or ():
        yield one["id"].lower()


def _add_deployments(
    store: Store, connection: Connection, items: Sequence[Row], due: datetime
) -> None:
    table = tables.deployments
    rows = [_row(store, item) for item in items]
    returning = insert(table).returning(table.c.number, sort_by_parameter_order=True)
    numbers = list(connection.scalars(returning, rows))
    if store.database.is_sqlite:
        names = [row["folded"] for row in rows]
        index_names(connection, list(zip(numbers, names, strict=True)))
    tagged: list[Row] = []
    revisions: list[Row] = []
    for number, item in zip(numbers, items, strict=True):
        tagged.extend(_tag_rows(number, item))
        revisions.extend(_revision_rows(number, item, due))
    if tagged:
        connection.execute(insert(tables.tags), tagged)
    if revisions:
        connection.execute(insert(tables.revisions), revisions)


def index_names(connection: Connection, names: Sequence[tuple[int, str]]) -> None:
    """Add (number, folded name) pairs to SQLite's indexes of names."""
    folded = [{"rowid": number, "folded": name} for number, name in names]
    pairs = [{"rowid": number, "spaced": spaced(name)} for number, name in names]
    connection.execute(insert(tables.names), folded)
    connection.execute(insert(tables.pairs), pairs)


def _row(store: Store, item: Row) -> Row:
    own = complete(item)
    row: Row = {
        "folded": fold(own["name"]),
        "document": document_text(own),
        "secrets": store.encrypt(own["secrets"]),
    }
    for name in COLUMNS:
        row[name] = _lower_id(name, own.get(name))
    for name in fields.unshown():
        if name in tables.deployments.c:
            row[name] = item.get(name)
    return row


def _lower_id(name: str, value: Any) -> Any:
    is_id = name == "id" or name.endswith("_id")
    return value.lower() if is_id and isinstance(value, str) else value


def _tag_rows(number: int, item: Row) -> Iterator[Row]:
    """Yield the rows of a deployment's tags."""
    for tag in sorted(set(item.get("tag_value_ids") or ())):
        yield {"tag_value_id": tag, "number": number}


def _revision_rows(number: int, item: Row, due: datetime) -> Iterator[Row]:
    """Yield the rows of a deployment's revisions."""
    active = _lower_id("id", item["active_revision_id"])
    revisions = item.get(REVISIONS) or _implied_revisions(item)
    ids = [one["id"].lower() for one in revisions]
    last_active = ids.index(active) if active in ids else -1
    for index, one in enumerate(revisions):
        rolled_out = index <= last_active
        yield {
            "id": ids[index],
            "deployment": number,
            "source": one.get("source") or item["source"],
            "source_revision_config": json.dumps(one["source_revision_config"]),
            "created_at": one["created_at"],
            "due": milliseconds(due),
            "rolled_out_at": one["created_at"] if rolled_out else None,
        }


def _implied_revisions(item: Row) -> list[Row]:
    """Return the revisions of a deployment that lists none, as far as its own fields tell."""
    latest, active = item["latest_revision_id"], item["active_revision_id"]
    found = []
    if active and active.lower() != (latest or "").lower():
        found.append({"id": active, "source_revision_config": {}, "created_at": item["created_at"]})
    if latest:
        configuration, created = item["source_revision_config"], item["updated_at"]
        found.append({"id": latest, "source_revision_config": configuration, "created_at": created})
    return found


def _batches(items: Sequence[T]) -> Iterator[Sequence[T]]:
    for first in range(0, len(items), BATCH):
        yield items[first : first + BATCH]
