"""Differences between the operations of two contracts: method, path, bodies and statuses."""

import re
from collections.abc import Iterator

from deploy_contract.diff import parameters
from deploy_contract.diff.bundles import Row, Tables
from deploy_contract.diff.changes import RESPONSES, Change, of_requests, yes_if

_EXPRESSION = re.compile(r"\{[^{}]*\}")  # of a path template


def pairs(old: Tables, new: Tables) -> Iterator[tuple[Row | None, Row | None]]:
    """Yield each operation with its successor; None for one without a counterpart.

    The successor has the same name, or else the same method and path.
    """
    by_route: dict[tuple[str, str], Row] = {}
    for row in old.operations.values():
        if row["operation"] not in new.operations:
            by_route[_route(row)] = row
    removed = dict(old.operations)
    for name, row in new.operations.items():
        before = old.operations.get(name) or by_route.pop(_route(row), None)
        if before is not None:
            removed.pop(before["operation"], None)
        yield before, row
    for row in removed.values():
        yield row, None


def bodies(before: Row, after: Row) -> Iterator[tuple[str, str, str]]:
    """Yield direction, old kind and new kind of each body that has another kind of document now."""
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
            yield from _route_differences(before, after)
            yield from _body_differences(before, after)
            yield from _status_differences(before, after)
            yield from parameters.differences(before, after, old, new)
        elif before is not None:
            yield of_requests(before["operation"], "operation removed", "yes", "clients call it")
        elif after is not None:
            whys = ("no client calls it yet", "")
            yield Change(after["operation"], "operation added", whys=whys)


def _route(row: Row) -> tuple[str, str]:
    """Return the method and the path, without the names of path parameters."""
    return row["method"], _EXPRESSION.sub("{}", row["path"])


def _route_differences(before: Row, after: Row) -> Iterator[Change]:
    where = after["operation"]
    if before["operation"] != where:
        what = f"operation {before['operation']} is called {where}"
        yield Change(where, what, whys=("the same on the wire", ""))
    for key, one, other in zip(("method", "path"), _route(before), _route(after), strict=True):
        if one != other:
            what = f"{key} {before[key]} -> {after[key]}"
            yield of_requests(where, what, "yes", "clients call the old one")


def _body_differences(before: Row, after: Row) -> Iterator[Change]:
    where = after["operation"]
    for direction, old_kind, new_kind in bodies(before, after):
        what = f"{direction} body {old_kind} -> {new_kind}"
        whys = ("the differences of its schema are listed separately",) * 2
        yield Change(where, what, whys=whys, directions=(direction,))
    old_kind, new_kind = before["request"], after["request"]
    must = bool(new_kind and after["request_required"])
    needed = bool(old_kind and before["request_required"])
    why = "requests without one are refused" if must and not needed else ""
    if old_kind and not new_kind:
        meaning = "the meaning of a body is no longer declared"
        yield of_requests(where, f"body {old_kind} removed", "perhaps", meaning)
    elif new_kind and not old_kind:
        what = f"{'required ' if must else ''}body {new_kind} added"
        why = why or "requests without one are as before"
        yield of_requests(where, what, yes_if(must), why)
    elif must != needed:
        what = "body is required" if must else "body is no longer required"
        yield of_requests(where, what, yes_if(must), why)
    if before["media_type"] != after["media_type"]:
        what = f"media type {before['media_type']} -> {after['media_type']}"
        whys = ("bodies of the old one are refused", "readers know the old one")
        yield Change(where, what, "yes", "yes", whys)


def _status_differences(before: Row, after: Row) -> Iterator[Change]:
    """Yield the differences of declared statuses. A response of any other one passes."""
    where, known, declared = after["operation"], before["responses"], after["responses"]
    for status in declared.keys() - known.keys():
        what = f"status {status} added, with {declared[status]}"
        whys = ("", "it passed before, with any body")
        yield Change(where, what, whys=whys, directions=RESPONSES)
    for status in known.keys() - declared.keys():
        whys = ("", "its body may be anything")
        yield Change(where, f"status {status} removed", "no", "yes", whys, RESPONSES)
