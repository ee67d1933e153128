"""Rules between a response, its request, and the facts that are known of deployments.

A relation is a plain function. It yields the tokens of each place in a response that breaks the
relation.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from deploy_contract.plain import plain_facts
from deploy_contract.violations import Violation
from deploy_contract_format.patterns import without_case
from deploy_contract_format.pointer import MISSING, Tokens, find, first_names, join, matches, split
from deploy_contract_format.rules import Kind, Rule, scopes

FindFacts = Callable[[str], Mapping[str, Any] | None]  # id of a deployment -> facts, if any
Parameters = Mapping[str, Any]
Relation = Callable[[Parameters, Any, Any], Iterator[Tokens]]
tokens = cache(split)


def count_at_most(rule: Parameters, body: Any, argument: Any) -> Iterator[Tokens]:
    """Require that `array` has no more items than the request parameter allows."""
    at = tokens(rule["array"])
    items = find(body, at)
    if isinstance(items, list) and isinstance(argument, int) and len(items) > argument:
        yield at


def among_parameter(rule: Parameters, body: Any, argument: Any) -> Iterator[Tokens]:
    """Require each text at `field` to be an item of the parameter, which is a list."""
    wanted = {without_case(item) for item in argument}
    for at, text in matches(body, tokens(rule["field"])):
        if isinstance(text, str) and without_case(text) not in wanted:
            yield at


def contains_parameter(rule: Parameters, body: Any, argument: Any) -> Iterator[Tokens]:
    """Require each text at `field` to contain the parameter, in any letter case.

    The interface does not say whether services compare names by letter case.
    """
    wanted = argument.casefold()
    for at, text in matches(body, tokens(rule["field"])):
        if isinstance(text, str) and wanted not in text.casefold():
            yield at


RELATIONS: Mapping[str, Relation] = {
    "count_at_most": count_at_most,
    "equals_parameter": lambda rule, body, argument: among_parameter(rule, body, (argument,)),
    "among_parameter": among_parameter,
    "contains_parameter": contains_parameter,
}


class LearnedFacts(NamedTuple):
    """Facts about deployments that were learned from other responses."""

    find: FindFacts
    lookup: Any = None  # the `LearnedDeployments` that has these facts


def facts_of_one(addressed: str | None, facts: Mapping[str, Any]) -> FindFacts:
    """Return a function that finds the facts about one deployment by its id, in any letter case."""
    wanted = addressed and addressed.lower()
    return lambda identity: facts if identity.lower() == wanted else None


# documents of one kind in a response: the pattern of their paths, the tokens of their id, and the
# rules on their fields that never change, each with the tokens of the field
_Constant = tuple[tuple[str, ...], tuple[str, ...], list[tuple[Rule, tuple[str, ...]]]]


class ExchangeRules:
    """The exchange rules of a contract that are not off, for reports of at most `most` violations."""

    def __init__(self, rules: Sequence[Rule], kinds: Mapping[str, Kind], most: int) -> None:
        self._most = most
        self._relations: dict[str, list[tuple[Rule, Relation, str]]] = {}
        for rule in rules:
            if rule.shape in RELATIONS and rule.mode != "off":
                row = (rule, RELATIONS[rule.shape], rule.parameters["parameter"])
                self._relations.setdefault(rule.parameters["operation"], []).append(row)
        self._constants = {kind: _constants(rules, kinds, kind) for kind in kinds}
        self._identities = [split(kind.identity) for kind in kinds.values() if kind.identity]
        # for a kind of response, the members of facts that the rules read; None: all members
        self._reads: dict[str, frozenset[str] | None] = {}
        for kind, constants in self._constants.items():
            fields = [field for *_, rows in constants for _, field in rows]
            self._reads[kind] = first_names([*self._identities, *fields])

    def violations(
        self,
        operation: str,
        kind: str,
        body: Any,
        arguments: Mapping[str, Any],
        known: FindFacts | None,
        learned: FindFacts | None,
    ) -> Iterator[Violation]:
        """Yield the violations of a response that is valid by itself.

        `known` finds certain facts, and `learned` facts from other responses, as parsed JSON. If a
        response contradicts learned facts, either response may be wrong. So such a contradiction
        is only reported.
        """
        for rule, relation, name in self._relations.get(operation, ()):
            argument = arguments.get(name)
            if argument not in (None, "", ()):  # an empty filter filters nothing
                for at in islice(relation(rule.parameters, body, argument), self._most + 1):
                    yield _violation(rule, rule.mode, at)
        if known is not None or learned is not None:
            yield from self._changes(kind, body, known, learned)

    def _changes(
        self, kind: str, body: Any, known: FindFacts | None, learned: FindFacts | None
    ) -> Iterator[Violation]:
        for pattern, identity, fields in self._constants.get(kind, ()):
            for at, document in matches(body, pattern):
                name = find(document, identity)
                if not isinstance(name, str):
                    continue
                certain = known(name) if known else None
                uncertain = learned(name) if learned else None
                for rule, field in fields:
                    if certain and _differs(document, certain, field):
                        yield _violation(rule, rule.mode, (*at, *field))
                    elif uncertain and _differs(document, uncertain, field):
                        yield _violation(rule, "report", (*at, *field))

    def facts_of(self, kind: str, deployment: Any, addressed: str | None) -> FindFacts:
        """Return a function that finds the facts of one deployment, for a kind of response.

        `addressed` is the id in the path of the request, for facts without an id.
        """
        facts = plain_facts(deployment, self._reads[kind])
        names = [find(facts, identity) for identity in self._identities]
        wanted = next((name for name in names if isinstance(name, str)), addressed)
        return facts_of_one(wanted, facts)

    def facts_by(self, kind: str, find_facts: FindFacts) -> FindFacts:
        """Return a function that finds facts as parsed JSON, for a kind of response."""
        names = self._reads[kind]
        return lambda identity: plain_facts(find_facts(identity), names)


def _differs(document: Any, facts: Mapping[str, Any], field: Sequence[str]) -> bool:
    expected, found = find(facts, field), find(document, field)
    if expected is MISSING or expected is None or found is MISSING:
        return False
    return found != expected


def _constants(rules: Sequence[Rule], kinds: Mapping[str, Kind], kind: str) -> list[_Constant]:
    """Return the rules on fields that never change, for each place of a kind of document."""
    found: list[_Constant] = []
    for place, inner in scopes(kinds, kind):
        identity = kinds[inner].identity
        active = [rule for rule in rules if rule.shape == "equals_known" and rule.mode != "off"]
        fields = [(rule, split(rule.parameters["field"])) for rule in active if inner in rule.on]
        if identity and fields:
            found.append((place, split(identity), fields))
    return found


def _violation(rule: Rule, mode: Any, at: Tokens) -> Violation:
    return Violation(rule.rule, mode, "exchange", join(at), rule.message, rule.hint)
