"""Warnings for document kinds that a maintainer may have forgotten in the `on` of a rule."""

from collections.abc import Mapping

from deploy_contract_codegen.cases import RULES, rules_of
from deploy_contract_codegen.spec import Spec, SpecFault
from deploy_contract_format.known import Known
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Rule, Rulebook

SHAPES = ("field", "schema")


def warnings(
    spec: Spec, book: Rulebook, directions: Mapping[str, tuple[str, ...]], known: Known
) -> list[SpecFault]:
    """Return a warning for each kind that declares the fields of rules, and is not in their `on`.

    Rules for requests are not compared with kinds of responses, and the reverse.

    Args:
        spec: the spec.
        book: its rules.
        directions: whether each kind is the body of a request, a response, or both.
        known: the names that rules may refer to.
    """
    places = {rule: (*at[:-1], "on") for rule, (at, _) in rules_of(spec)}
    found = []
    for kind, ways in directions.items():
        ids = [rule.rule for rule in book.rules if _forgets(rule, kind, ways, directions, known)]
        if ids:
            message = (
                f"{kind} has the fields of these rules, and they are not on it: {', '.join(ids)};"
                " add it to `on` where they hold"
            )
            found.append(spec.fault(RULES, places[ids[0]], message))
    return found


def _forgets(
    rule: Rule,
    kind: str,
    ways: tuple[str, ...],
    directions: Mapping[str, tuple[str, ...]],
    known: Known,
) -> bool:
    if kind in rule.on or rule.shape not in SHAPES or not rule.fields:
        return False
    ways_of_rule: set[str] = set()
    for other in rule.on:
        ways_of_rule.update(directions[other])
    if ways_of_rule.isdisjoint(ways):
        return False
    return any(known.declaring([kind], split(pointer)) for pointer in rule.fields)
