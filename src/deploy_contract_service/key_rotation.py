"""Rotation of keys: secrets of older keys are encrypted again with the current one."""

from typing import NamedTuple

from sqlalchemy import Connection, select, update

from deploy_contract_service import tables
from deploy_contract_service.database import Database
from deploy_contract_service.errors import ServiceError
from deploy_contract_service.keys import KNOWN_TEXT, Keyring, require_current

BATCH = 500  # deployments in one transaction, so that others can write between two of them


class _Done(NamedTuple):
    last: int  # number of the last deployment of a batch
    changed: int  # deployments whose secrets were encrypted again


def rotate(database: Database, keyring: Keyring) -> int:
    """Encrypt all secrets with the current key, and return how many deployments have changed.

    All deployments are examined, even if the database names the current key: an earlier rotation
    may have been interrupted, and other processes may have written with an older key.

    Raises:
        ServiceError: a key is missing.
    """
    _require_all_keys(database, keyring)
    if keyring.is_single:
        return 0  # all that it decrypts it has encrypted
    # From here on no process writes with another key: see `keys.require_current`.
    with database.exclusive() as connection:
        keyring.decrypt(connection.scalar(select(tables.keys.c.token)) or "")
        connection.execute(update(tables.keys).values(token=keyring.encrypt(KNOWN_TEXT)))
    changed = last = 0
    while batch := _rotate_batch(database, keyring, last):
        last = batch.last
        changed += batch.changed
    return changed


def _require_all_keys(database: Database, keyring: Keyring) -> None:
    table = tables.deployments
    missing = last = 0
    while True:
        batch = select(table.c.number, table.c.secrets).where(
            table.c.number > last, table.c.secrets.is_not(None)
        )
        with database.reading() as connection:
            rows = connection.execute(batch.order_by(table.c.number).limit(BATCH)).all()
        if not rows:
            break
        for row in rows:
            missing += not keyring.can_decrypt(row.secrets)
        last = rows[-1].number
    if missing:
        raise ServiceError(
            f"a key is missing: secrets of {missing} deployments need a dropped key;"
            " give it as the last"
        )


def _rotate_batch(database: Database, keyring: Keyring, after: int) -> _Done | None:
    table = tables.deployments
    batch = select(table.c.number, table.c.secrets).where(
        table.c.number > after, table.c.secrets.is_not(None)
    )
    batch = batch.order_by(table.c.number).limit(BATCH).with_for_update()
    with database.writing() as connection:
        require_current(connection, keyring)
        rows = connection.execute(batch).all()
        old = [row for row in rows if not keyring.is_current(row.secrets)]
        for row in old:
            _store_token(connection, row.number, keyring.encrypt(keyring.decrypt(row.secrets)))
    return _Done(rows[-1].number, len(old)) if rows else None


def _store_token(connection: Connection, number: int, token: str) -> None:
    table = tables.deployments
    connection.execute(update(table).where(table.c.number == number).values(secrets=token))
