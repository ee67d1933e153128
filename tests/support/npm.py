"""The npm package under Node.js: reports on many documents by one process."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "generated" / "npm"
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
