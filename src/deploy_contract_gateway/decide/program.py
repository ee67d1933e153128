"""The command `deploy-contract decide`."""

import argparse

from deploy_contract_gateway import program
from deploy_contract_gateway.decide.definition import DECIDE


def register(parser: argparse.ArgumentParser) -> None:
    """Add the decision server's options to the parser."""
    program.register(parser, DECIDE)
