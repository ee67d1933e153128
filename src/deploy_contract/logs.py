"""The log of the library: lines without values of messages, limited in number."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable

from deploy_contract.notes import labels
from deploy_contract.violations import Violation

NAME = "deploy_contract"  # the name of the logger
_INFO, _WARNING, _ERROR = 20, 30, 40  # levels of logging, which takes long to import
NOTE = "note"  # topic of records on skipped checks and missing facts
LONGEST = 200  # characters of a pointer, a file or a type in a line
BURST = 10  # lines of one kind at once
SECONDS = 10.0  # until the next line of that kind


class Throttle:
    """A limit on lines of one kind: `burst` at once, then one each `seconds`.

    Threads may share it. It remembers at most so many kinds.
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
        """Return how many lines of a kind were suppressed since the last one was admitted.

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
    """Log an unexpected exception: its type and its place, never its text.

    It raises nothing, so that a denial stays a denial.

    Args:
        action: the action that failed, such as "judging a document".
        error: the exception.
    """
    try:
        name, place = _printable(type(error).__name__), place_of(error)
        write(_ERROR, (action, name, place), f"{action} failed: {name} at {place}")
    except Exception:  # a log that fails, such as by a filter of the operator's, cannot log that
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
    return _printable(f"{ours}, in {called}" if called and ours != "unknown" else called or ours)


def violations(
    direction: str,
    operation: str | None,
    status: int | None,
    refusing: Iterable[Violation],
    reported: Iterable[Violation],
) -> None:
    """Log the violations of one message, one line for each rule.

    Those that refuse the message are warnings, and the others information. `status` is that of the
    answer in place of the message.
    """
    where = _where(direction, operation)
    for level, words, items in (
        (_WARNING, f"refused {where} with {status}", refusing),
        (_INFO, f"reported {where}", reported),
    ):
        first: dict[str, Violation] = {}
        for item in items:
            first.setdefault(item.rule, item)
        for item in first.values():
            text = f"{words}: {item.rule} at {_printable(item.pointer or item.location)}"
            write(level, (level, direction, operation, item.rule), text)


def notes(direction: str, operation: str | None, words: Iterable[str]) -> None:
    """Log the notes of a message (`deploy_contract.notes`) as warnings."""
    for text in words:
        kind = (*labels(text), direction, operation)
        line = f"{_where(direction, operation)}: {_printable(text)}"
        write(_WARNING, kind, line, topic=NOTE)


def difference(
    direction: str,
    operation: str | None,
    verdict: str,
    candidate: tuple[str | None, str, tuple[str, ...]],
) -> None:
    """Log that the verdict of a candidate differs, as a warning.

    `candidate` has the operation and the verdict by the candidate, and the rules that differ.
    """
    leads_to, says, rules = candidate
    text = f"{_where(direction, operation)}: {verdict}, by the candidate {says}"
    if leads_to != operation:
        text += f" as {leads_to or 'no operation'}"
    if rules:
        text += f": {_printable(', '.join(rules))}"
    write(_WARNING, ("candidate", direction, operation, verdict, *candidate), text)


def _where(direction: str, operation: str | None) -> str:
    return f"{direction} {operation or 'of no operation'}"


def write(level: int, kind: Hashable, text: str, *, topic: str = "") -> None:
    """Log a line of a kind unless there were too many.

    The line says how many were suppressed since the last one.

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


def _printable(text: str) -> str:
    shown = text[: LONGEST + 1]
    if not shown.isprintable():
        shown = shown.encode("unicode_escape", "backslashreplace").decode("ascii")
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 3] + "..."
