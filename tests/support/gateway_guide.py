"""The events of the log, as the sources of the gateway call for them."""

import ast
from pathlib import Path

import deploy_contract_gateway
import deploy_contract_serving

PACKAGES = (deploy_contract_gateway, deploy_contract_serving)


def events() -> dict[str, set[str]]:
    """Event of the log -> its fields beside `time`, `event` and `pid`, as the sources call for them."""
    found: dict[str, set[str]] = {}
    for package in PACKAGES:
        for path in sorted(Path(next(iter(package.__path__))).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                name = _event_name(node)
                if name is not None:
                    assert isinstance(node, ast.Call)
                    named = {keyword.arg for keyword in node.keywords if keyword.arg}
                    found.setdefault(name, set()).update(named - {"pid"})
    return found


def _event_name(node: ast.AST) -> str | None:
    if not isinstance(node, ast.Call) or not node.args:
        return None
    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    first = node.args[0]
    if called not in ("event", "_line", "RepeatedEvent") or not isinstance(first, ast.Constant):
        return None
    # the line of a request has a table of its own
    return None if first.value == "request" else str(first.value)
