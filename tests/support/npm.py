"""Node.js in tests: packages that are installed once, and the reports of the npm package on many documents."""

import json
import os
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterable, Mapping
from functools import partial
from math import isinf
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Report, Request, Response
from tests.support.commands import ROOT, succeeded
from tests.support.made_once import made_once

PACKAGE = ROOT / "generated" / "npm"
INSTALL = ("npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock")
_SCRIPT = """
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
const { Contract } = await import(pathToFileURL(process.argv[1]));
const contracts = new Map();
const contractOf = (options) => {
  const key = JSON.stringify(options ?? {});
  if (!contracts.has(key)) contracts.set(key, new Contract(options));
  return contracts.get(key);
};
const bytes = (text) => (text === undefined ? undefined : Buffer.from(text, "base64"));
const message = (given) => {
  if (Array.isArray(given)) return given;
  const { base64, ...parts } = given;
  return { ...parts, body: bytes(base64) };
};
const answer = ({ options, kind, context = {}, base64, value, request, response }) => {
  const contract = contractOf(options);
  if (response) {
    const known = context.known && ((id) => context.known[id]);
    const asked = request && message(request);
    return contract.checkResponse(message(response), { ...context, request: asked, known });
  }
  if (request) return contract.checkRequest(message(request), context);
  if (base64 === undefined) return contract.checkValue(value, kind, context);
  return contract.check(bytes(base64), kind, context);
};
for (const question of JSON.parse(readFileSync(0, "utf8"))) {
  let found;
  try {
    const report = answer(question);
    found = { ...report.toJSON(), parameters: report.parameters ?? null, value: report.value ?? null };
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
    command = ("node", "--input-type=module", "--eval", script, "--", *arguments)
    return succeeded(*command, folder=folder, text=text, seconds=120)


def question(message: Request | Response) -> dict[str, Any]:
    """Return a request or a response in the form that `reports` takes."""
    parts = {name: value for name, value in message._asdict().items() if name != "body"}
    headers = [[_text(name), _text(value)] for name, value in message.headers]
    return {**parts, "headers": headers, "base64": b64encode(message.body).decode("ascii")}


def _text(text: str | bytes) -> str:
    return text if isinstance(text, str) else text.decode("latin-1")


def shown(report: Report) -> dict[str, Any]:
    """Return a report of the library as the package shows its own."""
    whole = {**report.to_dict(), "ok": report.ok, "status": report.status}
    values = {"parameters": report.parameters, "value": report.value}
    text = json.dumps(whole | values)
    # JavaScript has doubles alone, and its JSON no infinite ones
    found: dict[str, Any] = json.loads(text, parse_int=_number, parse_constant=lambda _: None)
    return found


def _number(text: str) -> float | None:
    number = float(text)
    return None if isinf(number) else number


def reports(questions: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    text = json.dumps(list(questions), allow_nan=False)
    printed = node(_SCRIPT, str(PACKAGE / "index.js"), text=text)
    return [json.loads(line, parse_int=_number) for line in printed.removesuffix("\n").split("\n")]
