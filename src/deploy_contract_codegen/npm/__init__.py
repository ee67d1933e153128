"""The npm package of the contract: TypeScript types, and the core as WebAssembly, for Node.js and browsers.

Its modules are those in `parts`, the contract, and the core (`program`). It depends on no other
package.
"""

import json
from collections.abc import Mapping
from importlib import resources as package
from typing import Any

from deploy_contract_codegen.npm import program, typescript
from deploy_contract_format import bundle_format
from deploy_contract_format.rules import Rulebook

FOLDER = "npm"
NAME = "deploy-contract"
NOTE = "Generated from spec/ by `make generate`; never edited."
MODULES = ("index.js", "core.js", "messages.js", "options.js", "written.js")
OPTIONS: Mapping[str, Any] = {
    "hosting": None,
    "unknown_fields": None,
    "unknown_operations": "allow",
    "base_path": "",
    "modes": {},
}
LIMITS = {
    "request_body": 1 << 20,
    "response_body": 16 << 20,
    "request_objects": 50_000,
    "response_objects": 150_000,
    "items": bundle_format.MOST_ITEMS,
    "string": 1 << 20,
    "violations": 20,
    "query": 1 << 16,
}


def files(bundled: Mapping[str, Any], tables: Mapping[str, Any], book: Rulebook) -> dict[str, str]:
    """Return the files of the package, by path in generated/.

    Args:
        bundled: the OpenAPI document with only local references.
        tables: the tables that decide verdicts, by their names in a bundle.
        book: the rules.
    """
    version = bundled["info"]["version"]
    operations = [row["operation"] for row in tables[bundle_format.OPERATIONS]]
    types = typescript.source(bundled, book, operations)
    found = {name: _part(name) for name in MODULES}
    found |= {
        "package.json": json.dumps(_manifest(version), indent=2) + "\n",
        "contract.js": _contract(tables),
        "index.d.ts": f"// {NOTE}\n{types}{_part('api.d.ts')}",
        "LICENSE": _part("LICENSE"),
        "README.md": _part("guide.md").replace("{version}", version),
    }
    texts = {f"{FOLDER}/{name}": text for name, text in found.items()}
    return {**texts, program.FILE: program.text()}


def _part(name: str) -> str:
    return package.files(__name__).joinpath("parts", name).read_text("utf-8")


def _manifest(version: str) -> dict[str, Any]:
    """Return the content of package.json."""
    return {
        "name": NAME,
        "version": version,
        "description": "Types and verdicts of the deployment contract",
        "license": "MIT",
        "type": "module",
        "sideEffects": False,
        "engines": {"node": ">=20"},
        "exports": {".": {"types": "./index.d.ts", "default": "./index.js"}},
        "types": "./index.d.ts",
        "files": ["*.js", "index.d.ts"],
    }


def _contract(tables: Mapping[str, Any]) -> str:
    """Return the effective contract, as `deploy-contract compile` writes it, as a module."""
    document = {
        "format": bundle_format.EFFECTIVE_FORMAT,
        "policies": [],
        "options": OPTIONS,
        "limits": LIMITS,
        "bundle": tables,
    }
    members = []
    for name, value in document.items():
        text = json.dumps(value, separators=(",", ":"))
        members.append(f"{json.dumps(name)}: {text}")
    text = ",\n".join(members)
    return f"// {NOTE}\nexport default {{\n{text}\n}};\n"
