"""The files of generated/ as texts, a pure function of spec/."""

import json
from collections.abc import Container, Iterable, Iterator, Mapping
from inspect import getsource
from typing import Any, NamedTuple

from deploy_contract_codegen import (
    checks,
    editors,
    models,
    npm,
    page,
    patch_model,
    readme,
    validators,
)
from deploy_contract_codegen.cases import format_faults
from deploy_contract_codegen.description import OPENAPI, bundle, kinds, operations
from deploy_contract_codegen.lowering import Lowering, Schema, Schemas, written_out
from deploy_contract_codegen.page.matrix import Matrix
from deploy_contract_codegen.page.suite_samples import Suite, samples_table
from deploy_contract_codegen.spec import Spec, SpecError, SpecFault, refuse
from deploy_contract_codegen.variants import patch_variants
from deploy_contract_format import bundle_format, spec_digest
from deploy_contract_format.definitions import Definitions, closed_schema
from deploy_contract_format.parameters import Known
from deploy_contract_format.rulefile import parse
from deploy_contract_format.rules import MERGED, UNLESS_EMPTY, Kind, Rule, Rulebook, stored_kind

RULES = "rules.yaml"
INIT = '"""Generated from spec/ by `make generate`; never edited."""\n'


class Generated(NamedTuple):
    """The text of each file by its path in generated/, and warnings about the spec.

    `rules`: the table of which source may set which field, for guides.
    """

    files: dict[str, str]
    warnings: list[SpecFault]
    rules: readme.Table


def examine(spec: Spec) -> Generated:
    """Generate from a spec.

    Raises:
        SpecError: the spec has faults.
    """
    try:
        return _generate(spec)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
        # a form that no check expects, most likely in the file that was read last
        name = spec.last or OPENAPI
        message = (
            f"cannot be understood ({type(error).__name__}: {error});"
            " compare its form with the files beside it"
        )
        raise SpecError([SpecFault(name, 1, 1, " ".join(message.split())[:300])]) from error


def _generate(spec: Spec) -> Generated:
    refuse(checks.references(spec))
    refuse(checks.operation_ids(spec))
    refuse(checks.schemas(spec))
    bundled = bundle(spec)
    refuse(checks.description(spec, bundled))
    refuse(checks.bodies(spec, bundled))
    spec.last = OPENAPI  # errors from here on most likely concern it
    schemas, documents = bundled["components"]["schemas"], kinds(bundled)
    lowering = Lowering(schemas)
    for kind in documents:
        lowering.definition(kind)
    table = operations(bundled)
    known = _known(spec, schemas, table, dict.fromkeys(documents, lowering.definitions))
    book, found = parse(spec.load(RULES).value, known)
    refuse(spec.faults(RULES, found))
    refuse(checks.citations(spec))
    refuse(checks.examples(spec, lowering, documents))

    trees = {kind: written_out(schemas, schemas[kind]) for kind in documents}
    completed = {}
    for kind, tree in trees.items():
        completed[kind] = _kind(book.kinds.get(kind, Kind()), tree, documents)
    book = book._replace(kinds=completed)
    refuse(checks.identities(spec, table, book))
    refuse(format_faults(spec))
    suite = Suite(spec)
    patches, names = patch_variants(bundled, book), models.names(book, known.operations)
    rules = _rule_table(book, bundled["info"]["version"])
    judged: dict[str, Any] = {bundle_format.RULES: rules, bundle_format.OPERATIONS: table}
    variants = {}
    for kind in documents:
        schema = {"$schema": bundle_format.DIALECT, **lowering.schema(kind)}
        judged[bundle_format.schema_file(kind, "open")] = schema
        variants[kind, "closed"], variants[kind, "open"] = closed_schema(schema), schema
    tables: dict[str, Any] = {
        **{bundle_format.schema_file(*name): schema for name, schema in variants.items()},
        **judged,
        bundle_format.OPENAPI: bundled,
        bundle_format.SAMPLES: samples_table(suite, book),
    }
    files = {
        "__init__.py": INIT,
        "py.typed": "",
        "models.py": models.source(bundled),
        "patch_model.py": getsource(patch_model),
        "patches.py": models.patches(patches, schemas.get(stored_kind(book.kinds), {})),
        "names.py": models.literals(names),
        "validators.py": validators.source(variants),
        bundle_format.SPEC_DIGEST: spec_digest.digest(spec.root) + "\n",
        **{name: _json(table) for name, table in tables.items()},
    }
    texts = {f"{bundle_format.PACKAGE}/{name}": text for name, text in files.items()}
    texts |= editors.files(trees, book)
    texts |= npm.files(bundled, judged, book, patches, names)
    texts |= page.files(spec, bundled, book, suite)
    guide = readme.table_of_rules(Matrix(bundled, book), book)
    return Generated(texts, checks.forgotten_kinds(spec, book, known), guide)


def _rule_table(book: Rulebook, version: str) -> dict[str, Any]:
    return {
        "format": bundle_format.FORMAT,
        "version": version,
        "sources": book.sources,
        "kinds": {kind: kind_row._asdict() for kind, kind_row in book.kinds.items()},
        "rules": list(map(Rule.to_dict, book.rules)),
    }


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=True) + "\n"


def _known(
    spec: Spec,
    schemas: Schemas,
    table: Iterable[Mapping[str, Any]],
    definitions: Mapping[str, Definitions],
) -> Known:
    for title in ("Source", "Hosting"):
        if title not in schemas:
            message = f"no schema file has the title {title}; rules need its values"
            raise SpecError([spec.fault(OPENAPI, (), message)])
    sources, hostings = schemas["Source"]["enum"], schemas["Hosting"]["enum"]
    parameters = {}
    for row in table:
        parameters[row["operation"]] = {given["name"]: given for given in row["parameters"]}
    return Known(definitions, sources, hostings, operations=parameters)


def _kind(kind_row: Kind, schema: Schema, kinds: Mapping[str, tuple[str, ...]]) -> Kind:
    """Return a kind with the attributes that its written-out schema gives."""
    overrides = []
    if kind_row.override:
        field = schema["properties"][kind_row.override.removeprefix("/")]
        overrides = [value for value in field["enum"] if value is not None]
    return kind_row._replace(
        overrides=tuple(overrides),
        contains=tuple(_contained(schema, "", kinds)),
        effects=tuple(_effects(schema)),
        directions=kinds[schema["title"]],
    )


def _effects(schema: Schema, at: str = "") -> Iterator[tuple[str, str]]:
    """Yield pointer and effect of each field that does not simply replace the stored field."""
    for name, member in schema.get("properties", {}).items():
        effect = member.get("x-patch")
        if effect in (MERGED, UNLESS_EMPTY):
            yield f"{at}/{name}", effect
        if effect == MERGED:
            yield from _effects(member, f"{at}/{name}")


def _contained(schema: Schema, at: str, kinds: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield the pattern and the kind of each document inside a document."""
    members = {f"{at}/{name}": one for name, one in schema.get("properties", {}).items()}
    if "items" in schema:
        members[f"{at}/*"] = schema["items"]
    for place, member in members.items():
        if member.get("title") in kinds:
            yield place, member["title"]
        elif "title" not in member:
            yield from _contained(member, place, kinds)
