"""Dataclass models: datamodel-code-generator's output for the bundled document."""

import json
from typing import Any

from datamodel_code_generator import (
    Formatter,
    GenerateConfig,
    InputFileType,
    PythonVersion,
    generate,
)
from datamodel_code_generator.enums import DataModelType

HEADER = '''"""Dataclasses of the documents, by datamodel-code-generator.

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
        custom_file_header=HEADER,
    )
    text = generate(json.dumps(document), config=config)
    if not isinstance(text, str):
        raise TypeError("datamodel-code-generator did not return one module")
    return text.rstrip("\n") + "\n"
