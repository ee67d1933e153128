"""The sources that a deployment may have where its own is not known, and what follows for a document."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from deploy_contract.document.engines import Valid
from deploy_contract.document.plans import Advice, Case, Planner, Undecided
from deploy_contract.report import Report
from deploy_contract_format.pointer import MISSING, find, split
from deploy_contract_format.rules import Rulebook

_new = tuple.__new__  # a named tuple without the cost of naming its fields


class _Field(NamedTuple):
    """The candidates for a kind of document whose source is not known, where the document overrides none."""

    sources: tuple[str | None, ...]
    enforced: tuple[Case, ...]
    advised: tuple[Case, ...]
    clear: Valid
    firm: tuple[Valid, ...]
    outcomes: dict[
        tuple[bool, ...], tuple[Any, ...]
    ]  # which of them keep the rules -> sources and needs


class Candidates:
    """Finds the candidates for documents, and what would settle which of them it is."""

    def __init__(self, planner: Planner, book: Rulebook, hosting: str | None, most: int) -> None:
        self.admitted = book.admitted(hosting)
        self._planner = planner
        self._book = book
        self._hosting = hosting
        self._most = most
        self._fields: dict[str, _Field | None] = {}
        self._overrides = {
            name: split(kind.override) for name, kind in book.kinds.items() if kind.override
        }

    def undisputed(self, kind: str) -> Valid:
        """Return a validator of documents that break no enforced rule, whatever the source of their deployment."""
        return self._planner.undisputed(kind)

    def disputed(self, kind: str, value: Any, stored: Mapping[str, Any] | None) -> Report | None:
        """Return the report on a document of the right structure that some sources admit and others do not.

        None where more must be looked at: the document overrides the source, the stored deployment decides, or none admits it.
        This is the quick way: it asks of each candidate once, and what follows of the answers was worked out before.
        """
        if kind not in self._fields:
            self._fields[kind] = self._field(kind)
        field = self._fields[kind]
        if field is None or not field.clear(value) or self._overriding(kind, value) is not None:
            return None
        answers = tuple([fits(value) for fits in field.firm])
        if answers not in field.outcomes:
            field.outcomes[answers] = self._outcome(field, answers)
        sources, needs = field.outcomes[answers]
        if not sources:
            return None
        known, most = {**stored} if stored else {}, self._most
        at_stake = _new(Undecided, (field.enforced, known, most))
        advice = _new(Advice, (field.advised, known, most, ()))
        return _new(
            Report,
            ("indeterminate", (), kind, sources, needs, at_stake, False, advice, value, None, None),
        )

    def _field(self, kind: str) -> _Field | None:
        enforced = tuple([self._planner.case("enforce", kind, name) for name in self.admitted])
        if enforced[0].rules.relations:
            return None
        advised = tuple([self._planner.case("report", kind, name) for name in self.admitted])
        firm = tuple([case.rules.firm() for case in enforced])
        return _Field(self.admitted, enforced, advised, enforced[0].rules.clear(), firm, {})

    def _outcome(self, field: _Field, answers: tuple[bool, ...]) -> tuple[Any, ...]:
        of_candidates = dict(zip(field.sources, answers, strict=True))
        left = tuple([name for name, keeps in of_candidates.items() if keeps])
        return left, self.needs(of_candidates)

    def _overriding(self, kind: str, value: Any) -> Any:
        """Return the value of the field that overrides the source; None where it has none."""
        override = find(value, self._overrides[kind]) if kind in self._overrides else None
        return None if override is MISSING else override

    def of(self, kind: str, value: Any, source: str | None) -> list[str | None]:
        """The sources that the deployment may have; None alone where the document carries its own."""
        if self._book.kinds[kind].source != "context":
            return [None]
        if source is not None:
            return [source]
        sources, admitted = self._book.sources, self.admitted
        override = self._overriding(kind, value)
        if isinstance(override, str) and override in sources:
            narrowed = [name for name in admitted if set(sources[name]) & set(sources[override])]
            return list(narrowed or admitted)
        return list(admitted)

    def needs(self, answers: Mapping[str | None, bool | None]) -> tuple[str, ...]:
        """What would settle the verdict: the source, the hosting where it comes to the same, what the deployment holds.

        `answers`: of each candidate, as `standings` gives them.
        """
        unsettled = [name for name, answer in answers.items() if answer is None]
        needs = []
        if len(unsettled) < len(answers):
            needs.append("source")
            by_hosting: dict[str, set[bool]] = {}
            for name, answer in answers.items():
                for place in self._book.sources[name or ""]:
                    by_hosting.setdefault(place, set()).add(answer is False)
            if (
                self._hosting is None
                and len(by_hosting) > 1
                and all(len(found) == 1 for found in by_hosting.values())
            ):
                needs.append("hosting")
        if unsettled:
            needs.append("deployment")
        return tuple(needs)
