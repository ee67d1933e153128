"""Rules as frozen values: those of spec/rules.yaml and of operators' policies."""

from collections.abc import Mapping
from typing import Any, NamedTuple

MODES = ("enforce", "report", "off")
SET = {"not": {"type": "null"}}  # the values that count where a rule has no `when`


class Rule(NamedTuple):
    """One rule. `parameters` are those of its shape (SHAPES), as the file has them."""

    rule: str
    shape: str
    on: tuple[str, ...]
    basis: str
    mode: str
    message: str
    hint: str
    section: str
    parameters: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """The row of the generated rule table."""
        return self._asdict() | {"on": list(self.on)}

    @property
    def fields(self) -> tuple[str, ...]:
        """The pointers of the fields that the rule judges one by one; empty if it judges a document as a whole."""
        given = self.parameters
        if "field" in given:
            return (given["field"],)
        return tuple(given.get("each", ())) + tuple(given.get("fields", ()))

    @classmethod
    def from_dict(cls, row: Mapping[str, Any]) -> "Rule":
        """The rule of a row of the generated rule table."""
        return cls(**{**row, "on": tuple(row["on"])})


class Kind(NamedTuple):
    """How a kind of document gets its source: `source` is "context", a pointer, or None where it has none.

    `identity`: the pointer of what it is known by. `learned`: pointers of what may be kept of it.
    """

    source: str | None = None
    override: str | None = None
    overridden: tuple[str, ...] = ()
    stored: bool = False
    identity: str | None = None
    learned: tuple[str, ...] = ()
    overrides: tuple[
        str, ...
    ] = ()  # the sources that the override may name; this and the next, the generator finds
    contains: tuple[tuple[str, str], ...] = ()  # (pattern, kind) of each document within it


WRITTEN = Kind._fields[:6]  # what the rule file says; the generator finds the rest


class Rulebook(NamedTuple):
    """All that a rule file says."""

    kinds: Mapping[str, Kind]
    sources: Mapping[str, tuple[str, ...]]
    rules: tuple[Rule, ...]

    def admitted(self, hosting: str | None) -> tuple[str, ...]:
        """Return the sources whose deployments may run on the hosting, or all where it is None."""
        return tuple(
            [name for name, runs in self.sources.items() if hosting is None or hosting in runs]
        )

    @property
    def carried(self) -> str | None:
        """The pointer at which a stored deployment holds its source."""
        return next(
            (kind.source for kind in self.kinds.values() if kind.source not in (None, "context")),
            None,
        )

    @property
    def hostings(self) -> tuple[str, ...]:
        """Every hosting, sorted."""
        return tuple(sorted({hosting for runs in self.sources.values() for hosting in runs}))
