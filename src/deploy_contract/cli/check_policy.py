"""Check policies, and judge the cases in them.

Each case must get the verdict, and violate the rules, that its file states.
"""

import argparse

from deploy_contract.bundle import Bundle
from deploy_contract.cli import options as row
from deploy_contract.cli.commands import ALLOWED, DENIED, WRONG_USE
from deploy_contract.cli.printing import Printer, counted, warn
from deploy_contract.exceptions import ContractError
from deploy_contract.policy_cases import judged_cases
from deploy_contract_format.printing import escape_name


def options_of(_bundle: Bundle) -> row.Groups:
    """Return the options of the command."""
    files = row.files("FILE", "policy file with the section cases")
    return {"": {"files": files}, "contract": row.ONLY_CONTRACT}


def run(options: argparse.Namespace) -> int:
    """Judge the cases, and print the failed cases and the faults. Return the exit status."""
    printer, status = Printer(), ALLOWED
    for name in options.files:
        count = failed = 0
        try:
            for case in judged_cases(name, options.bundle):
                count += 1
                if case.fault:
                    failed += 1
                    where = f"{escape_name(name)}:{case.place.line}:{case.place.column}"
                    printer.line((where, "bold"), (f": {case.name}: {case.fault}", ""))
        except ContractError as error:
            for line in str(error).split("\n"):
                warn(line)
            status = WRONG_USE
            continue
        printer.line((f"{escape_name(name)}: {counted(count, 'case')}, {failed} failed", ""))
        status = max(status, DENIED) if failed else status
    return status
