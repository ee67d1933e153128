"""Differences between the sources of two contracts, and in the hosting of their deployments."""

from collections.abc import Iterable

from deploy_contract.diff import rules
from deploy_contract.diff.bundles import Tables
from deploy_contract.diff.changes import BOTH, REQUESTS, Difference, Found
from deploy_contract.diff.values import without
from deploy_contract.judge.python.compared import Certainty
from deploy_contract_format.rules import Rule


def differences(old: Tables, new: Tables) -> Found:
    """Yield the differences between the sources, with the directions that they concern."""
    for name, hostings in new.sources.items():
        where = f"source {name}"
        if name not in old.sources:
            what = f"source added, on {', '.join(hostings)}"
            yield Difference(where, what, "no", "no", ("no request had it before", "")), REQUESTS
            continue
        lost, gained = without(old.sources[name], hostings), without(hostings, old.sources[name])
        if lost:
            yield _hosting_lost(where, lost, new)
        if gained:
            yield _hosting_gained(where, gained, old)
    for name in old.sources:
        if name not in new.sources:
            whys = ("no deployment can have it any more", "")
            yield Difference(f"source {name}", "source removed", "yes", "no", whys), REQUESTS


def _hosting_lost(
    where: str, places: Iterable[str], new: Tables
) -> tuple[Difference, tuple[str, ...]]:
    what = f"no longer runs on {', '.join(places)}"
    looking = _rules_of_hosting(new)
    narrower: Certainty = "yes" if "request" in _enforced_directions(looking, new) else "no"
    found = Difference(where, what, narrower, "no", ("rules refuse it where it ran", ""))
    return found, _directions(looking, new) or BOTH


def _hosting_gained(
    where: str, places: Iterable[str], old: Tables
) -> tuple[Difference, tuple[str, ...]]:
    what = f"runs on {', '.join(places)}"
    looking = _rules_of_hosting(old)
    wider: Certainty = "yes" if "response" in _enforced_directions(looking, old) else "no"
    found = Difference(where, what, "no", wider, ("", "readers may not know it there"))
    return found, _directions(looking, old) or BOTH


def _rules_of_hosting(tables: Tables) -> list[Rule]:
    """Return the rules whose verdict depends on the hosting."""
    return [rule for rule in tables.rules.values() if _depends_on_hosting(rule)]


def _depends_on_hosting(rule: Rule) -> bool:
    return rule.shape == "admitted" or bool(rule.parameters.get("hosting"))


def _enforced_directions(looking: Iterable[Rule], tables: Tables) -> tuple[str, ...]:
    return _directions([rule for rule in looking if rule.mode == "enforce"], tables)


def _directions(looking: Iterable[Rule], tables: Tables) -> tuple[str, ...]:
    """Return the directions that rules concern, in alphabetical order."""
    concerned: set[str] = set()
    for rule in looking:
        concerned.update(rules.directions(rule, tables))
    return tuple(sorted(concerned))
