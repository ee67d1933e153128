"""Arrows run one way, modules stay small, and what others build on is pinned."""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import deploy_contract
from tests.support.commands import ROOT, run_python

SOURCES = sorted((ROOT / "src").rglob("*.py"))
LIBRARY = "deploy_contract"
IMPORTS = {  # package of ours -> packages of ours that it may import, named by their ends
    "_format": "",
    "_pages": "",
    "_codegen": "_format _pages",
    "_native": "",
    "": "_format _generated _native _pages",
    "_pytest": LIBRARY,
    "_serving": f"{LIBRARY} _format",
    "_gateway": f"{LIBRARY} _generated _pages _serving",
    "_service": f"{LIBRARY} _generated _format _pages _serving",
}
ALLOWED = {
    LIBRARY + end: {LIBRARY + name.removeprefix(LIBRARY) for name in names.split()}
    for end, names in IMPORTS.items()
}


@cache
def nodes(path: Path) -> list[ast.Import | ast.ImportFrom | ast.Constant]:
    """Return the imports and the constants of a file."""
    kinds = (ast.Import, ast.ImportFrom, ast.Constant)
    return [
        node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, kinds)
    ]


def imported(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide where an arrow leads"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_imports_follow_the_arrows() -> None:
    packages = {path: path.relative_to(ROOT / "src").parts[0] for path in SOURCES}
    assert set(packages.values()) == set(ALLOWED)
    for path, package in packages.items():
        ours = {name.split(".")[0] for name in imported(path) if name.startswith("deploy_contract")}
        assert ours <= ALLOWED[package] | {package}, path


def test_modules_are_named_for_what_they_hold() -> None:
    vague = {"utils", "helpers", "base", "common", "misc"}
    assert not [path for path in SOURCES if path.stem in vague]


TESTS = sorted((ROOT / "tests").rglob("*.py"))


def test_tests_share_by_support_alone() -> None:
    """A test module imports no other, nor a conftest; support imports nothing but itself."""
    for path in TESTS:
        ours = {name for name in imported(path) if name.startswith("tests.")}
        modules = {part for name in ours for part in name.split(".")}
        taken = [part for part in modules if part.startswith("test_") or part == "conftest"]
        assert not taken, path
        if (ROOT / "tests" / "support") in path.parents:
            assert {name.split(".")[1] for name in ours} <= {"support"}, path


MODULES = {
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__"): path
    for path in SOURCES
}


def test_no_files_import_each_other_in_a_circle() -> None:
    """Imports inside of functions count."""
    waiting = {name: names_of_files(path) - {name} for name, path in MODULES.items()}
    assert len(waiting) > 200
    settled: set[str] = set()
    while waiting:
        free = {name for name, targets in waiting.items() if targets <= settled}
        assert free, f"a circle among {sorted(waiting)}"
        settled |= free
        waiting = {name: targets for name, targets in waiting.items() if name not in free}


# the command and the mock find programs of upper packages by name, since each needs an extra of its own
BY_NAME = {
    "deploy_contract.cli.commands",
    "deploy_contract.testing.mock",
}


def test_no_arrow_is_hidden_in_a_string() -> None:
    found = set()
    for name, path in MODULES.items():
        for node in nodes(path):
            text = node.value if isinstance(node, ast.Constant) else None
            package = name.split(".")[0]
            if not isinstance(text, str) or "." not in text or text not in MODULES:
                continue
            if text.split(".")[0] not in {package, *ALLOWED[package]}:
                found.add(name)
    assert found == BY_NAME


def names_of_files(path: Path) -> set[str]:
    """Return the modules of ours that a file imports."""
    found = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            of_package = {f"{node.module}.{alias.name}" for alias in node.names}
            modules = of_package & MODULES.keys()
            found |= modules if len(modules) == len(of_package) else {*modules, node.module or ""}
    return found & MODULES.keys()


FLOORS = (  # modules and packages of the library; each imports only what stands on a lower floor
    {"violations", "bundle_files", "frozen"},
    {"exceptions", "limits", "notes", "wording"},
    {"plain"},
    {"logs", "choices"},
    {"effective"},
    {"bundle"},
    {"deployments"},
    {"judge"},
    {"models"},
    {"report"},
    {"places"},
    {"http", "policies", "answers", "editors"},
    {"options"},
    {"contract"},
    {"knowledge", "files", "candidate", "conflicts", "examples", "patches", "policy_cases"},
    {"middleware", "traffic", "refusals"},
    {"asgi", "wsgi", "metrics", "traces", "diff"},
    {"cli", "httpx", "fastapi"},
    {"testing"},
)


def unit_of(module: str) -> str:
    """Return the module or package of the library that has a module; "" for any other module."""
    package, _, rest = module.partition(".")
    return rest.partition(".")[0] if package == "deploy_contract" else ""


def test_packages_of_the_library_import_one_way() -> None:
    floor = {unit: number for number, units in enumerate(FLOORS) for unit in units}
    for name, path in MODULES.items():
        unit = unit_of(name)
        if not unit or path.stem in ("__init__", "__main__"):
            continue
        assert unit in floor, "a new module or package has its floor in FLOORS"
        others = set(map(unit_of, names_of_files(path))) - {unit, ""}
        assert all(floor[other] < floor[unit] for other in others), name


def test_public_names_are_pinned() -> None:
    """The guide has tables of the members of a report, a violation and a contract, with tests."""
    assert sorted(deploy_contract.__all__) == [
        "Bundle", "Contract", "ContractError", "DocumentError", "Hosting", "Limits", "Report", "Request", "Response",
        "Source", "Violation",
    ]  # fmt: skip
    assert all(hasattr(deploy_contract, name) for name in deploy_contract.__all__)


def test_the_base_install_stays_small() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert sorted(name.split(">")[0] for name in project["dependencies"]) == [
        "dacite",
    ]


def test_a_verdict_imports_nothing_of_the_extras_that_it_does_not_need() -> None:
    code = (
        "import sys\n"
        "from deploy_contract import Contract\n"
        "assert Contract(engine='python').check(b'{}', 'DeploymentPatch', source='codehost').verdict == 'allow'\n"
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'yaml', 'rich', 'dacite',"
        " 'fastjsonschema', 'jsonschema', 'asyncio', 'http', 'socket', 'ssl'}))"
    )
    assert run_python(code).stdout.strip() == "[]"
