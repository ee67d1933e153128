"""The program `deploy-contract`, also as `python -m deploy_contract`."""

import gc
import sys

from deploy_contract.cli.commands import COMMANDS

_COLLECT_FROM = 50_000  # new objects; imports, tables and the judgement of a file make fewer


def run_program() -> int:
    """Run the command as a process of its own. Return the exit status.

    Most objects of a short run last until its end. So the garbage collector would look at them in
    vain: twenty times while modules are imported, and last when the process ends. That is a tenth
    of the time to check one file.
    """
    gc.freeze()
    row = COMMANDS.get(sys.argv[1]) if sys.argv[1:] else None
    if row is None or not row.program:  # servers run for long
        gc.set_threshold(_COLLECT_FROM)
    from deploy_contract.cli.command import main  # after the line above

    status = main()
    gc.freeze()
    return status


if __name__ == "__main__":
    sys.exit(run_program())
