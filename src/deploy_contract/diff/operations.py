"""What differs between the operations of two contracts: where they stand, their parameters, bodies and statuses."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from deploy_contract.diff.bundles import Bundle
from deploy_contract.diff.changes import Difference
from deploy_contract.diff.schemas import Values, reported, scalar_differences

Row = Mapping[str, Any]
BOTH, REQUESTS, RESPONSES = ("request", "response"), ("request",), ("response",)
_PLACE = re.compile(r"\{[^{}]*\}")
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


class Bodies(NamedTuple):
    """A body of an operation that is of another kind of document now."""

    direction: str
    old: str
    new: str


Found = Iterator[tuple[Difference, tuple[str, ...]]]  # with the directions that it concerns


def pairs(old: Bundle, new: Bundle) -> Iterator[tuple[Row | None, Row | None]]:
    """Each operation with its successor: of the same name, or else of the same method and path; None where there is none."""
    by_place = {
        _place(row): row
        for row in old.operations.values()
        if row["operation"] not in new.operations
    }
    left = dict(old.operations)
    for name, row in new.operations.items():
        before = old.operations.get(name) or by_place.pop(_place(row), None)
        if before is not None:
            left.pop(before["operation"], None)
        yield before, row
    for row in left.values():
        yield row, None


def bodies(before: Row, after: Row) -> Iterator[Bodies]:
    """The bodies of an operation whose kind of document has changed."""
    if before["request"] and after["request"] and before["request"] != after["request"]:
        yield Bodies("request", before["request"], after["request"])
    for status, kind in after["responses"].items():
        earlier = before["responses"].get(status)
        if earlier is not None and earlier != kind:
            yield Bodies("response", earlier, kind)


def differences(old: Bundle, new: Bundle) -> Found:
    """What differs between the operations of two contracts."""
    for before, after in pairs(old, new):
        if after is None:
            assert before is not None
            yield (
                Difference(
                    before["operation"], "operation removed", "yes", "no", ("clients call it", "")
                ),
                REQUESTS,
            )
        elif before is None:
            yield (
                Difference(
                    after["operation"], "operation added", "no", "no", ("nobody calls it yet", "")
                ),
                BOTH,
            )
        else:
            yield from _place_differs(before, after)
            yield from _bodies_differ(before, after)
            yield from _statuses_differ(before, after)
            yield from _parameters_differ(before, after, _modes(old), _modes(new))


def _place(row: Row) -> tuple[str, str]:
    return row["method"], _PLACE.sub("{}", row["path"])


def _place_differs(before: Row, after: Row) -> Found:
    where = after["operation"]
    if before["operation"] != where:
        why = ("the same on the wire", "")
        yield (
            Difference(
                where, f"operation {before['operation']} is called {where}", "no", "no", why
            ),
            BOTH,
        )
    if before["method"] != after["method"]:
        what = f"method {before['method']} -> {after['method']}"
        yield Difference(where, what, "yes", "no", ("clients call the old one", "")), REQUESTS
    if _place(before)[1] != _place(after)[1]:
        what = f"path {before['path']} -> {after['path']}"
        yield Difference(where, what, "yes", "no", ("clients call the old one", "")), REQUESTS


def _bodies_differ(before: Row, after: Row) -> Found:
    where = after["operation"]
    for found in bodies(before, after):
        what = f"{found.direction} body {found.old} -> {found.new}"
        yield (
            Difference(where, what, "no", "no", ("what differs within it is told apart",) * 2),
            (found.direction,),
        )
    if (
        before["request"]
        and after["request"]
        and bool(before["request_required"]) != bool(after["request_required"])
    ):
        if after["request_required"]:
            yield (
                Difference(
                    where, "body is required", "yes", "no", ("requests without one are refused", "")
                ),
                REQUESTS,
            )
        else:
            yield Difference(where, "body is no longer required", "no", "no"), REQUESTS
    elif after["request"] and not before["request"]:
        must = bool(after["request_required"])
        why = (
            "requests without one are refused" if must else "requests without one are as before",
            "",
        )
        what = f"{'required ' if must else ''}body {after['request']} added"
        yield Difference(where, what, "yes" if must else "no", "no", why), REQUESTS
    elif before["request"] and not after["request"]:
        why = ("what a body is for is no longer said", "")
        yield Difference(where, f"body {before['request']} removed", "perhaps", "no", why), REQUESTS
    # tables of earlier generators do not name the media type: there was one only
    if "media_type" in before and before["media_type"] != after.get("media_type"):
        what = f"media type {before['media_type']} -> {after.get('media_type')}"
        yield (
            Difference(
                where,
                what,
                "yes",
                "yes",
                ("bodies of the old one are refused", "readers know the old one"),
            ),
            BOTH,
        )


def _statuses_differ(before: Row, after: Row) -> Found:
    where = after["operation"]
    for status, kind in after["responses"].items():
        if status not in before["responses"]:
            why = ("", "readers may not know it")
            yield (
                Difference(where, f"status {status} added, with {kind}", "no", "perhaps", why),
                RESPONSES,
            )
    for status in before["responses"]:
        if status not in after["responses"]:
            success = status.startswith("2")
            why = ("", "readers rely on it" if success else "readers may rely on it")
            yield (
                Difference(
                    where, f"status {status} removed", "no", "yes" if success else "perhaps", why
                ),
                RESPONSES,
            )


def _parameters_differ(
    before: Row, after: Row, old_modes: Mapping[str, str], new_modes: Mapping[str, str]
) -> Found:
    one, other = _parameters(before), _parameters(after)
    for key, (place, row) in other.items():
        where = f"{after['operation']} {place} {row['name']}"
        if key not in one:
            if key[0] != "path":  # those of a path come and go with it
                must = bool(row["required"]) and new_modes.get(_RULES["required"]) == "enforce"
                why = (
                    "requests without it are refused"
                    if must
                    else "requests without it are as before",
                    "",
                )
                what = f"{'required ' if row['required'] else ''}parameter added"
                yield Difference(where, what, "yes" if must else "no", "no", why), REQUESTS
            continue
        for keyword, found in _parameter_differs(one[key][1], row, where):
            rule = _RULES.get(keyword)
            if rule is None:
                yield found, REQUESTS
            else:
                before_, after_ = (modes.get(rule) == "enforce" for modes in (old_modes, new_modes))
                yield (
                    reported(found, before=before_ or rule not in old_modes, after=after_),
                    REQUESTS,
                )
    for key, (place, row) in one.items():
        if key not in other and key[0] != "path":
            why = ("passes where unknown parameters do, without effect", "")
            where = f"{after['operation']} {place} {row['name']}"
            yield Difference(where, "parameter removed", "perhaps", "no", why), REQUESTS


def _parameters(row: Row) -> dict[tuple[str, str], tuple[str, Row]]:
    """Parameters by place and name; those of a path by where they stand in it, for their names never show."""
    names = [found[1:-1] for found in _PLACE.findall(row["path"])]
    return {
        ("path", str(names.index(one["name"])))
        if one["in"] == "path"
        else (one["in"], one["name"]): (one["in"], one)
        for one in row["parameters"]
        if one["in"] != "path" or one["name"] in names
    }


def _parameter_differs(before: Row, after: Row, where: str) -> Iterator[tuple[str, Difference]]:
    """What differs between two parameters, each with the keyword that says whose rule it is."""
    if before["name"] != after["name"]:
        why = ("its name never shows in a path", "")
        yield "name", Difference(where, f"was called {before['name']}", "no", "no", why)
    if bool(before["required"]) != bool(after["required"]):
        if after["required"]:
            yield (
                "required",
                Difference(
                    where, "is required", "yes", "no", ("requests without it are refused", "")
                ),
            )
        else:
            yield "required", Difference(where, "is no longer required", "no", "no")
    none = object()
    one, other = before.get("default", none), after.get("default", none)
    if one != other or isinstance(one, bool) != isinstance(other, bool):
        what = " -> ".join("none" if value is none else str(value) for value in (one, other))
        yield (
            "default",
            Difference(
                where,
                f"default {what}",
                "perhaps",
                "no",
                ("requests without it may mean something else", ""),
            ),
        )
    yield from _values_differ(before["schema"], after["schema"], where)
    yield from _items_differ(before.get("items"), after.get("items"), where)
    known, knows = before.get("values"), after.get("values")
    if known != knows:
        lost = [value for value in known or () if knows is not None and value not in knows]
        gained = [value for value in knows or () if known is not None and value not in known]
        if known is None or knows is None:
            what = "values are known" if known is None else "values are no longer known"
            yield "values", Difference(where, what, "yes" if known is None else "no", "no")
        if lost:
            yield (
                "values",
                Difference(where, f"known values without {', '.join(lost)}", "yes", "no"),
            )
        if gained:
            yield "values", Difference(where, f"known values with {', '.join(gained)}", "no", "no")


def _values_differ(old: Row, new: Row, where: str) -> Iterator[tuple[str, Difference]]:
    kinds, later = (
        schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        for schema in (old, new)
    )
    unbounded = Values(0, None, None, None)
    for found, keyword in scalar_differences(old, new, kinds, later, where, (unbounded, unbounded)):
        nothing = ("null" in kinds) != ("null" in later) and "null" in found.what
        whys = ("no text of a parameter is null", "") if nothing else ("any text passes", "")
        harmless = nothing or (keyword == "type" and "string" in later)
        yield keyword, found._replace(narrower="no", whys=whys) if harmless else found


def _items_differ(old: Row | None, new: Row | None, where: str) -> Iterator[tuple[str, Difference]]:
    if old is None or new is None:
        if old != new:
            what = "is a list, separated by commas" if old is None else "is no longer a list"
            judged = new is not None and set(new) != {"type"}
            yield (
                "items",
                Difference(
                    where,
                    what,
                    "yes" if judged else "no",
                    "no",
                    ("its items are judged" if judged else "", ""),
                ),
            )
        return
    for _, found in _values_differ(old, new, where):
        yield "items", found._replace(what=f"items: {found.what}")


def _modes(bundle: Bundle) -> Mapping[str, str]:
    return {rule.rule: rule.mode for rule in bundle.rules.values()}
