"""Differences between the parameters of an operation in two contracts."""

import re
from collections.abc import Iterator
from typing import Any

from deploy_contract.diff.bundles import Row, Tables
from deploy_contract.diff.changes import REQUESTS, Change, by_mode, yes_if
from deploy_contract.diff.values import ByKeyword, Values, added, required, value_changes, without

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


def differences(before: Row, after: Row, old: Tables, new: Tables) -> Iterator[Change]:
    """Yield the differences between the parameters of an operation and those of its successor."""
    for keyword, found in _differences(before, after, new):
        yield _by_mode(found, keyword, old, new)._replace(directions=REQUESTS)


def _by_mode(found: Change, keyword: str, old: Tables, new: Tables) -> Change:
    """Return a change by whether the rule on its keyword was, and is, enforced."""
    if keyword not in _RULES:
        return found
    rule = _RULES[keyword]
    return by_mode(found, before=_is_enforced(rule, old), after=_is_enforced(rule, new))


def _is_enforced(rule: str, tables: Tables) -> bool:
    return rule in tables.rules and tables.rules[rule].mode == "enforce"


def _differences(before: Row, after: Row, new: Tables) -> Iterator[ByKeyword]:
    one, other = _parameters(before), _parameters(after)
    for key, row in other.items():
        where = f"{after['operation']} {row['in']} {row['name']}"
        if key in one:
            yield from _parameter_differences(one[key], row, where)
        elif row["in"] != "path":  # a path parameter comes and goes with the path
            enforced = _is_enforced(_RULES["required"], new)
            yield "", added(where, "parameter", must=bool(row["required"]), enforced=enforced)
    for key, row in one.items():
        if key not in other and row["in"] != "path":
            where = f"{after['operation']} {row['in']} {row['name']}"
            whys = ("passes where unknown parameters do, without effect", "")
            yield "", Change(where, "parameter removed", "perhaps", whys=whys)


def _parameters(row: Row) -> dict[tuple[str, str], Row]:
    """Return parameters by location and name.

    A path parameter is found by its position in the path, since no request shows its name.
    """
    names = _NAME_IN_PATH.findall(row["path"])
    found: dict[tuple[str, str], Row] = {}
    for parameter in row["parameters"]:
        location, name = parameter["in"], parameter["name"]
        if location != "path":
            found[location, name] = parameter
        elif name in names:
            found[location, str(names.index(name))] = parameter
    return found


def _parameter_differences(before: Row, after: Row, where: str) -> Iterator[ByKeyword]:
    """Yield the differences between two parameters, each with its keyword."""
    if before["name"] != after["name"]:
        whys = ("its name never shows in a path", "")
        yield "", Change(where, f"was called {before['name']}", whys=whys)
    if bool(before["required"]) != bool(after["required"]):
        yield "required", required(where, must=bool(after["required"]))
    one, other = before.get("default", _ABSENT), after.get("default", _ABSENT)
    if one != other or isinstance(one, bool) != isinstance(other, bool):
        texts = ["none" if value is _ABSENT else str(value) for value in (one, other)]
        whys = ("requests without it may mean something else", "")
        yield "", Change(where, f"default {' -> '.join(texts)}", "perhaps", whys=whys)
    yield from _schema_differences(before["schema"], after["schema"], where)
    yield from _item_differences(before.get("items"), after.get("items"), where)
    for found in _known_value_differences(before.get("values"), after.get("values"), where):
        yield "values", found


def _schema_differences(old: Row, new: Row, where: str) -> Iterator[ByKeyword]:
    one, other = _values(old), _values(new)
    is_null_apart = ("null" in one.types) != ("null" in other.types)
    for keyword, found in value_changes(one, other, where):
        if is_null_apart and "null" in found.what:
            whys = ("no text of a parameter is null", "")
            yield keyword, found._replace(narrower="no", whys=whys)
        elif keyword == "type" and "string" in other.types:
            yield keyword, found._replace(narrower="no", whys=("any text passes", ""))
        else:
            yield keyword, found


def _values(schema: Row) -> Values:
    types = schema["type"]
    return Values(schema, types if isinstance(types, list) else [types])


def _item_differences(old: Row | None, new: Row | None, where: str) -> Iterator[ByKeyword]:
    if old is not None and new is not None:
        for _, found in _schema_differences(old, new, where):
            yield "items", found._replace(what=f"items: {found.what}")
    elif new is not None:
        has_checks = set(new) != {"type"}
        whys = ("its items are judged" if has_checks else "", "")
        what = "is a list, separated by commas"
        yield "items", Change(where, what, yes_if(has_checks), whys=whys)
    elif old is not None:
        yield "items", Change(where, "is no longer a list")


def _known_value_differences(old: Any, new: Any, where: str) -> Iterator[Change]:
    """Yield the differences in the known values of a parameter; None if it has no list of them."""
    if old is None and new is not None:
        yield Change(where, "values are known", "yes")
    elif old is not None and new is None:
        yield Change(where, "values are no longer known")
    elif old != new:
        lost, gained = without(old, new), without(new, old)
        if lost:
            yield Change(where, f"known values without {', '.join(lost)}", "yes")
        if gained:
            yield Change(where, f"known values with {', '.join(gained)}")
