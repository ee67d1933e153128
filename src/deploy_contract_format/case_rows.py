"""Rules of a source, in the form in which the native engine takes them."""

from collections.abc import Iterable
from typing import NamedTuple

from deploy_contract_format.active_rules import ActiveRules, RelatedRule
from deploy_contract_format.overlay import Schema, merge_stateless_entries
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Rule

Tokens = tuple[str, ...]


class RelationRow(NamedTuple):
    """A rule that no schema expresses.

    Attributes:
        place: pattern of the documents within a document that the rule is on.
        paths: places in such a document; their meaning depends on the relation.
        keys: members of objects at these places.
        roots: of a program, for the schemas of `paths`.
    """

    relation: str
    place: Tokens
    paths: list[Tokens]
    keys: list[str]
    roots: list[int]


class CaseRow(NamedTuple):
    """The rules of one mode for a source.

    Attributes:
        plain: root of the schema of all rules that have an entry in an overlay. Documents that are
            valid by it keep them, whatever is stored.
        stateless: root of the schema of those that do not depend on the stored deployment.
        stateful: those that do.
        relations: rules without an entry.
        place: tokens of the source in a stored deployment; empty without a source.
        source: None for kinds of document that carry their own.
        whole: True if documents have their state in them: what they lack is null.
    """

    plain: int
    stateless: int
    stateful: list[RelationRow]
    relations: list[RelationRow]
    place: Tokens
    source: str | None
    whole: bool


def case_row(
    rules: ActiveRules, mode: str, kind: str, source: str | None, roots: list[Schema]
) -> CaseRow:
    """Return the rules of a mode for a source, and append their schemas to the roots.

    Args:
        rules: all active ones.
        mode: of the rules.
        kind: of the document.
        source: of the deployment; None if the document carries it.
        roots: of the program.
    """
    first = len(roots)
    rows = rules.entries(mode, kind, source)
    roots += [rules.plain(mode, kind, (source,)), merge_stateless_entries(rows)]
    related = rules.related(mode, kind, source)
    return CaseRow(
        plain=first,
        stateless=first + 1,
        stateful=_rows(related.with_entry, roots),
        relations=_rows(related.without_entry, roots),
        place=rules.source_place if source else (),
        source=source,
        whole=not rules.book.kinds[kind].stored,
    )


def _rows(related: Iterable[RelatedRule], roots: list[Schema]) -> list[RelationRow]:
    return [_row(rule, place, roots) for rule, place in related]


def _row(rule: Rule, place: str, roots: list[Schema]) -> RelationRow:
    """Return the row of a rule, and append its schemas to the roots."""
    given = rule.parameters
    paths: list[str] = []
    keys: list[str] = []
    first = len(roots)
    if rule.shape == "at_most":
        paths = [given["within"]]
        keys = [name for pair in given["pairs"] for name in pair]
    elif rule.shape == "unique_by":
        paths, keys = [given["array"]], [given["key"]]
    elif rule.shape == "exists_in":
        paths, keys = [given["array"], *given["names"]], [given["key"]]
    elif rule.shape == "never":
        paths = list(given["never"])
        roots += given["never"].values()
    else:
        paths = list(given["fields"])
    own = list(range(first, len(roots)))
    return RelationRow(rule.shape, split(place), [split(path) for path in paths], keys, own)
