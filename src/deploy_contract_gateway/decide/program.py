"""The options of `deploy-contract decide`."""

import argparse

from deploy_contract_gateway import configuration
from deploy_contract_gateway.programs import DECIDE


def register(parser: argparse.ArgumentParser) -> None:
    """Add the decision server's options to the parser."""
    configuration.register(parser, DECIDE)
