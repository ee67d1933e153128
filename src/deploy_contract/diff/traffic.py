"""Recorded requests judged by two contracts: which the one refuses that the other does not.

The library judges by the tables of the package that is installed, so each contract is judged by in a process of its own, which
finds another `deploy_contract_generated` first. It holds the tables of that contract and nothing else of it: validators are
compiled out of the tables, and no code of it is run.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from deploy_contract.diff.bundles import OPERATIONS, PACKAGE, RULES, Bundle
from deploy_contract.document import engines
from deploy_contract.files import documents
from deploy_contract.files.documents import UnreadableError
from deploy_contract.traffic import har
from deploy_contract_format.faults import shown
from deploy_contract_format.rulefile import HTTP, KEYWORDS, UNDECLARED, WIRE
from deploy_contract_format.rules import Kind

BEGIN = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from deploy_contract.diff.traffic import main; sys.exit(main())"
)
VALIDATORS = "from deploy_contract.diff.traffic import Compiled, UnfitError as Invalid\n\nVALIDATORS = Compiled()\n"


class Refused(NamedTuple):
    """An entry of the recording, counted from 1, that is newly refused: the operation, and the rules that refuse it now."""

    entry: int
    operation: str
    rules: tuple[str, ...]
    undecided: bool  # whether the old contract left it open


class Outcome(NamedTuple):
    """What became of recorded requests. `judged`: those that both contracts could judge, and lead to an operation of one."""

    entries: int
    judged: int
    newly_refused: tuple[Refused, ...]
    newly_accepted: tuple[int, ...]


class UnfitError(Exception):
    """A value does not fit a schema."""


class Compiled(dict[str, Callable[[Any], Any]]):
    """Validators of definitions by name, compiled by fastjsonschema when they are first asked for."""

    def __missing__(self, name: str) -> Callable[[Any], Any]:
        import fastjsonschema

        known = next(
            found
            for kind in engines.generated(RULES)["kinds"]
            if name in (found := engines.definitions(kind))
        )
        renamed = json.loads(json.dumps(known).replace("#/$defs/", "#/definitions/"))
        schema = {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "$ref": f"#/definitions/{name}",
            "definitions": renamed,
        }
        function = fastjsonschema.compile(schema, use_default=False, use_formats=False)

        def valid(value: Any) -> None:
            try:
                function(value)
            except fastjsonschema.JsonSchemaException:
                raise UnfitError from None

        self[name] = valid
        return valid


def judged(old: Bundle, new: Bundle, name: str, base_path: str) -> Outcome:
    """What becomes of the requests of a HAR file, "-" for standard input. UnreadableError where they cannot be judged."""
    given = documents.read(name, har.MOST) if name == documents.STANDARD_INPUT else None
    before, after = (
        _judged_by(bundle, other, name, given, base_path)
        for bundle, other in ((old, new), (new, old))
    )
    pairs = [
        (one, other)
        for one, other in zip(before, after, strict=True)
        if one[2] and other[2] and (one[1] or other[1])
    ]
    return Outcome(
        entries=len(before),
        judged=len(pairs),
        newly_refused=tuple(
            Refused(other[0], other[1] or one[1], tuple(other[3]), one[2] == "indeterminate")
            for one, other in pairs
            if other[2] == "deny" and one[2] != "deny"
        ),
        newly_accepted=tuple(
            one[0] for one, other in pairs if one[2] == "deny" and other[2] != "deny"
        ),
    )


def _judged_by(
    bundle: Bundle, other: Bundle, name: str, given: bytes | None, base_path: str
) -> list[Any]:
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / PACKAGE
        for path, content in _files(bundle, other).items():
            (package / path).parent.mkdir(parents=True, exist_ok=True)
            (package / path).write_bytes(content)
        command = [
            sys.executable,
            "-P",
            "-c",
            BEGIN,
            json.dumps([folder, *sys.path]),
            folder,
            name,
            base_path,
        ]
        done = subprocess.run(command, input=given or b"", capture_output=True, check=False)  # noqa: S603 - ourselves
    if done.returncode:
        told = done.stderr.decode("utf-8", "replace").splitlines()
        raise UnreadableError(
            told[-1]
            if done.returncode == 2 and told
            else f"{shown(bundle.name)}: no requests can be judged by it"
        )
    rows: list[Any] = json.loads(done.stdout)
    return rows


def _files(bundle: Bundle, other: Bundle) -> dict[str, bytes]:
    """The files of the package to judge by. What earlier generators did not write yet is added, and changes no verdict."""
    tables, more = json.loads(bundle.files[RULES]), json.loads(other.files[RULES])
    tables["kinds"] = {name: {**Kind()._asdict(), **row} for name, row in tables["kinds"].items()}
    present = {row["parameters"].get("keyword", row["rule"]) for row in tables["rules"]}
    known = {
        row["parameters"].get("keyword", row["rule"]): row
        for row in (*engines.generated(RULES)["rules"], *more["rules"])
    }
    for name in (*WIRE, *HTTP, *UNDECLARED, *KEYWORDS):
        if name not in present and name in known:
            # without the rules of the wire a body has no one meaning; the others have refused nothing
            fixed = name in WIRE or known[name]["parameters"].get("fixed")
            tables["rules"].append(known[name] if fixed else {**known[name], "mode": "off"})
    media_types = {row["media_type"] for row in engines.generated(OPERATIONS)}
    default = {"media_type": media_types.pop()} if len(media_types) == 1 else {}
    rows = [{**default, **row} for row in json.loads(bundle.files[OPERATIONS])]
    return {
        **bundle.files,
        RULES: json.dumps(tables).encode(),
        OPERATIONS: json.dumps(rows).encode(),
        "__init__.py": b"",
        "validators.py": VALIDATORS.encode(),
    }


def main() -> int:
    """Judges the requests of a recording by the tables of a folder, and prints [number, operation, verdict, rules] of each.

    The verdict is None where the recording does not say what was sent. Arguments: the search path, the folder, the name of the
    recording, the prefix of its paths. Exit status: 0; 2 where the recording cannot be read.
    """
    import deploy_contract_generated

    from deploy_contract.contract import Contract
    from deploy_contract.report import ContractError
    from deploy_contract.traffic.replay import Replay

    folder, name, base_path = sys.argv[2:]
    if not Path(deploy_contract_generated.__path__[0]).is_relative_to(folder):
        return 1
    rows: list[tuple[int, str | None, str | None, list[str]]] = []
    try:
        for one in Replay(Contract(base_path=base_path)).judge(har.load(name)):
            report = one.request
            rules = (
                dict.fromkeys(
                    violation.rule for violation in report.found if violation.mode == "enforce"
                )
                if report
                else {}
            )
            rows.append(
                (one.number, one.operation, report.verdict if report else None, list(rules))
            )
    except (UnreadableError, ContractError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except Exception as error:  # its text may hold values of the recording
        sys.stderr.write(f"{type(error).__name__}\n")
        return 1
    json.dump(rows, sys.stdout)
    return 0
