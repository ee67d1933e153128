"""`python -m deploy_contract_codegen.release`: holds the contract against its last release.

What changed since the last tag `v*` must show in the version of spec/openapi.yaml, and in an entry of spec/CHANGELOG.md for
that version; what breaks somebody asks for a major step.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from deploy_contract_codegen.description import OPENAPI
from deploy_contract_codegen.spec import Spec, SpecError

CHANGELOG = "CHANGELOG.md"
COMMAND = "deploy_contract.cli.command"  # of the library, which the generator does not import
_HEADING = re.compile(r"##\s+\[?v?([0-9][^\s\]]*)")


def main(arguments: list[str] | None = None) -> int:
    """Exit status: 0 all is as it should be, or there is no release; 1 a step or an entry is missing; 2 it cannot be told."""
    parser = argparse.ArgumentParser(prog="deploy_contract_codegen.release", description=__doc__)
    parser.add_argument(
        "--root",
        type=Path,
        default=Path(),
        help="the folder that has spec/ and generated/ (default: here)",
    )
    root = parser.parse_args(arguments).root
    tag = last_release(root)
    if tag is None:
        print("release: there is no tag v* in this history; nothing to compare with")
        return 0
    command = [
        sys.executable,
        "-P",
        "-m",
        COMMAND,
        "diff",
        f"git:refs/tags/{tag}",
        "./generated",
        "--format",
        "json",
    ]  # whatever files are called like the tag
    done = subprocess.run(command, cwd=root, check=False, capture_output=True, text=True)  # noqa: S603 - our own command
    if done.returncode:
        print(f"release: cannot be compared with {tag}: {done.stderr.strip()}", file=sys.stderr)
        return 2
    *changes, last = (json.loads(line) for line in done.stdout.splitlines())
    summary = last["summary"]
    try:
        found = faults(root / "spec", tag, changes, summary)
    except SpecError as error:
        found = [f"spec/{line}" for line in str(error).splitlines()]
    for line in found:
        print(line, file=sys.stderr)
    counts = ", ".join(f"{summary[name]} {name}" for name in ("breaking", "unclear", "compatible"))
    number = f"{len(changes)} change{'' if len(changes) == 1 else 's'}"
    print(
        f"release: {number} since {tag} ({counts}); `deploy-contract diff git:{tag} ./generated` lists them"
    )
    return 1 if found else 0


def last_release(root: Path) -> str | None:
    """The last tag `v*` before or at HEAD; None where there is none, or no repository."""
    command = ["git", "describe", "--tags", "--match", "v*", "--abbrev=0"]
    try:
        done = subprocess.run(command, cwd=root, check=False, capture_output=True, text=True)  # noqa: S603 - nothing of others in it
    except FileNotFoundError:
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None


def faults(
    spec: Path, tag: str, changes: list[dict[str, Any]], summary: dict[str, Any]
) -> list[str]:
    """What is missing after the changes since a tag, each one line. `summary`: that of `deploy-contract diff`."""
    if not changes:
        return []
    source = Spec(spec)
    version = str(source.load(OPENAPI).value["info"]["version"])

    def fault(message: str) -> str:
        return f"spec/{source.fault(OPENAPI, ('info', 'version'), message)}"

    needed, made = summary["step"], summary["step_made"]
    if version != summary["new"]["version"]:
        return [
            fault(
                f"the version here is {version}, in generated/ {summary['new']['version']}; run `make generate`"
            )
        ]
    found = []
    if made in (None, "none"):
        older = summary["old"]["version"]
        found.append(
            fault(
                f"the contract has changed since {tag}; raise the version above {older}, by a {needed} step"
            )
        )
    elif summary["breaking"] and not summary["fits"]:
        first = next(row for row in changes if "breaking" in (row["requests"], row["responses"]))
        what = f"what changed since {tag} breaks somebody ({first['where']}: {first['what']})"
        found.append(
            fault(f"{what}; raise the version by a {needed} step, for a {made} one is not enough")
        )
    if not entry(spec / CHANGELOG, version):
        found.append(
            f"spec/{CHANGELOG}:1:1: no entry for {version}; write `## {version}` and what has changed below it"
        )
    return found


def entry(changelog: Path, version: str) -> list[str]:
    """The lines of the entry of a version that say something."""
    if not changelog.is_file():
        return []
    inside, lines = False, []
    for line in changelog.read_text("utf-8").splitlines():
        if line.startswith("## "):
            heading = _HEADING.match(line)
            inside = heading is not None and heading[1] == version
        elif inside and line.strip() and not line.startswith("#"):
            lines.append(line)
    return lines


if __name__ == "__main__":
    sys.exit(main())
