"""Differences between the parameters of an operation in two contracts."""

import re
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from deploy_contract.diff.bundles import Row, Tables
from deploy_contract.diff.changes import REQUESTS, Change, by_mode, of_requests, yes_if
from deploy_contract.diff.values import Values, added, required, value_changes, without

_NAME_IN_PATH = re.compile(r"\{([^{}]*)\}")
_ABSENT = object()
_RULES = {  # keyword of a parameter -> its rule
    "type": "parameter-type",
    "pattern": "parameter-format",
    "enum": "parameter-enum",
    "minimum": "parameter-minimum",
    "maximum": "parameter-maximum",
    "required": "parameter-required",
    "items": "parameter-item",
    "values": "parameter-value",
}


class _Side(NamedTuple):
    """The parameters of an operation, by location and name, and the keywords that are enforced.

    A path parameter is found by its position in the path, since no request shows its name.
    """

    parameters: dict[tuple[str, str], Row]
    enforced: Collection[str]

    def values(self, schema: Row, *, item: bool = False) -> Values:
        """Return the values of a schema: of a parameter, or of the items of a list."""
        types = schema["type"]
        enforced = self.enforced
        if item:
            enforced = _RULES if "items" in self.enforced else ()
        return Values(
            schema, [types] if isinstance(types, str) else types, enforced, are_texts=True
        )


def differences(before: Row, after: Row, old: Tables, new: Tables) -> Iterator[Change]:
    """Yield the differences between the parameters of an operation and those of its successor."""
    one, other = _side(before, old), _side(after, new)
    for key, row in {**other.parameters, **one.parameters}.items():
        name = other.parameters.get(key, row)["name"]
        where = f"{after['operation']} {row['in']} {name}"
        for found in _parameter_differences(key, where, one, other):
            yield found._replace(directions=REQUESTS)


def _side(row: Row, tables: Tables) -> _Side:
    names = _NAME_IN_PATH.findall(row["path"])
    found: dict[tuple[str, str], Row] = {}
    for parameter in row["parameters"]:
        location, name = parameter["in"], parameter["name"]
        if location != "path":
            found[location, name] = parameter
        elif name in names:
            found[location, str(names.index(name))] = parameter
    return _Side(found, [keyword for keyword, rule in _RULES.items() if tables.enforces(rule)])


def _parameter_differences(
    key: tuple[str, str], where: str, one: _Side, other: _Side
) -> Iterator[Change]:
    """Yield the differences of a parameter that at least one side has."""
    before, after = one.parameters.get(key), other.parameters.get(key)
    if before is None or after is None:
        if key[0] == "path":  # it comes and goes with the path
            return
        if after is not None:
            enforced = "required" in other.enforced
            yield added(where, "parameter", must=bool(after["required"]), enforced=enforced)
        else:
            why = "passes where unknown parameters do, without effect"
            yield of_requests(where, "parameter removed", "perhaps", why)
        return

    def by_rule(found: Change, keyword: str) -> Change:
        return by_mode(found, before=keyword in one.enforced, after=keyword in other.enforced)

    if before["name"] != after["name"]:
        yield of_requests(
            where, f"was called {before['name']}", "no", "its name never shows in a path"
        )
    if bool(before["required"]) != bool(after["required"]):
        yield by_rule(required(where, must=bool(after["required"])), "required")
    defaults = before.get("default", _ABSENT), after.get("default", _ABSENT)
    if defaults[0] != defaults[1] or isinstance(defaults[0], bool) != isinstance(defaults[1], bool):
        texts = ["none" if value is _ABSENT else str(value) for value in defaults]
        why = "requests without it may mean something else"
        yield of_requests(where, f"default {' -> '.join(texts)}", "perhaps", why)
    yield from value_changes(one.values(before["schema"]), other.values(after["schema"]), where)
    old_items, new_items = before.get("items"), after.get("items")
    if old_items is not None and new_items is not None:
        items = one.values(old_items, item=True), other.values(new_items, item=True)
        for found in value_changes(*items, where):
            yield found._replace(what=f"items: {found.what}")
    elif new_items is not None:
        has_checks = set(new_items) != {"type"}
        why = "its items are judged" if has_checks else ""
        what = "is a list, separated by commas"
        yield by_rule(of_requests(where, what, yes_if(has_checks), why), "items")
    elif old_items is not None:
        yield of_requests(where, "is no longer a list")
    for found in _known_value_differences(before.get("values"), after.get("values"), where):
        yield by_rule(found, "values")


def _known_value_differences(old: Any, new: Any, where: str) -> Iterator[Change]:
    """Yield the differences in the known values of a parameter; None if it has no list of them."""
    if old is None and new is not None:
        yield of_requests(where, "values are known", "yes")
    elif old is not None and new is None:
        yield of_requests(where, "values are no longer known")
    elif old != new:
        lost, gained = without(old, new), without(new, old)
        if lost:
            yield of_requests(where, f"known values without {', '.join(lost)}", "yes")
        if gained:
            yield of_requests(where, f"known values with {', '.join(gained)}")
