"""The files of documents in folders."""

import os
from collections.abc import Iterable, Iterator

from deploy_contract.files.documents import UnreadableError
from deploy_contract_format.printing import escape_name

ENDINGS = (".json", ".yaml", ".yml")


def find_files(names: Iterable[str]) -> tuple[list[str], list[UnreadableError]]:
    """Return the files that names mean, and the problems with folders among them.

    A folder means the JSON and YAML files in it, at every depth and in a stable order. Hidden files
    and folders in it are left out, and links to folders are not followed.
    """
    files: list[str] = []
    problems: list[UnreadableError] = []
    for name in names:
        if not os.path.isdir(name):  # noqa: PTH112 - importing pathlib costs more than a verdict
            files.append(name)
            continue
        before = len(files), len(problems)
        files.extend(_walk(name, problems))
        if (len(files), len(problems)) == before:
            text = (
                f"{escape_name(name)}: contains no {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]} file"
            )
            problems.append(UnreadableError(text, name))
    return files, problems


def _walk(folder: str, problems: list[UnreadableError]) -> Iterator[str]:
    def note(error: OSError) -> None:
        name = str(error.filename)
        text = f"{escape_name(name)}: cannot be read: {error.strerror}"
        problems.append(UnreadableError(text, name))

    for place, folders, files in os.walk(folder, onerror=note):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.lower().endswith(ENDINGS) and not name.startswith("."):
                yield os.path.join(place, name)  # noqa: PTH118
