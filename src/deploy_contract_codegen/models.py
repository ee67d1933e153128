"""The modules of the generated package: dataclasses of documents, and types of names."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from datamodel_code_generator import (
    Formatter,
    GenerateConfig,
    InputFileType,
    PythonVersion,
    generate,
)
from datamodel_code_generator.enums import DataModelType
from datamodel_code_generator.parser import LiteralType

from deploy_contract_codegen.lowering import Schema
from deploy_contract_codegen.variants import REFUSED, Variants
from deploy_contract_format.rules import Rulebook
from deploy_contract_format.vocabulary import TYPES
from deploy_contract_pages import environment

_HEADER = '''"""{}, by datamodel-code-generator.

Generated: edit spec/ and run `make generate`.
"""

# ruff: noqa'''


def source(document: dict[str, Any]) -> str:
    """Return the text of models.py: a dataclass or enumeration for each schema of the document."""
    title = "Dataclasses of the documents"
    return _generated(document, _config(title, keyword_only=True, capitalise_enum_members=True))


def _config(title: str, **options: Any) -> GenerateConfig:
    return GenerateConfig(
        input_file_type=InputFileType.OpenAPI,
        output_model_type=DataModelType.DataclassesDataclass,
        target_python_version=PythonVersion.PY_311,
        formatters=[Formatter.BUILTIN],
        disable_timestamp=True,
        use_schema_description=True,
        use_standard_collections=True,
        use_union_operator=True,
        collapse_root_models=True,
        custom_file_header=_HEADER.format(title),
        **options,
    )


def _generated(document: Mapping[str, Any], config: GenerateConfig) -> str:
    text = generate(json.dumps(document), config=config)
    assert isinstance(text, str), "datamodel-code-generator did not return one module"
    return text.rstrip("\n") + "\n"


Types = Mapping[str, tuple[str, Sequence[str]]]
_UNCHANGEABLE = "a patch cannot change it; leave it out"
_BASE = "deploy_contract_generated.patch_model"


def patches(found: Variants, stored: Schema) -> str:
    """Return the text of patches.py: a type for each schema, with the fields that can be set.

    `stored`: the schema of a stored deployment, whose other fields no patch can change.
    """
    schemas, heads = {}, dict[str, dict[str, str]]()
    unchangeable = {name: {REFUSED: _UNCHANGEABLE} for name in stored.get("properties", ())}
    whole = {variant.name for variant in found.types}
    for name, schema in found.schemas.items():
        members: dict[str, Schema] = schema["properties"]
        if name in whole:
            members = {**members, **unchangeable, **members}  # in the order of the patch
        refused = {field: one[REFUSED] for field, one in members.items() if REFUSED in one}
        settable = {field: one for field, one in members.items() if field not in refused}
        schemas[name] = {**schema, "properties": settable}
        heads[name] = {"__refused__": repr(refused)} if refused else {}
    for variant in found.types:
        given = {"__kind__": repr(variant.kind), "__source__": repr(variant.source)}
        heads[variant.name] = {**given, **heads[variant.name]}
    config = _config(
        "Types of patches for each source of a deployment",
        use_field_description=True,
        use_attribute_docstrings=True,
        strict_nullable=True,  # a type has null only where the schema has it
        enum_field_as_literal=LiteralType.All,
        base_class=f"{_BASE}.Model",
        additional_imports=[f"{_BASE}.UNSET", f"{_BASE}.Unset", "typing.TypeAlias"],
        custom_template_dir=Path(__file__).parent / "templates",
        extra_template_data=defaultdict(dict, {name: {"head": heads[name]} for name in heads}),
    )
    document = {
        "openapi": "3.1.0",
        "info": {"title": "patches", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }
    text = _generated(document, config).replace("from dataclasses import dataclass\n", "")
    return text + _rendered("patches.jinja2", types=found.types)


def names(book: Rulebook, operations: Iterable[str]) -> Types:
    """Return, by its name, the docstring and the values of each type of names in a contract.

    `operations`: the ids of the operations.
    """
    return {
        "DocumentKind": ("A kind of document.", tuple(book.kinds)),
        "SourceName": ("The source of a deployment.", tuple(book.sources)),
        "HostingName": ("The hosting of a deployment.", book.hostings),
        "OperationName": ("The id of an operation.", tuple(operations)),
        **TYPES,
    }


def literals(types: Types) -> str:
    """Return the text of `names.py`: each type, with its names."""
    return _rendered("names.jinja2", types=types)


def _rendered(template: str, **given: Any) -> str:
    return _TEMPLATES.get_template(template).render(given).rstrip() + "\n"


_TEMPLATES = environment("deploy_contract_codegen", of_pages=False)
