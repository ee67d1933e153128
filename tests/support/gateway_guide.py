"""The tables of the gateway's guide, as the code has them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import deploy_contract_gateway
import deploy_contract_serving
from deploy_contract_gateway import metrics
from deploy_contract_gateway.problems import REASONS
from deploy_contract_gateway.programs import GATEWAY, Program
from deploy_contract_gateway.settings import default_text, option_name, rows

PACKAGES = (deploy_contract_gateway, deploy_contract_serving)


def setting_rows(program: Program) -> Iterator[str]:
    """Yield a row for each setting of a program: option, default, meaning, and whether it needs a restart."""
    for row in rows(program.settings):
        default = f"`{default_text(row)}`" if default_text(row) else ""
        restart = "yes" if row.metadata["restart"] else ""
        kind = row.metadata["type"].metavar.replace("|", "\\|")
        yield f"| `{option_name(row)}` | `{kind}` | {default} | {row.metadata['purpose']} | {restart} |"


def metric_rows() -> Iterator[str]:
    """Yield a row for each metric: name, labels, meaning."""
    prefix = GATEWAY.metrics_prefix
    for name, (purpose, labels) in metrics.COUNTERS.items():
        shown = ", ".join(f"`{label}`" for label in labels)
        yield f"| `{prefix}{name}_total` | {shown} | {purpose} |"
    yield f"| `{prefix}{metrics.HISTOGRAM}` | `operation`, `le` | {metrics.HISTOGRAM_HELP} |"
    for name, purpose in metrics.GAUGES.items():
        yield f"| `{prefix}{name}` | | {purpose} |"


def reason_rows() -> Iterator[str]:
    """Yield a row for each reason why the gateway answered itself: word, status, what it answered."""
    for reason, problem in REASONS.items():
        yield f"| `{reason}` | {problem.status} | {problem.detail} |"


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
                    found.setdefault(name, set()).update(named)
    return found


def _event_name(node: ast.AST) -> str | None:
    if not isinstance(node, ast.Call) or not node.args:
        return None
    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    first = node.args[0]
    if called not in ("event", "_line", "RepeatedEvent") or not isinstance(first, ast.Constant):
        return None
    return str(first.value)
