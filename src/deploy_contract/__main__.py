"""The program `deploy-contract`, also as `python -m deploy_contract`."""

import gc
import sys

from deploy_contract.cli.commands import COMMANDS

_COLLECT_FROM = 50_000  # new objects; importing the modules and judging one file make fewer


def run_program() -> int:
    """Run the command as a process of its own. Return the exit status.

    Most objects of a short run last until its end, so garbage collection frees almost nothing. Yet
    it takes a tenth of the time of a run that checks one file: during imports, and at the end.
    """
    gc.freeze()
    row = COMMANDS.get(sys.argv[1]) if sys.argv[1:] else None
    if row is None or not row.program:  # a server runs long enough to need collection
        gc.set_threshold(_COLLECT_FROM)
    from deploy_contract.cli.command import main  # after the threshold is set

    status = main()
    gc.freeze()
    return status


if __name__ == "__main__":
    sys.exit(run_program())
