"""The repair of a breach, where its rule knows one."""

import re
from typing import Any

from deploy_contract.judge.python.breaches import Breach
from deploy_contract_format.pointer import join
from deploy_contract_format.suggestions import is_certain

# a key that a pointer shows as it is
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")


def repair_of(breach: Breach, document: Any, possible: int) -> str:
    """Return the repair of a breach, as `Violation.repair` has it; "" if there is none.

    A rule states whether a field is removed or set to null. That is a repair only if the document
    breaks the rule in every possible world. An undeclared member is renamed if its name is
    certain and not taken.

    Args:
        breach: the breach.
        document: the parsed document.
        possible: the worlds that are possible.
    """
    *around, token = breach.at or ("",)
    if not isinstance(token, str) or not token or token.isdecimal():
        return ""  # an item, or the whole document
    given = breach.rule.parameters
    if "fix" in given:
        return str(given["fix"]) if breach.violated & possible == possible else ""
    if breach.rule.shape != "undeclared" or not breach.name or breach.belongs:
        return ""
    if breach.schema is None or not _PLAIN_KEY.fullmatch(token):
        return ""
    if breach.rule.rule != _CONFUSABLE and not is_certain(token, breach.schema.properties):
        return ""
    for one in around:
        document = document[one]
    return "" if breach.name in document else join((*around, breach.name))


_CONFUSABLE = "confusable-field"
