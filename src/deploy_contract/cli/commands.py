"""The commands of `deploy-contract`, a row for each, and their exit statuses.

A command of the library is a module of this package, by its name with `_` for `-`. Its docstring
begins the help, its `options_of(bundle)` returns the rows of its options, and its `run(options)`
runs it and returns the exit status. A run imports only the module of its command:
a hook that checks one file takes a tenth less time.
"""

from collections.abc import Mapping
from typing import NamedTuple

ALLOWED = 0
DENIED = 1
WRONG_USE = 2
INTERRUPTED = 130  # the shell's status of a program that SIGINT ended
BROKEN_PIPE = 141  # the shell's status of a program that SIGPIPE ended


class Command(NamedTuple):
    """A command. If it runs a program of another package, the row names the program's modules."""

    help: str  # what it does, for the list of commands and for the guide
    page: str  # a link to the page of the guide that explains it
    options: str = ""  # the module whose `register(parser)` adds the options; it needs no extra
    program: str = ""  # the module whose `run(options)` runs the program
    extra: str = ""  # that the program needs


_GATEWAY = "../../deploy_contract_gateway"
_TRAFFIC = "../traffic/README.md"
_FORMAT = "../../deploy_contract_format/README.md"
_POLICIES = f"[Policies]({_FORMAT}#policies)"
COMMANDS: Mapping[str, Command] = {
    "check": Command("judge documents in JSON or YAML files", "[Check files](#check-files)"),
    "replay": Command("judge recorded traffic", f"[Replay traffic]({_TRAFFIC}#replay-traffic)"),
    "coverage": Command(
        "show the parts of the contract that recorded traffic exercises",
        f"[Coverage of traffic]({_TRAFFIC}#coverage-of-traffic)",
    ),
    "refusals": Command(
        "group the messages that gateways refused, by their logs",
        f"[Refusals]({_GATEWAY}/refusals.md)",
    ),
    "rules": Command("list the rules", _POLICIES),
    "explain": Command("explain one rule", _POLICIES),
    "schema": Command(
        "print the JSON Schema of a kind of document", "[Editors](../files/README.md#editors)"
    ),
    "compile": Command(
        "write a contract with its policies and options as one file",
        f"[Compile a contract]({_FORMAT}#compile-a-contract)",
    ),
    "check-policy": Command(
        "judge the cases in policies", f"[Cases of a policy]({_FORMAT}#cases-of-a-policy)"
    ),
    "diff": Command("compare two contracts", "[Compare contracts](#compare-contracts)"),
    "completion": Command(
        "print a script that completes this command",
        "[Completion in shells](#completion-in-shells)",
    ),
    "serve": Command(
        "run the deployment management service",
        "[The reference service](../../deploy_contract_service/README.md)",
        options="deploy_contract_service.options",
        program="deploy_contract_service.program",
        extra="service",
    ),
    "gateway": Command(
        "run a validating reverse proxy in front of a service",
        f"[The gateway]({_GATEWAY}/README.md)",
        options="deploy_contract_gateway.configuration",
        program="deploy_contract_gateway.supervisor",
        extra="gateway",
    ),
    "decide": Command(
        "run a decision server that Envoy, Traefik, APISIX, Caddy or nginx asks",
        f"[The decision server]({_GATEWAY}/decide.md)",
        options="deploy_contract_gateway.decide.program",
        program="deploy_contract_gateway.supervisor",
        extra="gateway",
    ),
}
