"""The recordings that a command names: their partitions, progress, and those that are unreadable."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import Self

from deploy_contract.cli.messages import warn
from deploy_contract.cli.printing import Printer
from deploy_contract.files.documents import UnreadableError
from deploy_contract.traffic.inputs import Input
from deploy_contract.traffic.partitions import Partition, split_input


class Files:
    """The recordings of a command, read in turn. One that cannot be read is one line of warning.

    Attributes:
        read: number of recordings of which something could be read.
        unreadable: number of the others, and of those that are damaged further on.
    """

    def __init__(
        self,
        names: Sequence[str],
        printer: Printer,
        take: Callable[[Input], bool] = lambda _source: False,
    ) -> None:
        """Make the recordings of some names. `take` returns True for a file that it has used."""
        self.read = self.unreadable = 0
        self._names = names
        self._printer = printer
        self._take = take
        self._stack = ExitStack()

    def partitions(self) -> Iterator[Partition]:
        """Yield the partitions of the recordings."""
        for name in self._names:
            found = False
            try:
                with Input(name) as source:
                    for partition in () if self._take(source) else split_input(source):
                        found = True
                        yield partition
            except UnreadableError as error:
                warn(str(error))
                self.unreadable += 1
                self.read += found
                continue
            self.read += 1

    def update(self, entries: int) -> None:
        """Show how many entries were judged."""
        self._show(entries)

    def __enter__(self) -> Self:
        self._show = self._stack.enter_context(self._printer.progress(None))
        return self

    def __exit__(self, *_error: object) -> None:
        self._stack.close()
