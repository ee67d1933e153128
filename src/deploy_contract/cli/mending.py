"""Mending of files: the rounds of `check --fix`, and the changes that `check --diff` shows."""

from collections.abc import Callable, Iterable, Sequence
from difflib import unified_diff
from functools import partial
from itertools import chain
from typing import NamedTuple, TypeAlias

from deploy_contract.cli.printing import Printer, counted, warn
from deploy_contract.files import repairs
from deploy_contract.files.documents import STANDARD_INPUT, Checked, unreadable
from deploy_contract.files.fields import Secrets, scalars
from deploy_contract_format.printing import escape_name

_Fails: TypeAlias = Callable[[str], bool]  # whether a violation with this word fails the check
_MAX_ROUNDS = 32  # each may uncover violations
_STYLES = {"+": "green", "-": "red", "@": "cyan"}


class Mended(NamedTuple):
    """A mended text.

    Attributes:
        before: the documents before the fixes.
        body: the text after the fixes.
        after: its documents.
        fixed: number of violations that were fixed.
    """

    before: Sequence[Checked]
    body: bytes
    after: Sequence[Checked]
    fixed: int


def mend(judge: Callable[[bytes], Iterable[Checked]], body: bytes, fails: _Fails) -> Mended:
    """Fix the violations of a text that fail the check, and violations that a fix uncovers."""
    before = found = list(judge(body))
    fixed = 0
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
        text, number = repairs.applied(body.decode(), fixes, yaml=yaml)
        if not number:
            break
        body, fixed = text.encode(), fixed + number
        found = list(judge(body))
    return Mended(before, body, found, fixed)


def warn_of_rivals(found: Iterable[Checked], fails: _Fails) -> None:
    """Warn of failing members that are not fixed, since several probably mean the same field."""
    for checked in found:
        failing = {violation.pointer for word, violation in checked.violations if fails(word)}
        for target, rivals in checked.rivals.items():
            if not failing.isdisjoint(rivals):
                reason = f"{' and '.join(rivals)} probably mean the same field, {target}"
                warn(f"{checked.name}: not fixed: {reason}")


def write(name: str, mended: Mended, body: bytes) -> None:
    """Write a mended file, whose text was `body`. Raises UnreadableError if that fails."""
    if name == STANDARD_INPUT:
        raise unreadable(name, "standard input cannot be fixed; give the name of a file")
    repairs.write(name, body, mended.body)
    warn(f"{escape_name(name)}: fixed {counted(mended.fixed, 'violation')}")


def print_difference(printer: Printer, mended: Mended, body: bytes) -> None:
    """Print the changes of a file, whose text was `body`, without texts that must not be shown."""
    first = mended.before[0]
    yaml, name = first.source.is_yaml, first.name
    before, after = body.decode(), mended.body.decode()
    scalars_of = partial(scalars, first.contract.bundle, first.report.kind or "")
    found = [scalars_of(checked.report.value) for checked in mended.before]
    left = list(map(scalars_of, repairs.values(after, yaml=yaml)))
    secrets = Secrets(chain(*found, *left))
    old = repairs.without(before, found, secrets, yaml=yaml).splitlines()
    new = repairs.without(after, left, secrets, yaml=yaml).splitlines()
    for line in unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm=""):
        printer.line((line, _STYLES.get(line[:1], "")))
