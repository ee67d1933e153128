"""The folder of the service's own state, for those who name no database: only its owner enters it, and git ignores it."""

from contextlib import suppress
from pathlib import Path

from deploy_contract_service.faults import ServiceError
from deploy_contract_service.settings import DATABASE, FORMER
from deploy_contract_serving.programs import say

MOVE = f"move it and the files that begin with its name to {Path(DATABASE).parent}/ while the service is stopped"


def database() -> str:
    """Return the database that is used where none is named: one that an earlier version left, while there is no other."""
    try:
        return FORMER if Path(FORMER).is_file() and not Path(DATABASE).exists() else DATABASE
    except OSError:  # a folder that others own: `prepare`, or who opens the database, says so
        return DATABASE


def prepare(name: str) -> None:
    """Make the folder for a database that `database` returned. Raises ServiceError if it cannot be made."""
    if name == FORMER:
        say(f"uses {FORMER}, where earlier versions kept it and its key; {MOVE}")
        return
    folder = Path(name).parent
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        with suppress(FileExistsError), (folder / ".gitignore").open("x", encoding="ascii") as out:
            out.write("*\n")
    except OSError as error:
        raise ServiceError(
            f"{folder}: cannot be made: {error.strerror}; name a database with --database"
        ) from None
