"""`make demo`: the examples of spec/examples through the command, each with what it is and what comes out."""

import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

from deploy_contract.cli.command import main as check
from deploy_contract_format.yaml_text import yaml_documents

ROOT = Path(__file__).parents[2]
EXAMPLES = Path("spec/examples")
WORDS = {"allow": "allowed", "deny": "denied", "indeterminate": "undecided"}


def rows() -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = next(
        yaml_documents((ROOT / EXAMPLES / "index.yaml").read_text("utf-8"))
    ).value
    return rows


def arguments(row: dict[str, Any]) -> Iterator[str]:
    yield "check"
    if row["document"] != "DeploymentPatch":
        yield from ("--as", row["document"])
    for name in ("source", "hosting"):
        if name in row:
            yield from (f"--{name}", row[name])
    if "unknown_fields" in row:
        yield from ("--unknown-fields", row["unknown_fields"])
    if "deployment" in row:
        yield from ("--deployment", str(EXAMPLES / row["deployment"]))
    yield str(EXAMPLES / row["file"])


def main() -> int:
    """Exit status 1 where an example is not judged as the index says."""
    others = 0
    for row in rows():
        command = list(arguments(row))
        print(f"\n# {row['title']}\n$ deploy-contract {' '.join(command)}")
        with chdir(ROOT):
            status = check(command)
        if status != (1 if row["verdict"] == "deny" else 0):
            print(f"expected: {WORDS[row['verdict']]}", file=sys.stderr)
            others += 1
    expected = len(rows()) - others
    print(f"\n{expected} of {len(rows())} examples have the verdict that the index expects")
    return 1 if others else 0


if __name__ == "__main__":
    sys.exit(main())
