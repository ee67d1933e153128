"""The promises of a validator at a trust boundary; `make promises` prints them with their tests."""

import re
from pathlib import Path

_PAGE = Path(__file__).parents[2] / "spec" / "practice.md"
_ROWS = _PAGE.read_text("utf-8").partition("\n## Promises\n")[2].partition("\n## ")[0]
# number -> the first sentence of its row
PROMISES = {
    int(number): text.partition(". ")[0].removesuffix(".")
    for number, text in re.findall(r"^\| (\d+) \| (.*) \|$", _ROWS, re.MULTILINE)
}
