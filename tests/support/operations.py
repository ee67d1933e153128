"""Operations as the contract has them, so that tests still hold when one is added."""

import re
from collections.abc import Mapping
from contextlib import closing
from functools import cache
from typing import Any

from deploy_contract import Contract
from deploy_contract_service.app import application
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import Store

METHODS = ("POST", "PUT", "DELETE", "LINK")


@cache
def free_method(path: str, methods: tuple[str, ...] = METHODS) -> str:
    """Return the first of `methods` that is no operation at a path of the contract."""
    taken = operations_at(path)
    return next(method for method in methods if method not in taken)


def operations_at(path: str) -> set[str]:
    path = path.lower()  # some servers route so, and the contract looks at it
    return {row["method"] for row in Contract().operations if _leads(row["path"], path)}


def _leads(template: str, path: str) -> bool:
    pattern = re.sub(r"\\{.*?\\}", "[^/]+", re.escape(template))
    return re.fullmatch(pattern, path) is not None


@cache
def not_served() -> tuple[str, ...]:
    """Return the names of the operations that the reference service answers with 501."""
    with closing(Store(Settings(database=":memory:"))) as store:
        names: tuple[str, ...] = application(store, Settings()).state.unserved
    return names


def after_patch(before: Any, sent: Any, schema: Mapping[str, Any]) -> Any:
    """Return the value after a patch by practice.md: null keeps it, an object of settings is merged, others replace it."""
    how = schema.get("x-patch", "replaced")
    if sent is None or (how == "replaced_unless_empty" and not sent):
        return before
    if how == "merged":
        members = schema["properties"]
        stored = before or {}
        wanted = {name: after_patch(stored.get(name), sent[name], members[name]) for name in sent}
        sent = stored | {name: value for name, value in wanted.items() if value is not None}
    return before if before is None and sent == {} else sent
