"""JSON listings with objects and arrays that fold."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from deploy_contract_codegen.html import Html, element, join
from deploy_contract_codegen.page.highlighting import highlighted

LONGEST = 24  # lines of a listing that are shown before a reader unfolds any
SHORTEST = 4  # lines of an object or array that folds
END = element(
    "span", "\n", class_="end"
)  # of the first line of a block, so that copied text keeps its line break


class Block(NamedTuple):
    """An object or array on lines of its own. The outermost one has the depth 0."""

    first: int
    last: int
    depth: int


def folding(text: str) -> Html | None:
    """Return a long JSON text with its inner objects and arrays folded, or None if none folds.

    As many levels are open as fit into LONGEST lines.
    """
    lines = text.split("\n")
    if len(lines) <= LONGEST:
        return None
    blocks = {block.first: block for block in _blocks(lines)}
    if not blocks:
        return None
    opened = 1
    while _shown(lines, blocks, opened + 1) <= LONGEST:
        opened += 1
    return _part(lines, blocks, range(len(lines)), opened)


def _blocks(lines: Sequence[str]) -> Iterator[Block]:
    starts: list[int] = []
    for number, line in enumerate(lines):
        if line.lstrip()[:1] in ("}", "]") and starts:
            first = starts.pop()
            if starts and number - first >= SHORTEST - 1:
                yield Block(first, number, len(starts))
        if line[-1:] in ("{", "["):
            starts.append(number)


def _shown(lines: Sequence[str], blocks: Mapping[int, Block], opened: int) -> int:
    """Return the number of lines that show if blocks of at least the depth `opened` are folded."""
    hidden: set[int] = set()
    for block in blocks.values():
        if block.depth >= opened:
            hidden.update(range(block.first + 1, block.last + 1))
    return len(lines) - len(hidden)


def _part(lines: Sequence[str], blocks: Mapping[int, Block], numbers: range, opened: int) -> Html:
    parts = []
    number = numbers.start
    while number < numbers.stop:
        line = highlighted(lines[number], "json")
        block = blocks.get(number)
        if block is None:
            line = join(line, "\n")
        else:
            inner = _part(lines, blocks, range(number + 1, block.last + 1), opened)
            line = element(
                "details",
                element("summary", line, END, data_end=lines[block.last].strip()),
                inner,
                open=block.depth < opened,
            )
            number = block.last
        parts.append(line)
        number += 1
    return join(*parts)
