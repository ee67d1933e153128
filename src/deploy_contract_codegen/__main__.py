"""`python -m deploy_contract_codegen`: writes generated/ from spec/, or with --check says what is wrong or differs."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from deploy_contract_codegen.spec import Fault, SpecError

try:
    from deploy_contract_codegen.cases import faults
    from deploy_contract_codegen.generation import examine
except ModuleNotFoundError as missing:
    sys.exit(f"{missing.name} is not installed: pip install 'deploy-contract[codegen]'")

CHECKS = ("spec", "generated")


def main(arguments: list[str] | None = None) -> int:
    """Exit status: 0 written (or nothing is wrong), 1 the spec is at fault (or something differs)."""
    parser = argparse.ArgumentParser(prog="deploy_contract_codegen", description=__doc__)
    parser.add_argument(
        "--spec", type=Path, default=Path("spec"), help="the folder of the spec (default: spec)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("generated"),
        help="the folder to write (default: generated)",
    )
    parser.add_argument(
        "--check",
        nargs="?",
        choices=CHECKS,
        const=CHECKS,
        default=(),
        help="write nothing; fail where the spec is not sound or lacks cases (spec), or a file differs (generated), or either",
    )
    options = parser.parse_args(arguments)
    try:
        files, warnings = examine(options.spec)
        if "spec" in options.check:
            _refuse(faults(options.spec))
    except SpecError as error:
        for line in str(error).splitlines():
            print(f"{options.spec}/{line}", file=sys.stderr)
        return 1
    for warning in warnings:
        print(
            f"{options.spec}/{warning.file}:{warning.line}:{warning.column}: warning: {warning.message}",
            file=sys.stderr,
        )
    differing = _differing(options.out, files)
    if options.check:
        wanting = differing if "generated" in options.check else []
        for name in wanting:
            print(
                f"{options.out}/{name}: not what spec/ says; run `make generate`", file=sys.stderr
            )
        return 1 if wanting else 0
    for name in differing:
        path = options.out / name
        if name in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[name], "utf-8")
        else:
            path.unlink()
    print(f"{options.out}: {len(files)} files, {len(differing)} changed")
    return 0


def _refuse(found: list[Fault]) -> None:
    if found:
        raise SpecError(found)


def _differing(out: Path, files: Mapping[str, str]) -> list[str]:
    """The files that are missing, hold something else, or no longer belong into the folders that are written."""
    written = [out / name for name in {name.partition("/")[0] for name in files}]
    paths = {
        path
        for top in written
        for path in (top, *top.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
    present = {path.relative_to(out).as_posix() for path in paths}
    return sorted(
        name
        for name in present | set(files)
        if name not in files
        or name not in present
        or (out / name).read_bytes() != files[name].encode("utf-8")
    )


if __name__ == "__main__":
    sys.exit(main())
