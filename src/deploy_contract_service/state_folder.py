"""The default folder of the service's database and key: private to its owner, ignored by git."""

from contextlib import suppress
from pathlib import Path

from deploy_contract_service.errors import ServiceError
from deploy_contract_service.settings import DATABASE, FORMER_DATABASE
from deploy_contract_serving.stderr import print_line

_FOLDER = Path(DATABASE).parent
_HOW_TO_MOVE = (
    f"move it and the files that begin with its name to {_FOLDER}/ while the service is stopped"
)


def default_database() -> str:
    """Return the database to use if none is named.

    A database that an earlier version left is used as long as there is no newer one.
    """
    try:
        former = Path(FORMER_DATABASE).is_file() and not Path(DATABASE).exists()
    except OSError:  # no access: `prepare`, or the database when it is opened, reports it
        return DATABASE
    return FORMER_DATABASE if former else DATABASE


def prepare(database: str) -> None:
    """Make the folder of a default database.

    Args:
        database: the name that `default_database` returned.

    Raises:
        ServiceError: the folder cannot be made.
    """
    if database == FORMER_DATABASE:
        print_line(f"uses {database}, the default of earlier versions, and its key; {_HOW_TO_MOVE}")
        return
    folder = Path(database).parent
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        with suppress(FileExistsError), (folder / ".gitignore").open("x", encoding="ascii") as out:
            out.write("*\n")
    except OSError as error:
        raise ServiceError(
            f"{folder}: cannot be made: {error.strerror}; name a database with --database"
        ) from None
