"""The pytest plugin of deploy-contract.

pytest imports this module in every run of an environment that has it. So this module imports the
library only when a fixture is used. It is in a package of its own, because the import of a module
imports its package, too.
"""

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from deploy_contract import Contract
    from deploy_contract.policy_cases import JudgedCase
    from deploy_contract.testing.tally import RunCoverage

_TALLY = "deploy_contract.testing.tally"
_PACKED = "deploy_contract_coverage"  # the key under which a worker of xdist returns its coverage
_STYLES = ("summary", "table", "none")
_HANG = " " * 8  # indent of the further lines of a line that is wrapped for a terminal
_problem = pytest.StashKey[str]()
_idle = pytest.StashKey[set[str]]()  # globs of policies that have matched no file so far


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the plugin."""
    group = parser.getgroup("deploy-contract", "the contract of the deployment service")
    group.addoption(
        "--deploy-contract-coverage",
        choices=_STYLES,
        default="summary",
        help="how to show the parts of the contract that judged messages have exercised:"
        " summary (the default), table or none",
    )
    group.addoption(
        "--deploy-contract-coverage-file",
        metavar="FILE",
        help="write that coverage as JSON, which `deploy-contract coverage` adds to others",
    )
    group.addoption(
        "--deploy-contract-values",
        action="store_true",
        help="show the values at fault in failures; secrets are never shown",
    )

    parser.addini(
        "deploy_contract_policies",
        "globs of the policies whose cases are collected as tests, such as policies/*.yaml",
        type="args",
        default=[],
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "_PolicyFile | None":
    """Collect a policy that the setting `deploy_contract_policies` names."""
    globs = parent.config.getini("deploy_contract_policies")
    matching = {glob for glob in globs if file_path.match(glob)}
    parent.config.stash.setdefault(_idle, set(globs)).difference_update(matching)
    if not matching:
        return None
    found: _PolicyFile = _PolicyFile.from_parent(parent, path=file_path)
    return found


class _PolicyFile(pytest.File):
    def collect(self) -> Iterator["_PolicyTest"]:
        from deploy_contract import ContractError
        from deploy_contract.policy_cases import judged_cases

        try:
            for number, case in enumerate(judged_cases(os.path.relpath(self.path)), 1):
                test: _PolicyTest = _PolicyTest.from_parent(self, name=f"{number}: {case.name}")
                test.case = case
                yield test
        except ContractError as error:
            raise self.CollectError(str(error)) from None


class _PolicyTest(pytest.Item):
    case: "JudgedCase"

    def runtest(self) -> None:
        if self.case.fault:
            where = f"{os.path.relpath(self.path)}:{self.case.place.line}:{self.case.place.column}"
            raise AssertionError(f"{where}: {self.case.fault}")

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if not isinstance(excinfo.value, AssertionError):
            return super().repr_failure(excinfo, style)
        found = excinfo.getrepr(style="value")
        if (crash := found.reprcrash) is not None:  # the line of the summary and of --tb=line
            crash.path, crash.lineno = str(self.path), self.case.place.line
            crash.message = self.case.fault
        return found

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return the place of the case. Lines are numbered from 0 here."""
        return self.path, self.case.place.line - 1, self.name


@pytest.fixture(scope="session")
def deploy_contract() -> "Contract":
    """Return the contract that judges. Override this fixture to set its options."""
    from deploy_contract.contract import default_contract

    return default_contract()


@pytest.fixture
def judged_client(
    deploy_contract: "Contract", pytestconfig: pytest.Config
) -> Iterator[Callable[..., Any]]:
    """Return a function after which a test client judges each response, until the test ends.

    Its arguments are the client, and the arguments of `deploy_contract.testing.Judge` by name.
    """
    from deploy_contract.testing.clients import attach
    from deploy_contract.testing.judge import Judge

    undo: list[Callable[[], None]] = []

    def judged(client: Any, **options: Any) -> Any:
        options.setdefault("show_values", pytestconfig.getoption("--deploy-contract-values"))
        options.setdefault("contract", deploy_contract)
        undo.append(attach(client, Judge(**options)))
        return client

    yield judged
    for detach in reversed(undo):
        detach()


def _coverage() -> "RunCoverage | None":
    """Return the coverage of this process, if anything was judged."""
    tally = sys.modules.get(_TALLY)
    found: RunCoverage | None = getattr(tally, "RUN", None)
    return found


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add the coverage of a worker of xdist that has ended."""
    packed = getattr(node, "workeroutput", {}).get(_PACKED)
    if packed:
        from deploy_contract.testing.tally import RUN

        RUN.merge(packed)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand the coverage of a worker to its controller. Write the file of the whole run."""
    config, coverage = session.config, _coverage()
    if hasattr(config, "workeroutput"):
        if coverage is not None:
            config.workeroutput[_PACKED] = coverage.pack()
        return
    name = config.getoption("--deploy-contract-coverage-file")
    if name is None:
        return
    found = None if coverage is None else coverage.to_dict()
    if found is None:
        config.stash[_problem] = "no message was judged, so there is no coverage to write"
        return
    try:
        with open(name, "w", encoding="utf-8") as file:  # noqa: PTH123 - any file
            json.dump(found, file)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        option = f"--deploy-contract-coverage-file {name}"
        config.stash[_problem] = f"{option}: cannot be written: {reason}"
        session.exitstatus = session.exitstatus or pytest.ExitCode.USAGE_ERROR


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Show the coverage of the contract, if anything was judged."""
    style, coverage = config.getoption("--deploy-contract-coverage"), _coverage()
    lines = [] if coverage is None or style == "none" else list(coverage.lines(style))
    problem = config.stash.get(_problem, "")
    if config.args_source is not config.ArgsSource.ARGS:  # with paths, a run may leave out policies
        globs = sorted(config.stash.get(_idle, ()))
        lines += [f"deploy_contract_policies: {glob} matches no file" for glob in globs]
    if lines or problem:
        terminalreporter.section("deploy-contract")
        width = shutil.get_terminal_size().columns if terminalreporter.isatty else sys.maxsize
        for line in lines:
            for part in textwrap.wrap(line, width, subsequent_indent=_HANG) or [""]:
                terminalreporter.write_line(part)
        if problem:
            terminalreporter.write_line(f"deploy-contract: {problem}", red=True)
