"""A copy of spec/ that stays as it is, for tests that change a spec at a text that it must have.

The contract may gain fields, rules, values and operations. A test of the generator or of a
comparison that changes the spec somewhere must not depend on that. The copy has no suite, and of
the examples those that are documents. If the format of spec/ changes, change the copy too.
"""

import shutil
from pathlib import Path

FROZEN = Path(__file__).parent / "frozen"


def copy_spec(folder: Path) -> Path:
    """Copy the frozen spec to `folder`/spec, and return that path."""
    return Path(shutil.copytree(FROZEN, folder / "spec"))
