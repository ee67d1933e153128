"""Node.js in tests: packages that are installed once, and the reports of the npm package on many documents."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.made_once import made_once

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "generated" / "npm"
INSTALL = ("npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock")
_SCRIPT = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const { Contract } = await import(pathToFileURL(process.argv[1]));
for (const { options, kind, context, base64, value } of JSON.parse(readFileSync(0, "utf8"))) {
  let found;
  try {
    const contract = new Contract(options);
    found = base64 === undefined
      ? contract.checkValue(value, kind, context)
      : contract.check(Buffer.from(base64, "base64"), kind, context);
  } catch (error) {
    found = { error: `${error.name}: ${error.message}` };
  }
  console.log(JSON.stringify(found));
}
"""


def require(*programs: str) -> None:
    """Skip a test that lacks a program. In CI every program must be there: fail."""
    absent = [name for name in programs if shutil.which(name) is None]
    if absent:
        assert not os.environ.get("CI"), absent
        pytest.skip(f"not on this machine: {', '.join(absent)}")


def installed(sources: Path) -> Path:
    """Return a copy of a folder with the packages that its package.json names, which are installed once.

    Skip the test if the registry cannot be reached.
    """
    require("node", "npm")
    files = [path for path in sorted(sources.iterdir()) if path.is_file()]
    texts = [path.read_bytes() for path in files]
    try:
        return made_once(f"npm-{sources.name}", partial(_install, files), texts)
    except subprocess.CalledProcessError as failed:
        if subprocess.run(["npm", "ping"], capture_output=True, check=False).returncode:
            pytest.skip("the npm registry cannot be reached")
        pytest.fail(f"the registry answers, but npm install fails: {failed.stderr}")


def _install(files: Iterable[Path], folder: Path) -> None:
    for path in files:
        shutil.copy(path, folder)
    subprocess.run(INSTALL, cwd=folder, check=True, capture_output=True)


def node(script: str, *arguments: str, folder: Path = ROOT, text: str = "") -> str:
    """Return what a module prints under Node.js. Raises CalledProcessError if it fails."""
    command = ["node", "--input-type=module", "--eval", script, "--", *arguments]
    done = subprocess.run(
        command, cwd=folder, input=text, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def reports(questions: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the report of the package on each question, or its error."""
    text = json.dumps(list(questions), allow_nan=False)
    printed = node(_SCRIPT, str(PACKAGE / "index.js"), text=text)
    return [json.loads(line) for line in printed.splitlines()]
