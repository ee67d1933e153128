"""`python -m deploy_contract` is the command `deploy-contract`."""

import sys

from deploy_contract.cli.command import main

if __name__ == "__main__":
    sys.exit(main())
