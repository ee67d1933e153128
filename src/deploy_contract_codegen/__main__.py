"""`python -m deploy_contract_codegen`: writes generated/ from spec/, or with --check says what differs."""

import argparse
import sys
from pathlib import Path

from deploy_contract_codegen.generation import PACKAGE, generate
from deploy_contract_codegen.spec import SpecError


def main(arguments: list[str] | None = None) -> int:
    """Exit status: 0 written (or nothing differs), 1 the spec is at fault (or something differs)."""
    parser = argparse.ArgumentParser(prog="deploy_contract_codegen", description=__doc__)
    parser.add_argument("--spec", type=Path, default=Path("spec"), help="the folder of the spec (default: spec)")
    parser.add_argument("--out", type=Path, default=Path("generated"), help="the folder to write (default: generated)")
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a file differs")
    options = parser.parse_args(arguments)
    try:
        files = generate(options.spec)
    except SpecError as error:
        for line in str(error).splitlines():
            print(f"{options.spec}/{line}", file=sys.stderr)
        return 1
    package = options.out / PACKAGE
    present = {
        str(path.relative_to(options.out)) for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    }
    differing = sorted(
        name
        for name in present | set(files)
        if name not in files or name not in present or (options.out / name).read_text("utf-8") != files[name]
    )
    if options.check:
        for name in differing:
            print(f"{options.out}/{name}: not what spec/ says; run `make generate`", file=sys.stderr)
        return 1 if differing else 0
    for name in differing:
        path = options.out / name
        if name in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[name], "utf-8")
        else:
            path.unlink()
    print(f"{options.out}: {len(files)} files, {len(differing)} changed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
