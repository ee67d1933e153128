"""Candidates: the sources that a deployment of unknown source may still have."""

from collections.abc import Mapping
from typing import Any

from deploy_contract_format.pointer import MISSING, find, split
from deploy_contract_format.rules import Rulebook


class Candidates:
    """The search for the candidate sources of documents, and for the facts that would settle them.

    Args:
        book: the active rules.
        hosting: of the contract; None if it is unknown.
    """

    def __init__(self, book: Rulebook, hosting: str | None) -> None:
        self.admitted = book.admitted(hosting)
        self._book = book
        self._hosting = hosting
        self._overrides: dict[str, tuple[str, ...]] = {}
        for name, kind in book.kinds.items():
            if kind.override:
                self._overrides[name] = split(kind.override)

    def by_context(self, kind: str) -> bool:
        """Return True if documents of a kind do not carry the source of their deployment."""
        return self._book.kinds[kind].source == "context"

    def of(self, kind: str, value: Any, source: str | None) -> list[str | None]:
        """Return the sources that the deployment of a document may have.

        Args:
            kind: of the document.
            value: the document.
            source: of the deployment, if known.

        Returns:
            [None] for kinds of document that carry their own source.
        """
        if not self.by_context(kind):
            return [None]
        if source is not None:
            return [source]
        override = self.override(kind, value)
        if isinstance(override, str) and override in self._book.sources:
            return list(self.overridden_by(override))
        return list(self.admitted)

    def overridden_by(self, override: str) -> tuple[str | None, ...]:
        """Return the candidates for documents that override the source of their deployment.

        They are those that can run where the override does.
        """
        sources = self._book.sources
        hostings = set(sources[override])
        narrowed = [name for name in self.admitted if hostings & set(sources[name or ""])]
        return tuple(narrowed) or self.admitted

    def override(self, kind: str, value: Any) -> Any:
        """Return the value of the field that overrides the source; None if it is not set."""
        if kind not in self._overrides:
            return None
        override = find(value, self._overrides[kind])
        if override is MISSING:
            return None
        return override

    def needs(self, answers: Mapping[str | None, bool | None]) -> tuple[str, ...]:
        """Return the facts that would settle a verdict.

        Args:
            answers: for each candidate, as `cases.decide` returns them.

        Returns:
            Of "source", "hosting" (if knowing it comes to the same) and "deployment".
        """
        open_ones = [name for name, answer in answers.items() if answer is None]
        needs = []
        if len(open_ones) < len(answers):
            needs.append("source")
            if self._hosting is None and self._hosting_settles(answers):
                needs.append("hosting")
        if open_ones:
            needs.append("deployment")
        return tuple(needs)

    def _hosting_settles(self, answers: Mapping[str | None, bool | None]) -> bool:
        """Return True if all candidates of each hosting have the same answer."""
        by_hosting: dict[str, set[bool]] = {}
        for name, answer in answers.items():
            for hosting in self._book.sources[name or ""]:
                by_hosting.setdefault(hosting, set()).add(answer is False)
        return len(by_hosting) > 1 and all(len(found) == 1 for found in by_hosting.values())
