"""The effective contract: a bundle with policies, options and limits, as one JSON document.

`deploy-contract compile` writes this document. Judges without Python need nothing else.
"""

from collections.abc import Mapping
from typing import Any

from deploy_contract_format import bundle_checks
from deploy_contract_format.bundle_checks import checked_rules
from deploy_contract_format.bundle_format import EFFECTIVE_FORMAT
from deploy_contract_format.bundle_json import MOST_NESTED, TableError, parse_table, refuse
from deploy_contract_format.reading import FileError
from deploy_contract_format.rules import MODES, Rule, by_id
from deploy_contract_format.vocabulary import UNKNOWN_CHOICES, UNKNOWN_FIELDS, is_base_path

MEMBERS = ("format", "bundle", "policies", "options", "limits")
OPTIONS = ("hosting", "unknown_fields", "unknown_operations", "base_path", "modes")
MOST_OF_LIMIT = 2**53 - 1
ADVICE = "run `deploy-contract compile` again"


def check(body: bytes, limits: tuple[str, ...]) -> tuple[dict[str, Any], tuple[Rule, ...]]:
    """Return the effective contract in a file, with the tables that count, and its policies.

    Args:
        body: the content of the file.
        limits: the names of the limits.

    Raises:
        FileError: the file has a fault. The error names the first fault and its part, with advice.
    """
    try:
        return _check(parse_table("", body, MOST_NESTED + 2), limits)
    except TableError as error:
        raise FileError(f"{error}; {ADVICE}") from None


def _check(document: Any, limits: tuple[str, ...]) -> tuple[dict[str, Any], tuple[Rule, ...]]:
    if not isinstance(document, dict):
        refuse("", "is not an object")
    found = document.get("format")
    bundle_checks.require_format(found, EFFECTIVE_FORMAT, " of compiled contracts", ADVICE)
    _require_members("", document, MEMBERS)
    tables, rows = document["bundle"], document["policies"]
    if not isinstance(tables, dict):
        refuse("bundle", "is not an object")
    if not isinstance(rows, list):
        refuse("policies", "is not a list of rules")
    bundle = bundle_checks.check(tables, ADVICE, len(rows))
    taken = by_id(bundle.book.rules)
    policies = checked_rules(rows, "policies", bundle.known, taken)
    _check_options(document["options"], taken | by_id(policies), bundle.book.hostings)
    _check_limits(document["limits"], limits)
    return {**document, "bundle": bundle.tables}, policies


def _require_members(part: str, value: Any, names: tuple[str, ...]) -> None:
    if not isinstance(value, dict) or set(value) != set(names):
        refuse(part, f"has not the members {', '.join(names)}, and no others")


def _check_options(options: Any, rules: Mapping[str, Rule], hostings: tuple[str, ...]) -> None:
    _require_members("options", options, OPTIONS)
    choices: Mapping[str, tuple[str | None, ...]] = {
        "hosting": (None, *hostings),
        "unknown_fields": (None, *UNKNOWN_FIELDS),
        "unknown_operations": UNKNOWN_CHOICES,
    }
    for name, allowed in choices.items():
        if options[name] not in allowed:
            names = ", ".join([choice or "null" for choice in allowed])
            refuse("options", f"{name} must be one of {names}")
    if not is_base_path(options["base_path"]):
        refuse("options", "base_path is neither empty nor a prefix of paths, such as /api-host")
    if not isinstance(options["modes"], dict):
        refuse("options", "modes is not an object")
    for name, mode in options["modes"].items():
        if name not in rules:
            refuse("options", f"modes: there is no rule {name}")
        if mode not in MODES:
            refuse("options", f"modes: the mode of {name} must be one of {', '.join(MODES)}")
        if rules[name].is_fixed and mode != "enforce":
            refuse("options", f"modes: {name} cannot be relaxed")


def _check_limits(limits: Any, names: tuple[str, ...]) -> None:
    _require_members("limits", limits, names)
    for name, value in limits.items():
        if not isinstance(value, int) or isinstance(value, bool) or not 0 < value <= MOST_OF_LIMIT:
            refuse("limits", f"{name} is not an integer from 1 to 2**53 - 1")
