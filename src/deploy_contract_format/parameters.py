"""The keys of rules: one table with the checks of each, and the names to which they may refer.

Each key is checked by itself first. If all keys of a rule are valid, the document kinds in its `on`
must have the fields that the keys name. A rule for a field that no document has would never apply.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product, starmap
from string import Formatter
from typing import Any, NamedTuple, TypeAlias

from deploy_contract_format import shapes, subset
from deploy_contract_format.definitions import Definitions, find_schema, types_of
from deploy_contract_format.pointer import Tokens, join, split
from deploy_contract_format.rules import MODES, Kind
from deploy_contract_format.subset import KEYWORDS, Problem, subschemas
from deploy_contract_format.suggestions import did_you_mean, nearest, not_one_of
from deploy_contract_format.vocabulary import REVISION_ANSWERS

Schema: TypeAlias = Mapping[str, Any]
Target: TypeAlias = tuple[str, tuple[str, ...]]  # document kind, tokens of a pattern

MAX_TEXT = 2_000  # characters of a message, hint or section
_FREE_FORM = frozenset({"boolean", "number", "string"})  # only free-form values have all three


class Known(NamedTuple):
    """The names to which rules may refer."""

    definitions: Mapping[str, Definitions]  # by kind of document
    sources: Sequence[str]
    hostings: Sequence[str]
    kind_rows: Mapping[str, Kind] = {}  # if empty, the kinds in the rule file are used
    operations: Mapping[str, Mapping[str, Any]] = {}  # rows of the parameters of each, by name

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of document."""
        return tuple(self.definitions)

    def find_schemas(self, places: Iterable[tuple[str, Sequence[str]]]) -> list[Schema]:
        """Return the schemas at patterns in kinds. Undeclared places have no schema."""
        found = [find_schema(self.definitions[kind], kind, tokens) for kind, tokens in places]
        return [schema for schema in found if schema is not None]

    def declaring(self, kinds: Iterable[str], tokens: Sequence[str]) -> list[str]:
        """Return the kinds among `kinds` that declare a pattern."""
        return [kind for kind in kinds if self.find_schemas([(kind, tokens)])]

    def pointer_problems(
        self, pointer: object, at: Tokens, *, items: bool = False
    ) -> Iterator[Problem]:
        """Yield the problem of a pointer, if there is a problem.

        `at`: its place in the file; `items`: whether `*` may mean the items of an array.
        """
        try:
            tokens = split(pointer) if isinstance(pointer, str) else None
        except ValueError:
            tokens = None
        if tokens is None:
            yield Problem(at, "a JSON Pointer, such as /source_config/repo_url")
        elif "*" in tokens and not items:
            yield Problem(at, f"pointer {pointer} must name one place; * has no meaning here")
        elif not self.declaring(self.kinds, tokens):
            otherwise = "correct it: a rule can name only fields that the schemas declare"
            advice = did_you_mean(self._declared_pointer(tokens), otherwise)
            yield Problem(at, f"pointer {pointer} exists in no document kind; {advice}")

    def _declared_pointer(self, tokens: tuple[str, ...]) -> str | None:
        """Return the declared pointer that differs from `tokens` in one misspelt token, or None."""
        for index, token in enumerate(tokens):
            around = self.find_schemas(product(self.kinds, [tokens[:index]]))
            name = nearest(token, member_names(around))
            meant = (*tokens[:index], name or "", *tokens[index + 1 :])
            if name and self.declaring(self.kinds, meant):
                return join(meant)
        return None


def member_names(schemas: Iterable[Schema]) -> list[str]:
    """Return the names of the members that some schemas declare."""
    names: list[str] = []
    for schema in schemas:
        names += schema.get("properties", ())
    return names


def _types(schema: Schema) -> frozenset[str]:
    """Return the types that a schema names. A number may be an integer."""
    names = set(types_of(schema))
    if "number" in names:
        names.add("integer")
    return frozenset(names)


def admits(schemas: Iterable[Schema], type_: str) -> bool:
    """Return True if one of the schemas admits values of the type."""
    types = frozenset().union(*map(_types, schemas))
    return type_ in types or (type_ == "number" and "integer" in types)


def inapplicable(
    known: Known, schema: Schema, places: Sequence[Target], at: Tokens
) -> Iterator[Problem]:
    """Yield the parts of a schema that can never apply to a value at one of the places.

    Places that are undeclared or free-form have no problems.

    `places` are the places of the values that the schema checks. `at` is the place of the schema in
    the file.
    """
    declared = known.find_schemas(places)
    types = frozenset[str]().union(*map(_types, declared))
    if not declared or types >= _FREE_FORM:
        return
    allowed = _types(schema) if "type" in schema else types
    possible = types & allowed
    if not possible and "null" not in allowed:
        message = f"the field is {_listed(types)}, so no value fits; correct the type"
        yield Problem((*at, "type"), message)
        return
    names = member_names(declared)
    for keyword, value in schema.items():
        here = (*at, keyword)
        applies_to = KEYWORDS[keyword].types
        if applies_to and possible.isdisjoint(applies_to):
            types_text = _listed(possible or allowed)
            message = f"{keyword} has no effect on a value of type {types_text}; leave it out"
            yield Problem(here, message)
        elif keyword in ("enum", "const"):
            values = value if keyword == "enum" else [value]
            yield from _impossible(values, declared, here)
        elif keyword in ("required", "properties"):
            yield from _misspelt(keyword, value, names, here)
        for below, inner, pattern in subschemas(keyword, value):
            within = [(kind, (*around, *pattern)) for kind, around in places]
            yield from inapplicable(known, inner, within, (*here, *below))


def _impossible(values: Sequence[Any], declared: Sequence[Schema], at: Tokens) -> Iterator[Problem]:
    """Yield a problem if the field can have no value of `values`."""
    choices: dict[str, None] = {}
    for schema in declared:
        if any(_can_be(value, schema) for value in values):
            return
        choices.update(dict.fromkeys(filter(None, schema.get("enum", ()))))
    hint = f"it is one of {', '.join(choices)}" if choices else "correct it"
    yield Problem(at, f"the field never has such a value; {hint}")


def _can_be(value: Any, schema: Schema) -> bool:
    if value is None:
        return True  # null means the same as no value
    type_ = "boolean" if isinstance(value, bool) else "string"
    return type_ in _types(schema) and ("enum" not in schema or value in schema["enum"])


def _misspelt(
    keyword: str, names: Iterable[str], declared: Sequence[str], at: Tokens
) -> Iterator[Problem]:
    """Yield a problem for each name that is probably a misspelt declared name."""
    for index, name in enumerate(names):
        near = None if name in declared else nearest(name, declared)
        if near is not None:
            yield Problem(
                (*at, index if keyword == "required" else name),
                f"no field has this name; {did_you_mean(near)}",
            )


def is_vacuous(schema: Schema) -> bool:
    """Return True if the schema accepts every value."""
    return all(starmap(_accepts_all, schema.items()))


def _accepts_all(keyword: str, value: Any) -> bool:
    if keyword in ("minLength", "minItems"):
        return bool(value == 0)
    if keyword == "required":
        return not value
    if keyword == "properties":
        return all(map(is_vacuous, value.values()))
    if keyword == "allOf":
        return all(map(is_vacuous, value))
    if keyword == "anyOf":
        return any(map(is_vacuous, value))
    return keyword in ("if", "items", "then", "else") and is_vacuous(value)


def _listed(types: Iterable[str]) -> str:
    names = set(types)
    if "number" in names:
        names.discard("integer")
    return " or ".join(sorted(names))


class Key(NamedTuple):
    """A key of a rule: its value, its place in the file, and the rule with its shape."""

    name: str
    value: Any
    at: Tokens
    row: Mapping[str, Any]
    shape: str
    known: Known

    @property
    def kinds(self) -> list[tuple[Tokens, str]]:
        """The document kinds of the rule, and the place of each."""
        around = self.at[:-1]
        return [((*around, "on", index), kind) for index, kind in enumerate(self.row["on"])]

    def places(self, *pointers: str) -> list[Target]:
        """Return the places of pointers in each kind of the rule."""
        return list(product(self.row["on"], map(split, pointers)))

    def schemas(self, pointer: str) -> Sequence[Schema]:
        """Return the schemas at a pointer in all kinds of the rule."""
        return self.known.find_schemas(self.places(pointer))

    def pointers(self) -> Iterator[tuple[Tokens, str]]:
        """Yield the pointers that the key names, and the place of each."""
        if isinstance(self.value, list):
            for index, pointer in enumerate(self.value):
                yield (*self.at, index), pointer
        elif isinstance(self.value, Mapping):
            for pointer in self.value:
                yield (*self.at, pointer), pointer
        elif self.value != "context":
            yield self.at, self.value


Check = Callable[[Key], Iterator[Problem]]


class KeyChecks(NamedTuple):
    """The checks of a key of a rule.

    Attributes:
        check: yields the problems of the value, without regard to the documents.
        declared: "all" if each kind of the rule must declare each pointer of the key. "one" if each
            kind must declare at least one of the pointers, and each pointer must be declared by at
            least one of the kinds. "one" is checked only for policies, since rules of the contract
            may name undeclared fields. "" if the key names no pointers.
        fits: yields a problem for each kind of the rule for which the key has no meaning, and for
            each part of the value that no document of the rule can have. It is called only if the
            other checks find nothing.
    """

    check: Check
    declared: str = ""
    fits: Check = lambda _key: iter(())


# -- values by themselves


def _unless(is_valid: Callable[[Any], bool], message: str) -> Check:
    def check(key: Key) -> Iterator[Problem]:
        if not is_valid(key.value):
            yield Problem(key.at, message)

    return check


def _is_id(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch("[a-z0-9-]+", value) is not None


def _are_pairs(value: object) -> bool:
    return subset.is_filled(value) and all(
        isinstance(pair, list) and len(pair) == 2 and subset.are_texts(pair) for pair in value
    )


def _text(key: Key) -> Iterator[Problem]:
    text = key.value
    if not isinstance(text, str) or not text.strip() or not text.isprintable():
        yield Problem(key.at, "one printable line of text")
        return
    if len(text) > MAX_TEXT:
        yield Problem(key.at, f"a text of at most {MAX_TEXT:,} characters")
        return
    placeholders = shapes.SHAPES[key.shape].placeholders
    if placeholders is None:
        return
    try:
        parts = list(Formatter().parse(text))
    except ValueError:
        parts = [("", "", "", None)]
    used = {name for _, name, _, _ in parts if name is not None}
    is_plain = not any(width or conversion for _, _, width, conversion in parts)
    if not used <= set(placeholders) or not is_plain:
        yield Problem(key.at, f"in braces there can only be {', '.join(placeholders)}")


def _one_of(choices: Collection[object] | str, note: str = "") -> Check:
    """Return the check that a value is allowed.

    `choices` has the allowed values, or is the name of the attribute of `Known` that has them.
    """

    def check(key: Key) -> Iterator[Problem]:
        allowed = getattr(key.known, choices) if isinstance(choices, str) else choices
        if key.value not in list(allowed) or isinstance(key.value, bool):
            yield Problem(key.at, not_one_of(key.value, list(map(str, allowed)), note))

    return check


def _list_of(names: str, known: str, *, may_be_empty: bool = False) -> Check:
    """Return the check of a list of names. The attribute `known` of `Known` has the valid names."""

    def check(key: Key) -> Iterator[Problem]:
        choices = getattr(key.known, known)
        if not isinstance(key.value, list) or not (key.value or may_be_empty):
            yield Problem(key.at, f"a list of {names}: {', '.join(choices)}")
            return
        for index, name in enumerate(key.value):
            if name not in choices:
                yield Problem((*key.at, index), not_one_of(name, choices))
                return

    return check


def _pointer(key: Key) -> Iterator[Problem]:
    pointer = key.value
    if key.shape == "revision" and isinstance(pointer, str):
        pointer = pointer.removesuffix("/*")  # all members of an object
    if key.name != "admitted" or pointer != "context":
        yield from key.known.pointer_problems(pointer, key.at, items=key.name == "field")


def _pointers(key: Key) -> Iterator[Problem]:
    if not subset.is_filled(key.value):
        yield Problem(key.at, "a list of one pointer or more")
        return
    items = key.name != "fields"
    for at, pointer in key.pointers():
        checked = pointer if items or pointer else None  # the whole document is not a field
        yield from key.known.pointer_problems(checked, at, items=items)
        if key.name == "names" and isinstance(pointer, str) and "/*" not in pointer:
            yield Problem(at, "a pointer with * for the items whose names are looked at")


def _schema(key: Key) -> Iterator[Problem]:
    yield from subset.problems(key.value, subset.RULE_KEYWORDS, key.at)


def _never(key: Key) -> Iterator[Problem]:
    if not isinstance(key.value, Mapping) or len(key.value) < 2:
        yield Problem(
            key.at,
            "two or more pointers, each with the schema that its value may not fit together with"
            " the others",
        )
        return
    for at, pointer in key.pointers():
        yield from key.known.pointer_problems(pointer, at)
        yield from subset.problems(key.value[pointer], subset.RULE_KEYWORDS, at)


# -- kinds and documents of a rule


def _source_problems(key: Key) -> Iterator[Problem]:
    """Yield a problem for each kind without a source; for `admitted`, also for each with its own."""
    for at, kind in key.kinds:
        kind_row = key.known.kind_rows.get(kind, Kind())
        if kind_row.source is None:
            inner = [kind_inside for _, kind_inside in kind_row.contains[:1]]
            also = f"; on: [{inner[0]}] also reaches those in a {kind}" if inner else ""
            yield Problem(
                at,
                f"a {kind} has no source, so the rule would never apply; take it out of `on`{also}",
            )
        elif key.name == "admitted" and kind_row.source != "context":
            yield Problem(
                at, f"a {kind} carries its own source; name it instead: admitted: {kind_row.source}"
            )


def _sources(key: Key) -> Iterator[Problem]:
    yield from _source_problems(key)
    if key.shape == "schema" and not key.value:
        yield Problem(
            key.at, "a list of one source or more; leave it out if the rule is for all of them"
        )
    if key.shape == "field" and set(key.value) >= set(key.known.sources):
        yield Problem(key.at, "every source is named, so the rule refuses nothing; leave some out")


def _stored_problems(key: Key) -> Iterator[Problem]:
    for at, kind in key.kinds:
        if not key.known.kind_rows.get(kind, Kind()).stored:
            yield Problem(at, f"a {kind} changes nothing that is stored; take it out of `on`")


def _admits_source(key: Key) -> Iterator[Problem]:
    if key.value == "context":
        yield from _source_problems(key)
        return
    values: set[Any] = set()
    for _, pointer in key.pointers():
        for schema in key.schemas(pointer):
            values.update(schema.get("enum", ()))
    if not values & set(key.known.sources):
        yield Problem(key.at, "the pointer of a field that holds a source, such as /source")


def _fits_field(key: Key) -> Iterator[Problem]:
    if key.shape == "field":
        places = key.places(key.row["field"])
        yield from inapplicable(key.known, key.value, places, key.at)


def _fits_each(key: Key) -> Iterator[Problem]:
    if is_vacuous(key.value):
        yield Problem(key.at, "the schema refuses nothing; say what must hold")
        return
    places = key.places(*key.row.get("each", [""]))
    yield from inapplicable(key.known, key.value, places, key.at)


def _fit_pointers(key: Key) -> Iterator[Problem]:
    for at, pointer in key.pointers():
        yield from inapplicable(key.known, key.value[pointer], key.places(pointer), at)


def _number_problems(key: Key) -> Iterator[Problem]:
    for index, pair in enumerate(key.value):
        for side, name in enumerate(pair):
            yield from _member(key, (*key.at, index, side), key.row["within"], (), name, "number")
        if pair[0] == pair[1]:
            text = "the two names of a pair are the same; correct one of them"
            yield Problem((*key.at, index), text)


def _item_problems(key: Key) -> Iterator[Problem]:
    return _member(key, key.at, key.row["array"], ("*",), key.value, "string")


def _text_problems(key: Key) -> Iterator[Problem]:
    for at, pointer in key.pointers():
        if not admits(key.schemas(pointer), "string"):
            yield Problem(at, f"{pointer} is not a string; name a field of strings")


def _member(
    key: Key, at: Tokens, pointer: str, items: tuple[str, ...], name: str, type_: str
) -> Iterator[Problem]:
    """Yield a problem if an object, or the items of an array, have no member `name` of `type_`."""
    whole = pointer or "the top level"
    where = f"the items of {pointer or 'the document'}" if items else whole
    place = (*split(pointer), *items)
    for kind in key.row["on"]:
        names = member_names(key.known.find_schemas([(kind, place)]))
        if name not in names:
            choices = f"use one of {', '.join(names)}" if names else "no fields are declared there"
            hint = did_you_mean(nearest(name, names), choices)
            yield Problem(at, f"{name} is not declared in {where} of a {kind}; {hint}")
            return
        if not admits(key.known.find_schemas([(kind, (*place, name))]), type_):
            yield Problem(at, f"{name} in {where} is not a {type_}; name a field that is")
            return


# relations of exchange that compare parameters of one type only
_COMPARED = {"count_at_most": "integer", "among_parameter": "list", "contains_parameter": "string"}


def _parameter(key: Key) -> Iterator[Problem]:
    """Yield a problem unless the operation has the parameter, and the relation can compare it."""
    rows = key.known.operations.get(str(key.row.get("operation")))
    if rows is None:  # the problem is the operation
        return
    if not isinstance(key.value, str) or key.value not in rows:
        yield Problem(key.at, not_one_of(key.value, list(rows)))
        return
    row = rows[key.value]
    type_ = "list" if "items" in row else _listed(_types(row["schema"]) - {"null"})
    needed = _COMPARED.get(key.shape, type_)
    if type_ != needed:
        yield Problem(key.at, f"{key.value} is not a {needed}; name a parameter that is")


_NAME = _unless(lambda value: isinstance(value, str), "the name of a field")
# Keys that name pointers come before keys whose checks use such a pointer.
KEYS: Mapping[str, KeyChecks] = {
    "rule": KeyChecks(_unless(_is_id, "a rule id is kebab-case: small letters, digits and -")),
    "on": KeyChecks(_list_of("document kinds", "kinds")),
    "basis": KeyChecks(_one_of(shapes.BASES)),
    "mode": KeyChecks(_one_of(MODES, " (off in quotes)")),
    "message": KeyChecks(_text),
    "hint": KeyChecks(_text),
    "section": KeyChecks(_text),
    "relation": KeyChecks(_NAME),
    "field": KeyChecks(_pointer, "one"),
    "within": KeyChecks(_pointer, "all"),
    "array": KeyChecks(_pointer, "all"),
    "admitted": KeyChecks(_pointer, "all", fits=_admits_source),
    "each": KeyChecks(_pointers, "one"),
    "fields": KeyChecks(_pointers, "one", fits=_stored_problems),
    "key": KeyChecks(_NAME, fits=_item_problems),
    "names": KeyChecks(_pointers, "one", fits=_text_problems),
    "never": KeyChecks(_never, "all", fits=_fit_pointers),
    "when": KeyChecks(_schema, fits=_fits_field),
    "schema": KeyChecks(_schema, fits=_fits_each),
    "pairs": KeyChecks(
        _unless(_are_pairs, "a list of one [lower, upper] pair of names or more"),
        fits=_number_problems,
    ),
    "sources": KeyChecks(_list_of("sources", "sources", may_be_empty=True), fits=_sources),
    "hosting": KeyChecks(_list_of("hostings", "hostings")),
    "creates": KeyChecks(_one_of(REVISION_ANSWERS, " (yes and no in quotes)")),
    "fix": KeyChecks(_one_of(shapes.FIXES, " (null in quotes)")),
    "keyword": KeyChecks(_one_of(shapes.KEYWORDS)),
    "location": KeyChecks(_one_of(shapes.LOCATIONS)),
    "status": KeyChecks(_one_of(shapes.STATUSES)),
    "fixed": KeyChecks(_unless(lambda value: value is True, "true, or leave it out")),
    "operation": KeyChecks(_one_of("operations")),
    "parameter": KeyChecks(_parameter),
}
