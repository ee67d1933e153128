"""Arrows run one way, modules stay small, and what others build on is pinned."""

import re
import tomllib
from functools import cache
from graphlib import TopologicalSorter

import grimp

import deploy_contract
from tests.support.commands import ROOT, run_python

LIBRARY = "deploy_contract"
IMPORTS = {  # package of ours -> packages of ours that it may import, named by their ends
    "_format": "",
    "_generated": "_format",
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
def arrows(*packages: str) -> dict[str, set[str]]:
    """Return the modules of packages, each with those of them that it imports anywhere."""
    graph = grimp.build_graph(*packages, cache_dir=None)
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


def of_source() -> dict[str, set[str]]:
    return arrows(*ALLOWED)


def test_imports_follow_the_arrows() -> None:
    assert {path.name for path in (ROOT / "src").iterdir()} <= ALLOWED.keys()
    for module, imported in of_source().items():
        package = module.partition(".")[0]
        ours = {name.partition(".")[0] for name in imported}
        assert ours <= ALLOWED[package] | {package}, module


def test_modules_are_named_for_what_they_hold() -> None:
    vague = {"utils", "helpers", "base", "common", "misc"}
    assert not [module for module in of_source() if vague & set(module.split("."))]


def test_tests_share_by_support_alone() -> None:
    """A test module imports no other, nor a conftest; support imports nothing but itself."""
    for module, imported in arrows("tests").items():
        assert not [name for name in imported if re.search(r"\.(test_\w+|conftest)$", name)], module
        if module.startswith("tests.support"):
            assert all(name.startswith("tests.support") for name in imported), module


def test_no_files_import_each_other_in_a_circle() -> None:
    """Imports inside of functions count."""
    assert len(of_source()) > 200
    TopologicalSorter(of_source()).prepare()


# the command and the mock find programs of upper packages by name, since each needs an extra of its own;
# the types of patches that codegen writes import their base by its name
BY_NAME = {
    "deploy_contract_codegen.models",
    "deploy_contract.cli.commands",
    "deploy_contract.testing.mock",
}


def test_no_arrow_is_hidden_in_a_string() -> None:
    found = set()
    for path in (ROOT / "src").rglob("*.py"):
        module = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
        package = module.partition(".")[0]
        named = set(re.findall(r'"(\w+\.[\w.]+)"', path.read_text("utf-8"))) & of_source().keys()
        if {name.partition(".")[0] for name in named} - {package, *ALLOWED[package]}:
            found.add(module)
    assert found == BY_NAME


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
    {"contract"},
    {"knowledge", "files", "candidate", "conflicts", "examples", "patches", "policy_cases"},
    {"traffic", "refusals"},
    {"middleware"},
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
    for module, imported in of_source().items():
        unit = unit_of(module)
        if not unit or unit == "__main__":
            continue
        assert unit in floor, "a new module or package has its floor in FLOORS"
        others = set(map(unit_of, imported)) - {unit, ""}
        assert all(floor[other] < floor[unit] for other in others), module


def test_public_names_are_pinned() -> None:
    """The guide has tables of the members of a report, a violation and a contract, with tests."""
    assert sorted(deploy_contract.__all__) == [
        "Bundle", "Contract", "ContractError", "DocumentError", "Hosting", "Limits", "Report", "Request", "Response",
        "Source", "Violation",
    ]  # fmt: skip
    assert all(hasattr(deploy_contract, name) for name in deploy_contract.__all__)


def test_the_base_install_stays_small() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert [name.split(">")[0] for name in project["dependencies"]] == ["dacite"]


def test_a_verdict_imports_nothing_of_the_extras_that_it_does_not_need() -> None:
    code = (
        "import sys\n"
        "from deploy_contract import Contract\n"
        "assert Contract(engine='python').check(b'{}', 'DeploymentPatch', source='codehost').verdict == 'allow'\n"
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'yaml', 'rich', 'dacite',"
        " 'fastjsonschema', 'jsonschema', 'asyncio', 'http', 'socket', 'ssl'}))"
    )
    assert run_python(code).stdout.strip() == "[]"
