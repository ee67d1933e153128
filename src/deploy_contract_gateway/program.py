"""The command `deploy-contract gateway`."""

import argparse
import asyncio

from deploy_contract_gateway.configuration import add_options, read_settings
from deploy_contract_gateway.supervisor import Supervisor

_DESCRIPTION = """Forward HTTP/1.1 requests to the service at --upstream, refuse those that the
contract denies, and judge the responses. Each option is also a key of the TOML file that --config
names (with _ for -) and an environment variable DEPLOY_CONTRACT_GATEWAY_NAME. Options win over the
environment, which wins over the file. SIGHUP reads the file and the policies again. SIGTERM and
SIGINT stop the gateway when the requests under way have ended. Exit status: 0 stopped, 1 failed,
2 wrong use."""


def register(parser: argparse.ArgumentParser) -> None:
    """Add the gateway's options to the parser, and set the function that runs it."""
    parser.description = _DESCRIPTION
    add_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run the gateway until a signal stops it, and return the exit status.

    Raises:
        ContractError: a setting or a file that it names is wrong, or an address cannot be bound.
    """

    async def supervise() -> int:
        return await Supervisor(lambda: read_settings(options)).run()

    return asyncio.run(supervise())
