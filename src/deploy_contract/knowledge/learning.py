"""The valid part of a response, which may be learned though the rest breaks the contract."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from deploy_contract import notes
from deploy_contract.contract import Contract
from deploy_contract.judge.python.relations import RELATIONS
from deploy_contract.judge.python.schema import Schema as PreparedSchema
from deploy_contract.judge.python.schema import findings, prepare_all
from deploy_contract.knowledge.facts import part_of
from deploy_contract.knowledge.learnable import (
    Learnable,
    key_of,
    learnable_kind,
    rows_of,
    source_place,
)
from deploy_contract.report import (
    Report,
    outcome_of,
    with_changes,
)
from deploy_contract.violations import Violation
from deploy_contract_format.definitions import Schema, limited, resolved
from deploy_contract_format.pointer import Tokens, find, join, matches, member_of, split
from deploy_contract_format.rules import Kind, by_id, by_keyword

FieldTokens: TypeAlias = tuple[str, ...]
# shapes of rules about a document itself
_OF_DOCUMENTS = {"field", "schema", "admitted"} | {
    name for name, relation in RELATIONS.items() if relation.reads_stored != "set"
}
_NOT_ADDRESSED = "not-addressed"
_TOO_MANY = "too-many"
_MOST_TRIED = 1000  # deployments of one response whose rules are tried; ten times the longest page


class Lesson(NamedTuple):
    """A report whose `value` may be learned, None if nothing may be; and notes on the rest."""

    report: Report | None
    notes: tuple[str, ...] = ()


class _Fault(NamedTuple):
    """A rule that is broken at a field, or by the whole deployment (`whole`)."""

    rule: str
    at: Tokens
    whole: bool = False


class _Learned(NamedTuple):
    """A kind of document that may be learned.

    Attributes:
        keys: reads the ids alone.
        places: those of the id and of the wanted fields.
        way: the part of the schema on the way to them.
    """

    name: str
    identity: FieldTokens
    source: FieldTokens | None
    keys: Learnable
    places: tuple[FieldTokens, ...]
    way: PreparedSchema


_Places: TypeAlias = list[tuple[FieldTokens, _Learned]]  # where deployments are in a document


class ValidParts:
    """A filter that keeps the valid fields of the deployments of a response.

    A field is valid by its own schema and by the rules on it. A deployment is left out if its
    identity is not valid. It is left out too if it breaks a rule on its source: that rule says that
    the source or something else is wrong.

    Args:
        contract: the contract that responses are judged by.
        fields: the places of the fields that are wanted, by default those that the contract
            allows to be kept (`learned` in spec/rules.yaml).
    """

    def __init__(self, contract: Contract, fields: Sequence[FieldTokens] | None = None) -> None:
        self._contract = contract
        self._judge = contract.judge
        kinds = contract.bundle.book.kinds
        self._kinds: dict[str, _Learned] = {}
        for name, kind in kinds.items():
            if kind.identity and kind.learned:
                self._kinds[name] = self._learned(name, kind, fields)
        self._places = {name: list(self._places_of(name, kind)) for name, kind in kinds.items()}
        self._rules = by_id(contract.rules)
        self._keywords = by_keyword(contract.rules)
        self._addressed: dict[tuple[str, FieldTokens], str] = {}
        for rule in contract.rules:
            if rule.shape == "equals_parameter":
                place = split(rule.parameters["field"])
                self._addressed[rule.parameters["operation"], place] = rule.rule

    def of(self, report: Report, addressed: str | None = None) -> Lesson:
        """Return the part of a response that may be learned.

        Args:
            report: the report on the response.
            addressed: the id of the deployment that the request changes, in small letters. A
                response to such a request describes no other deployment.
        """
        outcome = outcome_of(report)
        places = self._places.get(outcome.kind or "")
        if not places:
            return Lesson(None)
        valid = outcome.verdict == "allow" and not outcome.without_advice
        if valid and (addressed is None or self._is(addressed, places, report)):
            return Lesson(report)
        if outcome.value is None:
            return Lesson(None, self._refused((), report, every=True))
        return self._picked(report, places, addressed)

    def _picked(self, report: Report, places: _Places, addressed: str | None) -> Lesson:
        """Return the valid part of a response that breaks some rule."""
        enforced = [item for item in outcome_of(report).without_advice if item.mode == "enforce"]
        shapes = [self._rules[item.rule].shape for item in enforced]
        doubted = report.truncated or not _OF_DOCUMENTS.isdisjoint(shapes)
        both = zip(enforced, shapes, strict=True)
        known = {item.pointer: item.rule for item, shape in both if shape == "equals_known"}
        faults: dict[str, _Fault] = {}  # by rule: the first place is enough
        value: dict[str, Any] = {}
        count = picked = 0
        for pattern, learned in places:
            parts = []
            for at, document in matches(report.value, pattern):
                count += 1
                tried = doubted and count <= _MOST_TRIED
                found = list(self._faults(learned, document, doubted=tried))
                if doubted and count > _MOST_TRIED:
                    found.append(_Fault(_TOO_MANY, (), whole=True))
                found += self._mistaken(report, learned, document, at, addressed, known)
                for fault in found:
                    faults.setdefault(fault.rule, fault._replace(at=(*at, *fault.at)))
                part = _part(learned, document, found)
                if part:
                    parts.append(part)
                picked += bool(part)
            if parts:
                value = _placed(pattern, parts, value)
        refused = self._refused(tuple(faults.values()), report)
        if not picked:
            return Lesson(None, refused)
        if report.ok and not faults and count == picked:
            return Lesson(report, refused)
        return Lesson(
            with_changes(
                report,
                verdict="allow",
                violations=(),
                undecided=(),
                needs=(),
                advice=0,
                value=value,
            ),
            refused,
        )

    def _is(self, addressed: str, places: _Places, report: Report) -> bool:
        """Return True if the request addresses each deployment of its response."""
        keys: list[Any] = []
        for pattern, learned in places:
            keys += [row[0] for row in rows_of(report, (pattern, learned.keys))]
        return all(key is not None for key in keys) and {*keys} <= {key_of(addressed)}

    def _mistaken(
        self,
        report: Report,
        learned: _Learned,
        document: Any,
        at: Tokens,
        addressed: str | None,
        known: Mapping[str, str],
    ) -> Iterator[_Fault]:
        """Yield where a deployment is not the addressed one, or contradicts the operator."""
        identity = find(document, learned.identity)
        if addressed is not None and isinstance(identity, str) and identity.lower() != addressed:
            rule = self._addressed.get((report.operation or "", learned.identity), _NOT_ADDRESSED)
            yield _Fault(rule, learned.identity, whole=True)
        for place in learned.places if known else ():
            pointer = join((*at, *place))
            if pointer in known:
                yield _Fault(known[pointer], place)

    def _faults(self, learned: _Learned, document: Any, *, doubted: bool) -> Iterator[_Fault]:
        """Yield the faults of the fields of a deployment.

        `doubted`: whether rules of documents are tried too. They are not tried if the identity or
        source is wrong already, since nothing that they protect is learned then.
        """
        found: list[_Fault] = []  # at the levels on the way to the fields, or inside them
        given = document if isinstance(document, dict) else {}
        for keyword, at, _, name in findings(learned.way, given):
            found.append(_Fault(self._rule(keyword), at if name is None else (*at, name)))
        for place in learned.places:
            fault = next((one for one in found if _overlap(one.at, place)), None)
            if fault is not None:
                whole = place == learned.identity
                yield _Fault(fault.rule, fault.at[: len(place)], whole)
                doubted = doubted and place not in (learned.identity, learned.source)
        if not doubted or not isinstance(document, dict):
            return
        outcome = self._judge.answer(document, learned.name)
        broken = outcome.without_advice
        for item in broken:
            rule = self._rules[item.rule]
            if item.mode != "enforce" or rule.shape not in _OF_DOCUMENTS:
                continue
            at = split(item.pointer)
            if rule.shape == "admitted" or "sources" in rule.parameters:
                yield _Fault(item.rule, at, whole=True)
            elif any(_overlap(at, place) for place in learned.places):
                yield _Fault(item.rule, at)
        # a rule on its source may be among those that are not shown
        if outcome.truncated and outcome.verdict == "deny":
            yield _Fault(broken[0].rule, split(broken[0].pointer), whole=True)

    def _rule(self, keyword: str) -> str:
        rule = self._keywords.get("maxItems" if keyword == "maxProperties" else keyword)
        if rule is None:
            return keyword
        return rule.rule

    def _refused(
        self, faults: Sequence[_Fault], report: Report, *, every: bool = False
    ) -> tuple[str, ...]:
        """Return notes on faults, then on other violations of the response; one for each rule.

        `every`: violations that are only reported count too, since nothing is left to learn.
        """
        texts = {item.rule: notes.note(notes.REFUSED, item.rule, join(item.at)) for item in faults}
        for item in outcome_of(report).without_advice:
            if every or (item.mode == "enforce" and self._rules[item.rule].shape != "equals_known"):
                text = notes.note(notes.REFUSED, item.rule, self._pointer(report, item))
                texts.setdefault(item.rule, text)
        return tuple(texts.values())[: notes.MOST]

    def _pointer(self, report: Report, item: Violation) -> str:
        """Return the pointer of a violation; if a field is missing, the field's own pointer."""
        if not item.pointer.startswith("/") and item.pointer:
            return ""  # the name of a header or parameter
        rule = self._rules[item.rule]
        if rule.parameters.get("keyword") != "required" or report.kind is None:
            return item.pointer
        at = split(item.pointer)
        schema, value = self._below(report.kind, at, report.value)
        for name in schema.get("required", ()) if isinstance(value, dict) else ():
            if name not in value:
                return join((*at, name))
        return item.pointer

    def _below(self, kind: str, at: FieldTokens, value: Any) -> tuple[Schema, Any]:
        """Return the schema and the value at a place in a document."""
        known = self._contract.bundle.definitions(kind)
        schema: Schema = known[self._contract.bundle.roots[kind]["open"]]
        for token in at:
            is_item = isinstance(value, list)
            inner = schema.get("items", {}) if is_item else schema.get("properties", {}).get(token)
            schema, value = resolved(known, inner or {}), member_of(value, token)
        return schema, value

    def _places_of(self, name: str, kind: Kind) -> Iterator[tuple[FieldTokens, _Learned]]:
        """Yield where deployments are in a kind of document."""
        for pattern, inner in (("", name), *kind.contains):
            if inner in self._kinds:
                yield split(pattern), self._kinds[inner]

    def _learned(self, name: str, kind: Kind, fields: Sequence[FieldTokens] | None) -> _Learned:
        known = limited(self._contract.bundle.definitions(name), self._contract.limits.items)
        identity = split(kind.identity or "")
        wanted = list(map(split, kind.learned)) if fields is None else fields
        root = known[self._contract.bundle.roots[name]["open"]]
        places = tuple(dict.fromkeys((identity, *wanted)))
        way = way_to(known, root, places)
        of_members = {"properties": way["properties"], "required": way["required"]}
        keys = learnable_kind(self._contract.bundle, kind, (), {})
        prepared = prepare_all(known)(of_members)
        return _Learned(name, identity, source_place(kind), keys, places, prepared)


def way_to(
    known: Mapping[str, Schema], schema: Schema, places: Sequence[FieldTokens]
) -> dict[str, Any]:
    """Return the part of a schema on the way to some places below it, as far as it is declared."""
    schema = resolved(known, schema)
    if () in places:
        return schema
    below: dict[str, list[FieldTokens]] = {}
    for token, *rest in places:
        below.setdefault(token, []).append(tuple(rest))
    declared = schema.get("properties", {})
    ways = {token: way_to(known, declared.get(token, {}), rests) for token, rests in below.items()}
    required = [token for token in below if token in schema.get("required", ())]
    return {**schema, "properties": ways, "required": required, "additionalProperties": True}


def _part(learned: _Learned, document: Any, faults: Sequence[_Fault]) -> dict[str, Any] | None:
    """Return the identity and the valid fields of a deployment; None if there are no fields."""
    if not isinstance(document, dict) or any(fault.whole for fault in faults):
        return None
    wrong = {place for place in learned.places for fault in faults if _overlap(fault.at, place)}
    part = part_of(document, tuple(place for place in learned.places if place not in wrong))
    return part if len(part) > 1 else None


def _placed(
    pattern: FieldTokens, parts: list[dict[str, Any]], value: dict[str, Any]
) -> dict[str, Any]:
    """Return a document with parts at the places of a pattern, beside the parts it has already."""
    if not pattern:
        return parts[0]
    inner: Any = parts
    tokens = pattern[:-1]
    if pattern[-1] != "*":
        inner, tokens = parts[0], pattern
    for token in reversed(tokens[1:]):
        inner = [inner] if token == "*" else {token: inner}
    return {**value, tokens[0]: inner}


def _overlap(one: Sequence[object], other: Sequence[object]) -> bool:
    """Return True if one place is within the other, or the same."""
    return all(left == right for left, right in zip(one, other, strict=False))
