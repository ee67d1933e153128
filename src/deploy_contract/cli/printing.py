"""Printed lines: coloured pieces and tables on a terminal, plain text elsewhere, and messages.

No text from outside can add a line, or become a command of a CI system.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TextIO

from deploy_contract_format.printing import as_line

Line = Sequence[tuple[str, str]]  # pieces of (text, style); styles are rich's, or ""

WIDTH = 80  # columns of prose
_PROGRESS_FROM = 500  # the progress is shown for more items than this
_PROGRESS_STEP = 100  # items between two updates of a bar: an update costs more than an item
_HANGING = 4  # columns by which the later parts of a wrapped line are indented
_MIN_WRAPPED = 20  # columns for text behind an indent; a narrower terminal breaks lines itself
_CELL_STYLES = {"0": "dim", "enforce": "red", "undecided": "yellow", "report": "cyan"}


def as_json(value: Any, indent: int | None = None) -> str:
    """Return a value as ASCII JSON in which no CI system finds a command such as `##[error]`."""
    return json.dumps(value, indent=indent).replace("##", "#\\u0023")


def prose(lead: str, text: str, lead_style: str = "", style: str = "") -> Iterator[Line]:
    """Yield the lines of a text, wrapped between words. The first line begins with `lead`.

    The other lines are indented by the width of the lead, or by four columns without a lead.
    """
    from textwrap import wrap  # most commands do not need it

    later = " " * (len(lead) or _HANGING)
    rows = wrap(
        text,
        WIDTH,
        initial_indent=lead,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )
    for number, row in enumerate(rows):
        before = later if number else lead
        yield (before, lead_style), (row[len(before) :], style)


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


class Printer:
    """A writer of lines to a stream, standard output by default.

    On a terminal, lines are styled and wrapped by rich. With `NO_COLOR` in the environment they
    are not styled; with `FORCE_COLOR`, lines that go elsewhere are styled, too.
    """

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stdout
        self._console: Any = None
        self._wraps = self._stream.isatty()
        is_plain = bool(os.environ.get("NO_COLOR"))
        if self._wraps or (os.environ.get("FORCE_COLOR") and not is_plain):
            try:
                from rich.console import Console
            except ModuleNotFoundError:
                return
            self._console = Console(
                file=self._stream,
                highlight=False,
                soft_wrap=True,
                color_system=None if is_plain else "auto",
            )

    def line(self, *pieces: tuple[str, str]) -> None:
        """Write one printable line. Escape other characters: names come from outside."""
        text = "".join([piece for piece, _ in pieces])
        line = as_line(text)
        if self._console is None:
            self._stream.write(line + "\n")
            return
        from rich.text import Text

        styled = Text.assemble(*pieces) if line == text else Text(line)
        for part in self._wrapped(styled, _indent(pieces)):
            self._console.print(part)

    def _wrapped(self, text: Any, indent: int) -> Iterable[Any]:
        """Return the lines of a rich text on a terminal: broken between words, later ones indented."""
        from rich.text import Text

        console, width = self._console, self._console.width
        if not self._wraps or text.cell_len <= width or width < indent + _MIN_WRAPPED:
            return (text,)
        first = text.wrap(console, width)[0]
        rest = text[len(first) :]
        rest = rest[len(rest) - len(rest.plain.lstrip()) :]
        blanks = Text(" " * indent)
        parts = [first, *[blanks + part for part in rest.wrap(console, width - indent)]]
        for part in parts:
            part.rstrip()  # in place
        return parts

    def lines(self, lines: Iterable[Line]) -> None:
        """Write several lines."""
        for line in lines:
            self.line(*line)

    def data(self, text: str) -> None:
        """Write text for programs unchanged. The caller has escaped it."""
        self._stream.write(text + "\n")

    def table(self, head: Sequence[str], rows: Iterable[Sequence[str]], text_columns: int) -> None:
        """Write a table below an empty line, if it has rows.

        The first `text_columns` columns are texts, aligned left, and the others are numbers.
        """
        escaped = [list(map(as_line, row)) for row in rows]
        if not escaped:
            return
        if self._console is None:
            self._plain_table(head, escaped, text_columns)
        else:
            self._styled_table(head, escaped, text_columns)

    def _plain_table(self, head: Sequence[str], rows: list[list[str]], text_columns: int) -> None:
        widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
        self._stream.write("\n")
        for row in (head, *rows):
            cells = []
            for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
                cells.append(cell.ljust(width) if column < text_columns else cell.rjust(width))
            self._stream.write(as_line("  ".join(cells).rstrip()) + "\n")

    def _styled_table(self, head: Sequence[str], rows: list[list[str]], text_columns: int) -> None:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
        for column, name in enumerate(head):
            justify: Any = "left" if column < text_columns else "right"
            table.add_column(name, justify=justify, overflow="fold")
        for row in rows:
            table.add_row(*[Text(cell, _CELL_STYLES.get(cell, "")) for cell in row])
        self._console.print(table, soft_wrap=False)

    @contextmanager
    def progress(
        self, total: int | None, threshold: int = _PROGRESS_FROM
    ) -> Iterator[Callable[[int], None]]:
        """Show the progress on standard error, if that is a terminal.

        If standard output is a terminal too, the progress is below the printed lines. Nothing is
        shown for at most `threshold` items. A `total` of None means that the number is not known.

        Yields:
            A function that takes the number of finished items.
        """
        if (total is not None and total <= threshold) or not sys.stderr.isatty():
            yield lambda _done: None
            return
        try:
            from rich import progress as bars
            from rich.console import Console
        except ModuleNotFoundError:
            yield lambda _done: None
            return
        times = bars.TimeElapsedColumn(), bars.TimeRemainingColumn()
        console = self._console or Console(file=sys.stderr)
        columns = "judging", bars.BarColumn(), bars.MofNCompleteColumn(), *times
        with bars.Progress(*columns, console=console, transient=True) as progress:
            task = progress.add_task("", total=total, visible=total is not None)

            def update(done: int) -> None:
                if total is None or done % _PROGRESS_STEP == 0:
                    progress.update(task, completed=done, visible=done > threshold or bool(total))

            yield update


def _indent(pieces: Line) -> int:
    """Return the indent of the second part of a line that is too long for a terminal.

    The first pieces are columns if they end with two blanks. The second part begins behind them.
    """
    columns = 0
    for text, _ in pieces[:-1]:
        if not text.endswith("  "):
            break
        columns += len(text)
    text = pieces[0][0] if pieces else ""
    return columns or len(text) - len(text.lstrip()) + _HANGING


def warn(text: str) -> None:
    """Print one line on standard error, after the lines of standard output so far.

    A standard error that is closed or full is ignored: the exit status remains.
    """
    sys.stdout.flush()
    say(text)


def say(text: str) -> None:
    """Print one line on standard error. If that is closed or full, ignore it."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(as_line(f"deploy-contract: {text}") + "\n")
            sys.stderr.flush()
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Redirect a broken stream to nowhere, so that flushing it at exit does not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
