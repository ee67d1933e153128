"""Keys for secrets at rest: where they come from, and what they lock (Fernet: AES-128-CBC with HMAC-SHA256)."""

import os
import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from sqlalchemy import Connection, insert, select, update

from deploy_contract_service import tables
from deploy_contract_service.database import Database
from deploy_contract_service.faults import ServiceError, UnavailableError
from deploy_contract_service.settings import KEY_VARIABLE
from deploy_contract_serving.programs import say

KNOWN = "deploy-contract"  # what the database keeps encrypted, to tell a wrong key at once
BATCH = 500
MADE = "a key is 32 bytes in URL-safe base64, as `deploy-contract serve --make-key` prints"
WRONG = "the key is not the one that the secrets in the database are encrypted with"


class Keyring:
    """Encrypts with the first key, and decrypts with any. ServiceError where one is no key."""

    def __init__(self, keys: Sequence[str]) -> None:
        try:
            self._keys = [Fernet(key) for key in keys]
        except ValueError:
            raise ServiceError(MADE) from None
        self._all = MultiFernet(self._keys)

    def seal(self, text: str) -> str:
        """The encrypted text."""
        return self._keys[0].encrypt(text.encode()).decode("ascii")

    def open(self, token: str) -> str:
        """The text that was encrypted. ServiceError where none of the keys did it."""
        try:
            return self._all.decrypt(token).decode()
        except InvalidToken:
            raise ServiceError(WRONG) from None

    def opens(self, token: str) -> bool:
        """Whether one of the keys has encrypted it."""
        with suppress(ServiceError):
            self.open(token)
            return True
        return False

    @property
    def is_single(self) -> bool:
        """Whether there is one key only."""
        return len(self._keys) == 1

    def is_current(self, token: str) -> bool:
        """Whether the first key has encrypted it."""
        with suppress(InvalidToken):
            self._keys[0].decrypt(token)
            return True
        return False

    def __repr__(self) -> str:
        return f"<Keyring of {len(self._keys)}>"


def split(text: str) -> tuple[str, ...]:
    """The keys in a text: one a line, or separated by blanks or commas; what follows a # is a comment."""
    return tuple(re.sub(r"#.*", "", text).replace(",", " ").split())


def from_file(name: str) -> tuple[str, ...]:
    """The keys in a file. ServiceError where there are none."""
    try:
        found = split(Path(name).read_text("ascii"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text of keys"
        raise ServiceError(
            f"{name}: the key of the secrets cannot be read: {reason}; give it with --key-file"
        ) from None
    if not found:
        raise ServiceError(f"{name!r}: holds no key")
    return sound(name, found)


def from_environment() -> tuple[str, ...]:
    """The keys in the environment, perhaps none."""
    return sound(KEY_VARIABLE, split(os.environ.get(KEY_VARIABLE, "")))


def sound(where: str, found: tuple[str, ...]) -> tuple[str, ...]:
    """The keys of a place. ServiceError that says which of them is none."""
    for number, key in enumerate(found, 1):
        try:
            Fernet(key)
        except ValueError:
            which = f"key {number} of {len(found)}" if len(found) > 1 else "its text"
            raise ServiceError(f"{where}: {which} is no key; {MADE}") from None
    return found


def settle(database: Database, given: Sequence[str]) -> Keyring:
    """The keyring for a database, checked against what it holds; of one that is new, what it will be checked against.

    Without keys, those beside the SQLite file are taken, or made where there is nothing to decrypt yet. ServiceError where a
    key is missing or wrong.
    """
    with database.alone() as connection:
        token = connection.scalar(select(tables.keys.c.token))
        keyring = Keyring(
            given or _beside(database.file, is_new=token is None, is_sqlite=database.is_sqlite)
        )
        if token is None:
            connection.execute(insert(tables.keys).values(id=1, token=keyring.seal(KNOWN)))
        else:
            keyring.open(token)
    return keyring


def rotate(database: Database, keyring: Keyring) -> int:
    """Encrypts by the current key what an older one has encrypted; how many deployments' secrets that were.

    Batch by batch, so that others can write meanwhile. All rows are looked at, whatever the database says its key is: others
    that run may have written with an older key, or have been interrupted here. ServiceError where a key is missing.
    """
    _complete(database, keyring)
    if keyring.is_single:
        return 0  # what it opens it has encrypted
    # first of all: from here on nobody writes with another key, see `confirm`
    with database.alone() as connection:
        keyring.open(connection.scalar(select(tables.keys.c.token)) or "")
        connection.execute(update(tables.keys).values(token=keyring.seal(KNOWN)))
    done = last = 0
    while batch := _rotate(database, keyring, last):
        last, count = batch
        done += count
    return done


def confirm(connection: Connection, keyring: Keyring) -> None:
    """Holds the current key of the database until the transaction ends. UnavailableError where it is not the keyring's first.

    Who writes secrets asks this before: another process may have made another key the current one, and look for what is to be
    encrypted anew only once.
    """
    token = connection.scalar(select(tables.keys.c.token).with_for_update(read=True))
    if token is None or not keyring.is_current(token):
        raise UnavailableError(
            "another process has put another key first; restart this one with the same keys"
        )


def _complete(database: Database, keyring: Keyring) -> None:
    """ServiceError where there are secrets that no key of the keyring opens."""
    table = tables.deployments
    missing = last = 0
    while True:
        some = select(table.c.number, table.c.secrets).where(
            table.c.number > last, table.c.secrets.is_not(None)
        )
        with database.reading() as connection:
            rows = connection.execute(some.order_by(table.c.number).limit(BATCH)).all()
        if not rows:
            break
        missing += sum(not keyring.opens(row.secrets) for row in rows)
        last = rows[-1].number
    if missing:
        raise ServiceError(
            f"a key is missing: secrets of {missing} deployments need one that was dropped; give it as the last"
        )


def _rotate(database: Database, keyring: Keyring, after: int) -> tuple[int, int] | None:
    table = tables.deployments
    some = select(table.c.number, table.c.secrets).where(
        table.c.number > after, table.c.secrets.is_not(None)
    )
    with database.writing() as connection:
        confirm(connection, keyring)
        rows = connection.execute(
            some.order_by(table.c.number).limit(BATCH).with_for_update()
        ).all()
        old = [row for row in rows if not keyring.is_current(row.secrets)]
        for row in old:
            _reseal(connection, row.number, keyring.seal(keyring.open(row.secrets)))
    return (rows[-1].number, len(old)) if rows else None


def _reseal(connection: Connection, number: int, token: str) -> None:
    table = tables.deployments
    connection.execute(update(table).where(table.c.number == number).values(secrets=token))


def _beside(file: Path | None, *, is_new: bool, is_sqlite: bool) -> tuple[str, ...]:
    """The keys of the embedded default."""
    if not is_sqlite:
        raise ServiceError(
            f"a key for secrets is needed: --key-file FILE, or {KEY_VARIABLE} in the environment"
        )
    if file is None:
        return (Fernet.generate_key().decode("ascii"),)  # gone with what it encrypts
    beside = file.with_name(file.name + ".key")
    if is_new:
        if beside.exists():  # what it was made for is somewhere else
            raise ServiceError(
                f"{str(beside)!r} is the key of another {file.name}: put that database back, or remove the key to begin anew"
            )
        _make(beside)
        say(f"made a key for secrets, {beside}; keep it as safe as a password")
    return from_file(str(beside))


def _make(file: Path) -> None:
    """Makes a file with a new key that only its owner may read; whole, or not at all."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(Fernet.generate_key() + b"\n")
            out.flush()
            os.fsync(out.fileno())
        with suppress(FileExistsError):  # another process was first, and that one's counts
            os.link(draft, file)
        draft.unlink()
    except OSError as error:
        raise ServiceError(f"{str(file)!r}: cannot be made: {error.strerror}") from None
