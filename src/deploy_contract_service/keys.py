"""The key that encrypts secrets at rest (Fernet: AES-128-CBC with HMAC-SHA256), and its sources."""

import os
import re
from contextlib import suppress
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

from deploy_contract_service.database import Database
from deploy_contract_service.errors import ServiceError
from deploy_contract_service.settings import KEY_VARIABLE
from deploy_contract_serving.stderr import print_line

KNOWN_TEXT = b"deploy-contract"  # the database keeps it encrypted, to detect a wrong key at once
_FORMAT = "a key is 32 bytes in URL-safe base64, as `deploy-contract serve --make-key` prints"


def key_from_file(name: str) -> str:
    """Return the key in a file, in which # starts a comment. Raises ServiceError without a key."""
    try:
        text = Path(name).read_text("ascii")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not the text of a key"
        raise ServiceError(
            f"{name}: the key of the secrets cannot be read: {reason}; give it with --key-file"
        ) from None
    key = re.sub(r"#.*", "", text).strip()
    if not key:
        raise ServiceError(f"{name}: there is no key in the file")
    return _require_key(name, key)


def key_from_environment() -> str | None:
    """Return the key in the environment, or None. Raises ServiceError if it is malformed."""
    key = os.environ.get(KEY_VARIABLE, "").strip()
    return _require_key(KEY_VARIABLE, key) if key else None


def _require_key(place: str, key: str) -> str:
    with suppress(ValueError):
        Fernet(key)
        if len(key.split()) == 1:  # Fernet ignores text after the padding of a key
            return key
    raise ServiceError(f"{place}: its text is not a key; {_FORMAT}")


def open_cipher(database: Database, given: str | None, token: str | None) -> Fernet:
    """Return the cipher for the secrets of a database. Raises ServiceError without the right key.

    Without a given key, use the key file beside a SQLite database. For a new database, which has no
    token of KNOWN_TEXT, make this file.
    """
    cipher = Fernet(given or _default_key(database, is_new=token is None))
    try:
        cipher.decrypt(token or cipher.encrypt(KNOWN_TEXT))
    except InvalidToken:
        raise ServiceError("the secrets in the database are encrypted with another key") from None
    return cipher


def _default_key(database: Database, *, is_new: bool) -> str | bytes:
    """Return the key of a database for which the operator gives no key."""
    if not database.is_sqlite:
        raise ServiceError(
            f"a key for secrets is needed: --key-file FILE, or {KEY_VARIABLE} in the environment"
        )
    if database.file is None:
        return Fernet.generate_key()  # it is lost with the database in memory
    file = f"{database.file}.key"
    if not is_new:
        return key_from_file(file)
    key = Fernet.generate_key()
    try:  # only its owner can read it
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(key + b"\n")
            out.flush()
            os.fsync(out.fileno())
    except FileExistsError:  # the key belongs to a database that was moved
        hint = "put that database back, or remove the key to begin anew"
        raise ServiceError(f"{file!r} is the key of another {Path(file).stem}: {hint}") from None
    except OSError as error:
        raise ServiceError(f"{file!r}: cannot be made: {error.strerror}") from None
    print_line(f"made a key for secrets, {file}; keep it as safe as a password")
    return key
