"""`python -m deploy_contract_codegen`: write generated/ from spec/, or check both (--check)."""

import argparse
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from deploy_contract_codegen.spec import Spec, SpecError, refuse

try:
    from deploy_contract_codegen import readme
    from deploy_contract_codegen.cases import faults
    from deploy_contract_codegen.generation import examine
    from deploy_contract_codegen.npm import program
except ModuleNotFoundError as missing:
    sys.exit(f"{missing.name} is not installed: pip install 'deploy-contract[codegen]'")

CHECKS = ("spec", "generated")


def main(arguments: list[str] | None = None) -> int:
    """Run the generator, and return the exit status: 1 if the spec is wrong or a file differs."""
    options = _parser().parse_args(arguments)
    spec, out = Spec(options.spec), options.out
    if not options.check and out.resolve() == program.PLACES[0]:
        problem = program.refresh()
        if problem:
            _complain(f"{out}/{program.FILE}: not made again: {problem}")
    try:
        files, warnings, rules = examine(spec)
        refuse(faults(spec, complete="spec" in options.check))
    except FileNotFoundError as missing:
        _complain(f"{missing.filename}: missing; check it out again")
        return 1
    except SpecError as error:
        for line in str(error).splitlines():
            _complain(f"{options.spec}/{line}")
        return 1
    for warning in warnings:
        _complain(f"{options.spec}/{warning._replace(message=f'warning: {warning.message}')}")
    tables = {readme.RULES: rules}
    if options.pyproject:
        tables[readme.EXTRAS] = readme.table_of_extras(options.pyproject.read_text("utf-8"))
    for name in options.tables:
        tables |= import_module(name).tables()
    wanted = {out / name: text for name, text in files.items()}
    for page in options.readme:
        wanted[page] = readme.with_tables(page.read_text("utf-8"), tables)
    found = {path: path.read_bytes() if path.is_file() else None for path in wanted}
    differing = [path for path, text in wanted.items() if found[path] != text.encode("utf-8")]
    folders = {out / name.partition("/")[0] for name in files}
    left_over = [path for folder in folders for path in _files(folder) if path not in wanted]
    if options.check:
        return _report(out, [*differing, *left_over]) if "generated" in options.check else 0
    for path in differing:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], "utf-8")
    for path in left_over:
        path.unlink()
    print(f"{out}: {len(files)} files, {len(differing) + len(left_over)} changed")
    return 0


def _parser() -> argparse.ArgumentParser:
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
    return parser


def _complain(line: str) -> None:
    print(line, file=sys.stderr)


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path


def _report(out: Path, wrong: list[Path]) -> int:
    """Print the files that differ from spec/. Return 1 if there are any."""
    for path in sorted(wrong):
        _complain(f"{path}: differs from spec/; run `make generate`")
    is_stale = program.is_stale()
    if is_stale:
        advice = "run `make generate` on a machine with cargo"
        _complain(f"{out}/{program.FILE}: made from other sources; {advice}")
    return int(bool(wrong) or is_stale)


if __name__ == "__main__":
    sys.exit(main())
