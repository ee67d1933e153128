"""The npm package of the contract: TypeScript types, and a validator for Node.js and browsers.

The validator is an interpreter of the lowered schemas, with the tables of the contract. It is
joined from the modules in `parts` into one file without imports. So generation needs no Node.js, a
page with a strict policy can run it, and it depends on no other package.
"""

import json
import re
from collections.abc import Mapping
from importlib import resources as package
from typing import Any

from deploy_contract_codegen.lowering import Schema
from deploy_contract_codegen.npm import typescript
from deploy_contract_format import bundle_format
from deploy_contract_format.rules import Rulebook

FOLDER = "npm"
NAME = "deploy-contract"
NOTE = "Generated from spec/ by `make generate`; never edited."
# in an order in which each imports only those before it
PARTS = ("pointer", "wire", "undeclared", "schema", "relations", "texts", "contract")
PUBLIC = "contract"  # the part whose exports the package has
_IMPORT = re.compile(r'^import .*? from "\./\w+\.js";\n', re.MULTILINE | re.DOTALL)
_EXPORT = re.compile(r"^export ", re.MULTILINE)


def files(bundled: Mapping[str, Any], tables: Mapping[str, Any], book: Rulebook) -> dict[str, str]:
    """Return the files of the package, by path in generated/.

    Args:
        bundled: the OpenAPI document with only local references.
        tables: the rule table, `definitions` by name, and `overlays`.
        book: the rules.
    """
    version = bundled["info"]["version"]
    found = {
        "package.json": json.dumps(_manifest(version), indent=2) + "\n",
        "index.js": validator(tables),
        "index.d.ts": f"// {NOTE}\n{typescript.source(bundled, book)}{_part('api.d.ts')}",
        "LICENSE": _part("LICENSE"),
        "README.md": _part("guide.md").replace("{version}", version),
    }
    return {f"{FOLDER}/{name}": text for name, text in found.items()}


def validator(tables: Mapping[str, Any]) -> str:
    """Return the validator as one JavaScript module without imports."""
    text = f"// {NOTE}\n\nconst TABLES = {_compact(_tables(tables))};\n"
    for name in PARTS:
        part = _IMPORT.sub("", _part(f"{name}.js"))
        text += "\n" + (part if name == PUBLIC else _EXPORT.sub("", part))
    return text


def _part(name: str) -> str:
    return package.files(__name__).joinpath("parts", name).read_text("utf-8")


def _manifest(version: str) -> dict[str, Any]:
    """Return the content of package.json."""
    return {
        "name": NAME,
        "version": version,
        "description": "Types and a validator of the documents of the deployment contract",
        "license": "MIT",
        "type": "module",
        "sideEffects": False,
        "engines": {"node": ">=20"},
        "exports": {".": {"types": "./index.d.ts", "default": "./index.js"}},
        "types": "./index.d.ts",
        "files": ["index.js", "index.d.ts"],
    }


def _tables(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables of the validator: each schema of an overlay once."""
    schemas: dict[str, tuple[int, Schema]] = {}
    overlays: dict[str, Any] = {}
    for kind, by_source in tables["overlays"].items():
        for source, by_hosting in by_source.items():
            for hosting, entries in by_hosting.items():
                rows = []
                for entry in entries:
                    form = "schema" if "schema" in entry else "clear"
                    index, _ = schemas.setdefault(
                        json.dumps(entry[form]), (len(schemas), entry[form])
                    )
                    rows.append([entry["rule"], form, index])
                overlays.setdefault(kind, {}).setdefault(source, {})[hosting] = rows
    kinds = {}
    for kind, row in tables["kinds"].items():
        names = ("directions", "source", "definitions", "effects")
        kinds[kind] = {name: row[name] for name in names}
    return {
        "version": tables["version"],
        "most_items": bundle_format.MOST_ITEMS,
        "sources": tables["sources"],
        "hostings": tables["hostings"],
        "kinds": kinds,
        "rules": [_rule(row) for row in tables["rules"]],
        "overlays": overlays,
        "schemas": [schema for _, schema in schemas.values()],
        "definitions": tables["definitions"],
    }


def _rule(row: Mapping[str, Any]) -> dict[str, Any]:
    names = ("rule", "shape", "on", "mode", "message", "hint", "parameters")
    return {name: row[name] for name in names}


def _compact(value: Any) -> str:
    """Return JSON that is also JavaScript, with a line for each entry of a table."""
    rows = []
    for name, table in value.items():
        is_list = isinstance(table, list)
        items = [(None, item) for item in table] if is_list else getattr(table, "items", list)()
        lines = []
        for key, item in items:
            text = json.dumps(item, separators=(",", ":"))
            lines.append(text if is_list else f"{json.dumps(key)}:{text}")
        opening, closing = "[]" if is_list else "{}"
        text = json.dumps(table)
        if lines:
            text = opening + "\n" + ",\n".join(lines) + "\n" + closing
        rows.append(f"{json.dumps(name)}:{text}")
    return "{\n" + ",\n".join(rows) + "\n}"
