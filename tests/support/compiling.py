"""Schemas that fastjsonschema compiles once for all contracts and bundles of the tests."""

import json
from typing import Any

import fastjsonschema
import pytest

_KEPT: dict[str, Any] = {}


def compile_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile equal schemas once: most contracts of a test differ in a schema or two."""
    compiler = fastjsonschema.compile

    def compiled(schema: Any, **options: Any) -> Any:
        key = json.dumps([schema, options])
        if key not in _KEPT:
            _KEPT[key] = compiler(schema, **options)
        return _KEPT[key]

    monkeypatch.setattr(fastjsonschema, "compile", compiled)
