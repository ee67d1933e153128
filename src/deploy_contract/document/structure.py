"""The structure of a document: its schema, and the treatment of undeclared members.

An engine answers first. Only if it rejects the document, one walk explains why.
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract.document import undeclared, wire
from deploy_contract.document.breaches import Breach
from deploy_contract.document.engines import Engine, Valid
from deploy_contract.document.walker import (
    FOLDS,
    Finding,
    Guide,
    annotated,
    findings,
    undeclared_members,
)
from deploy_contract.document.wire import Limits
from deploy_contract_format.definitions import plainly_named
from deploy_contract_format.errors import DEPTH, TextError
from deploy_contract_format.light_tuples import LightTuple
from deploy_contract_format.rules import Rulebook, by_id, by_keyword
from deploy_contract_format.suggestions import nearest

KEYWORDS = {"maxProperties": "maxItems"}  # keyword -> the keyword whose rule covers it


class Reading(LightTuple):
    """The reading of undeclared members, which differs for responses.

    Attributes:
        closed: undeclared members matter.
        guarded: those that other readers take for a declared member are refused.
    """

    closed: bool
    guarded: bool


class DisagreementError(AssertionError):
    """An engine rejects a document in which the walk finds no fault."""


class Structure(LightTuple):
    """The breaches of a document's structure; `truncated` if there are more than the limit."""

    breaches: list[Breach]
    truncated: bool = False


class StructureChecker:
    """The checker of the structure of documents: it finds the breaches.

    Args:
        engine: answers whether a document is valid.
        bundle: the contract.
        book: the active rules.
        limits: of the contract.
    """

    def __init__(self, engine: Engine, bundle: Bundle, book: Rulebook, limits: Limits) -> None:
        self._engine = engine
        self._definitions = bundle.definitions
        self._roots = bundle.roots
        self._limits = limits
        self._keywords = by_keyword(book.rules)
        rules = by_id(book.rules)
        self._unknown = rules.get("unknown-field")
        self._confusable = rules.get("confusable-field")
        self._guides: dict[tuple[str, bool], Guide] = {}
        self._names: dict[str, Valid] = {}
        self._places: dict[str, undeclared.FieldPlaces] = {}

    def check(
        self, kind: str, value: Any, body: bytes | None, reading: Reading, *, rejected: bool
    ) -> Structure:
        """Return the breaches of the structure of a document.

        Args:
            kind: of the document.
            value: the document.
            body: the text of the document, if its depth was not checked.
            reading: of undeclared members.
            rejected: True if the engine rejected the document by a closed schema before.

        Raises:
            TextError: `json-depth` if the text nests too deeply to be walked.
            DisagreementError: if the walk does not find why the engine rejects the document.
        """
        roots, definition = self._roots[kind], self._engine.definition
        closed = reading.closed
        if closed and not rejected and definition(kind, roots["closed"])(value):
            return Structure([])
        if definition(kind, roots["open"])(value):
            if not closed or self._harmless_names(kind)(value):
                return Structure([])
            return self._undeclared(kind, value, reading)
        if body is not None and wire.nests_deeper(body):
            raise TextError("json-depth", limit=DEPTH)
        guide = self._guide(kind, closed=closed)
        root = guide.definitions[roots["open"]]
        structure, is_explained = self._explain(kind, value, findings(root, value, guide), reading)
        if not is_explained:
            raise DisagreementError
        return structure

    def _undeclared(self, kind: str, value: Any, reading: Reading) -> Structure:
        """Return the breaches of undeclared members of a document that fits its open schema."""
        guide = self._guide(kind, closed=True)
        root = guide.definitions[self._roots[kind]["open"]]
        return self._explain(kind, value, undeclared_members(root, value, guide), reading)[0]

    def _explain(
        self, kind: str, value: Any, found: Iterable[Finding], reading: Reading
    ) -> tuple[Structure, bool]:
        """Return the breaches of findings; True if they explain why the open schema rejects it.

        They do not if all of them are undeclared members, unless the search ended before the last.
        Reported breaches alone never end the search: an enforced one may come after them.
        """
        most = self._limits.violations
        enforced: list[Breach] = []
        reported: list[Breach] = []
        truncated = has_fault = False
        for finding in found:
            breach: Breach | None
            if finding.keyword == "additionalProperties":
                breach = self._of_undeclared(
                    kind, finding, reading, with_name=len(reported) <= most
                )
            else:
                has_fault = True
                breach = self._of_keyword(finding, value)
            if breach is None:
                continue
            if breach.rule.mode == "enforce":
                enforced.append(breach)
                if len(enforced) > most:
                    return Structure(enforced, truncated=True), True
            elif len(reported) <= most:
                reported.append(breach)
            else:
                truncated = True
        return Structure(enforced + reported, truncated), has_fault

    def _of_keyword(self, finding: Finding, value: Any) -> Breach | None:
        """Return the breach of a keyword's rule; None if no rule is active."""
        rule = self._keywords.get(KEYWORDS.get(finding.keyword, finding.keyword))
        if rule is None:
            return None
        name = finding.name or ""
        if finding.keyword == "enum":
            for token in finding.at:
                value = value[token]
            if isinstance(value, str):
                known = [item for item in finding.schema["enum"] if isinstance(item, str)]
                name = nearest(value, known) or ""
        return Breach(rule, finding.at, name=name, schema=finding.schema)

    def _of_undeclared(
        self, kind: str, finding: Finding, reading: Reading, *, with_name: bool
    ) -> Breach | None:
        """Return the breach of an undeclared member; None if no rule is active.

        Args:
            kind: of the document.
            finding: of the keyword additionalProperties.
            reading: of undeclared members.
            with_name: True if the report may show the name that the author meant.
        """
        key, schema = finding.name or "", finding.schema
        name = undeclared.confusable(key, schema[FOLDS])
        rule = self._unknown
        if name is not None and reading.guarded and self._confusable is not None:
            rule = self._confusable
        if rule is None:
            return None
        if name is None and with_name:
            name = nearest(key, schema["properties"])
            if name is None:
                place = undeclared.elsewhere(key, self._declared_places(kind))
                meant = place[-1] if place else ""
                return Breach(rule, finding.at, name=meant, schema=schema, belongs=place)
        return Breach(rule, finding.at, name=name or "", schema=schema)

    def _harmless_names(self, kind: str) -> Valid:
        """Return a validator of documents whose undeclared names need no second look."""
        if kind not in self._names:
            self._names[kind] = _never
            # if unknown fields are reported, every undeclared name needs a look
            if self._engine.checks_names and self._unknown is None:
                known = self._definitions(kind, self._limits.items)
                schema = plainly_named(known, known[self._roots[kind]["closed"]])
                self._names[kind] = self._engine.schema(schema)
        return self._names[kind]

    def _guide(self, kind: str, *, closed: bool) -> Guide:
        """Return the guide of a walk along the open schema.

        If undeclared members matter, the walk enters all instances that are not valid if closed.
        """
        key = (kind, closed)
        if key not in self._guides:
            schemas = self._definitions(kind, self._limits.items)
            known = {name: annotated(schema) for name, schema in schemas.items()}
            validators = _Validators(self._engine, kind, closed=closed)
            sizes = self._keywords.get("maxItems")
            skip = sizes is not None and sizes.mode == "enforce"
            self._guides[key] = Guide(known, validators, undeclared=closed, skip_oversized=skip)
        return self._guides[key]

    def _declared_places(self, kind: str) -> undeclared.FieldPlaces:
        if kind not in self._places:
            root = self._roots[kind]["closed"]
            self._places[kind] = undeclared.places(self._definitions(kind), root)
        return self._places[kind]


class _Validators(dict[str, Valid]):
    """Validators of the definitions of a kind by their names in the open schema.

    They are compiled when they are first asked for.
    """

    def __init__(self, engine: Engine, kind: str, *, closed: bool) -> None:
        super().__init__()
        self._definition = partial(engine.definition, kind)
        self._closed = closed

    def __missing__(self, name: str) -> Valid:
        variant = name
        if self._closed:
            variant = name.replace("-open", "-closed")
        self[name] = self._definition(variant)
        return self[name]


def _never(_value: Any) -> bool:
    return False
