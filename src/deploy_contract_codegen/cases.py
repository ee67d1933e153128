"""Checks of spec/suite: the format of its files, and cases that break and keep every rule."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

import jsonschema_rs

from deploy_contract_codegen.description import bundle, operations
from deploy_contract_codegen.spec import Spec, SpecFault
from deploy_contract_format.pointer import Tokens, find
from deploy_contract_format.shapes import SECTIONS
from deploy_contract_format.suggestions import did_you_mean, nearest, not_one_of, unknown

RULES = "rules.yaml"
SUITE = "suite"
FORMAT = f"{SUITE}/schema.yaml"
# rules that no case of the suite can break -> the test of each
APART = {
    "unjudged": "tests/promises/test_unexpected.py: an engine that fails",
    "body-incomplete": "tests/unit/test_enforcement.py: a connection that ends",
    "body-timeout": "tests/unit/test_enforcement.py: a client that is slow",
    "buffer-full": "tests/promises/test_budget.py: more bodies at once than there is room for",
    "response-incomplete": "tests/unit/test_enforcement.py: a service that gives up",
}
REQUIRED = "parameter-required"  # needs a required parameter outside of the path


class SuiteCase(NamedTuple):
    """A case of a suite file, counted from 0."""

    file: str
    number: int
    row: Mapping[str, Any]


def suite_files(spec: Spec) -> list[str]:
    """Return the files of spec/suite that have cases, sorted."""
    return sorted(set(spec.yaml_files(SUITE)) - {FORMAT})


def faults(spec: Spec, *, complete: bool = True) -> list[SpecFault]:
    """Return the faults of the suite of a valid spec, and the cases that it lacks if `complete`."""
    files = suite_files(spec)
    if not files:
        message = f"there are no cases; every rule needs some in {SUITE}/"
        return [SpecFault(FORMAT, 1, 1, message)] if complete else []
    found = list(format_faults(spec))
    return found or [*unknown_names(spec), *(rule_faults(spec) if complete else ())]


def format_faults(spec: Spec) -> Iterator[SpecFault]:
    """Yield faults of the format (suite/schema.yaml), or names that two cases of a file share."""
    for file in suite_files(spec):
        suite, form = spec.load(file).value, spec.load(FORMAT).value
        errors = list(jsonschema_rs.iter_errors(form, suite))
        for error in errors:
            at, kind = tuple(error.instance_path), error.kind
            message = f"not a suite ({kind.name}); {FORMAT} describes the format"
            if isinstance(kind, jsonschema_rs.ValidationErrorKind.AdditionalProperties):
                key = kind.unexpected[0]
                known: Any = find(form, [*map(str, error.schema_path[:-1]), "properties"])
                at, message = (*at, key), unknown("key", key, "use", known)
            yield spec.fault(file, at, message)
        seen: set[str] = set()
        for index, row in enumerate(() if errors else suite["cases"]):
            if row["name"] in seen:
                message = "another case of this file has the same name; names are unique"
                yield spec.fault(file, ("cases", index, "name"), message)
            seen.add(row["name"])


def cases(spec: Spec) -> Iterator[SuiteCase]:
    """Yield the cases of a suite without faults of the format."""
    for name in suite_files(spec):
        for index, row in enumerate(spec.load(name).value["cases"]):
            yield SuiteCase(name, index, row)


def unknown_names(spec: Spec) -> list[SpecFault]:
    """Return a fault for each rule or operation in a case that the spec does not have."""
    names = [name for name, _ in rules_of(spec)]
    operation_ids = [row["operation"] for row in operations(bundle(spec))]
    found: list[SpecFault] = []
    for case in cases(spec):
        operation = case.row.get("operation")
        if operation is not None and operation not in operation_ids:
            message = not_one_of(operation, operation_ids)
            found.append(spec.fault(case.file, ("cases", case.number, "operation"), message))
        for rule, at in expected_rules(case.row):
            if rule not in names:
                place = ("cases", case.number, *at)
                advice = did_you_mean(nearest(rule, names), f"{RULES} has them all")
                found.append(spec.fault(case.file, place, f"there is no rule {rule}; {advice}"))
    return found


def rule_faults(spec: Spec) -> list[SpecFault]:
    """Return a fault for each rule that no case breaks, or that no case keeps."""
    rows = dict(rules_of(spec))
    described = operations(bundle(spec))
    broken: set[str] = set()
    kept: set[str] = set()
    found: list[SpecFault] = []
    for case in cases(spec):
        expected = {rule for rule, _ in expected_rules(case.row)}
        broken |= expected
        exercised = _exercised(case.row, described)
        for name, (_, row) in rows.items():
            if name not in expected and _concerns(row, exercised):
                kept.add(name)
    apart = set(APART)
    parameters = chain.from_iterable([operation["parameters"] for operation in described])
    # a request without a path parameter has another path
    if not any(row["required"] and row["in"] != "path" for row in parameters):
        apart.add(REQUIRED)
    for name, (at, _) in rows.items():
        if name in apart:
            continue
        for verb, names in (("breaks", broken), ("keeps", kept)):
            if name not in names:
                message = f"no case {verb} the rule {name}; add one to a file of {SUITE}/"
                found.append(spec.fault(RULES, at, message))
    return found


def rules_of(spec: Spec) -> Iterator[tuple[str, tuple[Tokens, Mapping[str, Any]]]]:
    """Yield the rules of the rule file: id, place of the id, and row."""
    book = spec.load(RULES).value
    for section in SECTIONS:
        for index, row in enumerate(book.get(section) or []):
            yield row["rule"], ((section, index, "rule"), row)


def expected_rules(row: Mapping[str, Any]) -> Iterator[tuple[str, Tokens]]:
    """Yield the rules that a case expects to be broken, with their places in the case."""
    for key in ("violations", "undecided"):
        for index, (rule, _) in enumerate(row.get(key, ())):
            yield rule, (key, index, 0)
    for index, rule in enumerate(row.get("revision_rules", ())):
        yield rule, ("revision_rules", index)


def _exercised(row: Mapping[str, Any], described: Iterable[Mapping[str, Any]]) -> set[str]:
    if "document" in row:
        return {row["document"]}
    found: set[str] = set()
    for operation in described:
        if operation["method"] != row["request"]["method"]:
            continue
        if "response" in row:
            found |= {operation["operation"], *operation["responses"].values()}
        elif operation["request"]:
            found.add(operation["request"])
    return found


def _concerns(row: Mapping[str, Any], exercised: set[str]) -> bool:
    if "on" in row:
        return not exercised.isdisjoint(row["on"])
    return "operation" not in row or row["operation"] in exercised
