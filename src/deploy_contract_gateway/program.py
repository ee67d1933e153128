"""`deploy-contract gateway`: a validating reverse proxy in one command."""

import argparse
import asyncio

from deploy_contract_gateway.settings import add_options, gather
from deploy_contract_gateway.supervisor import Supervisor

_USE = """Forwards HTTP/1.1 to the service at --upstream, but for requests that the contract denies, and judges its responses.
Every option is also a key of the file that --config names (TOML, with _ for -), and an environment variable
DEPLOY_CONTRACT_GATEWAY_NAME; options win over the environment, which wins over the file. SIGHUP reads file and policies
again; SIGTERM and SIGINT end it when the requests under way have ended. Exit status: 0 stopped, 1 failed, 2 wrong use."""


def register(parser: argparse.ArgumentParser) -> None:
    """Adds the options, and what runs the gateway."""
    parser.description = _USE
    add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Runs the gateway until it is stopped. The exit status; ContractError where it cannot start."""

    async def supervise() -> int:
        return await Supervisor(lambda: gather(options)).run()

    return asyncio.run(supervise())
