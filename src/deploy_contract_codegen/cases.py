"""What `--check` demands of spec/suite: files of the format that they declare, and cases that break and keep every rule."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from deploy_contract_codegen.description import Operation, operations
from deploy_contract_codegen.reference import validator
from deploy_contract_codegen.spec import Fault, Spec
from deploy_contract_format.pointer import Tokens
from deploy_contract_format.rulefile import SECTIONS

RULES = "rules.yaml"
SUITE = "suite"
FORMAT = f"{SUITE}/schema.yaml"
APART = {  # rules that no document, request or response sets off, and what shows them instead
    "unjudged": "tests/promises/test_bodies.py: an engine that fails",
    "body-incomplete": "tests/unit/test_enforcement.py: a connection that ends",
    "body-timeout": "tests/unit/test_enforcement.py: a client that is slow",
    "buffer-full": "tests/promises/test_budget.py: more bodies at once than there is room for",
    "response-incomplete": "tests/unit/test_enforcement.py: a service that gives up",
}
REQUIRED = "parameter-required"  # can be broken only where the contract requires a parameter outside of a path


class Case(NamedTuple):
    """A case of a suite file, counted from 0."""

    file: str
    number: int
    row: Mapping[str, Any]


def suite_files(spec: Spec) -> list[str]:
    """The files of spec/suite that hold cases, sorted."""
    names = [f"{SUITE}/{path.name}" for path in sorted((spec.root / SUITE).glob("*.yaml"))]
    return [name for name in names if name != FORMAT]


def format_faults(spec: Spec) -> list[Fault]:
    """Suite files that are not of the format of suite/schema.yaml, and names that two cases of a file share."""
    files = suite_files(spec)
    if not files:
        return [Fault(FORMAT, 1, 1, f"there are no cases; every rule needs some in {SUITE}/")]
    expected = validator(spec.load(FORMAT).value)
    found: list[Fault] = []
    for name in files:
        suite = spec.load(name).value
        errors = list(expected.iter_errors(suite))
        found += [
            spec.fault(
                name,
                tuple(error.absolute_path),
                f"not a suite ({error.validator}); {FORMAT} says what one looks like",
            )
            for error in errors
        ]
        seen: set[str] = set()
        for index, row in enumerate([] if errors else suite["cases"]):
            if row["name"] in seen:
                at = ("cases", index, "name")
                found.append(
                    spec.fault(
                        name, at, "another case of this file has the same name; names are unique"
                    )
                )
            seen.add(row["name"])
    return found


def cases(spec: Spec) -> Iterator[Case]:
    """Each case of the suite, whose files are of their format."""
    for name in suite_files(spec):
        for index, row in enumerate(spec.load(name).value["cases"]):
            yield Case(name, index, row)


def rule_faults(spec: Spec) -> list[Fault]:
    """Rules that no case breaks, or none keeps that could have broken them; and rules in cases that there are not."""
    rows = dict(_rules(spec))
    described = operations(spec)
    broken: set[str] = set()
    kept: set[str] = set()
    found: list[Fault] = []
    for case in cases(spec):
        named = dict(_named(case.row))
        found += [
            spec.fault(
                case.file,
                ("cases", case.number, *at),
                f"there is no rule {rule}; {RULES} has them all",
            )
            for rule, at in named.items()
            if rule not in rows
        ]
        broken |= set(named)
        judged = _judged(case.row, described)
        kept |= {
            name for name, (_, row) in rows.items() if name not in named and _concerns(row, judged)
        }
    apart = {
        *APART,
        *(
            ()
            if any(_can_be_missing(row) for each in described for row in each.parameters)
            else (REQUIRED,)
        ),
    }
    for name, (at, _) in rows.items():
        if name not in apart:
            for what, names in (("breaks", broken), ("keeps", kept)):
                if name not in names:
                    found.append(
                        spec.fault(
                            RULES,
                            at,
                            f"no case {what} the rule {name}; add one to a file of {SUITE}/",
                        )
                    )
    return found


def faults(folder: Path) -> list[Fault]:
    """Every fault of the suite of a spec that is sound otherwise."""
    spec = Spec(folder)
    return format_faults(spec) or rule_faults(spec)


def _rules(spec: Spec) -> Iterator[tuple[str, tuple[Tokens, Mapping[str, Any]]]]:
    """Each rule of the rule file: its id, the place of it, and its row."""
    book = spec.load(RULES).value
    for section in SECTIONS:
        for index, row in enumerate(book.get(section) or []):
            yield row["rule"], ((section, index, "rule"), row)


def _named(row: Mapping[str, Any]) -> Iterator[tuple[str, Tokens]]:
    """Each rule that a case says is broken, and where it says so."""
    for key in ("violations", "undecided"):
        yield from ((rule, (key, index, 0)) for index, (rule, _) in enumerate(row.get(key, [])))
    yield from (
        (rule, ("revision_rules", index))
        for index, rule in enumerate(row.get("revision_rules", []))
    )


def _judged(row: Mapping[str, Any], described: Iterable[Operation]) -> set[str]:
    """The kinds of documents, and operations, that a case may hold against rules: of an exchange, those of its method."""
    if "document" in row:
        return {row["document"]}
    reached = [operation for operation in described if operation.method == row["request"]["method"]]
    if "response" not in row:
        return {operation.request for operation in reached if operation.request}
    return {operation.operation for operation in reached} | {
        kind for each in reached for kind in each.responses.values()
    }


def _concerns(row: Mapping[str, Any], judged: set[str]) -> bool:
    return (
        bool(judged & set(row["on"]))
        if "on" in row
        else row["operation"] in judged
        if "operation" in row
        else True
    )


def _can_be_missing(parameter: Mapping[str, Any]) -> bool:
    return (
        bool(parameter["required"]) and parameter["in"] != "path"
    )  # without those of the path it is another path
