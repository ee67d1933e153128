"""The npm package of the contract: TypeScript types, and the core as WebAssembly, for Node.js and browsers.

Its files are copied from `parts`, or made from `templates` and the contract. `program` makes the core.
The package depends on no other package.
"""

import json
from collections.abc import Mapping
from importlib import resources
from typing import Any

from deploy_contract_codegen.description import mentioned
from deploy_contract_codegen.models import Types
from deploy_contract_codegen.npm import program
from deploy_contract_codegen.variants import Variants
from deploy_contract_format import bundle_format
from deploy_contract_format.definitions import reachable, types_of
from deploy_contract_format.rules import Rulebook
from deploy_contract_pages import environment

NOTE = "Generated from spec/ by `make generate`; never edited."
MODULES = ("index.js", "core.js", "messages.js", "options.js", "written.js")
WRITTEN = ("package.json", "contract.js", "index.d.ts", "README.md")
_PYTHON_ONLY = ("EngineName", "IndeterminateChoice")  # types of options that the package lacks
_PRIMITIVES = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
_FREE = "{ [name: string]: JsonValue }"


def files(
    bundled: Mapping[str, Any],
    tables: Mapping[str, Any],
    book: Rulebook,
    patches: Variants,
    names: Types,
) -> dict[str, str]:
    """Return the files of the package, by path in generated/.

    `tables`: the tables that decide verdicts, by their names in a bundle.
    """
    schemas = bundled["components"]["schemas"]
    # the report has its own Violation, and Problem is not a document
    documents = reachable(book.kinds, lambda title: mentioned(schemas[title]))
    of_documents = {name: schemas[name] for name in schemas if name in documents}
    types = {name: names[name] for name in names if name not in _PYTHON_ONLY}
    types["RuleId"] = ("The id of a rule.", [rule.rule for rule in book.rules])
    given = {
        "format": bundle_format.EFFECTIVE_FORMAT,
        "items": bundle_format.MAX_ITEMS,
        "names": types,
        "note": NOTE,
        "patches": {
            source: [variant.name for variant in patches.types if variant.source == source]
            for source in book.sources
        },
        "schemas": {**patches.schemas, **of_documents},
        "tables": tables,
        "version": bundled["info"]["version"],
    }
    folder = resources.files(__name__).joinpath("parts")
    found = {name: folder.joinpath(name).read_text("utf-8") for name in (*MODULES, "LICENSE")}
    for name in WRITTEN:
        found[name] = _TEMPLATES.get_template(name).render(given) + "\n"
    texts = {f"npm/{name}": text for name, text in found.items()}
    return {**texts, program.FILE: program.text()}


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    return " | ".join([_named(name, schema) for name in types_of(schema)]) or "JsonValue"


def _named(name: str, schema: Mapping[str, Any]) -> str:
    if name == "array":
        item = _type(schema.get("items", {}))
        return f"({item})[]" if " " in item else f"{item}[]"
    if name == "object":
        others = schema.get("additionalProperties")
        return f"{{ [name: string]: {_type(others)} }}" if isinstance(others, Mapping) else _FREE
    return _PRIMITIVES.get(name, name)


_TEMPLATES = environment(__name__, of_pages=False)
_TEMPLATES.filters |= {
    "compact": lambda value: json.dumps(value, separators=(",", ":")),
    "type": _type,
}
