"""The refused messages of all workers of a program in groups, and the page that shows them."""

import os
from collections.abc import Iterable, Sequence
from operator import itemgetter

from deploy_contract import Bundle
from deploy_contract.answers import Answer
from deploy_contract.traffic.refusals import Refusals, Row, advise
from deploy_contract_gateway.admin import page
from deploy_contract_gateway.metrics import REFUSALS
from deploy_contract_gateway.settings import Settings

_LAST = itemgetter(6)  # of a row: when the group was seen last


class TotalRefusals:
    """The groups that the workers sent last, and those of workers that have ended."""

    def __init__(self) -> None:
        self._workers: dict[int, tuple[Sequence[Row], int]] = {}  # by process id
        self._ended = Refusals(REFUSALS)

    def update(self, process: int, rows: Sequence[Row], dropped: int) -> None:
        """Replace the groups of a worker. `dropped`: messages of groups that it dropped."""
        self._workers[process] = (rows, dropped)

    def remove(self, process: int) -> None:
        """Keep the groups of a worker that has ended."""
        self._ended = self._with([self._workers.pop(process, ((), 0))])

    def total(self) -> Refusals:
        """Return the groups of all workers that were seen last."""
        return self._with(self._workers.values())

    def _with(self, more: Iterable[tuple[Sequence[Row], int]]) -> Refusals:
        """Return the groups of ended workers and of others."""
        found = [(self._ended.rows(), self._ended.dropped), *more]
        rows = [row for rows, _ in found for row in rows]
        total = Refusals(REFUSALS)
        total.merge(sorted(rows, key=_LAST), sum(dropped for _, dropped in found))
        return total


def page_of(refusals: Refusals, program: str, settings: Settings) -> Answer:
    """Return the page of groups of refused messages.

    Args:
        refusals: the groups.
        program: name of the subcommand.
        settings: those in force; they name the policies for the commands.
    """
    from deploy_contract_pages import embedded, environment, policy, style  # with the first page

    named = ["--contract", settings.contract] if settings.contract is not None else []
    for path in settings.policies:
        named += ["--policy", path]
    rules = {rule.rule: rule for rule in Bundle.installed().rules}
    sheet = embedded(style())
    templates = environment(__package__)
    groups = refusals.by_count()
    security = policy(sheet)
    text = templates.get_template("refusals.html").render(
        dropped=refusals.dropped,
        groups=[(group, seen, advise(group, rules, named)) for group, seen in groups],
        most=REFUSALS,
        pid=os.getpid(),
        policy=security,
        program=program,
        style=sheet,
    )
    made = page("text/html; charset=utf-8", text.encode())
    return made._replace(headers=(*made.headers, ("content-security-policy", security)))
