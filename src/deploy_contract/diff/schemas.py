"""What differs between the schemas of two contracts: fields, types, nullability, enums, formats, bounds.

Schemas are compared as they were lowered, in their open form: down the document, resource by resource. A place is named by
the resource (the title of its schema) and a pointer within it, so that what several documents share is one difference.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, floor
from typing import Any, NamedTuple

from deploy_contract.diff.bundles import Bundle
from deploy_contract.diff.changes import Answer, Difference
from deploy_contract_format.definitions import named
from deploy_contract_format.subset import TYPES

Schema = Mapping[str, Any]
Found = Iterator[tuple[Difference, str]]  # with the pointer of its place in the document
_ANY = re.compile("Any-([0-9]+)")
_MANY = {"minimum": "minimum", "maximum": "maximum", "items": "most items"}


class Values(NamedTuple):
    """What the values of any field may be: bounds that hold where a schema names none itself."""

    depth: int
    minimum: float | None
    maximum: float | None
    items: int | None


class Side(NamedTuple):
    """One of two contracts: the definitions of the document compared, and the keywords whose rules are enforced."""

    definitions: Mapping[str, Schema]
    values: Values
    enforced: frozenset[str]


def enforced(bundle: Bundle) -> frozenset[str]:
    """The keywords of schemas that refuse a document, by the modes of their rules."""
    return frozenset(
        str(rule.parameters["keyword"])
        for rule in bundle.rules.values()
        if rule.shape == "keyword" and rule.mode == "enforce"
    )


def differences(old: Bundle, new: Bundle, old_kind: str, new_kind: str) -> Found:
    """What differs between a kind of document and its successor."""
    one, other = (
        Side(bundle.schemas[kind], _values(bundle.schemas[kind]), enforced(bundle))
        for bundle, kind in ((old, old_kind), (new, new_kind))
    )
    for found in _values_differ(one.values, other.values):
        yield found, ""
    seen: set[tuple[str, str]] = set()
    yield from _compared(
        one,
        other,
        {"$ref": f"#/$defs/{old.roots[old_kind]}"},
        {"$ref": f"#/$defs/{new.roots[new_kind]}"},
        new_kind,
        "",
        seen,
    )


def _values(definitions: Mapping[str, Schema]) -> Values:
    any_value = {
        int(found[1]): schema
        for name, schema in definitions.items()
        if (found := _ANY.fullmatch(name))
    }
    if not any_value:
        return Values(0, None, None, None)
    first = any_value[min(any_value)]
    return Values(
        max(any_value) - 1, first.get("minimum"), first.get("maximum"), first.get("maxItems")
    )


def _values_differ(old: Values, new: Values) -> Iterator[Difference]:
    where = "any value"
    if old.depth != new.depth and old.depth and new.depth:
        yield Difference(
            where, f"nested {old.depth} -> {new.depth} deep", *_bound(-old.depth, -new.depth)
        )
    if old.minimum != new.minimum:
        yield Difference(
            where,
            _was("numbers at least", old.minimum, new.minimum),
            *_bound(old.minimum, new.minimum),
        )
    for what, before, after in (
        ("numbers at most", old.maximum, new.maximum),
        ("items at most", old.items, new.items),
    ):
        if before != after:
            yield Difference(
                where, _was(what, before, after), *_bound(_turned(before), _turned(after))
            )


def _compared(
    one: Side,
    other: Side,
    old: Schema,
    new: Schema,
    where: str,
    pointer: str,
    seen: set[tuple[str, str]],
) -> Found:
    """The differences of two schemas at a place; `seen`: pairs of definitions that were compared already."""
    names = tuple(named(schema["$ref"]) if "$ref" in schema else "" for schema in (old, new))
    free = [_ANY.fullmatch(name) is not None for name in names]
    old, new = (
        side.definitions[name] if name else schema
        for side, name, schema in zip((one, other), names, (old, new), strict=True)
    )
    if all(free):
        return
    kinds, later = (
        list(TYPES) if is_free else _types(schema)
        for is_free, schema in zip(free, (old, new), strict=True)
    )
    for found in scalar_differences(old, new, kinds, later, where, (one.values, other.values)):
        yield _by_mode(found[0], found[1], one, other), pointer
    if (names[0], names[1]) in seen and all(names):
        return
    seen.add((names[0], names[1]))
    if any(free):
        return
    here = new.get("title", where)
    if "object" in kinds and "object" in later:
        yield from _members(one, other, old, new, here, pointer, seen)
    if "array" in kinds and "array" in later:
        yield from _compared(
            one, other, old["items"], new["items"], f"{here}/*", f"{pointer}/*", seen
        )


def _members(
    one: Side,
    other: Side,
    old: Schema,
    new: Schema,
    where: str,
    pointer: str,
    seen: set[tuple[str, str]],
) -> Found:
    before, after = old.get("properties"), new.get("properties")
    needed, needs = set(old.get("required", ())), set(new.get("required", ()))
    enforces = "required" in other.enforced
    if before is None or after is None:
        if (before is None) != (after is None):
            yield _freed(where, declared=after is not None, needs=bool(needs) and enforces), pointer
        return
    for name, schema in after.items():
        there, at = f"{where}/{_token(name)}", f"{pointer}/{_token(name)}"
        if name not in before:
            must = name in needs
            why = (
                (
                    "requests without it are refused"
                    if must and enforces
                    else "requests without it are as before"
                ),
                "",
            )
            narrower: Answer = "yes" if must and enforces else "no"
            yield (
                Difference(there, f"{'required ' if must else ''}field added", narrower, "no", why),
                at,
            )
            continue
        if (name in needs) != (name in needed):
            yield _by_mode(_required(there, must=name in needs), "required", one, other), at
        yield from _compared(one, other, before[name], schema, there, at, seen)
    for name in before:
        if name not in after:
            promised = name in needed and "required" in one.enforced
            whys = (
                "passes where undeclared fields do, and is refused where they are not",
                "readers could rely on it" if promised else "readers may miss it",
            )
            wider: Answer = "yes" if promised else "perhaps"
            yield (
                Difference(f"{where}/{_token(name)}", "field removed", "perhaps", wider, whys),
                f"{pointer}/{_token(name)}",
            )


def _required(where: str, *, must: bool) -> Difference:
    if must:
        return Difference(
            where, "is required", "yes", "no", ("requests without it are refused", "")
        )
    return Difference(where, "is no longer required", "no", "yes", ("", "readers could rely on it"))


def _freed(where: str, *, declared: bool, needs: bool) -> Difference:
    """A free-form object that has got declared fields, or the other way round."""
    if declared:
        why = "fields of any type passed"
        return Difference(
            where,
            "free-form object with declared fields",
            "yes" if needs else "perhaps",
            "no",
            (why, ""),
        )
    return Difference(
        where, "object is free-form", "no", "yes", ("", "its fields may be of any type, or missing")
    )


def scalar_differences(
    old: Schema,
    new: Schema,
    kinds: Sequence[str],
    later: Sequence[str],
    where: str,
    values: Sequence[Values],
) -> Iterator[tuple[Difference, str]]:
    """The differences of two schemas in what they say of the value itself, each with its keyword. `kinds`, `later`: types."""
    any_value = [len(names) == len(TYPES) for names in (kinds, later)]
    if ("null" in kinds) != ("null" in later) and not any(any_value):
        if "null" in later:
            yield (
                Difference(where, "may be null", "no", "yes", ("", "readers may meet null")),
                "type",
            )
        else:
            yield (
                Difference(where, "may no longer be null", "yes", "no", ("null is refused", "")),
                "type",
            )
    one, other = ([name for name in names if name != "null"] for names in (kinds, later))
    lost, gained = _uncovered(one, other), _uncovered(other, one)
    if lost or gained:
        what = " -> ".join(
            "any" if free else " or ".join(sorted(names))
            for names, free in zip((one, other), any_value, strict=True)
        )
        yield (
            Difference(where, f"type {what}", "yes" if lost else "no", "yes" if gained else "no"),
            "type",
        )
    if "string" in one and "string" in other:
        yield from _texts(old, new, where)
    if {"integer", "number"} & set(one) and {"integer", "number"} & set(other):
        sides = ((old, one), (new, other))
        low = [_rounded(schema.get("minimum"), names, ceil) for schema, names in sides]
        high = [_rounded(schema.get("maximum"), names, floor) for schema, names in sides]
        if (pair := _own(low, [value.minimum for value in values])) is not None:
            yield Difference(where, _was("minimum", *pair), *_bound(*pair)), "minimum"
        if (pair := _own(high, [value.maximum for value in values])) is not None:
            yield (
                Difference(
                    where, _was("maximum", *pair), *_bound(_turned(pair[0]), _turned(pair[1]))
                ),
                "maximum",
            )
    for kind, key in (("array", "maxItems"), ("object", "maxProperties")):
        if kind in one and kind in other:
            pair = _own(
                [schema.get(key) for schema in (old, new)], [value.items for value in values]
            )
            if pair is not None and not any(any_value):
                yield (
                    Difference(
                        where,
                        _was("most items", *pair),
                        *_bound(_turned(pair[0]), _turned(pair[1])),
                    ),
                    "maxItems",
                )


def _texts(old: Schema, new: Schema, where: str) -> Iterator[tuple[Difference, str]]:
    before, after = (_choices(schema) for schema in (old, new))
    if before != after:
        yield from ((found, "enum") for found in _enum(before, after, where))
    one, other = ((schema.get("x-format"), schema.get("pattern")) for schema in (old, new))
    if one == other:
        return
    if one[0] == other[0] and one[1] is not None and other[1] is not None:
        yield (
            Difference(
                where, f"texts of format {other[0]} are told otherwise", "perhaps", "perhaps"
            ),
            "pattern",
        )
        return
    what = f"format {one[0] or 'none'} -> {other[0] or 'none'}"
    yield (
        Difference(
            where,
            what,
            "yes" if other[1] is not None else "no",
            "yes" if one[1] is not None else "no",
        ),
        "pattern",
    )


def _enum(
    before: Sequence[str] | None, after: Sequence[str] | None, where: str
) -> Iterator[Difference]:
    if before is None or after is None:
        what = (
            f"any text -> one of {', '.join(after)}"
            if after is not None
            else "any text, no longer a fixed choice"
        )
        yield Difference(
            where, what, "yes" if after is not None else "no", "no" if after is not None else "yes"
        )
        return
    lost, gained = (
        [name for name in before if name not in after],
        [name for name in after if name not in before],
    )
    if lost:
        yield Difference(
            where,
            f"enum without {', '.join(lost)}",
            "yes",
            "no",
            ("requests with them are refused", ""),
        )
    if gained:
        yield Difference(
            where, f"enum with {', '.join(gained)}", "no", "yes", ("", "readers may not know them")
        )


def _by_mode(found: Difference, keyword: str, one: Side, other: Side) -> Difference:
    """The difference where its rule enforces nothing: what is only reported breaks nobody, and promises nothing."""
    return reported(found, before=keyword in one.enforced, after=keyword in other.enforced)


def reported(found: Difference, *, before: bool, after: bool) -> Difference:
    """The difference where the rule for it was, and is, enforced or not."""
    why = "it refuses nothing"
    requests, responses = found.whys
    narrower, wider = found.narrower, found.wider
    if not after and narrower != "no":
        narrower, requests = "no", why
    if not before and wider != "no":
        wider, responses = "no", why
    return found._replace(narrower=narrower, wider=wider, whys=(requests, responses))


def _own(
    pair: Sequence[float | None], common: Sequence[float | None]
) -> tuple[float | None, float | None] | None:
    """Two bounds that differ, None where a schema has no more than what holds for any value; None where they do not."""
    old, new = (
        None if value == of_all else value for value, of_all in zip(pair, common, strict=True)
    )
    return None if old == new else (old, new)


def _bound(old: float | None, new: float | None) -> tuple[Answer, Answer]:
    """Whether a lower bound makes the new contract narrower, and whether wider."""
    narrower = new is not None and (old is None or new > old)
    return ("yes", "no") if narrower else ("no", "yes")


def _rounded(
    bound: float | None, types: Sequence[str], towards: Callable[[float], int]
) -> float | None:
    """The bound of integers: 0.5 and 1 are the same least one."""
    return bound if bound is None or "number" in types else towards(bound)


def _turned(bound: float | None) -> float | None:
    return None if bound is None else -bound


def _was(what: str, old: object, new: object) -> str:
    return f"{what} {'none' if old is None else old} -> {'none' if new is None else new}"


def _types(schema: Schema) -> list[str]:
    kinds = schema["type"]
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _uncovered(kinds: Sequence[str], by: Sequence[str]) -> list[str]:
    return [kind for kind in kinds if kind not in by and not (kind == "integer" and "number" in by)]


def _choices(schema: Schema) -> list[str] | None:
    return [value for value in schema["enum"] if value is not None] if "enum" in schema else None


def _token(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
