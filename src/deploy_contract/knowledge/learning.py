"""The valid part of a response. It may be learned even if the rest breaks the contract."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple, TypeAlias

from deploy_contract import notes
from deploy_contract.contract import Contract
from deploy_contract.judge.python.relations import RELATIONS
from deploy_contract.knowledge.facts import FieldTokens, part_of
from deploy_contract.knowledge.learnable import (
    Learnable,
    LearnablePlace,
    deployments_at,
    key_of,
    places_by_kind,
)
from deploy_contract.report import Report, outcome_of, with_changes
from deploy_contract.violations import Violation
from deploy_contract_format.definitions import find_schema
from deploy_contract_format.pointer import MISSING, find, join, matches, member_of, split
from deploy_contract_format.rules import by_id

# shapes of rules by which a field of a document may be wrong, whatever a patch sets
_OF_DOCUMENTS = {"field", "schema", "admitted", "equals_known"} | {
    name for name, relation in RELATIONS.items() if relation.reads_stored != "set"
}
_MAX_TRIED = 1000  # deployments that are judged one by one; ten times the longest page

# a report whose `value` may be learned, or None; and notes on the parts that may not be learned
LearnablePart: TypeAlias = tuple[Report | None, tuple[str, ...]]


class _Fault(NamedTuple):
    """A rule that is broken at a place of a document.

    `of_source` is True if the rule compares the place with the source, so that either may be wrong.
    """

    rule: str
    at: FieldTokens
    of_source: bool = False


class ValidParts:
    """A filter that keeps the valid fields of the deployments of a response.

    A field is valid if it keeps its own schema and all rules on the field. A deployment is left out
    if its id is not valid. A deployment that breaks a rule on sources is left out, too: either the
    source or another field is wrong.

    Args:
        fields: the wanted fields; by default `learned` in spec/rules.yaml.
        learned: places, by kind of response, that are read of each response that passes.

    Attributes:
        places: the places of deployments, by kind of response.
    """

    def __init__(
        self,
        contract: Contract,
        fields: Sequence[FieldTokens] | None = None,
        learned: Mapping[str, list[LearnablePlace]] | None = None,
    ) -> None:
        self._bundle = contract.bundle
        self._judge = contract.judge
        self.places = places_by_kind(contract.bundle, mutable=True, fields=fields)
        self._ids = {**self.places}  # places from which ids are read
        for name, places in (learned or {}).items():  # the native judge reads each place once
            if len(places) == len(self.places[name]):
                self._ids[name] = places
        self._rules = by_id(contract.rules)
        self._addressed: dict[tuple[str, FieldTokens], str] = {}
        for rule in contract.rules:
            if rule.shape == "equals_parameter":
                place = split(rule.parameters["field"])
                self._addressed[rule.parameters["operation"], place] = rule.rule

    def of(self, report: Report, addressed: str | None = None) -> LearnablePart:
        """Return the part of a response that may be learned.

        If the request changes a deployment, `addressed` is its id in lower case. The response must
        then describe no other deployment.
        """
        outcome = outcome_of(report)
        places = self.places.get(outcome.kind or "")
        if not places:
            return None, ()
        if outcome.verdict == "allow" and not outcome.without_advice:
            ids = self._ids[outcome.kind or ""] if addressed is not None else ()
            keys = {key for place in ids for key, _ in deployments_at(report, place)}
            if keys <= {key_of(addressed)} - {None}:  # no keys if any deployment may be learned
                return report, ()
        if outcome.value is None:
            return None, self._refusal_notes({}, report, every=True)
        return self._valid_part(report, places, addressed)

    def _valid_part(
        self, report: Report, places: list[LearnablePlace], addressed: str | None
    ) -> LearnablePart:
        """Return the valid part of a response that may have faults."""
        reported = list(self._faults(report.kind, report.value, outcome_of(report).without_advice))
        faults: dict[str, FieldTokens] = {}  # the first place of each broken rule
        value: Any = {}  # the response without its faults
        count = picked = 0
        for pattern, learned in places:
            by_document: defaultdict[FieldTokens, list[_Fault]] = defaultdict(list)
            for fault in reported:
                rest = fault.at[len(pattern) :]
                by_document[fault.at[: len(pattern)]].append(fault._replace(at=rest))
            # the report may lack faults: it is truncated, or judges no item of an invalid array
            around = [pattern[:end] for end in range(len(pattern))]
            is_cut = report.truncated or any(fault.at in around for fault in reported)
            parts = []
            for tokens, document in matches(report.value, pattern):
                at = tuple(map(str, tokens))
                count += 1
                found = [*by_document[at], *self._wrong_id(report, learned, document, addressed)]
                if is_cut:
                    found += self._hidden(learned, document, count)
                part, relevant = _part(learned, document, found)
                for fault in relevant:
                    faults.setdefault(fault.rule, (*at, *fault.at))
                if part:
                    parts.append(part)
            picked += len(parts)
            if parts:
                is_list = pattern[-1:] == ("*",)
                stated: Any = parts if is_list else parts[0]
                for token in reversed(pattern[: len(pattern) - is_list]):
                    stated = [stated] if token == "*" else {token: stated}
                value = {**value, **stated} if isinstance(stated, dict) else stated
        refused = self._refusal_notes(faults, report)
        if not picked:
            return None, refused
        if report.ok and not faults and count == picked:
            return report, refused
        sound = with_changes(
            report, verdict="allow", violations=(), undecided=(), needs=(), advice=0, value=value
        )
        return sound, refused

    def _faults(self, kind: str | None, value: Any, found: Iterable[Violation]) -> Iterator[_Fault]:
        """Yield the faults of the documents in a value, with their places in the value."""
        for item in found:
            rule = self._rules[item.rule]
            of_documents = item.mode == "enforce" and rule.shape in _OF_DOCUMENTS
            if of_documents or rule.shape == "keyword":
                of_source = rule.shape == "admitted" or "sources" in rule.parameters
                for place in self._places_of(kind, value, item):
                    yield _Fault(item.rule, place, of_source)

    def _hidden(self, learned: Learnable, document: Any, number: int) -> Iterator[_Fault]:
        """Judge one deployment by itself, and yield its faults.

        The report on the whole response may lack these faults.
        """
        if number > _MAX_TRIED:
            yield _Fault("too-many", ())
            return
        outcome = self._judge.answer(document, learned.name)
        broken = outcome.without_advice
        yield from self._faults(learned.name, document, broken)
        if outcome.truncated and outcome.verdict == "deny":
            yield _Fault(broken[0].rule, ())  # the faults that are not shown may be at any place

    def _wrong_id(
        self, report: Report, learned: Learnable, document: Any, addressed: str | None
    ) -> Iterator[_Fault]:
        identity = find(document, learned.identity)
        if addressed is not None and isinstance(identity, str) and identity.lower() != addressed:
            rule = self._addressed.get((report.operation or "", learned.identity), "not-addressed")
            yield _Fault(rule, learned.identity)

    def _refusal_notes(
        self, faults: Mapping[str, FieldTokens], report: Report, *, every: bool = False
    ) -> tuple[str, ...]:
        """Return a note for each rule: first on the faults, then on the other violations.

        If nothing can be learned, `every` is True: then violations that are only reported get
        notes, too.
        """
        texts = {rule: notes.note(notes.REFUSED, rule, join(at)) for rule, at in faults.items()}
        for item in outcome_of(report).without_advice:
            if every or (item.mode == "enforce" and self._rules[item.rule].shape != "equals_known"):
                place = self._places_of(report.kind, report.value, item)[0]
                texts.setdefault(item.rule, notes.note(notes.REFUSED, item.rule, join(place)))
        return tuple(texts.values())[: notes.MOST]

    def _places_of(self, kind: str | None, value: Any, item: Violation) -> list[FieldTokens]:
        """Return the place of a violation. For missing fields, return the place of each field."""
        if not item.pointer.startswith("/") and item.pointer:
            return [()]  # the name of a header or parameter
        at = split(item.pointer)
        if kind is None or self._rules[item.rule].parameters.get("keyword") != "required":
            return [at]
        known = self._bundle.definitions(kind)
        pattern = ["*" if token.isdecimal() else token for token in at]
        document = reduce(member_of, at, value)
        given = document if isinstance(document, dict) else {}
        schema = find_schema(known, kind, pattern) or {}
        needed = schema.get("required", ())
        return [(*at, name) for name in needed if name not in given] or [at]


def _part(
    learned: Learnable, document: Any, faults: Sequence[_Fault]
) -> tuple[dict[str, Any] | None, list[_Fault]]:
    """Return the part of a deployment that may be learned, and the faults that concern this part.

    If the source itself is not valid, faults of rules on sources do not count.
    """
    wrong: set[FieldTokens] = set()
    relevant: list[_Fault] = []
    for place in learned.fields:
        broken = [fault for fault in faults if not fault.of_source and _overlap(fault.at, place)]
        if broken:
            wrong.add(place)
            relevant += broken
    of_source = [fault for fault in faults if fault.of_source and learned.source not in wrong]
    relevant += of_source
    if of_source or learned.identity in wrong or find(document, learned.identity) is MISSING:
        return None, relevant
    part = part_of(document, [place for place in learned.fields if place not in wrong])
    return (part if len(part) > 1 else None), relevant


def _overlap(first: Sequence[object], second: Sequence[object]) -> bool:
    return all(left == right for left, right in zip(first, second, strict=False))
