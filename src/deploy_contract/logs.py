"""The log of the library: lines without values of messages, limited in number."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable

from deploy_contract.notes import labels

NAME = "deploy_contract"  # the name of the logger
INFO, WARNING, _ERROR = 20, 30, 40  # levels of logging, which takes long to import
NOTE = "note"  # topic of records on skipped checks and missing facts
LONGEST = 200  # characters of a pointer, a file or a type in a line
BURST = 10  # lines of one kind at once
SECONDS = 10.0  # until the next line of that kind


class Throttle:
    """A limit on lines of one kind: `burst` at once, then one each `seconds`.

    Threads may share it. It remembers at most `most` kinds.
    """

    def __init__(
        self,
        burst: int = BURST,
        seconds: float = SECONDS,
        most: int = 1000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._burst = burst
        self._seconds = seconds
        self._most = most
        self._clock = clock
        self._lock = threading.RLock()  # a finalizer may log while this thread is inside
        self._kinds: OrderedDict[Hashable, tuple[float, float, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kinds)

    def clear(self) -> None:
        """Forget all lines that were logged."""
        with self._lock:
            self._kinds.clear()

    def admit(self, kind: Hashable) -> int | None:
        """Return the number of lines of a kind that were suppressed since the last admitted line.

        None if this line is suppressed too.
        """
        with self._lock:
            now = self._clock()
            tokens, before, suppressed = self._kinds.get(kind, (self._burst, now, 0))
            tokens = min(self._burst, tokens + (now - before) / self._seconds)
            admitted = tokens >= 1
            self._kinds[kind] = (tokens - 1, now, 0) if admitted else (tokens, now, suppressed + 1)
            self._kinds.move_to_end(kind)
            if len(self._kinds) > self._most:
                self._kinds.popitem(last=False)
        return suppressed if admitted else None


THROTTLE = Throttle()
NOTES = Throttle(burst=1)  # a lookup that fails may do so for every request


def unexpected(action: str, error: BaseException) -> None:
    """Log an unexpected exception of an action, such as "judging a document".

    The line has its type and its place, never its text. Nothing is raised, so that a denial stays a
    denial.
    """
    try:
        name, place = printable(type(error).__name__), place_of(error)
        write(_ERROR, (action, name, place), f"{action} failed: {name} at {place}")
    except Exception:  # a log that fails, for example in an operator's filter, cannot log that
        return


def place_of(error: BaseException) -> str:
    """Return `file:line` of the innermost frame of this project.

    If that frame called other code, the place in the other code follows.
    """
    from traceback import walk_tb  # it takes long to import

    ours, called = "unknown", ""
    for frame, line in walk_tb(error.__traceback__):
        path = frame.f_code.co_filename.replace("\\", "/").split("/")
        package, *below = str(frame.f_globals.get("__name__")).split(".")
        if package.startswith(NAME):  # this package or another of the project
            name = "/".join(path[-max(2, len(below) + 1) :])
            ours, called = f"{name}:{line}", ""
        elif not called:
            called = f"{path[-1]}:{line}"
    return printable(f"{ours}, in {called}" if called and ours != "unknown" else called or ours)


def notes(direction: str, operation: str | None, words: Iterable[str]) -> None:
    """Log the notes of a message (`deploy_contract.notes`) as warnings."""
    for text in words:
        kind = (*labels(text), direction, operation)
        line = f"{where(direction, operation)}: {printable(text)}"
        write(WARNING, kind, line, topic=NOTE)


def where(direction: str, operation: str | None) -> str:
    """Return the words of a line that name a message: its direction and its operation."""
    return f"{direction} {operation or 'of no operation'}"


def write(level: int, kind: Hashable, text: str, *, topic: str = "") -> None:
    """Log a line of a kind unless there were too many.

    The line has the number of lines that were suppressed since the last line of its kind.

    Its text has no placeholders, so that a handler may pass it on as it is.
    The attribute `topic` of the record is "note" for notes, so that a handler may filter them.
    """
    from logging import getLogger

    logger = getLogger(NAME)
    throttle = NOTES if topic == NOTE else THROTTLE
    suppressed = throttle.admit(kind) if logger.isEnabledFor(level) else None
    if suppressed is not None:
        line = f"{text} ({suppressed} more suppressed)" if suppressed else text
        logger.log(level, line, extra={"topic": topic})


def printable(text: str) -> str:
    """Return a text as one printable line of limited length."""
    shown = text[: LONGEST + 1]
    if not shown.isprintable():
        shown = shown.encode("unicode_escape", "backslashreplace").decode("ascii")
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 3] + "..."
