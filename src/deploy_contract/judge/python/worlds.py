"""Worlds: the possible sources of a stored deployment.

A set of worlds is a mask: an integer with one bit for each world.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from deploy_contract_format.rules import Kind, Rule

ALL = -1  # the mask of every world


@dataclass(frozen=True, slots=True)
class Worlds:
    """The worlds of a kind of document.

    Attributes:
        sources: the source of each world, in the order of the bits. If documents carry the source
            themselves, there is one world, whose source is None.
        hostings: the hostings of each source of the contract.
        hosting: the hosting of the contract; None if it is unknown.
        stands_for_hosting: True if documents have no source, but some rule depends on the hosting.
            Then a source stands for the hostings on which it runs.
        bits: the mask of each world.
        named: the source and the mask of each world; () if documents have no source.
        possible: the mask of the worlds that remain, by the known source. The key None is for an
            unknown source; the worlds that run on the hosting remain.
        by_hosting: by hosting, the mask of the worlds whose source runs on it.
    """

    sources: tuple[str | None, ...]
    hostings: Mapping[str, Sequence[str]]
    hosting: str | None
    stands_for_hosting: bool = False
    bits: tuple[int, ...] = field(init=False)
    named: tuple[tuple[str, int], ...] = field(init=False)
    possible: Mapping[str | None, int] = field(init=False)
    by_hosting: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        by_hosting: dict[str, int] = {}
        for bit, source in enumerate(self.sources):
            for hosting in self.hostings.get(source or "", ()):
                by_hosting[hosting] = by_hosting.get(hosting, 0) | 1 << bit
        object.__setattr__(self, "bits", tuple([1 << bit for bit in range(len(self.sources))]))
        named: list[tuple[str, int]] = []
        if not self.stands_for_hosting:
            named = [(name, 1 << bit) for bit, name in enumerate(self.sources) if name is not None]
        object.__setattr__(self, "named", tuple(named))
        admitted = self.mask(self._is_admitted)
        possible = dict.fromkeys((None, *self.hostings), admitted) | dict(named)
        object.__setattr__(self, "possible", possible)
        object.__setattr__(self, "by_hosting", by_hosting)

    def mask(self, holds: Callable[[str | None], bool]) -> int:
        """Return the mask of the worlds whose source satisfies a predicate."""
        return sum(1 << bit for bit, source in enumerate(self.sources) if holds(source))

    def needs(self, possible: int, denied: int, unsettled: int) -> tuple[str, ...]:
        """Return the facts that would settle a verdict.

        Args:
            possible: the worlds that remain.
            denied: the possible worlds in which an enforced rule is violated.
            unsettled: the other possible worlds in which stored values decide.
        """
        if self.stands_for_hosting:
            return ("hosting",)
        needs = []
        if unsettled != possible:
            needs.append("source")
            # the hosting settles it if all worlds of each hosting have the same answer
            masks = [possible & mask for mask in self.by_hosting.values() if possible & mask]
            mixed = [mask for mask in masks if denied & mask not in (0, mask)]
            if self.hosting is None and len(masks) > 1 and not mixed:
                needs.append("hosting")
        if unsettled:
            needs.append("deployment")
        return tuple(needs)

    def _is_admitted(self, source: str | None) -> bool:
        return source is None or self.hosting is None or self.hosting in self.hostings[source]


def worlds_of(
    kind: str,
    kinds: Mapping[str, Kind],
    hostings: Mapping[str, Sequence[str]],
    rules: Sequence[Rule],
    hosting: str | None,
) -> Worlds:
    """Return the worlds of a kind of document under the active rules of a contract."""
    source = kinds[kind].source
    if source == "context":
        return Worlds(tuple(hostings), hostings, hosting)
    is_hosted = any("hosting" in rule.parameters and kind in rule.on for rule in rules)
    if source is None and hosting is None and is_hosted:
        return Worlds(tuple(hostings), hostings, hosting, stands_for_hosting=True)
    return Worlds((None,), hostings, hosting)
