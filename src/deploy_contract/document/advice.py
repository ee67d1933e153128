"""Rules that a report evaluates when it is read: advice, and undecided rules.

They never change a verdict. Evaluating them costs as much as the verdict.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from deploy_contract.document.breaches import Breach, outside_of, to_violations
from deploy_contract.document.cases import Case, breaks_any, find_breaches_of_all
from deploy_contract.logs import unexpected
from deploy_contract.violations import Violation
from deploy_contract_format.light_tuples import LightTuple
from deploy_contract_format.pointer import Tokens, join

Violations = tuple[Violation, ...]


class Advice(LightTuple):
    """Rules in report mode.

    Attributes:
        cases: one for each source that the deployment may have. Only breaches in all of them are
            reported.
        most: violations that a report may show.
        wrong: places where the document breaks the enforced structure. Advice on them is dropped.
    """

    cases: tuple[Case, ...]
    most: int
    wrong: Sequence[Tokens] = ()

    def after(
        self, found: Violations, value: Any, facts: Mapping[str, Any]
    ) -> tuple[Violations, bool]:
        """Return `found` with the advice on a document; True if there is more than the limit."""
        try:
            if not all(breaks_any(case.rules, value) for case in self.cases):
                return found, False  # as for nearly every document
            breaches = find_breaches_of_all(self.cases, facts, value, self.most)
            return append_advice(found, common_breaches(breaches), self.most, self.wrong)
        except Exception as error:  # advice changes no verdict, and neither does its failure
            unexpected("working out advice", error)
            return found, False


class Undecided(LightTuple):
    """Enforced rules whose violations depend on unknown facts.

    Attributes:
        cases: one for each source that the deployment may have, but for those whose rules the
            document keeps.
        most: violations that a report may show.
    """

    cases: tuple[Case, ...]
    most: int

    def violations(self, value: Any, facts: Mapping[str, Any]) -> Violations:
        """Return the violations of a document in any of the cases, at most `most`."""
        try:
            breaches = find_breaches_of_all(self.cases, facts, value, self.most, breaks_each=True)
        except Exception as error:  # the verdict is known without them
            unexpected("working out what is undecided", error)
            return ()
        return to_violations(chain.from_iterable(breaches), self.most)[0]


def common_breaches(breaches: Sequence[list[Breach]]) -> list[Breach]:
    """Return the breaches that all cases have in common."""
    first, *others = breaches
    shared = set(map(_identity, first))
    for several in others:
        shared.intersection_update(map(_identity, several))
    return [breach for breach in first if _identity(breach) in shared]


def _identity(breach: Breach) -> tuple[str, Tokens, bool]:
    return breach.rule.rule, breach.at, breach.settled


def append_advice(
    found: Violations, breaches: Iterable[Breach], most: int, wrong: Sequence[Tokens]
) -> tuple[Violations, bool]:
    """Return violations with those of advisory breaches; True if there are more than the limit.

    A report that a field is unknown is dropped if advice concerns that field.
    """
    is_outside = outside_of(wrong)
    advised = [one for one in breaches if one.settled and is_outside(one.at)]
    if not advised:
        return found, False
    pointers = {join(one.at) for one in advised}
    kept = tuple([one for one in found if not _is_unknown_field(one, pointers)])
    more, truncated = to_violations(advised, most - len(kept))
    return kept + more, truncated


def _is_unknown_field(violation: Violation, pointers: set[str]) -> bool:
    """Return True if a violation only reports that a field at one of the pointers is unknown."""
    return (
        violation.rule == "unknown-field"
        and violation.mode != "enforce"
        and violation.pointer in pointers
    )
