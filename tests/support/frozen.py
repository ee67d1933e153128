"""A copy of spec/ that stays as it is, for tests that change a spec at a text that it must have.

The contract may gain fields, rules, values and operations. A test of the generator or of a
comparison that changes the spec somewhere must not depend on that. The copy has no suite, and of
the examples those that are documents. The rules that the library itself enforces are those of
spec/. If the format of spec/ changes, change the copy too.
"""

import re
import shutil
from collections.abc import Mapping
from pathlib import Path

FROZEN = Path(__file__).parent / "frozen"
RULES = Path(__file__).parents[2] / "spec" / "rules.yaml"


def copy_spec(folder: Path, *ignored: str) -> Path:
    """Copy the frozen spec to `folder`/spec without the ignored names, and return that path."""
    copy = Path(shutil.copytree(FROZEN, folder / "spec", ignore=shutil.ignore_patterns(*ignored)))
    (copy / "rules.yaml").write_text(frozen_rules(), "utf-8")
    return copy


def replace(path: Path, old: str, new: str, count: int = 1) -> Path:
    """Replace a text in a file at `count` places, or at all for -1. The file must have the text."""
    text = path.read_text("utf-8")
    assert old in text, f"{path.name} has no {old!r}"
    path.write_text(text.replace(old, new, count), "utf-8")
    return path


def write(folder: Path, files: Mapping[str, str]) -> None:
    """Write texts into files below a folder, by their names."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def frozen_rules() -> str:
    """Return the rules of the frozen spec, with those that the library enforces."""
    enforced = re.search(r"^undeclared:.*(?=^exchange:)", RULES.read_text("utf-8"), re.M | re.S)
    assert enforced
    frozen = (FROZEN / "rules.yaml").read_text("utf-8")
    return frozen.replace("exchange:", enforced[0] + "exchange:", 1)
