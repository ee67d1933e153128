"""`make conformance`: run the suite under every judge and in JavaScript, and print a table."""

import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from deploy_contract_generated.names import EngineName

from deploy_contract import Contract
from tests.support.commands import ran
from tests.support.engines import ENGINES
from tests.support.npm import PACKAGE, installed
from tests.support.suite import ROOT, cases, difference, report

AJV = Path(__file__).parent / "ajv"


def python(engine: EngineName) -> Counter[str]:
    """Count the results of the suite under a judge of Python."""
    results: Counter[str] = Counter()
    contracts: dict[str, Contract] = {}
    for title, case in cases():
        differing = difference(case, report(case, engine, contracts))
        results["failed" if differing else "passed"] += 1
        if differing:
            print(f"{engine}: {title}: (expected, got) {differing}", file=sys.stderr)
    return results


def _skipped(name: str, skipped: Mapping[str, int]) -> Counter[str]:
    """Print the reason of each skip and return the number of skipped cases."""
    for reason, count in skipped.items():
        print(f"{name}: {count} skipped: {reason}", file=sys.stderr)
    return Counter(skipped=sum(skipped.values()))


def npm() -> dict[str, Counter[str]]:
    """Count the results of the suite under the npm package and, for its schemas alone, under ajv."""
    table = {}
    folder = installed(AJV)
    command = ["node", "run.mjs", str(ROOT / "spec" / "suite"), str(PACKAGE)]
    for name, options in (("npm", []), ("ajv", ["--ajv"])):
        table[name] = _counted(name, ran(*command, *options, folder=folder))
    return table


def _counted(name: str, done: subprocess.CompletedProcess[str]) -> Counter[str]:
    """Print the cases that differ, and return the counts of the last line."""
    *lines, last = done.stdout.splitlines() or ["{}"]
    for line in lines:
        print(f"{name}: {line}", file=sys.stderr)
    if done.stderr:
        print(done.stderr, file=sys.stderr)
    counted = json.loads(last)
    results = Counter(passed=counted.get("passed", 0), failed=counted.get("failed", 1))
    return results + _skipped(name, counted.get("skipped", {}))


def main() -> int:
    """Print the table. Return 1 if a case fails or an engine runs none."""
    table: dict[str, Counter[str]] = {engine: python(engine) for engine in ENGINES}
    if shutil.which("node") and shutil.which("npm"):
        table |= npm()
    else:
        print("npm, ajv: not run: they need node and npm", file=sys.stderr)
    print(f"{'engine':12}{'passed':>8}{'failed':>8}{'skipped':>9}")
    for name, results in table.items():
        print(f"{name:12}{results['passed']:8}{results['failed']:8}{results['skipped']:9}")
    return 1 if any(results["failed"] or not results["passed"] for results in table.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
