"""The modules of the generated package: dataclasses of documents, and types of names."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from datamodel_code_generator import (
    Formatter,
    GenerateConfig,
    InputFileType,
    PythonVersion,
    generate,
)
from datamodel_code_generator.enums import DataModelType

from deploy_contract_format.rules import Rulebook
from deploy_contract_format.vocabulary import TYPES

_HEADER = '''"""Dataclasses of the documents, by datamodel-code-generator.

Generated: edit spec/ and run `make generate`.
"""

# ruff: noqa'''


def source(document: dict[str, Any]) -> str:
    """Return the text of models.py: a dataclass or enumeration for each schema of the document."""
    config = GenerateConfig(
        input_file_type=InputFileType.OpenAPI,
        output_model_type=DataModelType.DataclassesDataclass,
        target_python_version=PythonVersion.PY_311,
        formatters=[Formatter.BUILTIN],
        disable_timestamp=True,
        keyword_only=True,
        use_schema_description=True,
        use_standard_collections=True,
        use_union_operator=True,
        collapse_root_models=True,
        custom_file_header=_HEADER,
    )
    text = generate(json.dumps(document), config=config)
    if not isinstance(text, str):
        raise TypeError("datamodel-code-generator did not return one module")
    return text.rstrip("\n") + "\n"


_HEAD_OF_NAMES = '''"""Literal types of names and options. Generated: edit spec/ and run `make generate`."""

# ruff: noqa

from typing import Literal, TypeAlias
'''


def literals(book: Rulebook, operations: Iterable[str]) -> str:
    """Return the text of `names.py` for the kinds, sources and hostings of a rule book.

    `operations`: the ids of the operations.
    """
    rows: Mapping[str, tuple[str, Sequence[str]]] = {
        "DocumentKind": ("A kind of document.", tuple(book.kinds)),
        "SourceName": ("The source of a deployment.", tuple(book.sources)),
        "HostingName": ("The hosting of a deployment.", book.hostings),
        "OperationName": ("The id of an operation.", tuple(operations)),
        **TYPES,
    }
    text = _HEAD_OF_NAMES
    for name, (docstring, values) in rows.items():
        text += f"\n{name}: TypeAlias = Literal[\n"
        for value in values:
            text += f"    {value!r},\n"
        text += f']\n"""{docstring}"""\n'
    return text
