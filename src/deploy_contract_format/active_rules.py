"""The active rules of a contract by mode, kind of document and source, as schemas and relations."""

from collections.abc import Iterable

from deploy_contract_format.light_tuples import LightTuple
from deploy_contract_format.overlay import (
    Entry,
    Schema,
    entries_by_source,
    merge_plain,
    plain_entries,
    scopes,
)
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Rule, Rulebook, by_id

_WITHOUT_ENTRY = ("at_most", "unique_by", "exists_in")  # relations that no schema expresses

RelatedRule = tuple[Rule, str]  # a rule by a relation, and the place of its documents


class RelatedRules(LightTuple):
    """The rules by relations: those with an entry in an overlay, and those without."""

    with_entry: list[RelatedRule]
    without_entry: list[RelatedRule]


class ActiveRules:
    """The active rules. Each answer is made once.

    Args:
        book: the rules.
        hosting: of the contract; None if it is unknown.

    Attributes:
        book: the rules.
        hosting: of the contract.
        source_place: tokens of the source in a stored deployment.
    """

    def __init__(self, book: Rulebook, hosting: str | None) -> None:
        self.book = book
        self.hosting = hosting
        self.source_place = split(book.carried or "")
        self._rules = by_id(book.rules)
        self._of_mode: dict[tuple[str, str], Rulebook] = {}
        self._entries: dict[tuple[str, str], dict[str | None, list[Entry]]] = {}
        self._plain: dict[tuple[str, str], dict[str | None, list[Entry]]] = {}

    def of_mode(self, mode: str, kind: str) -> Rulebook:
        """Return the rules of a mode on a kind of document and on the documents within it."""
        if (mode, kind) not in self._of_mode:
            kinds = {inner for _, inner in scopes(self.book.kinds, kind)}
            rules = [rule for rule in self.book.rules if rule.mode == mode]
            on_kinds = [rule for rule in rules if not kinds.isdisjoint(rule.on)]
            self._of_mode[mode, kind] = self.book._replace(rules=tuple(on_kinds))
        return self._of_mode[mode, kind]

    def entries(self, mode: str, kind: str, source: str | None) -> list[Entry]:
        """Return the overlay of the rules of a mode for a source. Most sources share entries."""
        key = (mode, kind)
        if key not in self._entries:
            book = self.of_mode(mode, kind)
            sources = (None, *book.sources)
            self._entries[key] = entries_by_source(book, kind, sources, self.hosting)
        return self._entries[key][source]

    def rows(self, mode: str, kind: str, source: str | None) -> list[tuple[Rule, Entry]]:
        """Return the rules of a mode for a source that have an entry in an overlay, with it."""
        return [(self._rules[row["rule"]], row) for row in self.entries(mode, kind, source)]

    def plain(self, mode: str, kind: str, sources: Iterable[str | None]) -> Schema:
        """Return the schema of the rules of a mode for some sources, all of which keep them.

        No document that overrides the source is valid.
        """
        key, book = (mode, kind), self.of_mode(mode, kind)
        if key not in self._plain:
            self._plain[key] = plain_entries(book, kind, (None, *book.sources), self.hosting)
        return merge_plain(book, kind, [self._plain[key][source] for source in sources])

    def related(self, mode: str, kind: str, source: str | None) -> RelatedRules:
        """Return the rules of a mode by relations, with the places of their documents."""
        with_entry = [
            (rule, row.get("within", ""))
            for rule, row in self.rows(mode, kind, source)
            if "schema" not in row
        ]
        return RelatedRules(with_entry, without_entry(self.of_mode(mode, kind), kind))


def without_entry(book: Rulebook, kind: str) -> list[RelatedRule]:
    """Return those of some rules that no overlay has, for each document within a kind."""
    rules = [rule for rule in book.rules if rule.shape in _WITHOUT_ENTRY]
    places = scopes(book.kinds, kind)
    return [(rule, place) for place, inner in places for rule in rules if inner in rule.on]
