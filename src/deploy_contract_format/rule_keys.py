"""Checks of the keys of a rule, each by itself."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter
from string import Formatter
from typing import Any, NamedTuple

from deploy_contract_format import shapes, subset
from deploy_contract_format.definitions import Definitions, find_schemas
from deploy_contract_format.pointer import Tokens, join, split
from deploy_contract_format.rules import MODES, Kind
from deploy_contract_format.shapes import BASES, COMMON, SHAPES
from deploy_contract_format.subset import Problem
from deploy_contract_format.suggestions import did_you_mean, nearest, not_one_of, unknown
from deploy_contract_format.vocabulary import REVISION_ANSWERS


class Known(NamedTuple):
    """The names that rules may refer to.

    Attributes:
        definitions: the definitions of each kind of document.
        roots: the name of the definition of the whole document, by kind.
        sources: sources of deployments.
        hostings: hostings.
        how: how each kind gets its source, unless the rule file says so.
        operations: names of the parameters of each operation.
    """

    definitions: Mapping[str, Definitions]
    roots: Mapping[str, str]
    sources: Sequence[str]
    hostings: Sequence[str]
    how: Mapping[str, Kind] = {}
    operations: Mapping[str, Sequence[str]] = {}

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of document."""
        return tuple(self.roots)

    def find_schemas(
        self, kind: str, tokens: Sequence[str], *, members: bool = False
    ) -> Iterator[Mapping[str, Any]]:
        """Yield the schemas at a pattern in a kind; see `definitions.find_schemas`."""
        found = self.definitions[kind]
        return find_schemas(found, found[self.roots[kind]], tokens, members)


class _Key(NamedTuple):
    """A key of a rule: its value and its place."""

    name: str
    value: Any
    at: Tokens
    shape: str
    known: Known


_Check = Callable[[_Key], Iterator[Problem]]


def shape_of(row: Mapping[str, Any], section: str) -> str | None:
    """Return the shape of a rule, or None if it has none."""
    if shapes.SECTIONS[section] is not None:
        return shapes.SECTIONS[section]
    if "relation" in row:
        relation = row["relation"]
        is_known = isinstance(relation, str) and relation in shapes.relations(section)
        return relation if is_known else None
    if section == "rules":
        for name in ("schema", "never", "admitted"):
            if name in row:
                return name
    return None


def problems(row: object, section: str, known: Known, at: Tokens) -> Iterator[Problem]:
    """Yield the problems of a rule's keys.

    Args:
        row: the rule.
        section: its section of the rule file.
        known: the names that it may refer to.
        at: its place in the file.
    """
    if not isinstance(row, Mapping):
        yield Problem(at, "a rule is an object")
        return
    shape = shape_of(row, section)
    if shape is None:
        names = shapes.relations(section)
        relations = " | ".join(names)
        if isinstance(row.get("relation"), str):
            yield Problem((*at, "relation"), not_one_of(row["relation"], names))
        elif section == "rules":
            yield Problem(
                at, f"a rule needs one of schema, never, admitted, or relation: {relations}"
            )
        else:
            yield Problem(at, f"a rule needs relation: {relations}")
        return
    needed, optional = SHAPES[shape]
    has_kinds = shape not in ("undeclared", "keyword", "wire", "http") and "operation" not in needed
    required = [key for key in COMMON if key != "mode"]
    if has_kinds:
        required.append("on")
    for name in (*required, *needed):
        if name not in row:
            meaning = f": {shapes.MEANINGS[name]}" if name in shapes.MEANINGS else ""
            yield Problem(at, f"{name} is missing{meaning}")
    for name, value in row.items():
        key = _Key(name, value, (*at, name), shape, known)
        if name in _COMMON_CHECKS and (name != "on" or has_kinds):
            yield from _COMMON_CHECKS[name](key)
        elif name in (*needed, *optional):
            yield from _PARAMETER_CHECKS.get(name, _field_name)(key)
        elif name not in COMMON:
            keys = (*COMMON, "on", *needed, *optional)
            yield Problem(key.at, unknown("key", name, "a rule of this shape has", keys))


# -- keys of all rules


def _text(key: _Key) -> Iterator[Problem]:
    text = key.value
    if not isinstance(text, str) or not text.strip() or not text.isprintable():
        yield Problem(key.at, "one printable line of text")
        return
    placeholders = shapes.PLACEHOLDERS.get(key.shape)
    if placeholders is None:
        return
    try:
        used = set(map(itemgetter(1), Formatter().parse(text))) - {None}
    except ValueError:
        used = {""}
    if not used <= set(placeholders):
        yield Problem(key.at, f"in braces there can only be {', '.join(placeholders)}")


def _id(key: _Key) -> Iterator[Problem]:
    value = key.value
    if (
        not isinstance(value, str)
        or not value.replace("-", "a").isalnum()
        or value != value.lower()
        or not value.isascii()
    ):
        yield Problem(key.at, "a rule id is kebab-case: small letters, digits and -")


# -- parameters of shapes


def is_list_of(names: object, known: Sequence[str]) -> bool:
    """Return True if the value is a list of known names."""
    return isinstance(names, list) and subset.are_texts(names) and set(names) <= set(known)


def _names(
    key: _Key, what: str, known: Iterable[str], *, may_be_empty: bool = False
) -> Iterator[Problem]:
    """Yield the problem of a value that is no list of known names, at the first other one."""
    choices = list(known)
    if not isinstance(key.value, list) or not (key.value or may_be_empty):
        yield Problem(key.at, f"a list of {what}: {', '.join(choices)}")
        return
    for index, name in enumerate(key.value):
        if name not in choices:
            yield Problem((*key.at, index), not_one_of(name, choices))
            return


def _one_of(choices: Sequence[object], note: str = "") -> _Check:
    def check(key: _Key) -> Iterator[Problem]:
        if key.value not in choices or isinstance(key.value, bool):
            yield Problem(key.at, not_one_of(key.value, list(map(str, choices)), note))

    return check


def _pointer(key: _Key) -> Iterator[Problem]:
    items, members = key.name == "field", key.shape == "revision"
    yield from pointer_problems(key.value, key.known, key.at, items=items, members=members)


def _operation(key: _Key) -> Iterator[Problem]:
    yield from _one_of(list(key.known.operations))(key)


def _parameter(key: _Key) -> Iterator[Problem]:
    yield from _one_of(list(dict.fromkeys(chain(*key.known.operations.values()))))(key)


def _fixed(key: _Key) -> Iterator[Problem]:
    if key.value is not True:
        yield Problem(key.at, "true, or leave it out")


def _admitted(key: _Key) -> Iterator[Problem]:
    if key.value != "context":
        yield from pointer_problems(key.value, key.known, key.at)


def _pointers(key: _Key) -> Iterator[Problem]:
    if not _is_filled(key.value):
        yield Problem(key.at, "a list of one pointer or more")
        return
    items = key.name != "fields"
    for index, pointer in enumerate(key.value):
        at = (*key.at, index)
        checked = pointer
        if not items:
            checked = pointer or None  # the whole document is no field
        yield from pointer_problems(checked, key.known, at, items=items)
        if key.name == "names" and isinstance(pointer, str) and "/*" not in pointer:
            yield Problem(at, "a pointer with * for the items whose names are looked at")


def _list_of(what: str, known: str, *, may_be_empty: bool = False) -> _Check:
    """Return the check of a list of names that are in an attribute of `Known`."""

    def check(key: _Key) -> Iterator[Problem]:
        names = getattr(key.known, known)
        yield from _names(key, what, names, may_be_empty=may_be_empty)

    return check


def _schema(key: _Key) -> Iterator[Problem]:
    yield from subset.problems(key.value, subset.RULE_KEYWORDS, key.at)


def _never(key: _Key) -> Iterator[Problem]:
    if not isinstance(key.value, Mapping) or len(key.value) < 2:
        yield Problem(
            key.at,
            "two or more pointers, each with the schema that its value may not fit together with"
            " the others",
        )
        return
    for pointer, schema in key.value.items():
        at = (*key.at, pointer)
        yield from pointer_problems(pointer, key.known, at)
        yield from subset.problems(schema, subset.RULE_KEYWORDS, at)


def _pairs(key: _Key) -> Iterator[Problem]:
    if not _is_filled(key.value) or not all(map(_is_pair, key.value)):
        yield Problem(key.at, "a list of one [lower, upper] pair of names or more")


def _is_pair(pair: object) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and subset.are_texts(pair)


def _is_filled(value: object) -> bool:
    return isinstance(value, list) and bool(value)


def _field_name(key: _Key) -> Iterator[Problem]:
    if not isinstance(key.value, str):
        yield Problem(key.at, "the name of a field")


_COMMON_CHECKS: Mapping[str, _Check] = {
    "rule": _id,
    "basis": _one_of(BASES),
    "mode": _one_of(MODES, " (off in quotes)"),
    "message": _text,
    "hint": _text,
    "section": _text,
    "on": _list_of("document kinds", "kinds"),
}
_PARAMETER_CHECKS: Mapping[str, _Check] = {
    "field": _pointer,
    "within": _pointer,
    "array": _pointer,
    "keyword": _one_of(shapes.KEYWORDS),
    "operation": _operation,
    "parameter": _parameter,
    "location": _one_of(shapes.LOCATIONS),
    "status": _one_of(shapes.STATUSES),
    "fixed": _fixed,
    "admitted": _admitted,
    "fields": _pointers,
    "names": _pointers,
    "each": _pointers,
    "sources": _list_of("sources", "sources", may_be_empty=True),
    "hosting": _list_of("hostings", "hostings"),
    "schema": _schema,
    "when": _schema,
    "never": _never,
    "pairs": _pairs,
    "creates": _one_of(REVISION_ANSWERS, " (yes and no in quotes)"),
}


def pointer_problems(
    pointer: object, known: Known, at: Tokens, *, items: bool = False, members: bool = False
) -> Iterator[Problem]:
    """Yield the problem of a pointer, if it has one.

    Args:
        pointer: the value in place of a pointer.
        known: the names that rules may refer to.
        at: its place in the file.
        items: whether `*` may mean the items of an array.
        members: whether `*` may mean the members of an object.
    """
    try:
        tokens = split(pointer) if isinstance(pointer, str) else None
    except ValueError:
        tokens = None
    if tokens is None:
        yield Problem(at, "a JSON Pointer, such as /source_config/repo_url")
    elif "*" in tokens and not (items or members):
        yield Problem(at, f"pointer {pointer} must name one place; * has no meaning here")
    elif not _is_declared(known, tokens, members=members):
        otherwise = "correct it: a rule can name only fields that the schemas declare"
        advice = did_you_mean(_declared_pointer(known, tokens, members=members), otherwise)
        yield Problem(at, f"pointer {pointer} exists in no document kind; {advice}")


def _declared_pointer(known: Known, tokens: tuple[str, ...], *, members: bool) -> str | None:
    """Return the declared pointer that a pointer with one misspelt token most likely means."""
    for index, token in enumerate(tokens):
        names: list[str] = []
        for kind in known.kinds:
            for schema in known.find_schemas(kind, tokens[:index], members=members):
                names += schema.get("properties", ())
        name = nearest(token, names)
        meant = (*tokens[:index], name or "", *tokens[index + 1 :])
        if name and _is_declared(known, meant, members=members):
            return join(meant)
    return None


def _is_declared(known: Known, tokens: tuple[str, ...], *, members: bool) -> bool:
    for kind in known.kinds:
        for _ in known.find_schemas(kind, tokens, members=members):
            return True
    return False
