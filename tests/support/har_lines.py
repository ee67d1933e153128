"""Lines of recorded traffic, for tests of replay."""

import json
import random
import tempfile
from pathlib import Path
from typing import Any

from deploy_contract import Contract
from deploy_contract.traffic.recordings import read_entries, split
from deploy_contract.traffic.replay import JudgedEntry, Replay, Session

ROOT = Path(__file__).parents[2]
IDENTITY = "5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001"
PATCHED = f"/v2/deployments/{IDENTITY}"
LIST = json.loads((ROOT / "spec" / "examples" / "deployment-list.json").read_text("utf-8"))
DEPLOYMENT: dict[str, Any] = LIST["resources"][0]
REFERENCES = json.dumps(
    {"secret_references": [{"name": "a", "secret_name": "b", "secret_key": "c"}]}
)
REF = '{"source_revision_config": {"repo_ref": "main"}}'
JSON = {"content-type": "application/json"}


Line = dict[str, Any]


def judged_file(file: Path, **options: Any) -> list[JudgedEntry]:
    """Return the judged entries of a recording. `options`: of the session."""
    replay = Replay(Session(Contract(), **options))
    return [
        row for part in split([str(file)]) for row in map(replay.judge_entry, read_entries(part))
    ]


def judged_entries(*entries: Any, **options: Any) -> list[JudgedEntry]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "a.har")
        file.write_text(json.dumps({"log": {"entries": entries}}), "utf-8")
        return judged_file(file, **options)


def listed(start: str = "2026-02-02T09:30:00Z", **changes: Any) -> Line:
    body = json.dumps({"resources": [{**DEPLOYMENT, **changes}], "offset": 1})
    request = {"method": "GET", "path": "/v2/deployments", "body": ""}
    answer = {"status": 200, "headers": JSON, "body": body}
    return {"time": start, "request": request, "response": answer}


def patch(body: Any = REF, start: str = "2026-02-02T09:30:01Z", **request: Any) -> Line:
    sent = {"method": "PATCH", "path": PATCHED, "headers": JSON, "body": body, **request}
    answer = {"status": 200, "headers": JSON, "body": json.dumps(DEPLOYMENT)}
    return {"time": start, "request": sent, "response": answer}


def traffic(seed: int, count: int = 300) -> list[bytes]:
    """Return lines that teach, contradict and forget, out of order and broken."""
    chance = random.Random(seed)
    ids = [f"{n:08x}-8d1a-4c55-9a63-0e6f3f1d7001" for n in range(6)]
    sources = ["codehost", "codehost", "internal_source", "external_container"]
    seconds, lines = 0.0, []
    for _ in range(count):
        seconds += chance.choice((0, 0.1, 5, 40, -3, 4000))
        start = f"2026-02-02T{int(seconds // 3600) % 24:02}:{int(seconds // 60) % 60:02}:{int(seconds) % 60:02}Z"
        some = [
            {**DEPLOYMENT, "id": one, "source": chance.choice(sources)}
            for one in chance.sample(ids, 3)
        ]
        body = json.dumps({"resources": some, "offset": 3})
        page = {"status": 200, "headers": JSON, "body": body}
        path = f"/v2/deployments/{chance.choice(ids)}"
        answer = {"status": 200, "headers": JSON, "body": json.dumps(some[0] | {"id": path[16:]})}
        lines.append(
            chance.choice(
                [
                    b"broken", {}, listed(start) | {"response": page}, patch(REFERENCES, start, path=path) | {"response": answer},
                    patch(REF, start, path=path) | {"response": answer}, patch(REF, start, path=path) | {"response": {"status": 500, "body": ""}},
                    patch('{"source_config": {"build_on_push": true}}', start, path=path) | {"response": None},
                ]
            )
        )  # fmt: skip
    return [(row if isinstance(row, bytes) else json.dumps(row).encode()) + b"\n" for row in lines]
