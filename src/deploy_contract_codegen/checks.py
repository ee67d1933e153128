"""Checks of the spec: each fault has its file and line, and says how to correct it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import jsonschema_rs
from openapi_spec_validator import OpenAPIV31SpecValidator

from deploy_contract_codegen.cases import RULES, rules_of
from deploy_contract_codegen.description import (
    MEDIA_TYPE,
    OPENAPI,
    SCHEMAS,
    described,
    schema_files,
)
from deploy_contract_codegen.description import bodies as bodies_of
from deploy_contract_codegen.lowering import Lowering
from deploy_contract_codegen.spec import EXAMPLES, Spec, SpecError, SpecFault, references_in
from deploy_contract_format.definitions import closed_schema, reachable
from deploy_contract_format.forms import Form
from deploy_contract_format.forms import problems as form_problems
from deploy_contract_format.parameters import Known
from deploy_contract_format.pointer import Tokens, objects, split
from deploy_contract_format.rules import Rule, Rulebook, id_parameter
from deploy_contract_format.subset import RESOURCE_KEYWORDS, Problem, problems
from deploy_contract_format.suggestions import did_you_mean, nearest
from deploy_contract_format.vocabulary import VERDICTS

INDEX = "examples/index.yaml"
PAGES = tuple([f"{name}.md" for name in ("interface", "practice")])
EXAMPLE: Form = {  # a row of the index; the form of `document` is the set of kinds
    "file": str,
    "title": str,
    "verdict": set(VERDICTS),
    "source?": str,
    "hosting?": str,
    "deployment?": str,
    "unknown_fields?": str,
    "rules?": [str],
}
NEEDED = {"array": (("items",),), "object": (("properties", "additionalProperties"),)}


def references(spec: Spec) -> Iterator[SpecFault]:
    """Yield references without a target, and recursive references, which engines never finish."""
    targets: dict[str, dict[Tokens, str]] = {}
    for name in (OPENAPI, *schema_files(spec)):
        targets[name] = {}
        for at, reference in references_in(spec.load(name).value):
            try:
                targets[name][at] = spec.resolve(name, at, reference)
            except SpecError as error:
                yield from error.faults
    for name, by_place in targets.items():
        message = f"the reference leads back to {name}; schemas are not recursive"
        for at, target in by_place.items():
            if name in reachable([target], lambda file: targets.get(file, {}).values()):
                yield spec.fault(name, at, message)


def operation_ids(spec: Spec) -> Iterator[SpecFault]:
    """Yield operations without an operationId of their own."""
    message = "an operation needs an operationId of its own, such as list_deployments"
    seen = set()
    for path, method, operation in described(spec.load(OPENAPI).value):
        name = operation.get("operationId")
        if not isinstance(name, str) or not name.isidentifier() or name in seen:
            yield spec.fault(OPENAPI, ("paths", path, method, "operationId"), message)
        seen.add(name if isinstance(name, str) else "")


def identities(
    spec: Spec, table: Iterable[Mapping[str, Any]], book: Rulebook
) -> Iterator[SpecFault]:
    """Yield operations that change a stored deployment, but do not name its id."""
    for row in table:
        names = [parameter["name"] for parameter in row["parameters"] if parameter["in"] == "path"]
        if row["request"] is None or not book.kinds[row["request"]].stored or not names:
            continue
        responses = row["responses"].values()
        if id_parameter(row["operation"], names, responses, book.rules, book.kinds) is None:
            message = (
                f"{row['operation']} has several path parameters; say which is the id of the"
                " deployment by a rule `relation: equals_parameter` on the id of its response"
            )
            place = ("paths", row["path"], row["method"].lower(), "parameters")
            yield spec.fault(OPENAPI, place, message)


def schemas(spec: Spec) -> Iterator[SpecFault]:
    """Yield keywords and formats outside of the declared subset, and incomplete schemas."""
    titles: dict[str, str] = {}
    for name in schema_files(spec):
        schema = spec.load(name).value
        yield from spec.faults(name, problems(schema, RESOURCE_KEYWORDS, (), NEEDED))
        yield from spec.faults(name, _undescribed(schema))
        title = schema.get("title") if isinstance(schema, Mapping) else None
        if not isinstance(title, str) or not title.isidentifier() or not title.isascii():
            message = "a schema file needs a title that can name a class, such as SourceConfig"
            yield spec.fault(name, (), message)
        elif (key := title.lower().removesuffix("_null")) in titles:  # functions get these names
            message = f"{titles[key]} has the same title; titles are unique"
            yield spec.fault(name, ("title",), message)
        else:
            titles[key] = name
    for at, schema in _parameter_schemas(spec):
        faults = list(spec.faults(OPENAPI, problems(schema, RESOURCE_KEYWORDS), at))
        yield from faults
        if (
            not faults
            and "default" in schema
            and not jsonschema_rs.is_valid(schema, schema["default"])
        ):
            message = "the default does not fit its own schema; correct one of them"
            yield spec.fault(OPENAPI, (*at, "default"), message)


def _undescribed(schema: Any) -> Iterator[Problem]:
    for at, part in objects(schema, apart=EXAMPLES):
        is_schema = at[-1:] != ("properties",)  # else `part` maps names to schemas
        declared = part.get("properties") if is_schema else None
        fields = declared if isinstance(declared, Mapping) else {}
        for field, member in fields.items():
            if isinstance(member, Mapping) and "description" not in member:
                yield Problem((*at, "properties", field), "a field needs a description")


def _parameter_schemas(spec: Spec) -> Iterator[tuple[Tokens, dict[str, Any]]]:
    for path, method, operation in described(spec.load(OPENAPI).value):
        for index, parameter in enumerate(operation.get("parameters", [])):
            yield ("paths", path, method, "parameters", index, "schema"), parameter["schema"]


def description(spec: Spec, bundled: Mapping[str, Any]) -> Iterator[SpecFault]:
    """Yield the faults that openapi-spec-validator finds in the bundled document."""
    for error in OpenAPIV31SpecValidator(dict(bundled)).iter_errors():
        text, place = error.message.splitlines()[0], tuple(error.absolute_path)
        for path, method, _ in described(bundled):
            if f"'{method}' operation in '{path}'" in text:  # an error without a place
                place = ("paths", path, method)
        yield spec.fault(OPENAPI, place, f"not OpenAPI 3.1: {text[:200]}")


def citations(spec: Spec) -> Iterator[SpecFault]:
    """Yield each rule whose `section` names no heading of a page of facts."""
    headings = {}
    for page in PAGES:
        if (spec.root / page).is_file():
            lines = (spec.root / page).read_text("utf-8").splitlines()
            headings[page] = [line.lstrip("# ") for line in lines if line.startswith("#")]
    for _, (at, row) in rules_of(spec):
        for citation in row["section"].split("; "):
            page, _, heading = citation.partition(", ")
            if page in headings and not heading.startswith(tuple(headings[page])):
                advice = did_you_mean(nearest(heading, headings[page]), "correct one of them")
                message = f"{page} has no heading {heading}; {advice}"
                yield spec.fault(RULES, (*at[:-1], "section"), message)


def bodies(spec: Spec, bundled: Mapping[str, Any]) -> Iterator[SpecFault]:
    """Yield the bodies of operations that are not documents of a schema file."""
    message = f"a body is {MEDIA_TYPE} with a schema that is a $ref to a file of {SCHEMAS}/"
    for path, method, operation in described(bundled):
        for direction, status, schema in bodies_of(operation):
            if "$ref" not in schema:
                place = ("responses", status) if direction == "response" else ("requestBody",)
                yield spec.fault(OPENAPI, ("paths", path, method, *place), message)


def examples(spec: Spec, lowering: Lowering, kinds: Collection[str]) -> Iterator[SpecFault]:
    """Yield the faults of the examples.

    These are invalid `examples` of schemas, and files of spec/examples that contradict their index.
    """
    for name in schema_files(spec):
        schema = spec.load(name).value
        for index, example in enumerate(schema.get("examples", [])):
            if schema["type"] in ("object", "array"):
                closed = closed_schema(lowering.schema(schema["title"]))
                for error in jsonschema_rs.iter_errors(closed, example):
                    place = ("examples", index, *error.instance_path)
                    message = f"the example does not fit its own schema ({error.kind.name})"
                    yield spec.fault(name, place, f"{message}; correct one of them")
    if not (spec.root / INDEX).is_file():
        return
    rows = spec.load(INDEX).value
    for index, row in enumerate(rows if isinstance(rows, list) else [rows]):
        wrong = list(form_problems(row, {**EXAMPLE, "document": set(kinds)}, (index,)))
        yield from spec.faults(INDEX, wrong)
        if not wrong and not _has_rule(row, "json-", "yaml-"):
            name = f"examples/{row['file']}"
            schema = lowering.schema(row["document"])
            errors = list(jsonschema_rs.iter_errors(schema, spec.load(name).value))
            if bool(errors) == _has_rule(row, "schema-"):
                continue
            place, outcome = (), "fits the schema"
            if errors:
                place = tuple(errors[0].instance_path)
                outcome = f"does not fit the schema of {row['document']} ({errors[0].kind.name})"
            message = f"{outcome}, but {INDEX} expects otherwise; correct one of them"
            yield spec.fault(name, place, message)


def _has_rule(row: Mapping[str, Any], *prefixes: str) -> bool:
    return any(rule.startswith(prefixes) for rule in row.get("rules", []))


FIELD_SHAPES = ("field", "schema")


def forgotten_kinds(spec: Spec, book: Rulebook, known: Known) -> list[SpecFault]:
    """Return a warning for each kind that declares the fields of rules, but is not in their `on`.

    A rule for requests is not compared with kinds of responses, nor a rule for responses with kinds
    of requests.
    """
    places = {rule: (*at[:-1], "on") for rule, (at, _) in rules_of(spec)}
    found = []
    for kind in book.kinds:
        ids = [rule.rule for rule in book.rules if _forgets(rule, kind, book, known)]
        if ids:
            message = (
                f"{kind} has the fields of these rules, but is not in their `on`: {', '.join(ids)};"
                " add it where they apply"
            )
            found.append(spec.fault(RULES, places[ids[0]], message))
    return found


def _forgets(rule: Rule, kind: str, book: Rulebook, known: Known) -> bool:
    if kind in rule.on or rule.shape not in FIELD_SHAPES:
        return False
    directions: set[str] = set()
    for other in rule.on:
        directions.update(book.kinds[other].directions)
    if directions.isdisjoint(book.kinds[kind].directions):
        return False
    return any(known.declaring([kind], split(pointer)) for pointer in rule.fields)
