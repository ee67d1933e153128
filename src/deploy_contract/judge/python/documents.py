"""The judge of documents: one walk of the structure, then each rule, in all worlds at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Self

from deploy_contract.bundle import Bundle
from deploy_contract.effective import ContractOptions
from deploy_contract.exceptions import ContractError
from deploy_contract.judge.outcome import Outcome, Violations, changed
from deploy_contract.judge.python import wire
from deploy_contract.judge.python.breaches import (
    Breach,
    outside_of,
    repair_of,
    to_violations,
    violation_from_text_error,
)
from deploy_contract.judge.python.relations import Stored
from deploy_contract.judge.python.rules import DocumentRules
from deploy_contract.judge.python.schema import Reading, Schema, prepare_all, walk
from deploy_contract.judge.python.undeclared import (
    FieldPlaces,
    Folds,
    confusable,
    elsewhere,
    field_places,
)
from deploy_contract.logs import unexpected
from deploy_contract.plain import plain, plain_facts
from deploy_contract.violations import Violation
from deploy_contract_format.bundle_format import MAX_ITEMS
from deploy_contract_format.definitions import Definitions, reference_to
from deploy_contract_format.errors import TextError
from deploy_contract_format.pointer import Tokens, join
from deploy_contract_format.rules import Rule, by_id, by_keyword
from deploy_contract_format.suggestions import nearest
from deploy_contract_format.vocabulary import REPORT_REQUESTS

if TYPE_CHECKING:
    from deploy_contract_generated.names import RevisionAnswer, Verdict

SPARE = 200  # breaches of a rule kept beyond the limit of a report, since some are dropped later
OK = 200  # RFC 9110, section 15.3.1
UNPROCESSABLE = 422  # RFC 9110, section 15.5.21: the status of rules without a status


@dataclass(frozen=True)
class _Kind:
    """A kind of document: the schema of its structure, its rules, and its limits."""

    name: str
    schema: Schema
    definitions: Definitions
    rules: DocumentRules
    most_bytes: int
    most_objects: int
    folds: dict[Schema, Folds] = field(default_factory=dict)  # made when they are first needed

    @cached_property
    def declared(self) -> FieldPlaces:
        return field_places(self.definitions, self.name)


class DocumentJudge:
    """The judge of documents of one contract, by its rules and the rules of its policies."""

    def __init__(self, bundle: Bundle, rules: Sequence[Rule], options: ContractOptions) -> None:
        self._bundle = bundle
        self._hosting = options.hosting
        self._limits = options.limits
        self._all_rules = by_id(rules)
        self._active = [rule for rule in rules if rule.mode != "off"]
        active = by_id(self._active)
        self._keywords = by_keyword(self._active)
        sizes = self._keywords.get("maxItems")
        if sizes is not None:  # one rule is for both keywords
            self._keywords["maxProperties"] = sizes
        self._unknown = active.get("unknown-field")
        self._confusable = active.get("confusable-field")
        skips = sizes is not None and sizes.mode == "enforce"
        self._statuses = {
            rule.rule: rule.parameters["status"] for rule in rules if "status" in rule.parameters
        }
        self._of_requests = Reading(
            finds_undeclared=True, finds_confusable=True, skips_oversized=skips
        )
        judges_responses = self._unknown is not None and options.unknown_fields != REPORT_REQUESTS
        self._of_responses = Reading(judges_responses, skips_oversized=skips)
        revising = [rule for rule in bundle.book.rules if rule.shape == "revision"]
        self._with_revisions = {kind for rule in revising for kind in rule.on}
        self._kinds: dict[str, _Kind] = {}

    def document(
        self,
        document: Any,
        kind: str,
        source: str | None,
        stored: Stored,
        reading: Reading | None = None,
    ) -> Outcome:
        """Return the outcome for a document: bytes, text, or parsed JSON.

        If `stored` is None, nothing is known. The default `reading` is that of requests and files.
        Raises ContractError if a fact of `stored` that a rule reads is not JSON, and nothing else.
        """
        action = "judging a document"
        try:
            known = self._kinds.get(kind) or self.prepare(kind)
            facts = {} if stored is None else plain_facts(stored, known.rules.reads)
            action = "parsing a document"
            value = self._read(document, known)
            action = "judging a document"
            return self._judged(value, known, source, facts, reading or self._of_requests)
        except TextError as error:
            return self.refuse(kind, error)
        except ContractError:
            raise
        except Exception as error:  # promise: an unexpected exception denies, and shows no value
            unexpected(action, error)
            return self.refuse(kind, TextError("unjudged"))

    def answer(self, document: Any, kind: str) -> Outcome:
        """Return the outcome for a document of a response. This method raises nothing."""
        return self.document(document, kind, None, None, self._of_responses)

    @property
    def definition(self) -> Self:
        """This judge. The `definition` of a native judge is a Python judge, too."""
        return self

    def check(self, *_arguments: Any) -> None:
        """Return None. The native judge returns a report here for most documents."""
        return

    check_request = check

    def with_messages(self, checker: Any) -> Any:
        """Return the checker: it judges messages itself, and documents by this judge."""
        return checker

    def refuse(self, kind: str | None, error: TextError) -> Outcome:
        """Return the outcome for a document that could not be parsed."""
        violations = (violation_from_text_error(self._all_rules[error.rule], error),)
        status = self.status(violations)
        return self.unread(kind)._replace(verdict="deny", violations=violations, status=status)

    def unread(self, kind: str | None) -> Outcome:
        """Return an outcome without violations, for a message whose document is not read."""
        creates: RevisionAnswer | None = "unknown" if kind in self._with_revisions else None
        return Outcome("allow", kind=kind, creates_revision=creates)

    def with_members(self, outcome: Outcome, members: Mapping[str, Any]) -> Outcome:
        """Return the outcome for a document that must also have these members with these values."""
        if not isinstance(outcome.value, dict):  # it was not read, or is refused already
            return outcome
        properties = {name: {"enum": [value]} for name, value in members.items()}
        raw = {"type": "object", "required": [*members], "properties": properties}
        known = replace(self.prepare(str(outcome.kind)), schema=prepare_all({})(raw))
        found, _ = self._structure(known, outcome.value, Reading())
        found = [breach for breach in found if breach.rule.mode == "enforce"]
        if not found:
            return outcome
        most = self._limits.violations
        violations, _ = to_violations(found, most, lambda _breach: "")
        every = (*violations, *outcome.without_advice)
        facts: dict[str, Any] = {"sources": (), "needs": (), "undecided": (), "advice": 0}
        return changed(
            outcome,
            verdict="deny",
            violations=every[:most],
            truncated=outcome.truncated or len(every) > most,
            status=self.status(every[:most]),
            **facts,
        )

    def status(self, violations: Violations, undecided: Violations = ()) -> int:
        """Return the HTTP status of the first rule that refuses a message."""
        for violation in (*violations, *undecided):
            if violation.mode == "enforce":
                status: int = self._statuses.get(violation.rule, UNPROCESSABLE)
                return status
        return UNPROCESSABLE

    def prepare(self, kind: str) -> _Kind:
        """Prepare a kind of document. Without this call, its first document takes longer."""
        known = self._kinds.get(kind)
        if known is None:
            limits, kind_row = self._limits, self._bundle.book.kinds[kind]
            definitions = self._bundle.definitions(kind)
            prepared = prepare_all(definitions, {MAX_ITEMS: limits.items})
            schema = prepared(reference_to(kind))
            most = limits.violations + SPARE
            rules = DocumentRules(self._bundle.book, self._active, kind, self._hosting, most)
            most_bytes = limits.document_bytes(kind_row)
            most_objects = limits.document_objects(kind_row)
            known = _Kind(kind, schema, definitions, rules, most_bytes, most_objects)
            self._kinds[kind] = known
        return known

    # --- from bytes to a value

    def plain(self, document: Any, kind: str) -> Any:
        """Return a document as bytes or parsed JSON. Raises TextError if it has no such form."""
        if isinstance(document, str):
            try:
                document = str.encode(document)
            except UnicodeEncodeError:
                raise TextError("json-encoding") from None
        if not isinstance(document, bytes | bytearray | memoryview):
            return self._inspected(document)
        try:
            view = memoryview(document)
        except ValueError:  # a memoryview that was released
            raise TextError("json-value") from None
        most = self._limits.document_bytes(self._bundle.book.kinds[kind])
        if view.nbytes > most:
            raise TextError("json-size", limit=most)
        # a subclass may override methods, and the items of a memoryview may not be bytes
        return document if document.__class__ is bytes else bytes(view)

    def _read(self, document: Any, known: _Kind) -> Any:
        """Return the value of a document. Raises TextError."""
        plain = document  # nearly every document is bytes already
        if document.__class__ is not bytes or len(document) > known.most_bytes:
            plain = self.plain(document, known.name)
        if plain.__class__ is not bytes:
            return plain
        value = wire.parse(plain, known.most_objects)
        if len(plain) > self._limits.string:
            wire.inspect(value, self._limits, parsed=True)
        return value

    def _inspected(self, value: Any) -> Any:
        """Return a value of a caller as parsed JSON. Raises TextError if it has no such form."""
        try:
            wire.inspect(value, self._limits)
        except TextError as error:
            if error.rule != "json-value":
                raise
            try:
                value = plain(value)
            except Exception:  # an object of the caller may raise anything
                raise TextError("json-value") from None
            wire.inspect(value, self._limits)
        return value

    # --- from a value to an outcome

    def _judged(
        self, value: Any, known: _Kind, source: str | None, stored: Stored, reading: Reading
    ) -> Outcome:
        most, worlds = self._limits.violations, known.rules.worlds
        structure, truncated = self._structure(known, value, reading)
        possible = worlds.possible[source]
        enforced, reported, revision = known.rules.judge(value, stored, possible)
        denied = unsettled = 0
        for breach in enforced:
            denied |= breach.violated
            unsettled |= breach.unsettled
        unsettled &= ~denied
        shown: list[Breach] = []
        concerned = possible
        if enforced and denied == possible:
            # the report is about the world with the fewest breaches
            concerned = _closest(possible, worlds.bits, enforced)
            shown = [breach for breach in enforced if breach.violated & concerned]
        violations: Violations = ()
        advice_count, is_more = 0, False
        if structure or shown or reported:
            advice = [one for one in reported if one.violated & concerned == concerned]
            repair = partial(repair_of, document=value, possible=possible)
            found = _violations(structure, shown, advice, most, repair)
            violations, advice_count, is_more = found
        sources: tuple[str, ...] = ()
        needs: tuple[str, ...] = ()
        undecided: Violations = ()
        verdict: Verdict = "deny"
        if not shown and not [one for one in structure if one.rule.mode == "enforce"]:
            left = possible & ~denied
            sources = tuple([name for name, world in worlds.named if world & left])
            verdict = "indeterminate" if denied | unsettled else "allow"
        if verdict == "indeterminate":
            enforced.sort(key=_first_world)
            needs = worlds.needs(possible, denied, unsettled)
            # an undecided violation may not be a fault, so it has no repair
            undecided = to_violations(enforced, most, lambda _breach: "")[0]
        return Outcome(
            verdict,
            violations,
            known.name,
            sources,
            needs,
            undecided,
            truncated or is_more,
            advice_count,
            *revision,
            OK if verdict == "allow" else self.status(violations, undecided),
            value,
        )

    def _structure(self, known: _Kind, value: Any, reading: Reading) -> tuple[list[Breach], bool]:
        """Return the breaches of the structure, enforced ones first, and True if there are more.

        Only enforced breaches end the walk early, since an enforced one may come after reported
        ones.
        """
        most = self._limits.violations
        enforced: list[Breach] = []
        reported: list[Breach] = []
        for keyword, at, schema, name in walk(known.schema, value, (), reading):
            if keyword == "additionalProperties":
                with_name = len(reported) <= most  # else the report cannot show it
                breach = self._undeclared(known, at, schema, reading, with_name=with_name)
            else:
                breach = self._keyword(keyword, at, schema, name, value)
            if breach is None:
                continue
            if breach.rule.mode == "enforce":
                enforced.append(breach)
            elif len(reported) <= most + 1:
                reported.append(breach)
            if len(enforced) > most:
                return enforced, True
        return enforced + reported[: most + 1], len(reported) > most + 1

    def _keyword(
        self, keyword: str, at: Tokens, schema: Schema, name: str | None, value: Any
    ) -> Breach | None:
        rule = self._keywords.get(keyword)
        if rule is None:
            return None
        if keyword == "enum":
            for token in at:
                value = value[token]
            if isinstance(value, str):
                name = nearest(value, [one for one in schema.raw["enum"] if isinstance(one, str)])
        return Breach(rule, at, name=name or "", schema=schema)

    def _undeclared(
        self,
        known: _Kind,
        at: Tokens,
        schema: Schema,
        reading: Reading,
        *,
        with_name: bool,
    ) -> Breach | None:
        """Return the breach of an undeclared member; `with_name` finds the name that was meant."""
        key = str(at[-1])
        if schema not in known.folds:
            known.folds[schema] = Folds(schema.properties)
        rule, name = self._unknown, confusable(key, known.folds[schema])
        if name is not None and reading.finds_confusable and self._confusable is not None:
            rule = self._confusable
        if rule is None:
            return None
        belongs: tuple[str, ...] = ()
        if name is None and with_name:
            name = nearest(key, schema.properties)
            if name is None:
                belongs = elsewhere(key, known.declared)
                name = belongs[-1] if belongs else None
        return Breach(rule, at, name=name or "", schema=schema, belongs=belongs)


def _closest(possible: int, worlds: Sequence[int], breaches: list[Breach]) -> int:
    if possible & (possible - 1) == 0:
        return possible  # it is the only one

    def count(world: int) -> int:
        return len([one for one in breaches if (one.violated | one.unsettled) & world])

    return min([world for world in worlds if world & possible], key=count)


def _first_world(breach: Breach) -> int:
    concerned = breach.violated | breach.unsettled
    return concerned & -concerned


def _stays(violation: Violation) -> bool:
    return violation.rule != "unknown-field" or violation.mode == "enforce"


def _violations(
    structure: list[Breach],
    broken: list[Breach],
    advice: list[Breach],
    most: int,
    repair: Callable[[Breach], str],
) -> tuple[Violations, int, bool]:
    """Return the violations of a report, the number of advisory ones, and True if there are more.

    Advice comes last. At places where the structure is wrong, breaches of rules are left out. If a
    rule is about a field, the report does not add that the field is unknown. `broken` are breaches
    of enforced rules, and `advice` those of other rules.
    """
    every = structure or broken
    if structure and (broken or advice):
        enforced = [breach for breach in structure if breach.rule.mode == "enforce"]
        is_outside = outside_of([one.at for one in enforced if one.rule.shape == "keyword"])
        broken = [breach for breach in broken if is_outside(breach.at)]
        advice = [breach for breach in advice if is_outside(breach.at)]
        refused = {breach.at for breach in broken}
        structure = [
            one for one in structure if one.rule.rule != "unknown-field" or one.at not in refused
        ]
        every = sorted(structure + broken, key=lambda breach: breach.rule.mode != "enforce")
    found, truncated = to_violations(every, most, repair)
    if not advice:
        return found, 0, truncated
    if structure:
        pointers = {join(breach.at) for breach in advice}
        found = tuple([one for one in found if one.pointer not in pointers or _stays(one)])
    more, is_more = to_violations(advice, most - len(found), repair)
    return found + more, len(more), truncated or is_more
