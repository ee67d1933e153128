"""Documents of the sizes that people send: made here, always the same."""

import json
import random
from typing import Any
from uuid import UUID

from tests.support.commands import ROOT

_random = random.Random(20260101)

RESOURCES = {
    "min_scale": 1,
    "max_scale": 4,
    "cpu": 0.5,
    "cpu_limit": 2,
    "memory_mb": 1024,
    "memory_limit_mb": 4096,
    "db_cpu": 1,
    "db_memory_mb": 4096,
    "db_storage_gi": 50,
    "labels": {"team": "payments", "app.kubernetes.io/name": "checkout"},
    "service_account_name": "checkout-runtime",
}


def _uuid() -> str:
    return str(UUID(int=_random.getrandbits(128), version=4))


def _secrets(count: int) -> list[dict[str, str]]:
    return [
        {"name": f"SERVICE_{index}_CONNECTION", "value": f"{_random.getrandbits(192):048x}"}
        for index in range(count)
    ]


def patch(**more: Any) -> bytes:
    """Return the first example of spec/examples, a patch of a codehost deployment, filled up with secrets to 2 KB."""
    body = json.loads((ROOT / "spec/examples/patch-codehost.json").read_bytes())
    body["secrets"] += _secrets(17)
    return json.dumps(body | more).encode()


def worst() -> dict[str, bytes]:
    """Return patches whose numbers and names cost readers the most."""
    half = b",".join([b"2.4703282292062327208e-324"] * 9_999)
    keys = {"\ufdfa" * 20 + str(number): 1 for number in range(9_000)}
    return {
        "numerals at half of the least double": b'{"x":[' + half + b"]}",
        "keys that grow when they are normalised": json.dumps(keys, ensure_ascii=False).encode(),
    }


def small() -> bytes:
    """Return a patch of a codehost deployment of 114 bytes."""
    return b'{"source_config": {"resource_spec": {"cpu": 0.5, "cpu_limit": 2}}, "source_revision_config": {"repo_ref": "main"}}'


def deployment(index: int) -> dict[str, Any]:
    """Return a codehost deployment as a service answers it, 2.5 KB."""
    return {
        "name": f"checkout-{index}",
        "source": "codehost",
        "source_config": {
            "integration_id": _uuid(),
            "repo_url": "https://code.example.com/payments/checkout",
            "build_on_push": True,
            "custom_url": f"https://checkout-{index}.apps.example.com",
            "resource_spec": RESOURCES | {"queue_cpu": None, "queue_memory_mb": None},
            "listener_id": None,
            "listener_config": None,
            "install_command": "pip install -r requirements.txt",
            "build_command": None,
        },
        "source_revision_config": {
            "repo_ref": "main",
            "graph_config_path": "services/checkout/graph.json",
            "image_uri": f"registry.example.com/payments/checkout@sha256:{_random.getrandbits(256):064x}",
            "source_tarball_path": None,
            "repo_commit_sha": f"{_random.getrandbits(160):040x}",
        },
        "secrets": _secrets(11),
        "id": _uuid(),
        "tenant_id": _uuid(),
        "created_at": "2026-01-31T12:00:00.123456+00:00",
        "updated_at": "2026-02-01T08:30:00.654321+00:00",
        "status": "READY",
        "latest_revision_id": _uuid(),
        "active_revision_id": _uuid(),
        "secret_references": None,
        "image_version": "0.2.14",
    }


def deployments(count: int = 100, **more: Any) -> bytes:
    """Return a page of deployments; `more` are fields that the contract does not declare, in each of them."""
    return json.dumps(
        {"resources": [deployment(index) | more for index in range(count)], "offset": count}
    ).encode()
