"""The files of generated/ as texts, a pure function of spec/."""

import json
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from deploy_contract_codegen import (
    checks,
    editors,
    models,
    npm,
    page,
    validators,
)
from deploy_contract_codegen.description import (
    OPENAPI,
    DescribedOperation,
    bundle,
    kinds,
    operations,
    schema_files,
)
from deploy_contract_codegen.lowering import Lowering, Schema
from deploy_contract_codegen.page.suite_samples import Suite, samples_table
from deploy_contract_codegen.spec import Spec, SpecError, SpecFault, reference_of, refuse
from deploy_contract_codegen.variants import patch_variants
from deploy_contract_format import bundle_format, spec_digest
from deploy_contract_format.definitions import closed_schema, pruned, reference_to, resolved
from deploy_contract_format.known import Known
from deploy_contract_format.rulefile import parse
from deploy_contract_format.rules import MERGED, UNLESS_EMPTY, Kind, Rule, Rulebook

RULES = "rules.yaml"
INIT = '"""Generated from spec/ by `make generate`; never edited."""\n'


class Generated(NamedTuple):
    """The text of each file by its path in generated/, and warnings about the spec."""

    files: dict[str, str]
    warnings: list[SpecFault]


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
    refuse(checks.cycles(spec))
    refuse(checks.operation_ids(spec))
    refuse(checks.schemas(spec))
    bundled = bundle(spec)
    refuse(checks.description(spec, bundled))
    documents = kinds(spec)
    lowering = Lowering(spec)
    files_of_kinds = {kind: file for kind, (file, _) in documents.items()}
    for file in files_of_kinds.values():
        lowering.root(file)
    known = _known(spec, lowering, documents)
    book, found = parse(spec.load(RULES).value, known)
    refuse(spec.faults(RULES, found))
    refuse(checks.examples(spec, lowering, documents))

    completed = {kind: _kind(kind, book, lowering, documents) for kind in documents}
    book = book._replace(kinds=completed)
    table = list(map(DescribedOperation._asdict, operations(spec)))
    refuse(checks.identities(spec, table, book))
    suite = Suite(spec)
    rule_table = _rule_table(book, bundled["info"]["version"])
    patches = patch_variants(bundled, book)
    files = {
        "__init__.py": INIT,
        "py.typed": "",
        "models.py": models.source(bundled),
        "patch_model.py": models.patch_base(),
        "patches.py": models.patches(patches),
        "names.py": models.literals(book, known.operations),
        "openapi.json": _json(bundled),
        "operations.json": _json(table),
        "rules.json": _json(rule_table),
        bundle_format.SAMPLES: _json(samples_table(suite, book)),
        bundle_format.SPEC_DIGEST: spec_digest.digest(spec.root) + "\n",
    }
    schemas = {}
    for kind in documents:
        needed = pruned(lowering.definitions, kind)
        schema = {"$schema": bundle_format.DIALECT, **reference_to(kind), "$defs": needed}
        schemas[kind, "closed"], schemas[kind, "open"] = closed_schema(schema), schema
    for (kind, variant), schema in schemas.items():
        files[bundle_format.schema_file(kind, variant)] = _json(schema)
    files["validators.py"] = validators.source(schemas)
    judged = {
        name: json.loads(files[name])
        for name in bundle_format.table_files(documents)
        if name != bundle_format.OPENAPI
    }
    texts = {}
    for name, text in sorted(files.items()):
        texts[f"{bundle_format.PACKAGE}/{name}"] = text
    texts |= editors.files(lowering, book, files_of_kinds)
    texts |= npm.files(bundled, judged, book, patches)
    texts |= page.files(spec, bundled, book, suite)
    return Generated(texts, checks.forgotten_kinds(spec, book, known))


def _rule_table(book: Rulebook, version: str) -> dict[str, Any]:
    return {
        "format": bundle_format.FORMAT,
        "version": version,
        "sources": book.sources,
        "kinds": {kind: how._asdict() for kind, how in book.kinds.items()},
        "rules": list(map(Rule.to_dict, book.rules)),
    }


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=True) + "\n"


def _known(spec: Spec, lowering: Lowering, documents: Iterable[str]) -> Known:
    enums = {}
    for name in schema_files(spec):
        schema = spec.load(name).value
        enums[schema["title"]] = schema.get("enum", [])
    for title in ("Source", "Hosting"):
        if title not in enums:
            message = f"no schema file has the title {title}; rules need its values"
            raise SpecError([spec.fault(OPENAPI, (), message)])
    parameters = {}
    for row in operations(spec):
        parameters[row.operation] = [parameter["name"] for parameter in row.parameters]
    definitions = dict.fromkeys(documents, lowering.definitions)
    return Known(definitions, enums["Source"], enums["Hosting"], operations=parameters)


def _kind(
    kind: str,
    book: Rulebook,
    lowering: Lowering,
    documents: Mapping[str, tuple[str, tuple[str, ...]]],
) -> Kind:
    """Return a kind with all that its schema and the operations say of it."""
    root, (file, directions) = lowering.definitions[kind], documents[kind]
    how = book.kinds.get(kind, Kind())
    overrides = []
    if how.override:
        field = root["properties"][how.override.removeprefix("/")]
        overrides = [value for value in field["enum"] if value is not None]
    return how._replace(
        overrides=tuple(overrides),
        contains=tuple(_contained(lowering, root, "", documents)),
        effects=tuple(_effects(lowering.spec, file, lowering.spec.load(file).value)),
        directions=directions,
    )


def _effects(
    spec: Spec, file: str, schema: Mapping[str, Any], at: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield the pointer and effect of each field that does not simply replace the stored one."""
    reference = reference_of(schema)
    if reference is not None:
        yield from _effects(spec, *spec.resolve(file, (), reference), at)
    for name, member in schema.get("properties", {}).items():
        effect = member.get("x-patch")
        if effect in (MERGED, UNLESS_EMPTY):
            yield f"{at}/{name}", effect
        if effect == MERGED:
            yield from _effects(spec, file, member, f"{at}/{name}")


def _contained(
    lowering: Lowering, schema: Schema, at: str, kinds: Container[str]
) -> list[tuple[str, str]]:
    members = {}
    for name, member in schema.get("properties", {}).items():
        members[f"{at}/{name}"] = member
    if "items" in schema:
        members[f"{at}/*"] = schema["items"]
    found = []
    for place, member in members.items():
        target = resolved(lowering.definitions, member)
        if target.get("title") in kinds:
            found.append((place, target["title"]))
        elif "title" not in target:
            found += _contained(lowering, target, place, kinds)
    return found
