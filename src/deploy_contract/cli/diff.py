"""The subcommand `diff`: compare two contracts, and judge recorded traffic by both."""

import argparse

from deploy_contract.bundle import Bundle
from deploy_contract.cli.options import add_base_path, given_base_path

FAIL_ON = {"breaking": ("breaking",), "unclear": ("breaking", "unclear")}
_DESCRIPTION = (
    "Compare two contracts. Each change has a class for requests and one for responses. "
    "breaking: accepted requests are now refused, or responses may surprise their readers; "
    "compatible: neither; unclear: it depends, or cannot be determined. "
    "The last line states the version step that the changes require. "
    "Exit status: 0; 1 by --fail-on; 2 for wrong use or a contract that cannot be read."
)
_CONTRACT_HELP = (
    "folder (generated/, spec/ or a checkout), git revision (v1.0.0 or git:v1.0.0), wheel or "
    "compiled file with the %s contract"
)


def register(parser: argparse.ArgumentParser, _bundle: Bundle) -> None:
    """Add the options of the command to its parser. The bundle has the names to choose from."""
    parser.description = _DESCRIPTION
    for name in ("old", "new"):
        parser.add_argument(name, metavar=name.upper(), help=_CONTRACT_HELP % name)
    group = parser.add_argument_group("output and exit status")
    group.add_argument(
        "--format",
        choices=("text", "json", "markdown"),
        default="text",
        help="format of the comparison (default: %(default)s)",
    )
    group.add_argument(
        "--fail-on",
        choices=tuple(FAIL_ON),
        help="exit with status 1 if a change is of this class or worse, or if the new contract "
        "refuses recorded requests that the old contract does not",
    )
    group = parser.add_argument_group("traffic")
    group.add_argument(
        "--traffic",
        metavar="FILE",
        help="also list the requests of this recording (HAR, NDJSON, nginx, Envoy, as for "
        "replay) that the new contract newly refuses",
    )
    add_base_path(group)


def run(options: argparse.Namespace) -> int:
    """Compare the contracts and print the changes. Return the exit status.

    Raises:
        ContractError: a contract or the recording cannot be read, or the extra is not installed.
    """
    from deploy_contract.cli.printing import Printer
    from deploy_contract.exceptions import ContractError

    try:
        from deploy_contract.cli import diff_text
        from deploy_contract.diff import bundles, comparison
    except ModuleNotFoundError as error:
        raise ContractError(
            f"diff needs {error.name}: pip install 'deploy-contract[diff]'"
        ) from None
    base_path = given_base_path(options)
    found = comparison.compare(bundles.read(options.old), bundles.read(options.new))
    compared = None
    if options.traffic is not None:
        from deploy_contract.diff import traffic

        compared = traffic.judge(found.old, found.new, options.traffic, base_path)
    diff_text.print_comparison(found, compared, options.format, Printer())
    failing = FAIL_ON.get(options.fail_on, ())
    if any(change.worst in failing for change in found.changes):
        return 1
    return int(bool(failing and compared and compared.newly_refused))
