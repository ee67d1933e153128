"""`python -m deploy_contract_codegen`: write generated/ from spec/, or check both (--check)."""

import argparse
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from deploy_contract_codegen.spec import Spec, SpecError, refuse

try:
    from deploy_contract_codegen import readme
    from deploy_contract_codegen.cases import faults, wrong_cases
    from deploy_contract_codegen.generation import examine
    from deploy_contract_codegen.npm import program
    from deploy_contract_format.bundle_format import PACKAGE, RULES
except ModuleNotFoundError as missing:
    sys.exit(f"{missing.name} is not installed: pip install 'deploy-contract[codegen]'")

CHECKS = ("spec", "generated")


def main(arguments: list[str] | None = None) -> int:
    """Run the generator, and return the exit status: 1 if the spec is wrong or a file differs."""
    parser = argparse.ArgumentParser(prog="deploy_contract_codegen", description=__doc__)
    parser.add_argument(
        "--spec", type=Path, default=Path("spec"), help="folder of the spec (default: spec)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("generated"),
        help="folder to write (default: generated)",
    )
    parser.add_argument(
        "--readme", type=Path, nargs="+", default=[], help="pages with tables to write"
    )
    parser.add_argument(
        "--pyproject", type=Path, help="the file that has the extras, for their table"
    )
    parser.add_argument(
        "--tables",
        nargs="+",
        default=[],
        metavar="MODULE",
        help="modules whose `tables()` returns further tables by name",
    )
    parser.add_argument(
        "--check",
        nargs="?",
        choices=CHECKS,
        const=CHECKS,
        default=(),
        help="write nothing; fail if the spec is wrong or lacks cases (spec), if a file differs"
        " (generated), or both (the default)",
    )
    options = parser.parse_args(arguments)
    spec = Spec(options.spec)
    if not options.check and options.out.resolve() == program.PLACES[0]:
        problem = program.refresh()
        if problem:
            print(f"{options.out}/{program.FILE}: not made again: {problem}", file=sys.stderr)
    try:
        files, warnings = examine(spec)
        refuse(faults(spec) if "spec" in options.check else wrong_cases(spec))
    except FileNotFoundError as missing:
        print(f"{missing.filename}: missing; check it out again", file=sys.stderr)
        return 1
    except SpecError as error:
        for line in str(error).splitlines():
            print(f"{options.spec}/{line}", file=sys.stderr)
        return 1
    for warning in warnings:
        print(
            f"{options.spec}/{warning.file}:{warning.line}:{warning.column}:"
            f" warning: {warning.message}",
            file=sys.stderr,
        )
    differing = _differing(options.out, files)
    tables = {readme.RULES: readme.table_of_rules(files[f"{PACKAGE}/{RULES}"])}
    if options.pyproject:
        tables[readme.EXTRAS] = readme.table_of_extras(options.pyproject.read_text("utf-8"))
    for name in options.tables:
        tables |= import_module(name).tables()
    pages = {page: page.read_text("utf-8") for page in options.readme}
    written = {page: readme.with_tables(text, tables) for page, text in pages.items()}
    stale = [page for page in pages if written[page] != pages[page]]
    if options.check:
        if "generated" not in options.check:
            return 0
        wrong = [*(f"{options.out}/{name}" for name in differing), *map(str, stale)]
        for name in wrong:
            print(f"{name}: not what spec/ says; run `make generate`", file=sys.stderr)
        if program.is_stale():
            wrong.append(program.FILE)
            where = "run `make generate` where cargo is"
            print(
                f"{options.out}/{program.FILE}: made from other sources; {where}", file=sys.stderr
            )
        return int(bool(wrong))
    for page in stale:
        page.write_text(written[page], "utf-8")
    for name in differing:
        path = options.out / name
        if name in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[name], "utf-8")
        else:
            path.unlink()
    print(f"{options.out}: {len(files)} files, {len(differing)} changed")
    return 0


def _differing(out: Path, files: Mapping[str, str]) -> list[str]:
    """Return the files that are missing, differ, or are left over in the written folders."""
    differing = []
    for name, text in files.items():
        path = out / name
        if not path.is_file() or path.read_bytes() != text.encode("utf-8"):
            differing.append(name)
    for top in {name.partition("/")[0] for name in files}:
        for path in (out / top).rglob("*"):
            name = path.relative_to(out).as_posix()
            if path.is_file() and "__pycache__" not in path.parts and name not in files:
                differing.append(name)
    return sorted(differing)


if __name__ == "__main__":
    sys.exit(main())
