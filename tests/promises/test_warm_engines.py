"""A verdict is the same before and after its quick way is compiled, for bytes and parsed documents, under every engine."""

import json
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

from deploy_contract import Contract, ContractError
from tests.support.compiling import compile_once
from tests.support.names import named

PATCH: Final = "DeploymentPatch"
TEXTS = {
    "basis": "practice",
    "message": "is ours to say",
    "hint": "ask us",
    "section": "our handbook",
}
FIELDS: dict[
    str, list[Any]
] = {  # a nullable field of each type, with values that policies may refuse
    "/source_revision_config/repo_ref": [None, "main", "x"],
    "/source_config/build_on_push": [None, True, False],
    "/source_config/custom_url": [None, "https://example.com", ""],
    "/source_config/resource_spec": [None, {}, {"cpu": 1}],
    "/secret_references": [None, [], [{"name": "a", "secret_name": "b", "secret_key": "c"}]],
    "/revision_source": [None, "internal_source", "codehost"],
}
SCHEMAS: list[dict[str, Any]] = [
    {"enum": ["main", "release"]}, {"type": "string"}, {"type": "array"}, {"type": "null"}, {"not": {"type": "null"}},
    {"not": {"pattern": "^m"}}, {"const": None}, {"anyOf": [{"type": "boolean"}, {"type": "string"}]},
]  # fmt: skip
SOURCES = ("codehost", "external_container", "internal_source", None)


def document(pointer: str, value: Any) -> dict[str, Any]:
    for token in reversed(pointer.split("/")[1:]):
        value = {token: value}
    return dict(value)


def contracts(folder: Path) -> list[tuple[str, list[Contract]]]:
    """Return each policy of one rule with a contract of each engine; rules that policies cannot have are left out."""
    found = []
    for pointer in FIELDS:
        for number, schema in enumerate(SCHEMAS):
            rule = {"rule": "our-rule", "on": [PATCH], "each": [pointer], "schema": schema, **TEXTS}
            path = folder / f"{number}{pointer.replace('/', '-')}.json"
            path.write_text(json.dumps({"rules": [rule]}))
            try:
                found.append(
                    (
                        pointer,
                        [Contract(engine=engine, policies=[path]) for engine in ("python", "rust")],
                    )
                )
            except ContractError:
                continue
    return found


@pytest.mark.promise(9, 26)
def test_a_verdict_is_the_same_cold_and_warm_as_bytes_and_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_once(monkeypatch)
    tried = contracts(tmp_path)
    assert len(tried) > 20
    verdicts = set()
    for pointer, pair in tried:
        bodies = [json.dumps(document(pointer, value)).encode() for value in FIELDS[pointer]]
        cold = {}
        for source, body in product(SOURCES, bodies):
            found = {
                engine.check(json.loads(body), PATCH, source=named(source)).verdict
                for engine in pair
            }
            assert len(found) == 1, (pointer, body, source)
            cold[source, body] = found
            verdicts |= found
        for engine in pair:
            engine.prepare()
            for source in SOURCES:
                for _ in range(3):
                    engine.check(b"{}", PATCH, source=named(source))
            for (source, body), expected in cold.items():
                warm = {engine.check(body, PATCH, source=named(source)).verdict}
                assert warm == expected, (pointer, body, source)
    assert verdicts == {"allow", "deny", "indeterminate"}
