"""The documents of a file with their reports, as `deploy-contract check` finds them."""

from collections.abc import Iterator
from typing import Any

from deploy_contract import Contract
from deploy_contract.files.documents import Checked, check_body, read


def check(contract: Contract, name: str, kind: str, **context: Any) -> Iterator[Checked]:
    """Yield each document of a file with its report; `context` goes to `Contract.check`."""
    body = read(name, contract.max_bytes(kind))
    return check_body(name, body, contract, kind, **context)
