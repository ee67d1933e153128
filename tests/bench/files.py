"""Cost of `deploy-contract check`: of a thousand patch files, and of one.

A thousand are compared with reading and parsing them, one with starting Python.
"""

import contextlib
import io
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import yaml

from deploy_contract.cli.command import main
from tests.bench.timing import Task, against, ratio
from tests.support import usual_documents

COUNT = 1000
MAPPING = '[files]\n"*" = {source = "codehost", hosting = "cloud"}\n'
COMMENT = "# deploy-contract: source=codehost hosting=cloud\n"


def files() -> None:
    """Measure a thousand files in one run; then one file, as a hook runs it."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("plain", "mapped", "own"):
            (Path(folder) / name).mkdir()
        (Path(folder) / "mapped" / "deploy-contract.toml").write_text(MAPPING)
        patches = [_patch(number) for number in range(COUNT)]
        as_json = _written(f"{folder}/plain", ".json", patches, _indented)
        mapped = _written(f"{folder}/mapped", ".json", patches, _indented)
        as_yaml = _written(
            f"{folder}/own", ".yaml", patches, lambda one: COMMENT + yaml.safe_dump(one)
        )
        plain = _written(f"{folder}/plain", ".yaml", patches, yaml.safe_dump)
        print(
            f"\n{COUNT} patch files in one run, JSON of {_size(as_json)} bytes, YAML of {_size(as_yaml)} bytes; per file"
        )
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
            _line(what, _checked(*arguments), read, bound)
        _started(Path(as_json[0]), Path(as_yaml[0]))


def _patch(number: int) -> dict[str, object]:
    patch: dict[str, object] = json.loads(usual_documents.patch())
    secrets = patch["secrets"]
    assert isinstance(secrets, list)
    return patch | {"secrets": secrets[: 4 + number % 5]}


def _indented(patch: object) -> str:
    return json.dumps(patch, indent=2)


def _written(
    folder: str, suffix: str, patches: list[dict[str, object]], text: Callable[[object], str]
) -> list[str]:
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


def _line(what: str, one: Task, other: Task, bound: float) -> None:
    first, second, times = ratio(one, other, 9)
    print(
        f"{what:58} {first / COUNT:10.1f} us {second / COUNT:10.1f} us {times:8.2f}{against(times, bound)}"
    )


def _started(as_json: Path, as_yaml: Path) -> None:
    """Whole processes; with bytecode of every module, as an installed package has it."""
    with tempfile.TemporaryDirectory() as bytecode:
        environment = {
            key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"
        }
        environment["PYTHONPYCACHEPREFIX"] = bytecode
        command = [
            sys.executable,
            "-c",
            "import sys; from deploy_contract.cli.command import run_program; sys.exit(run_program())",
            "check",
        ]
        tasks = {
            "pass": [sys.executable, "-c", "pass"],
            "JSON": [*command, "--source", "codehost", as_json.name],
            "JSON, undecided": [*command, as_json.name],
            "YAML": [*command, "--source", "codehost", as_yaml.name],
        }
        folders = {"YAML": as_yaml.parent}
        times: dict[str, list[float]] = {name: [] for name in tasks}
        for turn in range(26):
            for name, task in tasks.items():
                start = time.perf_counter()
                subprocess.run(
                    task,
                    check=True,
                    env=environment,
                    cwd=folders.get(name, as_json.parent),
                    stdout=subprocess.DEVNULL,
                )
                if turn:  # the first one writes the bytecode
                    times[name].append((time.perf_counter() - start) * 1e3)
    nothing = statistics.median(times["pass"])
    print("one file, whole processes")
    for name in ("JSON", "JSON, undecided", "YAML"):
        took = statistics.median(times[name])
        row = f"{f'check of one file, {name} / python -c pass':58} {took:10.1f} ms {nothing:10.1f} ms {took / nothing:8.2f}"
        print(row + against(took / nothing, 5))
