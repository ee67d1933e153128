"""Worlds: the possible sources of a stored deployment.

A set of worlds is a mask: an integer with one bit for each world.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from deploy_contract_format.rules import Rule, Rulebook

ALL = -1  # the mask of every world


@dataclass(frozen=True)
class Worlds:
    """The worlds of a kind of document."""

    # the source of each world, in the order of the bits; if `Kind.source` is not "context", the
    # only world has the source None, unless `stands_for_hosting`
    sources: Sequence[str | None]
    hostings: Mapping[str, Sequence[str]]  # of each source of the contract
    hosting: str | None  # of the contract, if it is known
    # True if documents have no source, and some rule depends on the hosting, which is unknown; each
    # source then represents its hostings
    stands_for_hosting: bool = False

    @cached_property
    def named(self) -> tuple[tuple[str, int], ...]:
        """The sources that a report may list, each with the mask of its world."""
        if self.stands_for_hosting:
            return ()
        bits = enumerate(self.sources)
        return tuple([(name, 1 << bit) for bit, name in bits if name is not None])

    @cached_property
    def possible(self) -> Mapping[str | None, int]:
        """The worlds that remain, by the known source; None is for an unknown source."""
        hosting, hostings = self.hosting, self.hostings
        admitted = self.mask(lambda one: None in (one, hosting) or hosting in hostings[str(one)])
        return dict.fromkeys((None, *hostings), admitted) | dict(self.named)

    @cached_property
    def by_hosting(self) -> Sequence[int]:
        """The worlds whose source runs on a hosting, for each hosting."""
        masks: dict[str, int] = {}
        for bit, source in enumerate(self.sources):
            for hosting in self.hostings.get(source or "", ()):
                masks[hosting] = masks.get(hosting, 0) | 1 << bit
        return list(masks.values())

    @cached_property
    def bits(self) -> Sequence[int]:
        """The mask of each world."""
        return [1 << bit for bit in range(len(self.sources))]

    def mask(self, holds: Callable[[str | None], bool]) -> int:
        """Return the mask of the worlds whose source satisfies a predicate."""
        return sum(1 << bit for bit, source in enumerate(self.sources) if holds(source))

    def needs(self, possible: int, denied: int, unsettled: int) -> tuple[str, ...]:
        """Return the facts that would settle a verdict.

        `denied` are the possible worlds in which an enforced rule is violated, and `unsettled` the
        others in which stored values decide.
        """
        if self.stands_for_hosting:
            return ("hosting",)
        needs = []
        if unsettled != possible:
            needs.append("source")
            # the hosting settles the verdict if all worlds of each hosting have the same answer
            masks = [possible & mask for mask in self.by_hosting if possible & mask]
            mixed = [mask for mask in masks if denied & mask not in (0, mask)]
            if self.hosting is None and len(masks) > 1 and not mixed:
                needs.append("hosting")
        if unsettled:
            needs.append("deployment")
        return tuple(needs)


def worlds_of(book: Rulebook, rules: Sequence[Rule], kind: str, hosting: str | None) -> Worlds:
    """Return the worlds of a kind of document under the active rules of a contract."""
    source, hostings = book.kinds[kind].source, book.sources
    if source == "context":
        return Worlds(tuple(hostings), hostings, hosting)
    is_hosted = any("hosting" in rule.parameters and kind in rule.on for rule in rules)
    if source is None and hosting is None and is_hosted:
        return Worlds(tuple(hostings), hostings, hosting, stands_for_hosting=True)
    return Worlds((None,), hostings, hosting)
