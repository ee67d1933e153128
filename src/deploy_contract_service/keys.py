"""Keys that encrypt secrets at rest (Fernet: AES-128-CBC with HMAC-SHA256), and their sources."""

import os
import re
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from sqlalchemy import Connection, insert, select

from deploy_contract_service import tables
from deploy_contract_service.database import Database
from deploy_contract_service.errors import ServiceError, UnavailableError
from deploy_contract_service.settings import KEY_VARIABLE
from deploy_contract_serving.stderr import print_line

KNOWN_TEXT = "deploy-contract"  # the database keeps it encrypted, to detect a wrong key at once
_FORMAT = "a key is 32 bytes in URL-safe base64, as `deploy-contract serve --make-key` prints"
_WRONG = "the secrets in the database are encrypted with another key"


class Keyring:
    """Keys for secrets: the first, which is current, encrypts; every key decrypts."""

    def __init__(self, keys: Sequence[str]) -> None:
        """Make a keyring.

        Raises:
            ServiceError: a key is malformed.
        """
        try:
            self._keys = list(map(Fernet, keys))
        except ValueError:
            raise ServiceError(_FORMAT) from None
        self._all = MultiFernet(self._keys)

    def encrypt(self, text: str) -> str:
        """Return the text encrypted with the current key."""
        return self._keys[0].encrypt(text.encode()).decode("ascii")

    def decrypt(self, token: str) -> str:
        """Return the text of a token.

        Raises:
            ServiceError: no key decrypts it.
        """
        try:
            return self._all.decrypt(token).decode()
        except InvalidToken:
            raise ServiceError(_WRONG) from None

    def can_decrypt(self, token: str) -> bool:
        """Return True if one of the keys decrypts the token."""
        with suppress(ServiceError):
            self.decrypt(token)
            return True
        return False

    @property
    def is_single(self) -> bool:
        """True if there is only one key."""
        return len(self._keys) == 1

    def is_current(self, token: str) -> bool:
        """Return True if the current key encrypted the token."""
        with suppress(InvalidToken):
            self._keys[0].decrypt(token)
            return True
        return False

    def __repr__(self) -> str:
        return f"<Keyring of {len(self._keys)}>"


def keys_from_file(name: str) -> tuple[str, ...]:
    """Return the keys in a file: one a line, or separated by blanks or commas; # starts a comment.

    Raises:
        ServiceError: the file cannot be read, has no key, or a key is malformed.
    """
    try:
        found = _split(Path(name).read_text("ascii"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a text of keys"
        raise ServiceError(
            f"{name}: the key of the secrets cannot be read: {reason}; give it with --key-file"
        ) from None
    if not found:
        raise ServiceError(f"{name}: there is no key in the file")
    return _require_keys(name, found)


def keys_from_environment() -> tuple[str, ...]:
    """Return the keys in the environment, perhaps none.

    Raises:
        ServiceError: a key is malformed.
    """
    return _require_keys(KEY_VARIABLE, _split(os.environ.get(KEY_VARIABLE, "")))


def _split(text: str) -> tuple[str, ...]:
    return tuple(re.sub(r"#.*", "", text).replace(",", " ").split())


def _require_keys(place: str, keys: tuple[str, ...]) -> tuple[str, ...]:
    for number, key in enumerate(keys, 1):
        try:
            Fernet(key)
        except ValueError:
            which = f"key {number} of {len(keys)}" if len(keys) > 1 else "its text"
            raise ServiceError(f"{place}: {which} is not a key; {_FORMAT}") from None
    return keys


def open_keyring(database: Database, given: Sequence[str]) -> Keyring:
    """Return the keyring for a database, checked against the text that it keeps encrypted.

    If no keys are given, those in the file beside a SQLite database are used. The file is made if
    the database is new.

    Args:
        database: the database.
        given: keys of the operator, the current one first, or none.

    Raises:
        ServiceError: a key is missing or wrong.
    """
    with database.exclusive() as connection:
        token = connection.scalar(select(tables.keys.c.token))
        keyring = Keyring(given or _default_keys(database, is_new=token is None))
        if token is None:
            known = keyring.encrypt(KNOWN_TEXT)
            connection.execute(insert(tables.keys).values(id=1, token=known))
        else:
            keyring.decrypt(token)
    return keyring


def require_current(connection: Connection, keyring: Keyring) -> None:
    """Lock the database's current key until the transaction ends, and require it to be ours.

    Every writer of secrets calls this first: another process may have started a rotation, which
    looks only once for secrets to encrypt again.

    Raises:
        UnavailableError: another key is current.
    """
    token = connection.scalar(select(tables.keys.c.token).with_for_update(read=True))
    if token is None or not keyring.is_current(token):
        raise UnavailableError(
            "another process has put another key first; restart this one with the same keys"
        )


def _default_keys(database: Database, *, is_new: bool) -> tuple[str, ...]:
    """Return the keys of a database for which the operator gives none."""
    if not database.is_sqlite:
        raise ServiceError(
            f"a key for secrets is needed: --key-file FILE, or {KEY_VARIABLE} in the environment"
        )
    if database.file is None:
        return (Fernet.generate_key().decode("ascii"),)  # it ends with the database in memory
    file = database.file.with_name(database.file.name + ".key")
    if is_new:
        if file.exists():  # it belongs to a database that is somewhere else now
            raise ServiceError(
                f"{str(file)!r} is the key of another {database.file.name}:"
                " put that database back, or remove the key to begin anew"
            )
        _make_key_file(file)
        print_line(f"made a key for secrets, {file}; keep it as safe as a password")
    return keys_from_file(str(file))


def _make_key_file(file: Path) -> None:
    """Make a file with a new key, readable by its owner only: whole, or not at all."""
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(Fernet.generate_key() + b"\n")
            out.flush()
            os.fsync(out.fileno())
        with suppress(FileExistsError):  # another process was first: its key counts
            os.link(draft, file)
        draft.unlink()
    except OSError as error:
        raise ServiceError(f"{str(file)!r}: cannot be made: {error.strerror}") from None
