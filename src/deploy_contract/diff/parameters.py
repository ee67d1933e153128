"""Differences between the parameters of an operation in two contracts."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.diff.bundles import Row, Tables
from deploy_contract.diff.changes import Difference
from deploy_contract.diff.schemas import ADDED, reported
from deploy_contract.diff.values import Scalars, Values, scalar_differences, without, yes_if

OfKeyword: TypeAlias = tuple[str, Difference]  # the keyword that tells the rule
_UNBOUNDED = Values(0, None, None, None)
_NAME_IN_PATH = re.compile(r"\{([^{}]*)\}")
_ABSENT = object()
_RULES: Mapping[str, str] = {  # keyword of a parameter -> its rule
    "type": "parameter-type",
    "pattern": "parameter-format",
    "enum": "parameter-enum",
    "minimum": "parameter-minimum",
    "maximum": "parameter-maximum",
    "required": "parameter-required",
    "items": "parameter-item",
    "values": "parameter-value",
}


class Enforced(NamedTuple):
    """The keywords of parameters whose rules were, and are, enforced."""

    before: frozenset[str]
    after: frozenset[str]


def enforced(old: Tables, new: Tables) -> Enforced:
    """Return the keywords whose rules each contract enforces.

    An old contract may have been written before there were rules of parameters. It counts as
    enforcing a rule that it does not have.
    """
    before: set[str] = set()
    after: set[str] = set()
    for keyword, name in _RULES.items():
        if name not in old.rules or old.rules[name].mode == "enforce":
            before.add(keyword)
        if name in new.rules and new.rules[name].mode == "enforce":
            after.add(keyword)
    return Enforced(frozenset(before), frozenset(after))


def differences(before: Row, after: Row, modes: Enforced) -> Iterator[Difference]:
    """Yield the differences between the parameters of an operation and those of its successor."""
    one, other = _parameters(before), _parameters(after)
    for key, row in other.items():
        where = f"{after['operation']} {row['in']} {row['name']}"
        if key in one:
            for keyword, found in _parameter_differences(one[key], row, where):
                yield _by_mode(found, keyword, modes)
        elif row["in"] != "path":  # a path parameter comes and goes with the path
            yield _added(row, where, modes)
    for key, row in one.items():
        if key not in other and row["in"] != "path":
            where = f"{after['operation']} {row['in']} {row['name']}"
            whys = ("passes where unknown parameters do, without effect", "")
            yield Difference(where, "parameter removed", "perhaps", "no", whys)


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


def _by_mode(found: Difference, keyword: str, modes: Enforced) -> Difference:
    """Return a difference by whether the rule on its keyword was, and is, enforced."""
    if keyword not in _RULES:
        return found
    return reported(found, before=keyword in modes.before, after=keyword in modes.after)


def _added(row: Row, where: str, modes: Enforced) -> Difference:
    what = "required parameter added" if row["required"] else "parameter added"
    if row["required"] and "required" in modes.after:
        return Difference(where, what, "yes", "no", ("requests without it are refused", ""))
    return Difference(where, what, "perhaps", "no", (ADDED, ""))


def _parameter_differences(before: Row, after: Row, where: str) -> Iterator[OfKeyword]:
    """Yield the differences between two parameters, each with its keyword."""
    if before["name"] != after["name"]:
        whys = ("its name never shows in a path", "")
        yield "name", Difference(where, f"was called {before['name']}", "no", "no", whys)
    if bool(before["required"]) != bool(after["required"]):
        yield "required", _required(where, must=bool(after["required"]))
    one, other = before.get("default", _ABSENT), after.get("default", _ABSENT)
    if one != other or isinstance(one, bool) != isinstance(other, bool):
        what = f"default {_default_text(one)} -> {_default_text(other)}"
        whys = ("requests without it may mean something else", "")
        yield "default", Difference(where, what, "perhaps", "no", whys)
    yield from _schema_differences(before["schema"], after["schema"], where)
    yield from _item_differences(before.get("items"), after.get("items"), where)
    for found in _known_value_differences(before.get("values"), after.get("values"), where):
        yield "values", found


def _required(where: str, *, must: bool) -> Difference:
    if must:
        whys = ("requests without it are refused", "")
        return Difference(where, "is required", "yes", "no", whys)
    return Difference(where, "is no longer required", "no", "no")


def _default_text(value: object) -> str:
    return "none" if value is _ABSENT else str(value)


def _schema_differences(old: Row, new: Row, where: str) -> Iterator[OfKeyword]:
    one, other = _scalars(old), _scalars(new)
    is_null_apart = ("null" in one.types) != ("null" in other.types)
    for found, keyword in scalar_differences(one, other, where):
        if is_null_apart and "null" in found.what:
            whys = ("no text of a parameter is null", "")
            yield keyword, found._replace(narrower="no", whys=whys)
        elif keyword == "type" and "string" in other.types:
            yield keyword, found._replace(narrower="no", whys=("any text passes", ""))
        else:
            yield keyword, found


def _scalars(schema: Row) -> Scalars:
    types = schema["type"]
    return Scalars(schema, types if isinstance(types, list) else [types], _UNBOUNDED)


def _item_differences(old: Row | None, new: Row | None, where: str) -> Iterator[OfKeyword]:
    if old is not None and new is not None:
        for _, found in _schema_differences(old, new, where):
            yield "items", found._replace(what=f"items: {found.what}")
    elif new is not None:
        has_checks = set(new) != {"type"}
        why = "its items are judged" if has_checks else ""
        what = "is a list, separated by commas"
        yield "items", Difference(where, what, yes_if(has_checks), "no", (why, ""))
    elif old is not None:
        yield "items", Difference(where, "is no longer a list", "no", "no")


def _known_value_differences(old: Any, new: Any, where: str) -> Iterator[Difference]:
    """Yield the differences in the known values of a parameter; None if it has no list of them."""
    if old is None and new is None:
        return
    if old is None:
        yield Difference(where, "values are known", "yes", "no")
    elif new is None:
        yield Difference(where, "values are no longer known", "no", "no")
    else:
        lost, gained = without(old, new), without(new, old)
        if lost:
            yield Difference(where, f"known values without {', '.join(lost)}", "yes", "no")
        if gained:
            yield Difference(where, f"known values with {', '.join(gained)}", "no", "no")
