"""Mending of files: the rounds of `check --fix`, and the changes that `check --diff` shows."""

from collections.abc import Callable, Iterable, Sequence
from difflib import unified_diff
from functools import partial
from itertools import chain

from deploy_contract.cli.printing import Printer, counted, warn
from deploy_contract.files import repairs
from deploy_contract.files.documents import STANDARD_INPUT, Checked, UnreadableError, unreadable
from deploy_contract.files.fields import Secrets, scalars
from deploy_contract_format.printing import escape_name

_MAX_ROUNDS = 32  # each may uncover violations
_STYLES = {"+": "green", "-": "red", "@": "cyan"}


def mended(
    name: str,
    body: bytes,
    judge: Callable[[bytes], Iterable[Checked]],
    fails: Callable[[str], bool],
    printer: Printer | None,
) -> tuple[bytes, Sequence[Checked], UnreadableError | None]:
    """Fix the violations of a file that fail the check, and violations that a fix uncovers.

    Args:
        name: the name of the file.
        body: its text.
        judge: yields the documents of a text.
        fails: returns True if a violation with this word fails the check.
        printer: prints the changes, which are not written; None: write them.

    Returns:
        The text of the file after that, its documents, and the error if it cannot be written.
    """
    before = found = list(judge(body))
    text, fixed = body, 0
    for _ in range(_MAX_ROUNDS):
        fixes = [
            repairs.Fix(checked.number, violation)
            for checked in found
            for word, violation in checked.violations
            if violation.repair and fails(word)
        ]
        if not fixes:
            break
        yaml = found[0].source.is_yaml
        edited, number = repairs.applied(text.decode(), fixes, yaml=yaml)
        if not number:
            break
        text, fixed = edited.encode(), fixed + number
        found = list(judge(text))
    _warn_of_rivals(found, fails)
    if not fixed:
        return body, before, None
    if printer is not None:
        _print_difference(printer, before, body.decode(), text.decode())
        return body, before, None
    try:
        if name == STANDARD_INPUT:
            raise unreadable(name, "standard input cannot be fixed; give the name of a file")
        repairs.write(name, body, text)
    except UnreadableError as error:
        return body, before, error
    warn(f"{escape_name(name)}: fixed {counted(fixed, 'violation')}")
    return text, found, None


def _warn_of_rivals(found: Iterable[Checked], fails: Callable[[str], bool]) -> None:
    """Warn of failing members that are not fixed, since several probably mean the same field."""
    for checked in found:
        failing = {violation.pointer for word, violation in checked.violations if fails(word)}
        for target, rivals in checked.rivals.items():
            if not failing.isdisjoint(rivals):
                reason = f"{' and '.join(rivals)} probably mean the same field, {target}"
                warn(f"{checked.name}: not fixed: {reason}")


def _print_difference(
    printer: Printer, documents: Sequence[Checked], before: str, after: str
) -> None:
    """Print the changes of a text, without texts that must not be shown.

    `documents`: those of the text before the changes.
    """
    first = documents[0]
    yaml, name = first.source.is_yaml, first.name
    scalars_of = partial(scalars, first.contract.bundle, first.report.kind or "")
    found = [scalars_of(checked.report.value) for checked in documents]
    left = list(map(scalars_of, repairs.values(after, yaml=yaml)))
    secrets = Secrets(chain(*found, *left))
    old = repairs.without(before, found, secrets, yaml=yaml).splitlines()
    new = repairs.without(after, left, secrets, yaml=yaml).splitlines()
    for line in unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm=""):
        printer.line((line, _STYLES.get(line[:1], "")))
