"""The rule file, spec/rules.yaml or an operator's policy: parsed, and checked to the last key."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Any, NamedTuple

from deploy_contract_format import subset, targets
from deploy_contract_format.pointer import Tokens, split
from deploy_contract_format.rules import MODES, WRITTEN, Kind, Rule, Rulebook
from deploy_contract_format.subset import Problem
from deploy_contract_format.targets import Documents, Nearest

BASES = ("stated", "practice", "advice")
DEFAULT_MODES: Mapping[str, str] = {"stated": "enforce", "practice": "enforce", "advice": "report"}
ANSWERS = ("yes", "no", "unknown")

EXCHANGES: Mapping[str, tuple[str, ...]] = {  # relations of a response to its request
    "count_at_most": ("operation", "array", "parameter"),
    "equals_parameter": ("operation", "field", "parameter"),
    "among_parameter": ("operation", "field", "parameter"),
    "contains_parameter": ("operation", "field", "parameter"),
    "equals_known": ("on", "field"),
}
LOCATIONS = ("path", "query", "header", "wire", "exchange")
STATUSES = (400, 404, 405, 408, 413, 415, 502, 503)
COMMON = ("rule", "basis", "mode", "message", "hint", "section")
MEANT = {  # what a rule that lacks it is told
    "rule": "its id, in kebab-case",
    "on": "a list of document kinds",
    "basis": f"one of {', '.join(BASES)}",
    "message": "what is wrong, in one line",
    "hint": "what to do about it, in one line",
    "section": "what the rule rests on, in one line, such as a heading of your handbook",
}
RELATIONS: Mapping[str, tuple[str, ...]] = {  # named relations and their parameters
    "at_most": ("within", "pairs"),
    "unique_by": ("array", "key"),
    "exists_in": ("names", "array", "key"),
    "equals_stored": ("fields",),
    "stored_unknown": ("fields",),
}
SHAPES: Mapping[
    str, tuple[tuple[str, ...], tuple[str, ...]]
] = {  # shape -> parameters it needs, and may have
    "field": (("field", "sources"), ("when",)),
    "admitted": (("admitted",), ()),
    "never": (("never",), ()),
    "schema": (("schema",), ("each", "sources", "hosting")),
    **{name: (("relation", *parameters), ()) for name, parameters in RELATIONS.items()},
    "revision": (("field", "creates"), ("when",)),
    "undeclared": ((), ()),
    "keyword": (("keyword",), ()),
    "wire": (("status",), ()),
    "http": (("location", "status"), ("fixed",)),
    **{
        name: (("relation", *(key for key in parameters if key != "on")), ())
        for name, parameters in EXCHANGES.items()
    },
}
# What the library itself finds, by the ids and keywords that it knows them by: each needs its texts in the rule file.
WIRE = (
    "json-size", "json-encoding", "json-syntax", "json-constant", "json-duplicate-key", "json-surrogate", "json-depth",
    "json-string-length", "json-number", "json-objects", "json-value", "yaml-syntax", "yaml-ambiguous", "yaml-size",
    "unjudged",
)  # fmt: skip
UNDECLARED = ("unknown-field", "confusable-field")
HTTP = (
    "path-ambiguous", "operation-unknown", "method-unknown", "query-size", "parameter-repeated", "parameter-encoding",
    "parameter-required", "parameter-type", "parameter-format", "parameter-enum", "parameter-minimum", "parameter-maximum",
    "parameter-unknown", "parameter-value", "parameter-item", "parameter-confusable", "method-override", "content-type",
    "content-charset", "content-encoding", "content-decoding", "content-unread", "body-missing", "body-incomplete",
    "body-timeout", "body-unexpected", "buffer-full", "response-incomplete",
)  # fmt: skip
KEYWORDS = ("type", "required", "enum", "pattern", "minimum", "maximum", "maxItems")
PLACES: Mapping[str, tuple[str, ...]] = {  # shape -> what its texts may have in {...}
    "keyword": ("name", "title", "type", "enum", "format", "minimum", "maximum", "limit"),
    "undeclared": ("name", "title"),
    "wire": ("line", "column", "limit"),
    "http": (
        "name",
        "operation",
        "type",
        "format",
        "enum",
        "minimum",
        "maximum",
        "values",
        "limit",
        "methods",
        "media_type",
    ),
}
SECTIONS: Mapping[
    str, str | None
] = {  # section of the file -> shape of its rules; None: each rule says it
    "fields": "field",
    "rules": None,
    "revisions": "revision",
    "undeclared": "undeclared",
    "schema": "keyword",
    "wire": "wire",
    "http": "http",
    "exchange": None,
}
POLICY_SECTIONS = ("fields", "rules")  # an operator adds rules; the rest is the contract's own


class Known(NamedTuple):
    """What rules may refer to: document kinds, sources, hostings, and the pointers that some document declares."""

    kinds: Sequence[str]
    sources: Sequence[str]
    hostings: Sequence[str]
    declared: Callable[
        [str, tuple[str, ...], bool], Iterable[Mapping[str, Any]]
    ]  # (kind, tokens, members), see `declared`
    nearest: Nearest
    how: Mapping[str, Kind] = {}  # of each kind, where the rule file does not say it itself
    operations: Mapping[str, Sequence[str]] = {}  # operation -> names of its parameters


def parse(data: object, known: Known, *, policy: bool = False) -> tuple[Rulebook, list[Problem]]:
    """A rule file as values, with every fault found in it. Of a file with faults, what is sound is parsed all the same."""
    found: list[Problem] = []
    allowed = POLICY_SECTIONS if policy else ("documents", "sources", *SECTIONS)
    if not isinstance(data, Mapping):
        return Rulebook({}, {}, ()), [
            Problem((), f"a rule file is an object with {', '.join(allowed)}")
        ]
    found += [
        Problem((key,), f"unknown section; use {', '.join(allowed)}")
        for key in data
        if key not in allowed
    ]
    kinds = dict(_kinds(data.get("documents") or {}, known, found))
    sources = dict(_sources(data.get("sources") or {}, known, found))
    if not policy:
        found += [
            Problem(("sources",), f"source {name} is missing")
            for name in known.sources
            if name not in sources
        ]
    documents = Documents(
        lambda kind, at: known.declared(kind, at, False),  # noqa: FBT003
        known.nearest,
        known.how or kinds,
        known.sources,
    )
    rules: list[Rule] = []
    ids: set[str] = set()
    faulty: set[object] = set()  # what rules with faults are for: they are not missing, too
    for section in SECTIONS:
        rows = data.get(section, [])
        if section not in allowed or not isinstance(rows, list):
            found += (
                [] if isinstance(rows, list) else [Problem((section,), "must be a list of rules")]
            )
            continue
        for index, row in enumerate(rows):
            at = (section, index)
            faults = list(_row_problems(row, section, known, at))
            if not faults and row.get("on"):
                faults = list(
                    targets.problems(_shape(row, section) or "", row, at, documents, policy=policy)
                )
            found += faults
            if faults and isinstance(row, Mapping):
                faulty |= {
                    name for name in (row.get("rule"), row.get("keyword")) if isinstance(name, str)
                }
            if not faults:
                rules.append(_rule(row, section))
                if rules[-1].rule in ids:
                    found.append(
                        Problem(
                            (*at, "rule"),
                            "another rule has this id; ids are unique and never reused",
                        )
                    )
                ids.add(rules[-1].rule)
    if not policy:
        present = {rule.parameters.get("keyword", rule.rule) for rule in rules}
        for section, names in (
            ("wire", WIRE),
            ("http", HTTP),
            ("undeclared", UNDECLARED),
            ("schema", KEYWORDS),
        ):
            found += [
                Problem((section,), f"{name} is missing; the library finds it and needs its texts")
                for name in names
                if name not in present | faulty
            ]
    return Rulebook(kinds, sources, tuple(rules)), found


def _kinds(rows: Any, known: Known, found: list[Problem]) -> Iterator[tuple[str, Kind]]:
    for name, row in rows.items() if isinstance(rows, Mapping) else ():
        at = ("documents", name)
        if name not in known.kinds:
            found.append(Problem(at, f"no such document kind; known are {', '.join(known.kinds)}"))
        elif not isinstance(row, Mapping) or not set(row) <= set(WRITTEN):
            found.append(Problem(at, f"use {', '.join(WRITTEN)}"))
        else:
            lists = {key: row.get(key, []) for key in ("overridden", "learned")}
            listed = [
                pointer
                for value in lists.values()
                for pointer in (value if isinstance(value, list) else [5])
            ]
            pointers = [row.get("override"), row.get("source"), row.get("identity"), *listed]
            faults = [
                p
                for pointer in pointers
                if pointer not in (None, "context")
                for p in _pointer_problems(pointer, known, at)
            ]
            found += faults
            if not faults:
                yield name, Kind(**{**row, **{key: tuple(value) for key, value in lists.items()}})


def _sources(
    rows: Any, known: Known, found: list[Problem]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, hostings in rows.items() if isinstance(rows, Mapping) else ():
        at = ("sources", name)
        if name not in known.sources:
            found.append(Problem(at, f"no such source; known are {', '.join(known.sources)}"))
        elif not _among(hostings, known.hostings) or not hostings:
            found.append(Problem(at, f"a list of {', '.join(known.hostings)}"))
        else:
            yield name, tuple(hostings)


def _shape(row: Mapping[str, Any], section: str) -> str | None:
    if SECTIONS[section] is not None:
        return SECTIONS[section]
    if "relation" in row:
        relations = _relations(section)
        return (
            row["relation"]
            if isinstance(row["relation"], str) and row["relation"] in relations
            else None
        )
    return next(
        (name for name in ("schema", "never", "admitted") if name in row and section == "rules"),
        None,
    )


def _relations(section: str) -> Mapping[str, tuple[str, ...]]:
    return EXCHANGES if section == "exchange" else RELATIONS


def _rule(row: Mapping[str, Any], section: str) -> Rule:
    name = _shape(row, section)
    assert name is not None  # _row_problems has refused the others
    needed, optional = SHAPES[name]
    return Rule(
        rule=row["rule"],
        shape=name,
        on=tuple(row.get("on", ())),
        basis=row["basis"],
        mode=row.get("mode", DEFAULT_MODES[row["basis"]]),
        message=row["message"],
        hint=row["hint"],
        section=row["section"],
        parameters={
            key: row[key] for key in (*needed, *optional) if key in row and key != "relation"
        },
    )


def _row_problems(row: object, section: str, known: Known, at: Tokens) -> Iterator[Problem]:
    if not isinstance(row, Mapping):
        yield Problem(at, "a rule is an object")
        return
    name = _shape(row, section)
    if name is None:
        others = "schema, never, admitted, or " if section == "rules" else ""
        yield Problem(
            at,
            f"a rule needs {'one of ' if others else ''}{others}relation: {' | '.join(_relations(section))}",
        )
        return
    needed, optional = SHAPES[name]
    scoped = name not in ("undeclared", "keyword", "wire", "http") and "operation" not in needed
    for key in (*(k for k in COMMON if k != "mode"), *(("on",) if scoped else ()), *needed):
        if key not in row:
            yield Problem(at, f"{key} is missing{f': {MEANT[key]}' if key in MEANT else ''}")
    for key, value in row.items():
        here = (*at, key)
        if key in ("message", "hint", "section"):
            yield from _text_problems(value, PLACES.get(name), here)
        elif key == "rule":
            if (
                not isinstance(value, str)
                or not value.replace("-", "a").isalnum()
                or value != value.lower()
                or not value.isascii()
            ):
                yield Problem(here, "a rule id is kebab-case: small letters, digits and -")
        elif key == "basis" and value not in BASES:
            yield Problem(here, f"one of {', '.join(BASES)}")
        elif key == "mode" and value not in MODES:
            yield Problem(here, f"one of {', '.join(MODES)} (off in quotes)")
        elif key == "on" and scoped:
            if not value or not _among(value, known.kinds):
                yield Problem(here, f"a list of document kinds: {', '.join(known.kinds)}")
        elif key == "keyword":
            if value not in KEYWORDS:
                yield Problem(here, f"one of {', '.join(KEYWORDS)}")
        elif key in (*needed, *optional):
            yield from _parameter_problems(key, value, known, here, name)
        elif key not in COMMON:
            yield Problem(
                here,
                f"unknown key; a rule of this shape has {', '.join((*COMMON, 'on', *needed, *optional))}",
            )


def _text_problems(text: object, places: Sequence[str] | None, at: Tokens) -> Iterator[Problem]:
    if not isinstance(text, str) or not text.strip() or not text.isprintable():
        yield Problem(at, "one printable line of text")
    elif places is not None:
        try:
            named = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
        except ValueError:
            named = [""]
        if not set(named) <= set(places):
            yield Problem(at, f"in braces there can only be {', '.join(places)}")


def _among(names: object, known: Sequence[str]) -> bool:
    return isinstance(names, list) and all(
        isinstance(name, str) and name in known for name in names
    )


def _filled(value: object) -> bool:
    return isinstance(value, list) and bool(value)


def _parameter_problems(
    key: str, value: Any, known: Known, at: Tokens, shape: str
) -> Iterator[Problem]:
    if key in ("field", "within", "array"):
        yield from _pointer_problems(
            value, known, at, items=key == "field", members=shape == "revision"
        )
    elif key == "operation":
        if not isinstance(value, str) or value not in known.operations:
            yield Problem(at, f"an operation: {', '.join(known.operations)}")
    elif key == "parameter":
        if not any(value in names for names in known.operations.values()):
            yield Problem(at, "the name of a parameter of the operation")
    elif key == "location":
        if value not in LOCATIONS:
            yield Problem(at, f"one of {', '.join(LOCATIONS)}")
    elif key == "status":
        if value not in STATUSES or isinstance(value, bool):
            yield Problem(at, f"one of {', '.join(map(str, STATUSES))}")
    elif key == "fixed":
        if value is not True:
            yield Problem(at, "true, or leave it out")
    elif key == "admitted":
        if value != "context":
            yield from _pointer_problems(value, known, at)
    elif key in ("fields", "names", "each"):
        if not _filled(value):
            yield Problem(at, "a list of one pointer or more")
            return
        for index, pointer in enumerate(value):
            yield from _pointer_problems(
                pointer or None if key == "fields" else pointer,
                known,
                (*at, index),
                items=key != "fields",
            )
            if key == "names" and isinstance(pointer, str) and "/*" not in pointer:
                yield Problem(
                    (*at, index), "a pointer with * for the items whose names are looked at"
                )
    elif key == "sources":
        if not _among(value, known.sources):
            yield Problem(at, f"a list of sources: {', '.join(known.sources)}")
    elif key == "hosting":
        if not value or not _among(value, known.hostings):
            yield Problem(at, f"a list of {', '.join(known.hostings)}")
    elif key in ("schema", "when"):
        yield from subset.problems(value, subset.RULE_KEYWORDS, at)
    elif key == "never":
        if not isinstance(value, Mapping) or len(value) < 2:
            yield Problem(
                at,
                "two or more pointers, each with the schema that its value may not fit together with the others",
            )
            return
        for pointer, schema in value.items():
            yield from _pointer_problems(pointer, known, (*at, pointer))
            yield from subset.problems(schema, subset.RULE_KEYWORDS, (*at, pointer))
    elif key == "pairs":
        if not _filled(value) or not all(
            isinstance(pair, list)
            and len(pair) == 2
            and all(isinstance(name, str) for name in pair)
            for pair in value
        ):
            yield Problem(at, "a list of one [lower, upper] pair of names or more")
    elif key == "creates":
        if value not in ANSWERS:
            yield Problem(at, f"one of {', '.join(ANSWERS)} (yes and no in quotes)")
    elif not isinstance(value, str):
        yield Problem(at, "the name of a field")


def _pointer_problems(
    pointer: object, known: Known, at: Tokens, *, items: bool = False, members: bool = False
) -> Iterator[Problem]:
    """`items`, `members`: whether `*` may stand for the items of an array, the members of an object."""
    try:
        tokens = split(pointer) if isinstance(pointer, str) else None
    except ValueError:
        tokens = None
    if tokens is None:
        yield Problem(at, "a JSON Pointer, such as /source_config/repo_url")
    elif "*" in tokens and not (items or members):
        yield Problem(at, f"pointer {pointer} must name one place; * has no meaning here")
    elif not any(True for kind in known.kinds for _ in known.declared(kind, tokens, members)):
        yield Problem(
            at,
            f"pointer {pointer} exists in no document kind; correct it, or declare the field in spec/schemas",
        )
