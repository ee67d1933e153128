"""The guides: every block runs, every link resolves, and every name in them exists."""

import argparse
import importlib
import inspect
import json
import re
import shlex
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import yaml

import deploy_contract_pytest
from deploy_contract import Bundle, Contract, Limits, Report, Violation, metrics, notes, traces
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.cli import command as cli
from deploy_contract.middleware.observation import Observation
from deploy_contract.testing.judge import Judge
from tests.support.applications import over_asgi
from tests.support.commands import Output, run_pytest
from tests.support.guides import (
    GUIDES,
    OWN_TESTS,
    ROOT,
    Block,
    anchors,
    blocks,
    commands,
    links,
    section,
    spans,
    tables,
)

CONTRIBUTING = ROOT / ".github" / "CONTRIBUTING.md"
NAMES = [path.relative_to(ROOT).as_posix() for path in GUIDES]
NOT_RUN = {  # program of a console block -> the reason; its words are checked instead
    "pip": "it would install over the environment of the tests; its extras are checked",
    "make": "it runs the tests; its targets are checked",
    "cargo": "`make test` runs it where it is installed; the path of its crate is checked",
}
# blocks without a language
DRAWINGS = {".github/CONTRIBUTING.md": 1, "src/deploy_contract_native/README.md": 1}
OTHER_OPTIONS = {  # of programs that are not ours
    "--option": "stands for any option of the gateway",
    "--help": "of every command",
    "--version": "of the command itself",
    "--manifest-path": "cargo",
    "--package": "cargo",
    "--test": "cargo",
    "--name": "stands for any option",
    "--durations": "pytest",
}
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
HOOKS = {row["id"]: row for row in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def library_page(heading: str) -> str:
    """Return the only guide of the library that has a heading."""
    texts = [read(name) for name in NAMES if name.startswith("src/deploy_contract/")]
    (page,) = [text for text in texts if re.search(rf"^#+ {heading}$", text, re.MULTILINE)]
    return page


# --- blocks


@pytest.mark.filterwarnings("ignore:Using `httpx` with `starlette.testclient`")
@pytest.mark.parametrize("name", [name for name in NAMES if name not in OWN_TESTS])
def test_every_block_of_a_guide_runs_and_prints_its_output(
    name: str,
    here: Path,
    capsys: Output,
) -> None:
    for folder in ("spec", "generated"):
        (here / folder).symlink_to(ROOT / folder)
    scope: dict[str, Any] = {"__name__": "guide"}
    printed, drawings = "", 0
    for block in blocks(read(name)):
        where = f"{name}, line {block.line}"
        if block.language == "text":
            assert printed == block.text, where
            printed = ""
            continue
        assert printed == "", f"{where}: the output of the block before is not shown"
        if block.language == "python":
            exec(compile("\n" * block.line + block.text, name, "exec"), scope)  # noqa: S102 - ours
            printed = capsys.readouterr().out
        elif block.language == "console":
            for command, output in commands(block.text):
                run(command, output, where, capsys)
        elif block.language == "":
            drawings += 1
        else:
            JUDGES[block.language](block, where)
    assert printed == "", f"{name}: the output of the last block is not shown"
    assert drawings == DRAWINGS.get(name, 0)


def test_the_order_of_middlewares_lets_a_browser_send_a_patch() -> None:
    (block,) = blocks(section(library_page("Order of middlewares"), "Order of middlewares"))
    scope: dict[str, Any] = {"contract": Contract()}
    exec(block.text, scope)  # noqa: S102 - ours
    asks = {
        "origin": "https://console.example.com",
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "content-type",
    }
    path = "/v2/deployments/5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001"
    preflight = over_asgi(scope["api"])("OPTIONS", path, headers=asks)
    assert (preflight.status, preflight.headers["access-control-allow-origin"]) == (200, "*")
    assert "PATCH" in preflight.headers["access-control-allow-methods"]


def run(command: str, output: str, where: str, capsys: Output) -> None:
    """Run a command of a console block; `cat FILE` writes the file that it shows."""
    program, *words = shlex.split(command)
    if program == "cat":
        (path,) = map(Path, words)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(output, "utf-8")
    elif program in NOT_RUN:
        assert output == "", where
        require_words(program, words)
    else:
        if program == "pytest":
            done = run_pytest(Path.cwd(), "-qq", *words, columns=80)
            is_failed = re.search(r"\n(E|FAILED) ", output) is not None
            assert done.returncode == int(is_failed), done.stdout
            printed = done.stdout
        else:
            assert program == "deploy-contract", where
            cli.main(words)
            printed = capsys.readouterr().out
        parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", output, flags=re.M)]
        assert re.fullmatch(r"(?:.*\n)*".join(parts), printed), f"{where}: {command}\n{printed}"


def require_words(program: str, words: list[str]) -> None:
    """Check the words of a command that is not run."""
    if program == "make":
        assert set(words) <= TARGETS
    elif program == "cargo":
        (path,) = [word for word in words if word.endswith(".toml")]
        assert (ROOT / path).is_file()
    else:
        assert words[0] == "install"
        (extras,) = re.findall(r"^\.\[(.*)\]$", words[1])
        assert set(extras.split(",")) <= set(PYPROJECT["project"]["optional-dependencies"])


def judge_yaml(block: Block, where: str) -> None:
    data = yaml.safe_load(block.text)
    if block.section == "GitHub Actions":
        require_action(data)
        return
    file = file_of(block, where)
    if file.name == ".pre-commit-config.yaml":
        require_hooks(data, block.text)
    else:
        assert Contract(policies=[file]).rules, where


def require_action(data: Any) -> None:
    """Check that our action exists and takes the inputs, and that the versions are pinned."""
    (job,) = data["jobs"].values()
    used = {step["uses"]: step for step in job["steps"]}
    assert all(re.search(r"@v\d+\.\d+\.\d+$", name) for name in used)
    ours = [name for name in used if "/deploy-contract/" in name]
    path = ours[0].partition("/deploy-contract/")[2].partition("@")[0]
    action = yaml.safe_load((ROOT / path / "action.yml").read_text("utf-8"))
    assert set(used[ours[0]]["with"]) <= set(action["inputs"])
    (table,) = tables(library_page("GitHub Actions"), "GitHub Actions")
    shown = {name for row in table for name in re.findall(r"`([\w-]+)`", row[0])}
    assert shown == set(action["inputs"])


def require_hooks(data: Any, text: str) -> None:
    """Check that the hooks exist and take their arguments, and that `rev` is explained."""
    assert re.search(r"rev: \S+ +# needs this tag", text)
    for repository in data["repos"]:
        assert not repository["repo"].startswith("http"), "there is no such address"
        for hook in repository["hooks"]:
            words = [*shlex.split(HOOKS[hook["id"]]["entry"]), *hook["args"], "patch.yaml"]
            assert parser().parse_args(words[1:])


def judge_toml(block: Block, where: str) -> None:
    if "files" in tomllib.loads(block.text):
        assert file_of(block, where).name == "deploy-contract.toml"  # the command after reads it


def judge_json(block: Block, where: str) -> None:
    data = json.loads(block.text)
    urls = [row["url"] for row in data["json.schemas"]] + list(data["yaml.schemas"])
    assert urls, where
    for url in urls:
        assert json.loads((ROOT / url).read_text("utf-8"))["$schema"]


def file_of(block: Block, where: str) -> Path:
    """Write a block into the file that its first line names."""
    head = re.match(r"# (\S+\.(?:yaml|toml))\n", block.text)
    assert head, f"{where}: the first line must name the file"
    path = Path(head[1])
    path.write_text(block.text, "utf-8")
    return path


def judge_sh(block: Block, where: str) -> None:
    """Check that the targets of make exist, and the tests that pytest is to run."""
    for line in block.text.splitlines():
        program, *words = shlex.split(line, comments=True)
        if program == "make":
            require_words(program, words)
            continue
        assert (program, *words[:2]) == (".venv/bin/python", "-m", "pytest"), where
        paths = [word for word in words if word.startswith("tests/")]
        assert paths, line
        assert all((ROOT / path).exists() for path in paths), line


def judged_elsewhere(block: Block, where: str) -> None:
    """Leave the settings of editors to tests/unit/test_editors.py."""
    assert block.section == "Editors", where


JUDGES: dict[str, Callable[[Block, str], None]] = {
    "lua": judged_elsewhere,
    "sh": judge_sh,
    "xml": judged_elsewhere,
    "yaml": judge_yaml,
    "toml": judge_toml,
    "json": judge_json,
}


# --- links and names


def test_every_folder_of_tests_has_a_row() -> None:
    rows = re.findall(r"^\| `([a-z]+)/` \|", read("tests/README.md"), re.MULTILINE)
    assert {path.parent.name for path in ROOT.glob("tests/*/*.py")} == set(rows)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_has_one_title(name: str) -> None:
    outside = re.sub(r"^```.*?^```", "", read(name), flags=re.DOTALL | re.MULTILINE)
    assert len(re.findall(r"^# ", outside, re.MULTILINE)) == 1


@pytest.mark.parametrize("name", NAMES)
def test_every_link_and_anchor_leads_somewhere(name: str) -> None:
    text = read(name)
    for target in links(text):
        assert "://" not in target, f"{target} may lead nowhere"
        path, _, anchor = target.partition("#")
        linked = (ROOT / name).parent / path if path else ROOT / name
        assert linked.exists(), target
        if anchor:
            assert anchor in anchors(linked.read_text("utf-8")), target


@cache
def parser() -> argparse.ArgumentParser:
    return cli.full_parser(Bundle.installed())


def subcommands() -> dict[str, argparse.ArgumentParser]:
    (actions,) = [row for row in parser()._actions if isinstance(row.choices, dict)]
    return dict(actions.choices)  # type: ignore[arg-type]


@cache
def known_options() -> set[str]:
    actions = [action for each in subcommands().values() for action in each._actions]
    of_pytest = Mock()
    deploy_contract_pytest.pytest_addoption(of_pytest)
    plugin = [call.args[0] for call in of_pytest.getgroup.return_value.addoption.call_args_list]
    own = {name for action in actions for name in action.option_strings}
    return {*plugin, *own, *OTHER_OPTIONS}


@cache
def counted() -> set[str]:
    """Return the names of metrics and of attributes of spans."""
    sources = inspect.getsource(metrics) + inspect.getsource(traces)
    return set(re.findall(r'"(deploy_contract\.[a-z.]+)"', sources))


@pytest.mark.parametrize("name", NAMES)
def test_every_option_target_command_module_and_path_exists(name: str) -> None:
    for span in spans(read(name)):
        words = span.split()
        assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", span)) <= known_options(), span
        if span.startswith("make ") and not span.startswith("make PYTHON"):
            assert {word for word in words[1:] if "=" not in word} <= TARGETS, span
        if words[0] == "deploy-contract" and len(words) > 1:
            assert words[1] in {*subcommands(), "--version"}, span
        if re.fullmatch(r"deploy_contract\w*(\.\w+)+(\(.*\))?", span) and span not in counted():
            assert resolve(span.partition("(")[0]) is not None, span
        elif re.fullmatch(r"(src|tests|spec|generated|\.ci|\.github)/[\w./-]*", span):
            assert (ROOT / span).exists(), span


def resolve(dotted: str) -> Any:
    """Return the module, or the object in a module, of a dotted name."""
    try:
        return importlib.import_module(dotted)
    except ModuleNotFoundError:
        path, _, last = dotted.rpartition(".")
        return getattr(resolve(path), last)


# --- tables


def first_cells(heading: str, table: int = 0) -> list[str]:
    """Return the names in the first cells of a table of a guide of the library."""
    rows = list(tables(library_page(heading), heading))[table]
    return [name for row in rows for name in re.findall(r"`([\w-]+)", row[0])]


@pytest.mark.parametrize(
    ("heading", "function", "given"),
    [
        ("Options of Contract", Contract.__init__, 0),
        ("Options of a middleware", ContractMiddleware.__init__, 2),
        ("Limits", Limits, 0),
        ("Judge every response", Judge.__init__, 0),
    ],
)
def test_the_table_of_options_is_that_of_the_signature(
    heading: str, function: Any, given: int
) -> None:
    signature = inspect.signature(function)
    options = [row for row in signature.parameters.values() if row.name != "self"][given:]
    (table,) = tables(library_page(heading), heading)
    assert [row[0].strip("`") for row in table] == [option.name for option in options]
    for row, option in zip(table, options, strict=True):
        shown, default = row[1].strip("`").rpartition(".")[2], option.default
        name = getattr(default, "__name__", None)
        as_json = json.dumps(default) if isinstance(default, str) else repr(default)
        assert row[1].strip("`") == as_json or shown == name, option.name


def test_the_tables_of_values_have_every_attribute() -> None:
    public = {name: value for name, value in vars(Report).items() if not name.startswith("_")}
    attributes = {name for name, value in public.items() if isinstance(value, property)}
    assert sorted(first_cells("Read a report", 0)) == sorted(attributes)
    assert sorted(first_cells("Read a report", 1)) == sorted(public.keys() - attributes)
    assert set(first_cells("Read a report", 2)) == set(inspect.signature(Violation).parameters)
    assert set(first_cells("Observations", 0)) == set(Observation._fields)
    judging = {"check", "check_request", "check_response"}
    contract = {name for name in dir(Contract()) if not name.startswith("_")} - judging
    assert set(first_cells("Attributes of a contract", 0)) == contract
    response = set(inspect.signature(Contract.check_response).parameters) - {"self", "response"}
    assert set(first_cells("Requests and responses", 0)) == response


def test_the_tables_of_hooks_and_of_options_of_check_are_complete() -> None:
    assert set(first_cells("Hooks for git")) == set(HOOKS)
    options = {name for row in subcommands()["check"]._actions for name in row.option_strings}
    text = section(library_page("Check files"), "Check files")
    assert options - {"-h", "--help"} <= set(re.findall(r"`(--[a-z-]+)", text))


def test_the_table_of_notes_has_every_word() -> None:
    words = {value for name, value in vars(notes).items() if name.isupper() and type(value) is str}
    (table,) = tables(library_page("When lookups fail"), "When lookups fail")
    shown = {word for row in table for word in re.findall(r"`([a-z-]+)", row[0])}
    assert shown == words | {"not-judged"}


def test_the_metrics_of_the_guide_are_counted() -> None:
    for table in list(tables(library_page("Observations"), "Observations"))[1:]:
        shown = [name for row in table for name in re.findall("`([a-z_.]+)`", row[0])]
        assert set(shown) <= counted()
        assert len(shown) >= len(table)


# --- the map from rules to modules


def map_rows() -> list[list[str]]:
    (table,) = tables(CONTRIBUTING.read_text("utf-8"), "Where a rule is enforced")
    return table


def module_of(path: str) -> Any:
    """Return the module of a path in the map."""
    path = path if path.startswith("deploy_contract_") else f"deploy_contract/{path}"
    assert (ROOT / "src" / path).is_file(), path
    return importlib.import_module(path.removesuffix(".py").replace("/", "."))


def test_every_module_and_function_of_the_map_exists() -> None:
    text = section(CONTRIBUTING.read_text("utf-8"), "Where a rule is enforced")
    for path in re.findall(r"`([\w/]+\.py)`", text):
        assert module_of(path)
    for _, modules in map_rows():
        named = re.findall(r"`([\w/]+\.py)`(?: \(((?:`\w+`(?:, )?)+)\))?", modules)
        assert named or "those of the same shape" in modules, modules
        for path, functions in named:
            for function in re.findall(r"`(\w+)`", functions):
                assert hasattr(module_of(path), function), f"{path}: {function}"


def test_every_file_and_name_of_the_core_in_the_map_exists() -> None:
    text = section(CONTRIBUTING.read_text("utf-8"), "Where a rule is enforced")
    core = ROOT / "src" / "deploy_contract_native" / "core" / "src"
    found = re.findall(r"`([\w/]+\.rs)`(?: \(`(?:\w+::)?(\w+)`)?", text)
    assert len(found) >= 15
    for path, name in found:
        assert re.search(rf"\b(fn|struct|enum) {name}", (core / path).read_text("utf-8")), path


def test_every_rule_has_a_row_in_the_map() -> None:
    cells = [row[0] for row in map_rows()]
    for name, rows in yaml.safe_load(read("spec/rules.yaml")).items():
        own = [cell for cell in cells if cell.startswith(f"`{name}`")]
        for rule in rows if isinstance(rows, list) else ():
            assert any(names_rule(cell, name, rule) for cell in own), rule["rule"]


def names_rule(cell: str, name: str, rule: dict[str, Any]) -> bool:
    """Return True if a cell of the map names a rule: its whole section, its id or its shape."""
    if ":" not in cell:
        return True
    words = re.findall(r"`([\w*-]+)`", cell)[1:]
    if name == "rules":
        return bool({rule.get("relation", ""), *rule} & set(words))
    return any(re.fullmatch(word.replace("*", ".*"), rule["rule"]) for word in words)
