"""The options of `deploy-contract gateway`, and all that other programs of this package share.

They need no extra, so that `--help` is complete without one.
"""

import argparse

from deploy_contract_gateway.configuration import add_options
from deploy_contract_gateway.programs import GATEWAY, Program

_DESCRIPTION = """{purpose} Each setting is an option, a key of the TOML file that --config
names (with _ for -) and an environment variable {prefix}NAME. Options win over the
environment, which wins over the file. SIGHUP reads the file and the policies again. SIGTERM and
SIGINT stop the program when the requests under way have ended. Exit status: 0 stopped, 1 failed,
2 wrong use."""


def register(parser: argparse.ArgumentParser, program: Program = GATEWAY) -> None:
    """Add the options of a program to the parser. `deploy_contract_gateway.start` runs it."""
    parser.description = _DESCRIPTION.format(purpose=program.purpose, prefix=program.prefix)
    add_options(parser, program)
    parser.set_defaults(program=program)
