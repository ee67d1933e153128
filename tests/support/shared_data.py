"""Data of other projects, in a folder beside the project."""

from pathlib import Path

import pytest


def shared_data(name: str) -> Path:
    """Return the folder of some data, which need not be there."""
    for folder in Path(__file__).parents:
        if (folder / "shared" / "data").is_dir():
            return folder / "shared" / "data" / name
    return Path(name)


def needs(folder: Path) -> pytest.MarkDecorator:
    """Return the mark of tests that are skipped without some data."""
    where = f"beside the project, in ../shared/data: {folder}"
    return pytest.mark.skipif(not folder.is_dir(), reason=f"the data are not {where}")
