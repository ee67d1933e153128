"""`python -m deploy_contract_codegen.release`: compare the contract with its last release.

A change since the last tag `v*` needs a higher version in spec/openapi.yaml, and an entry for that
version in spec/CHANGELOG.md. A breaking change needs a major step.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from deploy_contract_codegen.description import OPENAPI
from deploy_contract_codegen.spec import Spec, SpecError, SpecFault

CHANGELOG = "CHANGELOG.md"
COMMAND = "deploy_contract"  # module of the library; the generator does not import it
_HEADING = re.compile(r"\s*\[?v?([0-9][^\s\]]*)")


def main(arguments: list[str] | None = None) -> int:
    """Run the check, and return the exit status.

    0: the version fits, or there is no release. 1: a step or an entry is missing. 2: the contract
    cannot be compared with the release.
    """
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
    compared = (f"git:refs/tags/{tag}", "./generated", "--format", "json")
    command = [sys.executable, "-P", "-m", COMMAND, "diff", *compared]
    done = _run(command, root)
    if done.returncode:
        print(f"release: cannot be compared with {tag}: {done.stderr.strip()}", file=sys.stderr)
        return 2
    *changes, last = map(json.loads, done.stdout.splitlines())
    summary = last["summary"]
    try:
        found = faults(root / "spec", tag, changes, summary)
    except SpecError as error:
        found = [f"spec/{line}" for line in str(error).splitlines()]
    for line in found:
        print(line, file=sys.stderr)
    counts = (
        f"{summary['breaking']} breaking, {summary['unclear']} unclear,"
        f" {summary['compatible']} compatible"
    )
    number = f"{len(changes)} change{'' if len(changes) == 1 else 's'}"
    print(
        f"release: {number} since {tag} ({counts});"
        f" `deploy-contract diff git:{tag} ./generated` lists them"
    )
    return 1 if found else 0


def last_release(root: Path) -> str | None:
    """Return the last tag `v*` before or at HEAD, or None if there is no tag or repository."""
    command = ["git", "describe", "--tags", "--match", "v*", "--abbrev=0"]
    try:
        done = _run(command, root)
    except FileNotFoundError:
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None


def _run(command: list[str], root: Path) -> subprocess.CompletedProcess[str]:
    # the name of a tag is the only text from outside in the commands
    return subprocess.run(command, cwd=root, check=False, capture_output=True, text=True)  # noqa: S603


def faults(
    spec: Path, tag: str, changes: list[dict[str, Any]], summary: dict[str, Any]
) -> list[str]:
    """Return the missing steps and entries, one line each.

    `changes` and `summary`: the output of `deploy-contract diff` since the tag.
    """
    if not changes:
        return []
    source = Spec(spec)
    version = str(source.load(OPENAPI).value["info"]["version"])
    needed, made, message = summary["step"], summary["step_made"], ""
    if made in (None, "none"):
        message = (
            f"the contract has changed since {tag};"
            f" raise the version above {summary['old']['version']}, by a {needed} step"
        )
    elif summary["breaking"] and not summary["fits"]:
        first = next(row for row in changes if "breaking" in (row["requests"], row["responses"]))
        message = (
            f"a change since {tag} breaks clients ({first['where']}: {first['what']});"
            f" raise the version by a {needed} step; a {made} step is not enough"
        )
    found = [source.fault(OPENAPI, ("info", "version"), message)] if message else []
    if not has_entry(spec / CHANGELOG, version):
        message = f"no entry for {version}; write `## {version}`, and the changes below it"
        found.append(SpecFault(CHANGELOG, 1, 1, message))
    return [f"spec/{fault}" for fault in found]


def has_entry(changelog: Path, version: str) -> bool:
    """Return True if a changelog has text below the heading of a version."""
    text = changelog.read_text("utf-8") if changelog.is_file() else ""
    for section in re.split("^## ", text, flags=re.MULTILINE)[1:]:
        heading, *lines = section.splitlines()
        found = _HEADING.match(heading)
        if found is not None and found[1] == version:
            return any(line.strip() and not line.startswith("#") for line in lines)
    return False


if __name__ == "__main__":
    sys.exit(main())
