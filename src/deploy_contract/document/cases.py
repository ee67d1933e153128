"""Rules of one mode, ready to run on a kind of document of one source, and their breaches."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from deploy_contract.document.breaches import Breach
from deploy_contract.document.engines import Valid
from deploy_contract.document.relations import Relation
from deploy_contract.document.walker import findings
from deploy_contract_format.light_tuples import LightTuple
from deploy_contract_format.overlay import Schema
from deploy_contract_format.pointer import Tokens
from deploy_contract_format.rules import Rule

SPARE = 200  # breaches of a rule that are found beyond the limit of a report, as some are dropped

# by validator, which keeps it alive: threads that compile the same rules at once have their own
_Places = dict[Valid, list[Tokens]]


class Requirement(LightTuple):
    """An overlay entry, ready to run.

    Attributes:
        rule: that the entry belongs to.
        walked: returns the schema of the entry, annotated for walks.
        fits: returns True if a document keeps the rule, whatever is stored.
        relation: decides if `fits` returns False; without it the rule is broken then.
        place: the only place where the entry can be broken; None if there are several.
    """

    rule: Rule
    walked: Callable[[], Schema]
    fits: Valid
    relation: Relation | None
    place: Tokens | None = None


class Rules(LightTuple):
    """The rules of one mode for a kind of document and a source.

    The functions are compiled when they are first called, since most documents break no rule.

    Attributes:
        overlay: returns one schema of all requirements, for documents that override no source; {}
            if there are too many to compile together.
        fits: returns a validator of documents that keep all requirements and override no source.
        requirements: returns the requirements one by one.
        relations: rules that no overlay expresses.
        stateless: returns a validator of the requirements that do not depend on the stored
            deployment.
        any_state: returns a validator of documents that keep the other requirements, whatever
            the stored deployment is.
    """

    overlay: Callable[[], Schema]
    fits: Callable[[], Valid]
    requirements: Callable[[], tuple[Requirement, ...]]
    relations: tuple[tuple[Rule, Relation], ...]
    stateless: Callable[[], Valid]
    any_state: Callable[[], Valid]


class Case(LightTuple):
    """Rules for a source that counts as stored.

    Attributes:
        rules: for that source.
        place: tokens of the source in a stored deployment; empty without a source.
        source: None for kinds of document that carry their own.
    """

    rules: Rules
    place: tuple[str, ...]
    source: str | None

    def with_source(self, facts: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the facts of a stored deployment, with the source of this case."""
        if not self.place:
            return facts
        return _with_value(facts, self.place, self.source)


def only_place(schema: Schema) -> Tokens | None:
    """Return the only place where an instance can fail a schema as `findings` explains it.

    That is so if the schema, or the first of its choices, leads through single members to a type.

    Returns:
        The tokens; None if there may be several places, or other keywords.
    """
    place: list[str] = []
    if schema.keys() == {"anyOf"} and schema["anyOf"]:
        schema = schema["anyOf"][0]
    while schema.keys() == {"properties"} and len(schema["properties"]) == 1:
        ((name, schema),) = schema["properties"].items()
        place.append(name)
    return tuple(place) if schema.keys() == {"type"} else None


def find_breaches(case: Case, facts: Mapping[str, Any], value: Any, most: int) -> list[Breach]:
    """Return the breaches of a document in one case.

    Args:
        case: the rules.
        facts: about the stored deployment.
        value: the document.
        most: violations that a report may show.
    """
    broken = []
    if not case.rules.fits()(value):
        broken = [item for item in case.rules.requirements() if not item.fits(value)]
    return _find_breaches(case, broken, facts, value, most + SPARE, {})


def find_breaches_of_all(
    cases: Sequence[Case],
    facts: Mapping[str, Any],
    value: Any,
    most: int,
    *,
    breaks_each: bool = False,
) -> list[list[Breach]]:
    """Return the breaches of a document in each case; equal requirements are checked once.

    `breaks_each`: True if the document is known to break rules of each case, which are then not
    checked as a whole.
    """
    answers: dict[Valid, bool] = {}
    places: _Places = {}
    found = []
    for case in cases:
        broken = []
        if breaks_each or not case.rules.fits()(value):
            for item in case.rules.requirements():
                fits = item.fits
                answer = answers.get(fits)
                if answer is None:
                    answer = answers[fits] = fits(value)
                if not answer:
                    broken.append(item)
        found.append(_find_breaches(case, broken, facts, value, most + SPARE, places))
    return found


def breaks_any(rules: Rules, value: Any) -> bool:
    """Return True if a document breaks any of the rules."""
    return not rules.fits()(value) or breaks_relation(rules.relations, value)


def breaks_relation(relations: Iterable[tuple[Rule, Relation]], value: Any) -> bool:
    """Return True if a document breaks a relation that no overlay expresses.

    None of these depends on the stored deployment.
    """
    for rule, relation in relations:
        for _ in relation(rule.parameters, value, {}):
            return True
    return False


def decide(cases: Sequence[Case], facts: Mapping[str, Any], value: Any) -> list[bool | None]:
    """Return for each case whether a document keeps its rules.

    Args:
        cases: of one kind of document; they differ in the source alone.
        facts: about the stored deployment.
        value: the document.

    Returns:
        True, False, or None if the stored deployment decides and its state is not known.
    """
    rules = cases[0].rules
    if breaks_relation(rules.relations, value):
        return [False] * len(cases)
    # requirements that depend on the stored deployment are the same for every source
    open_ones: list[Requirement] = []
    if not rules.any_state()(value):
        related = [item for item in rules.requirements() if item.relation is not None]
        open_ones = [item for item in related if not item.fits(value)]
    return [_decide(case, facts, open_ones, value) for case in cases]


def _decide(
    case: Case, facts: Mapping[str, Any], open_ones: Sequence[Requirement], value: Any
) -> bool | None:
    if not case.rules.stateless()(value):
        return False
    if not open_ones:
        return True
    answer: bool | None = True
    known = case.with_source(facts)
    for item in open_ones:
        assert item.relation is not None
        for _, settled in item.relation(item.rule.parameters, value, known):
            if settled:
                return False
            answer = None
    return answer


def _find_breaches(
    case: Case,
    broken: Sequence[Requirement],
    facts: Mapping[str, Any],
    value: Any,
    most: int,
    places: _Places,
) -> list[Breach]:
    """Return the breaches of the requirements that a document breaks, and of all relations."""
    found: list[Breach] = []
    if not broken and not case.rules.relations:
        return found
    known: Mapping[str, Any] | None = None  # made for relations alone
    for item in broken:
        if item.relation is not None:
            known = case.with_source(facts) if known is None else known
            found += _of_relation(item.rule, item.relation, value, known, most)
            continue
        if item.place is not None:  # saves a walk, as for nearly all undecided verdicts
            found.append(Breach(item.rule, item.place))
            continue
        if item.fits not in places:
            places[item.fits] = [
                finding.at for finding in islice(findings(item.walked(), value), most)
            ]
        found += [Breach(item.rule, at) for at in places[item.fits]]
    for rule, relation in case.rules.relations:
        known = case.with_source(facts) if known is None else known
        found += _of_relation(rule, relation, value, known, most)
    return found


def _of_relation(
    rule: Rule, relation: Relation, value: Any, facts: Mapping[str, Any], most: int
) -> list[Breach]:
    places = islice(relation(rule.parameters, value, facts), most)
    return [Breach(rule, at, settled) for at, settled in places]


def _with_value(facts: Mapping[str, Any], tokens: Sequence[str], value: Any) -> dict[str, Any]:
    """Return a copy of an object with a value at the tokens."""
    first, *rest = tokens
    if not rest:
        return {**facts, first: value}
    inner = facts.get(first)
    if not isinstance(inner, Mapping):
        inner = {}
    return {**facts, first: _with_value(inner, rest, value)}
