"""Write a contract with policies, modes, options and limits as one JSON file.

`--contract` of every command takes the file, and so do gateways without Python. The same input
always gives the same file.
"""

import argparse
import os
import sys
from dataclasses import replace

from deploy_contract.bundle import Bundle
from deploy_contract.cli import options as row
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.files.bounded import replacing
from deploy_contract.limits import SETTINGS, Limits
from deploy_contract_format.printing import escape_name
from deploy_contract_format.vocabulary import UNKNOWN_CHOICES, UNKNOWN_FIELDS

_LIMIT = row.number_up_to(2**53 - 1, "2**53 - 1")  # every JSON reader represents it exactly
STANDARD_OUTPUT = "-"


def options_of(bundle: Bundle) -> row.Groups:
    """Return the options of the command. The bundle has the names to choose from."""
    limits = {}
    for setting, (_, purpose) in SETTINGS.items():
        limits[f"--{setting.replace('_', '-')}"] = row.text("N", purpose, type=_LIMIT)
    return {
        "output": {
            "-o --output": row.text(
                "FILE",
                'file to write, such as gateway.contract.json; "-" is standard output',
                required=True,
            ),
        },
        "verdicts": {
            **row.hosting(bundle),
            "--unknown-fields": row.choice(
                UNKNOWN_FIELDS,
                "action for undeclared fields and parameters (default: report-requests in "
                "gateways, else allow)",
            ),
            "--unknown-operations": row.choice(
                UNKNOWN_CHOICES,
                "action for paths and methods outside the contract (default: allow)",
            ),
            **row.BASE_PATH,
            **row.MODE,
        },
        "limits of messages": limits,
        **row.CONTRACT,
    }


def run(options: argparse.Namespace) -> int:
    """Write the effective contract. Return the exit status.

    Raises:
        ContractError: an option or a policy is wrong, or the file cannot be written.
    """
    contract = _contract(options, options.bundle)
    # write all tables: those that decide no verdict have texts for commands
    body = replace(contract.effective, bundle=contract.bundle.all_tables).to_json()
    Bundle.from_compiled(body, options.output)  # never write a file that no reader takes
    if options.output == STANDARD_OUTPUT:
        sys.stdout.write(body.decode("ascii"))
    else:
        _write(options.output, body)
    return 0


def _contract(options: argparse.Namespace, bundle: Bundle) -> Contract:
    limits = Limits() if bundle.defaults is None else bundle.defaults.options.limits
    given = {field: getattr(options, setting) for setting, (field, _) in SETTINGS.items()}
    changed = {field: value for field, value in given.items() if value is not None}
    return Contract(
        hosting=options.hosting,
        unknown_fields=options.unknown_fields,
        unknown_operations=options.unknown_operations,
        modes=dict(options.modes),
        policies=options.policy,
        base_path=options.base_path,
        limits=limits._replace(**changed),
        bundle=bundle,
    )


def _write(name: str, body: bytes) -> None:
    # os.path and no pathlib: see `deploy_contract.cli.purposes`
    if os.path.exists(name) and not os.path.isfile(name):  # noqa: PTH110, PTH113
        raise ContractError(f"{escape_name(name)}: is not a regular file; name another")
    try:
        with replacing(name, body):
            pass
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a file name"
        raise ContractError(f"{escape_name(name)}: cannot be written: {reason}") from None
