"""The start of a program, and the check of its settings alone."""

import argparse
import asyncio
from importlib.util import find_spec

from deploy_contract.cli.commands import ALLOWED, WRONG_USE
from deploy_contract.cli.printing import say
from deploy_contract_gateway.configuration import problems, read_settings
from deploy_contract_gateway.programs import Program

# They are imported after the start: without them each worker, or the first scrape, would fail.
for _name in ("httptools", "prometheus_client"):
    if find_spec(_name) is None:
        raise ModuleNotFoundError(f"No module named {_name!r}", name=_name)


def run(options: argparse.Namespace) -> int:
    """Run a program until a signal stops it, and return the exit status.

    With --check-config, check the settings and start nothing.

    Raises:
        ContractError: a setting or a file that it names is wrong, or an address cannot be bound.
    """
    program: Program = options.program
    if options.check_config:
        return _check(options, program)
    from deploy_contract_gateway.supervisor import Supervisor  # it needs those packages

    async def supervise() -> int:
        return await Supervisor(program, lambda: read_settings(options, program)).run()

    return asyncio.run(supervise())


def _check(options: argparse.Namespace, program: Program) -> int:
    """Print "ok", or each problem on a line. Return the exit status."""
    found = problems(options, program)
    for problem in found:
        say(problem)
    if found:
        return WRONG_USE
    print("ok: the settings can be used")  # noqa: T201 - the answer
    return ALLOWED
