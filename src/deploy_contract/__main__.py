"""`python -m deploy_contract` is the command `deploy-contract`."""

import sys

from deploy_contract.cli.command import run_program

if __name__ == "__main__":
    sys.exit(run_program())
