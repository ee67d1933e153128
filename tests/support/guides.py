"""The guides: their blocks, sections, tables, links and code spans."""

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PATTERNS = (
    "README.md",
    ".github/*.md",
    "src/*/*.md",
    "src/*/*/*.md",
    "spec/*.md",
    "tests/README.md",
)
GUIDES = sorted(path for pattern in PATTERNS for path in ROOT.glob(pattern))
OWN_TESTS = {  # guides whose blocks need processes, or a changed spec/, and the tests with them
    "spec/README.md": "tests/acceptance/test_spec_change.py",
    "spec/format.md": "tests/acceptance/test_spec_guide.py",
    **{
        f"src/deploy_contract_gateway/{page}.md": "tests/gateway/test_readme.py"
        for page in ("README", "settings", "watch", "deploy", "decide", "envoy", "operate")
    },
    "src/deploy_contract_gateway/go-service.md": "tests/gateway/test_go_service.py",
    "src/deploy_contract_gateway/chart.md": "tests/gateway/test_chart.py",
    "src/deploy_contract_service/README.md": "tests/acceptance/test_service_guide.py",
}
_FENCE = re.compile(r"^ *```(\w*)$", re.MULTILINE)
_BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$\n?", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


class Block(NamedTuple):
    """A block of code: the heading above it, its language, its text, and its first line."""

    section: str
    language: str
    text: str
    line: int


def blocks(text: str) -> Iterator[Block]:
    """Yield the blocks of a guide, without their common indentation."""
    assert not _FENCE.search(prose(text)), "a block has no end"
    for found in _BLOCK.finditer(text):
        headings = ["", *_HEADING.findall(prose(text[: found.start()]))]
        line = text.count("\n", 0, found.start()) + 1
        yield Block(headings[-1], found[1], textwrap.dedent(found[2]), line)


def prose(text: str) -> str:
    """Return a guide without its blocks."""
    return _BLOCK.sub("", text)


def section(text: str, heading: str) -> str:
    """Return the text between a heading and the next one; a comment in a block is no heading."""
    kept: list[str] | None = None
    inside = False
    for line in text.splitlines():
        inside ^= bool(_FENCE.match(line))
        if line.startswith("#") and not inside:
            if kept is not None:
                break
            kept = [] if line.lstrip("#").strip() == heading else None
        elif kept is not None:
            kept.append(line)
    assert kept is not None, heading
    return "\n".join(kept) + "\n"


def tables(text: str, heading: str) -> Iterator[list[list[str]]]:
    """Yield the tables of a section as rows of cells, without their heads."""
    for found in re.findall(r"(?:^\|.*\n)+", section(text, heading), re.MULTILINE):
        lines = found.splitlines()[2:]
        yield [re.split(r"\s*(?<!\\)\|\s*", line.strip("| ")) for line in lines]


def spans(text: str) -> list[str]:
    """Return the code spans of the prose of a guide."""
    return re.findall(r"`([^`]+)`", prose(text))


def links(text: str) -> list[str]:
    return _LINK.findall(prose(text))


def anchors(text: str) -> set[str]:
    """Return the anchors of the headings of a page, as hosts of git repositories make them."""
    heads = _HEADING.findall(prose(text))
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def commands(block: str) -> Iterator[tuple[str, str]]:
    assert block.startswith("$ "), block
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output
