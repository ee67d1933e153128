"""Puts the data of a file into a store. What is there already stays as it is: a restart with the same file changes nothing."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import Connection, insert, select

from deploy_contract_service import fields, keys, tables
from deploy_contract_service.data import REVISIONS, Data
from deploy_contract_service.faults import ServiceError
from deploy_contract_service.listing import folded, spaced
from deploy_contract_service.patching import completed
from deploy_contract_service.store import COLUMNS, Store, document_of, milliseconds

BATCH = 500
Row = dict[str, Any]
T = TypeVar("T")


def seed(store: Store, data: Data, rollout_seconds: float) -> tuple[int, int]:
    """Adds what is not there yet, all or nothing; how many deployments that are, and of how many.

    A latest revision that is not the active one yet is rolled out `rollout_seconds` from now.
    """
    due = datetime.now(UTC) + timedelta(seconds=rollout_seconds)
    added = 0
    with store.database.alone() as connection:
        keys.confirm(connection, store.keyring)
        _places(connection, data)
        for batch in _batches(data.deployments):
            there = _known(connection, batch)
            new = [item for item in batch if item["id"].lower() not in there]
            if new:
                _revised(connection, data, new)
                _deployments(store, connection, new, due)
            added += len(new)
    return added, len(data.deployments)


def _places(connection: Connection, data: Data) -> None:
    """Integrations and repositories."""
    table = tables.integrations
    there = set(connection.scalars(select(table.c.id)))
    new = [
        {**item, "id": item["id"].lower()}
        for item in data.integrations
        if item["id"].lower() not in there
    ]
    if new:
        connection.execute(insert(table), new)
    listed = tables.repositories
    found = {
        (row.integration_id, row.id)
        for row in connection.execute(select(listed.c.integration_id, listed.c.id))
    }
    rows = [
        {
            "integration_id": item["host_integration_id"].lower(),
            "id": item["id"],
            "document": json.dumps(item),
        }
        for item in data.repositories
        if (item["host_integration_id"].lower(), item["id"]) not in found
    ]
    if rows:
        connection.execute(insert(listed), rows)


def _known(connection: Connection, batch: Sequence[Mapping[str, Any]]) -> set[str]:
    table = tables.deployments
    return set(
        connection.scalars(
            select(table.c.id).where(table.c.id.in_([item["id"].lower() for item in batch]))
        )
    )


def _revised(connection: Connection, data: Data, new: Sequence[Row]) -> None:
    """ServiceError where a new deployment has a revision that another one has already."""
    table = tables.revisions
    owners = {identity: item for item in new for identity in _identities(item)}
    for batch in _batches(list(owners)):
        taken = connection.scalar(select(table.c.id).where(table.c.id.in_(batch)).limit(1))
        if taken is not None:
            index = data.deployments.index(owners[taken])
            raise ServiceError(
                f"data: /deployments/{index}: a revision of it is another deployment's in the database"
            )


def _identities(item: Row) -> Iterator[str]:
    """The ids of a deployment's revisions."""
    named = [item["latest_revision_id"], item["active_revision_id"]]
    yield from (
        identity.lower()
        for identity in [*named, *(one["id"] for one in item.get(REVISIONS) or ())]
        if identity
    )


def _deployments(store: Store, connection: Connection, items: Sequence[Row], due: datetime) -> None:
    table = tables.deployments
    rows = [_row(store, item) for item in items]
    returning = insert(table).returning(table.c.number, sort_by_parameter_order=True)
    numbers = list(connection.scalars(returning, rows))
    if store.database.is_sqlite:
        index_names(
            connection, [(number, row["folded"]) for number, row in zip(numbers, rows, strict=True)]
        )
    tagged = [
        {"tag_value_id": tag, "number": number}
        for number, item in zip(numbers, items, strict=True)
        for tag in sorted(set(item.get("tag_value_ids") or ()))
    ]
    if tagged:
        connection.execute(insert(tables.tags), tagged)
    revisions = [
        row
        for number, item in zip(numbers, items, strict=True)
        for row in _revisions(number, item, due)
    ]
    if revisions:
        connection.execute(insert(tables.revisions), revisions)


def index_names(connection: Connection, names: Sequence[tuple[int, str]]) -> None:
    """Puts the folded names of numbers into SQLite's indexes of names."""
    connection.execute(
        insert(tables.names), [{"rowid": number, "folded": name} for number, name in names]
    )
    connection.execute(
        insert(tables.pairs), [{"rowid": number, "spaced": spaced(name)} for number, name in names]
    )


def _row(store: Store, item: Row) -> Row:
    own = completed(item)
    beside = {name: item.get(name) for name in fields.beside() if name in tables.deployments.c}
    columns = {name: _lower(name, own.get(name)) for name in COLUMNS}
    document, secrets = document_of(own), store.sealed(own["secrets"])
    return {
        **columns,
        **beside,
        "folded": folded(own["name"]),
        "document": document,
        "secrets": secrets,
    }


def _lower(name: str, value: Any) -> Any:
    return (
        value.lower()
        if isinstance(value, str) and (name == "id" or name.endswith("_id"))
        else value
    )


def _revisions(number: int, item: Row, due: datetime) -> Iterator[Row]:
    """The revisions of a deployment, those that the file does not tell as far as the deployment does."""
    latest, active = (
        _lower("id", item[name]) for name in ("latest_revision_id", "active_revision_id")
    )
    listed = item.get(REVISIONS) or [
        {"id": identity, "source_revision_config": configuration, "created_at": item[at]}
        for identity, configuration, at in (
            (active if active != latest else None, {}, "created_at"),
            (latest, item["source_revision_config"], "updated_at"),
        )
        if identity
    ]
    ids = [one["id"].lower() for one in listed]
    last = ids.index(active) if active in ids else -1
    for index, one in enumerate(listed):
        yield {
            "id": ids[index],
            "deployment": number,
            "source": one.get("source") or item["source"],
            "source_revision_config": json.dumps(one["source_revision_config"]),
            "created_at": one["created_at"],
            "due": milliseconds(due),
            "rolled_out_at": one["created_at"] if index <= last else None,
        }


def _batches(items: Sequence[T]) -> Iterator[Sequence[T]]:
    for first in range(0, len(items), BATCH):
        yield items[first : first + BATCH]
