"""Messages that some upstream reads otherwise than they look, and honest ones; `messages.yaml` has them."""

from pathlib import Path
from typing import Any, NamedTuple

from tests.support.generator import parsed
from tests.support.readers.upstreams import Message

ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
LIST = "/v2/deployments"
ONE = f"{LIST}/{ID}"
REPOSITORIES = f"/v1/integrations/forge/codehost/{ID}/repos"
JSON = "Content-Type: application/json"
MANY = "&".join(["a"] * 1001)


class Hostile(NamedTuple):
    """A message whose plain reading some upstreams do not share.

    `fools`: the names of those here that read a request which the contract denies.
    """

    message: Message
    fools: str = ""


class Honest(NamedTuple):
    """A message that must pass, and the operation that every upstream reads then.

    `refusing`: the names of upstreams that refuse it themselves, or leave a parameter out.
    """

    message: Message
    operation: str | None = None
    refusing: str = ""


def _message(row: dict[str, Any]) -> Message:
    """Return the message of a row, of which only the other members stay."""
    method, _, target = row.pop("send").partition(" ")
    body = row.pop("body", "").encode("latin-1")
    return Message(method, target.replace("MANY", MANY), tuple(row.pop("headers", ())), body)


_TABLES: dict[str, Any] = parsed(Path(__file__).with_suffix(".yaml").read_text("utf-8"))[0].value
HOSTILE = {name: Hostile(_message(row), **row) for name, row in _TABLES["hostile"].items()}
HONEST = {name: Honest(_message(row), **row) for name, row in _TABLES["honest"].items()}
