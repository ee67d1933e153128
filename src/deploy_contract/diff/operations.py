"""Differences between the operations of two contracts: method, path, parameters, bodies, statuses."""

import re
from collections.abc import Iterator
from typing import Any

from deploy_contract.diff.bundles import Row, Tables
from deploy_contract.diff.changes import Change, change
from deploy_contract.diff.values import list_changes, plain_schema, value_changes
from deploy_contract.http.parameter_values import RULES

_EXPRESSION = re.compile(r"\{([^{}]*)\}")  # of a path template
_ABSENT = object()
_REQUIRED = "parameter-required"
_RULES = {**RULES, "required": _REQUIRED}  # keyword of a parameter -> its rule


def pairs(old: Tables, new: Tables) -> Iterator[tuple[Row | None, Row | None]]:
    """Yield each operation with its successor; None for an operation without a counterpart.

    The successor has the same name, or else the same method and path.
    """
    left = {_route(row): row for name, row in old.operations.items() if name not in new.operations}
    for name, row in new.operations.items():
        yield old.operations.get(name) or left.pop(_route(row), None), row
    for row in left.values():
        yield row, None


def bodies(before: Row, after: Row) -> Iterator[tuple[str, str, str]]:
    """Yield direction, old kind and new kind of each body whose kind of document has changed."""
    if before["request"] and after["request"] and before["request"] != after["request"]:
        yield "request", before["request"], after["request"]
    for status, kind in after["responses"].items():
        earlier = before["responses"].get(status)
        if earlier is not None and earlier != kind:
            yield "response", earlier, kind


def differences(old: Tables, new: Tables) -> Iterator[Change]:
    """Yield the differences between operations."""
    for before, after in pairs(old, new):
        if before is not None and after is not None:
            yield from _operation_differences(before, after)
            yield from _parameters(before, after, old, new)
        elif before is not None:
            yield change("operation removed", before["operation"])
        elif after is not None:
            yield change("operation added", after["operation"])


def _route(row: Row) -> tuple[str, str]:
    return row["method"], _EXPRESSION.sub("{}", row["path"])


def _operation_differences(before: Row, after: Row) -> Iterator[Change]:
    where = after["operation"]
    if before["operation"] != where:
        what = f"operation {before['operation']} is called {where}"
        yield change("operation renamed", where, what)
    routes = zip(("method", "path"), _route(before), _route(after), strict=True)
    for key, old_part, new_part in routes:
        if old_part != new_part:
            yield change("other route", where, f"{key} {before[key]} -> {after[key]}")
    for direction, old_kind, new_kind in bodies(before, after):
        found = change("other body", where, f"{direction} body {old_kind} -> {new_kind}")
        yield found.only([direction])
    old_body, new_body = before["request"], after["request"]
    was_required = bool(old_body and before["request_required"])
    is_required = bool(new_body and after["request_required"])
    if old_body and not new_body:
        yield change("body removed", where, f"body {old_body} removed")
    elif new_body and not old_body:
        word = "required body" if is_required else "body"
        yield change(f"{word} added", where, f"{word} {new_body} added")
    elif is_required != was_required:
        yield change("body is required" if is_required else "body is no longer required", where)
    if before["media_type"] != after["media_type"]:
        what = f"media type {before['media_type']} -> {after['media_type']}"
        yield change("media type", where, what)
    # a response with an undeclared status passes
    old_bodies, new_bodies = before["responses"], after["responses"]
    for status in new_bodies.keys() - old_bodies.keys():
        yield change("status added", where, f"status {status} added, with {new_bodies[status]}")
    for status in old_bodies.keys() - new_bodies.keys():
        yield change("status removed", where, f"status {status} removed")


def _parameters_of(row: Row) -> dict[tuple[str, str], Row]:
    """Return parameters by location and name.

    A path parameter has its position as its name, since requests do not contain the name.
    """
    names = _EXPRESSION.findall(row["path"])
    found: dict[tuple[str, str], Row] = {}
    for parameter in row["parameters"]:
        location, name = parameter["in"], parameter["name"]
        if location != "path":
            found[location, name] = parameter
        elif name in names:
            found[location, str(names.index(name))] = parameter
    return found


def _parameters(before: Row, after: Row, old: Tables, new: Tables) -> Iterator[Change]:
    old_rows, new_rows = _parameters_of(before), _parameters_of(after)
    for key in {**new_rows, **old_rows}:
        row, successor = old_rows.get(key), new_rows.get(key)
        where = f"{after['operation']} {key[0]} {(successor or row or {})['name']}"
        if row is not None and successor is not None:
            for found in _parameter_differences(row, successor, where):
                rule = _RULES.get(found.keyword)
                enforced = [rule is None or tables.enforces(rule) for tables in (old, new)]
                yield found.only(["request"], before=enforced[0], after=enforced[1])
        elif key[0] == "path":  # the difference of the path covers it
            continue
        elif successor is None:
            yield change("parameter removed", where)
        else:
            what = "required parameter added" if successor["required"] else "parameter added"
            is_refused = new.enforces(_REQUIRED)
            yield change(what if is_refused else "parameter added", where, what)


def _parameter_differences(before: Row, after: Row, where: str) -> Iterator[Change]:
    if before["name"] != after["name"]:
        yield change("parameter renamed", where, f"was called {before['name']}")
    if bool(before["required"]) != bool(after["required"]):
        name = "is required" if after["required"] else "is no longer required"
        yield change(name, where, keyword="required")
    defaults = [row.get("default", _ABSENT) for row in (before, after)]
    if defaults[0] != defaults[1] or len({isinstance(value, bool) for value in defaults}) > 1:
        texts = [str(row.get("default", "none")) for row in (before, after)]
        yield change("default", where, f"default {' -> '.join(texts)}")
    yield from _value_differences(before["schema"], after["schema"], where)
    old_items, new_items = before.get("items"), after.get("items")
    if old_items is not None and new_items is not None:
        for found in _value_differences(old_items, new_items, where):
            yield found._replace(what=f"items: {found.what}", keyword="items")
    elif new_items is not None:
        name = "list" if set(new_items) == {"type"} else "judged list"
        yield change(name, where, "is a list, separated by commas", "items")
    elif old_items is not None:
        yield change("is no longer a list", where, keyword="items")
    old_values, new_values = before.get("values"), after.get("values")
    if old_values is not None and new_values is not None:
        yield from list_changes("known values", where, old_values, new_values, "values")
    elif old_values is not None or new_values is not None:
        what = "values are known" if old_values is None else "values are no longer known"
        yield change(what, where, keyword="values")


def _value_differences(old: Any, new: Any, where: str) -> Iterator[Change]:
    after = plain_schema(new)
    for found in value_changes(plain_schema(old), after, where):
        if found.is_about_null:
            yield found._replace(effects=(("no", "no text of a parameter is null"), None))
        elif found.keyword == "type" and "string" in after["type"]:
            yield found._replace(effects=(("no", "any text passes"), None))
        else:
            yield found
