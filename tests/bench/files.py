"""Cost of `deploy-contract check`: of a thousand patch files, and of one.

A thousand are compared with reading and parsing them, one with starting Python.
"""

import contextlib
import io
import json
import os
import statistics
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from deploy_contract.cli.command import main
from tests.bench.timing import Task, programs, ratio, row
from tests.support import usual_documents

COUNT = 1000
MAPPING = '[files]\n"*" = {source = "codehost", hosting = "cloud"}\n'
PROGRAM = "import sys; from deploy_contract.__main__ import run_program; sys.exit(run_program())"
COMMENT = "# deploy-contract: source=codehost hosting=cloud\n"


def files() -> None:
    """Measure a thousand files in one run; then one file, as a hook runs it."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("plain", "mapped", "own"):
            (Path(folder) / name).mkdir()
        (Path(folder) / "mapped" / "deploy-contract.toml").write_text(MAPPING)
        patches = [_patch(number) for number in range(COUNT)]
        as_json = _written(f"{folder}/plain", ".json", patches, partial(json.dumps, indent=2))
        mapped = _written(f"{folder}/mapped", ".json", patches, partial(json.dumps, indent=2))
        as_yaml = _written(
            f"{folder}/own", ".yaml", patches, lambda one: COMMENT + yaml.safe_dump(one)
        )
        plain = _written(f"{folder}/plain", ".yaml", patches, yaml.safe_dump)
        sizes = f"JSON of {_size(as_json)} bytes, YAML of {_size(as_yaml)} bytes"
        print(f"\n{COUNT} patch files in one run, {sizes}; per file")
        json_read, yaml_read = _read(as_json, json.loads), _read(as_yaml, _yaml)
        plain_read = _read(plain, _yaml)
        for what, arguments, read, bound in (
            ("check JSON, source given / read and parse (json)", ("--source", "codehost", *as_json), json_read, 2),
            ("check JSON, source by a mapping / read and parse", mapped, _read(mapped, json.loads), 2),
            ("check JSON, undecided, lines not shown / read and parse", ("--no-source", *as_json), json_read, 2),
            ("check JSON, undecided, lines shown / read and parse", as_json, json_read, 2),
            ("check YAML, source by a comment / read and parse (libyaml)", as_yaml, yaml_read, 2),
            ("check YAML, undecided, lines not shown / read and parse", ("--no-source", *plain), plain_read, 2),
            ("check YAML, undecided, lines shown / read and parse", plain, plain_read, 4),
        ):  # fmt: skip
            first, second, _ = ratio(_checked(*arguments), read, 9)
            row(what, first / COUNT, second / COUNT, bound)
        _started(Path(as_json[0]), Path(as_yaml[0]))


def _patch(number: int) -> dict[str, object]:
    patch: dict[str, object] = json.loads(usual_documents.patch())
    secrets = patch["secrets"]
    assert isinstance(secrets, list)
    return patch | {"secrets": secrets[: 4 + number % 5]}


def _written(folder: str, suffix: str, patches: list[Any], text: Callable[[Any], str]) -> list[str]:
    """Write a file for each patch, and return the names of the files."""
    names = [f"{folder}/{number}{suffix}" for number in range(len(patches))]
    for name, patch in zip(names, patches, strict=True):
        Path(name).write_text(text(patch))
    return names


def _size(names: list[str]) -> int:
    return round(statistics.mean(Path(name).stat().st_size for name in names))


def _yaml(body: bytes) -> object:
    return yaml.load(body, getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506 - it is a safe one


def _read(names: list[str], parse: Callable[[bytes], object]) -> Task:
    def task() -> None:
        for name in names:
            with open(name, "rb") as file:  # noqa: PTH123 - the peer does no more than it must
                parse(file.read())

    return task


def _checked(*arguments: str) -> Task:
    def task() -> None:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            main(["check", *arguments])
        assert out.getvalue().count("\n") >= COUNT

    return task


def _started(as_json: Path, as_yaml: Path) -> None:
    """Print the time of whole processes, with bytecode of every module, as an installed package has it."""
    check = [sys.executable, "-c", PROGRAM, "check"]
    tasks = {
        "pass": [sys.executable, "-c", "pass"],
        "JSON": [*check, "--source", "codehost", str(as_json)],
        "JSON, undecided": [*check, str(as_json)],
        "YAML": [*check, "--source", "codehost", str(as_yaml)],
    }
    with tempfile.TemporaryDirectory() as bytecode:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": bytecode}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        times = programs(tasks, 25, env=environment, cwd=as_json.parent)
    nothing = times.pop("pass")
    print("one file, whole processes")
    for name, taken in times.items():
        row(f"check of one file, {name} / python -c pass", taken, nothing, 5, unit="ms")
