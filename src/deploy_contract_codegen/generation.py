"""The whole of generated/, as texts: what each file holds is a pure function of spec/."""

import json
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from deploy_contract_codegen import checks, editors, forgotten, models, page, validators
from deploy_contract_codegen.description import OPENAPI, bundle, kinds, operations, schema_files
from deploy_contract_codegen.lowering import VARIANTS, Lowering, Schema
from deploy_contract_codegen.spec import Fault, Spec, SpecError
from deploy_contract_format.definitions import declared, pruned
from deploy_contract_format.overlay import (
    clear,
    digest,
    entries,
    firm,
    plain,
    requirement,
    undisputed,
)
from deploy_contract_format.rulefile import Known, parse
from deploy_contract_format.rules import Kind, Rulebook

PACKAGE = "deploy_contract_generated"
RULES = "rules.yaml"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
INIT = '"""Generated from spec/ by `make generate`; never edited."""\n'


class Generated(NamedTuple):
    """The text of each file of generated/ by its path in it, and what a maintainer may have forgotten in the spec."""

    files: dict[str, str]
    warnings: list[Fault]


def generate(folder: Path) -> dict[str, str]:
    """Return the text of each file of generated/. Raises as `examine` does."""
    return examine(folder).files


def examine(folder: Path) -> Generated:
    """Generate from a folder of spec files.

    Raises SpecError with every fault that was found, if the spec is not sound.
    """
    spec = Spec(folder)
    try:
        return _generate(spec)
    except (KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
        # not of the form that any check expects: the file that was looked at last is the likely one
        name = spec.last or OPENAPI
        message = f"cannot be understood ({type(error).__name__}: {error}); compare its form with the files beside it"
        raise SpecError([Fault(name, 1, 1, " ".join(message.split())[:300])]) from error


def _generate(spec: Spec) -> Generated:
    _refuse(checks.references(spec))
    _refuse(checks.cycles(spec))
    _refuse(checks.operation_ids(spec))
    _refuse(checks.schemas(spec))
    bundled = bundle(spec)
    _refuse(checks.description(spec, bundled))
    documents = kinds(spec)
    lowering = Lowering(spec)
    roots = {
        kind: {variant: lowering.root(file, variant) for variant in VARIANTS}
        for kind, (file, _) in documents.items()
    }
    known = _known(spec, lowering, roots)
    book, found = parse(spec.load(RULES).value, known)
    _refuse([spec.fault(RULES, problem.at, problem.message) for problem in found])
    _refuse(checks.examples(spec, lowering, documents))

    book = book._replace(kinds={kind: _kind(kind, book, lowering, roots) for kind in documents})
    overlays = _overlays(book)
    files = {
        "__init__.py": INIT,
        "py.typed": "",
        "models.py": models.source(bundled),
        "openapi.json": _json(bundled),
        "operations.json": _json([operation._asdict() for operation in operations(spec)]),
        "rules.json": _json(
            {
                "version": bundled["info"]["version"],
                "sources": book.sources,
                "kinds": {
                    kind: {
                        "directions": directions,
                        **book.kinds[kind]._asdict(),
                        "definitions": roots[kind],
                    }
                    for kind, (_, directions) in documents.items()
                },
                "rules": [rule.to_dict() for rule in book.rules],
            }
        ),
        "overlays.json": _json(overlays),
        "validators.py": validators.source(_compiled(lowering, roots, overlays, book)),
    }
    for kind in documents:
        for variant, root in roots[kind].items():
            schema = {
                "$schema": DIALECT,
                "$ref": f"#/$defs/{root}",
                "$defs": pruned(lowering.definitions, root),
            }
            files[f"schemas/{kind}.{variant}.json"] = _json(schema)
    beside = editors.files(lowering, book, {kind: file for kind, (file, _) in documents.items()})
    beside |= page.files(spec, bundled, book)
    texts = {f"{PACKAGE}/{name}": text for name, text in sorted(files.items())} | beside
    directions = {kind: ways for kind, (_, ways) in documents.items()}
    return Generated(texts, forgotten.warnings(spec, RULES, book, directions, known))


def _refuse(faults: list[Any]) -> None:
    if faults:
        raise SpecError(faults)


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=True) + "\n"


def _known(spec: Spec, lowering: Lowering, roots: Mapping[str, Mapping[str, str]]) -> Known:
    enums = {
        spec.load(name).value["title"]: spec.load(name).value.get("enum", [])
        for name in schema_files(spec)
    }
    for title in ("Source", "Hosting"):
        if title not in enums:
            raise SpecError(
                [
                    spec.fault(
                        OPENAPI, (), f"no schema file has the title {title}; rules need its values"
                    )
                ]
            )

    def declared_by(
        kind: str,
        tokens: tuple[str, ...],
        members: bool,  # noqa: FBT001
    ) -> Iterator[Mapping[str, Any]]:
        known = lowering.definitions
        return declared(known, known[roots[kind]["closed"]], tokens, members)

    parameters = {
        row.operation: [parameter["name"] for parameter in row.parameters]
        for row in operations(spec)
    }
    return Known(
        tuple(roots),
        enums["Source"],
        enums["Hosting"],
        declared_by,
        _nearest,
        operations=parameters,
    )


def _nearest(name: str, names: Iterable[str]) -> str | None:
    return next(iter(get_close_matches(name, list(names), 1, 0.8)), None)


def _kind(
    kind: str, book: Rulebook, lowering: Lowering, roots: Mapping[str, Mapping[str, str]]
) -> Kind:
    """What the rule file says of a kind, and where other kinds stand within it."""
    titles = {lowering.definitions[root["open"]]["title"]: name for name, root in roots.items()}
    root = lowering.definitions[roots[kind]["open"]]
    how = book.kinds.get(kind, Kind())
    override = root["properties"][how.override.removeprefix("/")]["enum"] if how.override else []
    return how._replace(
        overrides=tuple(value for value in override if value is not None),
        contains=tuple(_contained(lowering, root, "", titles)),
    )


def _contained(
    lowering: Lowering, schema: Schema, at: str, titles: Mapping[str, str]
) -> list[tuple[str, str]]:
    members = [(f"{at}/{name}", member) for name, member in schema.get("properties", {}).items()]
    members += [(f"{at}/*", schema["items"])] if "items" in schema else []
    found = []
    for place, member in members:
        target = lowering.definitions.get(member.get("$ref", "").removeprefix("#/$defs/"), member)
        if target.get("title") in titles:
            found.append((place, titles[target["title"]]))
        elif "title" not in target:
            found += _contained(lowering, target, place, titles)
    return found


def _overlays(book: Rulebook) -> dict[str, Any]:
    """Kind -> source -> hosting -> entries; `any` stands for a source that the document carries itself, and for no hosting."""
    hostings = (None, *book.hostings)
    return {
        kind: {
            source or "any": {
                hosting or "any": entries(book, kind, source, hosting) for hosting in hostings
            }
            for source in (book.sources if how.source == "context" else (None,))
        }
        for kind, how in book.kinds.items()
    }


def _compiled(
    lowering: Lowering,
    roots: Mapping[str, Mapping[str, str]],
    overlays: Mapping[str, Any],
    book: Rulebook,
) -> dict[str, Schema]:
    """Every schema that the library asks for with the rules as they are: definitions by name, overlays by their text."""
    named: dict[str, Schema] = {}
    for variants in roots.values():
        for root in variants.values():
            named |= pruned(lowering.definitions, root)
    enforced = _of_mode(book, "enforce")
    for kind, by_source in overlays.items():
        for source, by_hosting in by_source.items():
            for hosting, rows in by_hosting.items():
                where = (
                    kind,
                    None if source == "any" else source,
                    None if hosting == "any" else hosting,
                )
                together = [plain(_of_mode(book, mode), *where) for mode in ("enforce", "report")]
                together += (
                    [] if source == "any" else [firm(enforced, *where), clear(enforced, *where)]
                )
                named |= {digest(schema): schema for schema in (*map(requirement, rows), *together)}
        for hosting in () if "any" in by_source else (None, *book.hostings):
            schema = undisputed(enforced, kind, book.admitted(hosting), hosting)
            named[digest(schema)] = schema
    return named


def _of_mode(book: Rulebook, mode: str) -> Rulebook:
    return book._replace(rules=tuple(rule for rule in book.rules if rule.mode == mode))
