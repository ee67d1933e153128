"""The commands of `deploy-contract`, a row for each, and their exit statuses.

A command of the library is a module of this package, by its name with `_` for `-`. Its `register(parser, bundle)`
adds the options, and its `run(options)` runs it and returns the exit status. A run imports the
module of its own command alone, which saves a file in a hook a tenth of its time.
"""

from collections.abc import Mapping
from typing import NamedTuple

ALLOWED = 0
DENIED = 1
WRONG_USE = 2
INTERRUPTED = 130  # as of a program that SIGINT ended
BROKEN_PIPE = 141  # as of a program that SIGPIPE ended


class Command(NamedTuple):
    """A command.

    Attributes:
        help: what it does, for the list of commands and for the guide.
        page: the title and the address of the page of the guide that explains it.
        has_contract: whether other options have choices from the contract that `--contract` names.
        options: the module whose `register(parser)` adds the options of a program of another
            package. It needs no extra.
        program: the module whose `run(options)` runs that program; "" for the others.
        extra: the extra that the program needs.
    """

    help: str
    page: tuple[str, str]
    has_contract: bool = False
    options: str = ""
    program: str = ""
    extra: str = ""


_GATEWAY = "../../deploy_contract_gateway/README.md"
_TRAFFIC = "../traffic/README.md"
_POLICIES = "../../deploy_contract_format/README.md"
COMMANDS: Mapping[str, Command] = {
    "check": Command(
        "judge documents in JSON or YAML files",
        ("Check files", "#check-files"),
        has_contract=True,
    ),
    "replay": Command(
        "judge recorded traffic",
        ("Replay traffic", f"{_TRAFFIC}#replay-traffic"),
        has_contract=True,
    ),
    "coverage": Command(
        "show what recorded traffic exercises",
        ("Coverage of traffic", f"{_TRAFFIC}#coverage-of-traffic"),
        has_contract=True,
    ),
    "refusals": Command(
        "group what gateways refused, by their logs",
        ("Refusals", "../../deploy_contract_gateway/refusals.md"),
        has_contract=True,
    ),
    "rules": Command("list the rules", ("Policies", f"{_POLICIES}#policies"), has_contract=True),
    "explain": Command(
        "explain one rule", ("Policies", f"{_POLICIES}#policies"), has_contract=True
    ),
    "schema": Command(
        "print the JSON Schema of a kind of document",
        ("Editors", "../files/README.md#editors"),
        has_contract=True,
    ),
    "compile": Command(
        "write a contract with its policies and options as one file",
        ("Compile a contract", f"{_POLICIES}#compile-a-contract"),
        has_contract=True,
    ),
    "check-policy": Command(
        "judge the cases in policies",
        ("Cases of a policy", f"{_POLICIES}#cases-of-a-policy"),
        has_contract=True,
    ),
    "diff": Command("compare two contracts", ("Compare contracts", "#compare-contracts")),
    "completion": Command(
        "print a script that completes this command",
        ("Completion in shells", "#completion-in-shells"),
    ),
    "serve": Command(
        "run the deployment management service",
        ("The reference service", "../../deploy_contract_service/README.md"),
        options="deploy_contract_service.options",
        program="deploy_contract_service.program",
        extra="service",
    ),
    "gateway": Command(
        "run a validating reverse proxy in front of a service",
        ("The gateway", _GATEWAY),
        options="deploy_contract_gateway.configuration",
        program="deploy_contract_gateway.supervisor",
        extra="gateway",
    ),
    "decide": Command(
        "run a decision server that Envoy, Traefik, APISIX, Caddy or nginx asks",
        ("The decision server", f"{_GATEWAY}#the-decision-server"),
        options="deploy_contract_gateway.decide.program",
        program="deploy_contract_gateway.supervisor",
        extra="gateway",
    ),
}
