"""Write two tables of tests/README.md: the tests of each promise, and of each guide. `make generate` runs it."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from tests.promises import PROMISES
from tests.support.guides import GUIDES, OWN_TESTS, ROOT

TESTS = ROOT / "tests"
README = TESTS / "README.md"
GENERAL = "tests/acceptance/test_guides.py"  # tests all guides


@cache
def modules_of_promises() -> dict[int, list[str]]:
    """Return the paths of the test modules of each promise, relative to `tests/`."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        marks = re.findall(r"pytest\.mark\.promise\(([\d, ]+)\)", path.read_text("utf-8"))
        for number in {int(number) for mark in marks for number in mark.split(",")}:
            found[number].append(path.relative_to(TESTS).as_posix())
    return dict(found)


def promise_rows() -> Iterator[str]:
    yield "| | promise | tests |"
    yield "|---|---|---|"
    modules = modules_of_promises()
    for number, text in PROMISES.items():
        names = [
            path.removeprefix("promises/test_").removesuffix(".py")
            for path in modules.get(number, ())
        ]
        yield f"| {number} | {text} | {', '.join(f'`{name}`' for name in names)} |"


def guide_rows() -> Iterator[str]:
    yield "| guide | test |"
    yield "|---|---|"
    for path in GUIDES:
        name = path.relative_to(ROOT).as_posix()
        yield f"| `{name}` | `{OWN_TESTS.get(name, GENERAL)}` |"


def with_tables(text: str) -> str:
    """Return the guide of the tests with both tables up to date."""
    for name, rows in (("promises", promise_rows()), ("guides", guide_rows())):
        before, _, rest = text.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"<!-- end of {name} -->")
        text = "\n".join([f"{before}<!-- {name} -->", "", *rows, "", f"{end}{after}"])
    return text


if __name__ == "__main__":
    README.write_text(with_tables(README.read_text("utf-8")), "utf-8")
