"""The command `deploy-contract gateway`, and all that other programs of this package share."""

import argparse
import asyncio
from functools import partial

from deploy_contract_gateway.configuration import add_options, read_settings
from deploy_contract_gateway.programs import GATEWAY, Program
from deploy_contract_gateway.supervisor import Supervisor

_DESCRIPTION = """{purpose} Each option is also a key of the TOML file that --config
names (with _ for -) and an environment variable {prefix}NAME. Options win over the
environment, which wins over the file. SIGHUP reads the file and the policies again. SIGTERM and
SIGINT stop the program when the requests under way have ended. Exit status: 0 stopped, 1 failed,
2 wrong use."""


def register(parser: argparse.ArgumentParser, program: Program = GATEWAY) -> None:
    """Add the options of a program to the parser, and set the function that runs it."""
    parser.description = _DESCRIPTION.format(purpose=program.purpose, prefix=program.prefix)
    add_options(parser, program)
    parser.set_defaults(run=partial(run, program))


def run(program: Program, options: argparse.Namespace) -> int:
    """Run a program until a signal stops it, and return the exit status.

    Raises:
        ContractError: a setting or a file that it names is wrong, or an address cannot be bound.
    """

    async def supervise() -> int:
        return await Supervisor(program, lambda: read_settings(options, program)).run()

    return asyncio.run(supervise())
