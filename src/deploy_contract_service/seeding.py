"""Adding a data file to a store. Stored rows stay, so a restart with the same file adds nothing."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Table, insert, select

from deploy_contract_service import fields, tables
from deploy_contract_service.data_file import REVISIONS, Data
from deploy_contract_service.errors import ServiceError
from deploy_contract_service.patching import complete
from deploy_contract_service.store import COLUMNS, Store, document_text, milliseconds

Row = dict[str, Any]


def seed(store: Store, data: Data, rollout_seconds: float) -> tuple[int, int]:
    """Add the rows of a file that are not stored yet, in one transaction.

    Latest revisions that are not active yet are rolled out after `rollout_seconds`. Return the
    number of deployments that were added, and the number in the file. Raises ServiceError if a new
    deployment has a revision of a stored one, or if the database cannot be reached.
    """
    due = milliseconds(store.clock() + timedelta(seconds=rollout_seconds))
    deployments, revisions = tables.deployments, tables.revisions
    added = 0
    with store.database.exclusive() as connection:
        for item in data.integrations:
            identity = item["id"].lower()
            _add(connection, tables.integrations, {"id": identity, "name": item["name"]})
        for item in data.repositories:
            key = {"integration_id": item["host_integration_id"].lower(), "id": item["id"]}
            _add(connection, tables.repositories, {**key, "document": json.dumps(item)})
        known = set(connection.scalars(select(deployments.c.id)))
        taken = set(connection.scalars(select(revisions.c.id)))
        for index, item in enumerate(data.deployments):
            if item["id"].lower() in known:
                continue
            rows = list(_revision_rows(item, due))
            if any(row["id"] in taken for row in rows):
                raise ServiceError(
                    f"data: /deployments/{index}: one of its revisions belongs to another"
                    " deployment in the database"
                )
            insertion = insert(deployments).values(_row(store, item))
            number = connection.scalar(insertion.returning(deployments.c.number))
            tags = sorted(set(item.get("tag_value_ids") or ()))
            for tag in tags:
                connection.execute(insert(tables.tags), {"tag_value_id": tag, "number": number})
            for row in rows:
                connection.execute(insert(revisions), {**row, "deployment": number})
            added += 1
    return added, len(data.deployments)


def _add(connection: Connection, table: Table, row: Row) -> None:
    """Add a row, unless the table has a row with the same primary key."""
    same = [column == row[column.name] for column in table.primary_key]
    if connection.execute(select(*table.primary_key).where(*same)).first() is None:
        connection.execute(insert(table).values(row))


def _row(store: Store, item: Row) -> Row:
    own = complete(item)
    row: Row = {name: own.get(name) for name in COLUMNS}
    row |= {name: item.get(name) for name in fields.unshown() if name in tables.deployments.c}
    return row | {
        "id": own["id"].lower(),
        "latest_revision_id": (own["latest_revision_id"] or "").lower() or None,
        "folded": own["name"].casefold(),
        "document": document_text(own),
        "secrets": store.encrypt(own["secrets"]),
    }


def _revision_rows(item: Row, due: int) -> Iterator[Row]:
    active = (item["active_revision_id"] or "").lower()
    revisions = item.get(REVISIONS) or _implied_revisions(item)
    ids = [revision["id"].lower() for revision in revisions]
    last_active = ids.index(active) if active in ids else -1
    for index, revision in enumerate(revisions):
        yield {
            "id": ids[index],
            "source": revision.get("source") or item["source"],
            "source_revision_config": json.dumps(revision["source_revision_config"]),
            "created_at": revision["created_at"],
            "due": 0 if index <= last_active else due,
        }


def _implied_revisions(item: Row) -> list[Row]:
    """Return the revisions of a deployment without a list of revisions, from its own fields."""
    latest, active = item["latest_revision_id"], item["active_revision_id"]
    before = {"id": active, "source_revision_config": {}, "created_at": item["created_at"]}
    newest = {**before, "id": latest, "source_revision_config": item["source_revision_config"]}
    newest["created_at"] = item["updated_at"]
    is_active = (active or "").lower() == (latest or "").lower()
    revisions = [newest] if is_active else [before, newest]
    return [revision for revision in revisions if revision["id"]]
