"""Candidates: the sources that a deployment of unknown source may still have."""

from collections.abc import Mapping

from deploy_contract_format.rules import Kind, Rulebook


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
        self._split: set[str] = set()
        if hosting is None:
            self._split = {
                kind
                for rule in book.rules
                if "hosting" in rule.parameters
                for kind in rule.on
                if book.kinds.get(kind, Kind()).source is None
            }

    def by_context(self, kind: str) -> bool:
        """Return True if documents of a kind do not carry the source of their deployment."""
        return self._book.kinds[kind].source == "context"

    def is_split(self, kind: str) -> bool:
        """Return True if documents of a kind have no source, and a rule for some hostings.

        If the hosting is unknown, such a document is judged on each: the sources stand for their
        hostings.
        """
        return kind in self._split

    def of(self, kind: str, source: str | None) -> list[str | None]:
        """Return the sources that the deployment of a document may have.

        Nothing in the document excludes one: each is judged as if it were stored.

        Args:
            kind: of the document.
            source: of the deployment, if known.

        Returns:
            [None] for kinds of document that carry their own source.
        """
        if self.is_split(kind):
            return list(self.admitted)
        if not self.by_context(kind):
            return [None]
        if source is not None:
            return [source]
        return list(self.admitted)

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
