"""Differences between the operations of two contracts: method, path, bodies and statuses."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from deploy_contract.diff import parameters
from deploy_contract.diff.bundles import Row, Tables
from deploy_contract.diff.changes import BOTH, REQUESTS, RESPONSES, Difference, Found
from deploy_contract.diff.values import yes_if

_EXPRESSION = re.compile(r"\{[^{}]*\}")  # of a path template


class Bodies(NamedTuple):
    """A body of an operation that has another kind of document now."""

    direction: str
    old: str
    new: str


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


def bodies(before: Row, after: Row) -> Iterator[Bodies]:
    """Yield the bodies of an operation whose kind of document has changed."""
    if before["request"] and after["request"] and before["request"] != after["request"]:
        yield Bodies("request", before["request"], after["request"])
    for status, kind in after["responses"].items():
        earlier = before["responses"].get(status)
        if earlier is not None and earlier != kind:
            yield Bodies("response", earlier, kind)


def differences(old: Tables, new: Tables) -> Found:
    """Yield the differences between operations, with the directions that they concern."""
    enforced = parameters.enforced(old, new)
    for before, after in pairs(old, new):
        if before is None:
            assert after is not None
            whys = ("no client calls it yet", "")
            yield Difference(after["operation"], "operation added", "no", "no", whys), BOTH
        elif after is None:
            whys = ("clients call it", "")
            where = before["operation"]
            yield Difference(where, "operation removed", "yes", "no", whys), REQUESTS
        else:
            yield from _route_differences(before, after)
            yield from _body_differences(before, after)
            yield from _status_differences(before, after)
            for found in parameters.differences(before, after, enforced):
                yield found, REQUESTS


def _route(row: Row) -> tuple[str, str]:
    """Return the method and the path, without the names of path parameters."""
    return row["method"], _EXPRESSION.sub("{}", row["path"])


def _route_differences(before: Row, after: Row) -> Found:
    where = after["operation"]
    if before["operation"] != where:
        what = f"operation {before['operation']} is called {where}"
        yield Difference(where, what, "no", "no", ("the same on the wire", "")), BOTH
    whys = ("clients call the old one", "")
    if before["method"] != after["method"]:
        what = f"method {before['method']} -> {after['method']}"
        yield Difference(where, what, "yes", "no", whys), REQUESTS
    if _route(before)[1] != _route(after)[1]:
        what = f"path {before['path']} -> {after['path']}"
        yield Difference(where, what, "yes", "no", whys), REQUESTS


def _body_differences(before: Row, after: Row) -> Found:
    where = after["operation"]
    for found in bodies(before, after):
        what = f"{found.direction} body {found.old} -> {found.new}"
        whys = ("the differences of its schema are listed separately",) * 2
        yield Difference(where, what, "no", "no", whys), (found.direction,)
    must = after["request"] and after["request_required"]
    needed = before["request"] and before["request_required"]
    why = "requests without one are refused" if must and not needed else ""
    if before["request"] and not after["request"]:
        whys = ("the meaning of a body is no longer declared", "")
        what = f"body {before['request']} removed"
        yield Difference(where, what, "perhaps", "no", whys), REQUESTS
    elif after["request"] and not before["request"]:
        what = f"{'required ' if must else ''}body {after['request']} added"
        whys = (why or "requests without one are as before", "")
        yield Difference(where, what, yes_if(must), "no", whys), REQUESTS
    elif bool(must) != bool(needed):
        what = "body is required" if must else "body is no longer required"
        yield Difference(where, what, yes_if(must), "no", (why, "")), REQUESTS
    # Tables of earlier generators do not name the media type, since there was only one.
    if "media_type" in before and before["media_type"] != after.get("media_type"):
        what = f"media type {before['media_type']} -> {after.get('media_type')}"
        whys = ("bodies of the old one are refused", "readers know the old one")
        yield Difference(where, what, "yes", "yes", whys), BOTH


def _status_differences(before: Row, after: Row) -> Found:
    """Yield the differences of declared statuses. A response of any other one passes."""
    where = after["operation"]
    for status, kind in after["responses"].items():
        if status not in before["responses"]:
            whys = ("", "it passed before, with any body")
            yield (
                Difference(where, f"status {status} added, with {kind}", "no", "no", whys),
                RESPONSES,
            )
    for status in before["responses"]:
        if status not in after["responses"]:
            whys = ("", "its body may be anything")
            yield Difference(where, f"status {status} removed", "no", "yes", whys), RESPONSES
