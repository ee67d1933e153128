"""`python -m tests.bench.service`: what the service costs, against a bare route with the same SQL, and by each filter.

Arguments: "rate" or "filters", and "sqlite" or "postgresql"; without any, all of them.
"""

import asyncio
import json
import random
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from cryptography.fernet import Fernet
from sqlalchemy import insert, update
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from deploy_contract_service import tables
from deploy_contract_service.app import application
from deploy_contract_service.listing import ROWS
from deploy_contract_service.settings import Settings
from deploy_contract_service.store import COLUMNS, Store, document_text
from tests.bench import documents
from tests.bench.timing import against, ratio
from tests.support import postgres

COUNT = 10_000  # deployments
NOW = 1 << 40  # milliseconds since 1970
WORDS = (
    "amber", "beacon", "cedar", "delta", "ember", "falcon", "garnet", "harbor", "indigo", "juniper", "kestrel", "lagoon", "meadow",
    "nectar", "onyx", "pebble", "quartz", "raven", "saffron", "timber",
)  # fmt: skip
USUAL = {"limit": 20, "offset": 0}
FILTERS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("no filter", {}),
    ("limit and offset 100", {"limit": 100, "offset": 100}),
    ("offset 9,900", {"offset": 9_900}),
    ("status, most have it", {"status": "READY"}),
    ("status, one in 400 has it", {"status": "AWAITING_DELETE"}),
    ("image_version, one in 20", {"image_version": "1.17"}),
    ("deployment_type", {"deployment_type": "prod"}),
    ("remote_reconciled", {"remote_reconciled": True}),
    ("status, image_version, deployment_type and remote_reconciled",
     {"status": "READY", "image_version": "1.17", "deployment_type": "prod", "remote_reconciled": True}),
    ("status and deployment_type that no deployment has together", {"status": "AWAITING_DELETE", "deployment_type": "prod"}),
    ("a tag of one in 10", {"tag_value_ids": ("common",)}),
    ("a tag of one in 400", {"tag_value_ids": ("tag-17",)}),
    ("five tags", {"tag_value_ids": ("common", "tag-1", "tag-2", "tag-3", "tag-4")}),
    ("a tag and a status", {"tag_value_ids": ("common",), "status": "READY"}),
    ("20 deployment_ids", {"deployment_ids": tuple(str(uuid.UUID(int=number)) for number in range(0, 4000, 200))}),
    ("name_contains, all have it", {"name_contains": "agent"}),
    ("name_contains, one in 10 has it", {"name_contains": "Saffron"}),
    ("name_contains, one in 400 has it", {"name_contains": "delta-ember"}),
    ("name_contains, one has it", {"name_contains": "-0004321"}),
    ("name_contains, none has it", {"name_contains": "nowhere"}),
    ("name_contains, one in 10, and two filters", {"name_contains": "saffron", "status": "READY", "deployment_type": "dev"}),
    ("name_contains, one in 400, and a tag", {"name_contains": "delta-ember", "tag_value_ids": ("common",)}),
    ("name_contains, one in 400, and a rare status", {"name_contains": "delta-ember", "status": "AWAITING_DELETE"}),
    ("name_contains, 2 characters, many have them", {"name_contains": "on"}),
    ("name_contains, 2 characters, none has them", {"name_contains": "zz"}),
)  # fmt: skip


def rows(count: int, secrets: str | None) -> Iterator[tuple[dict[str, Any], list[str]]]:
    """Rows of deployments, the same in every run but for their encrypted secrets, with their tags."""
    chance = random.Random(17)
    document = document_text(documents.deployment(0))
    for number in range(count):
        deleted = number % 400 == 0
        name = f"agent-{chance.choice(WORDS)}-{chance.choice(WORDS)}-{number:07}"
        row = {
            "id": str(uuid.UUID(int=number)),
            "name": name,
            "folded": name,
            "status": "AWAITING_DELETE" if deleted else "UNUSED" if number % 5 == 0 else "READY",
            "image_version": f"1.{chance.randrange(20)}",
            "deployment_type": "dev" if deleted else chance.choice(("dev", "dev_free", "prod")),
            "remote_reconciled": chance.random() < 0.3,
            "latest_revision_id": None,
            "updated_at": "2026-02-01T08:30:00Z",
            "document": document,
            "secrets": secrets,
        }
        yield row, [*(["common"] if chance.random() < 0.1 else []), f"tag-{chance.randrange(400)}"]


def fill(store: Store, address: str, count: int) -> None:
    """Fill the tables in the way of each database that is quickest."""
    deployments = [column.name for column in tables.deployments.columns]
    tags: list[Any] = []
    secrets = store.encrypt(
        [{"name": f"KEY_{number}", "value": "not-a-real-key"} for number in range(3)]
    )
    listed = (
        (number, *row.values(), tagged)
        for number, (row, tagged) in enumerate(rows(count, secrets), 1)
    )
    if store.database.is_sqlite:
        with store.database.writing() as connection:
            for batch in _batches(listed, 20_000):
                connection.execute(
                    insert(tables.deployments),
                    [dict(zip(deployments, row[:-1], strict=True)) for row in batch],
                )
                tags = [{"tag_value_id": tag, "number": row[0]} for row in batch for tag in row[-1]]
                connection.execute(insert(tables.tags), tags)
        return
    with psycopg.connect(address, autocommit=True) as connection:
        with connection.cursor() as cursor, cursor.copy("COPY deployments FROM STDIN") as copy:
            for number, *values, tagged in listed:
                copy.write_row((number, *values))
                tags += [(tag, number) for tag in tagged]
        with connection.cursor() as cursor, cursor.copy("COPY deployment_tags FROM STDIN") as copy:
            for tag in tags:
                copy.write_row(tag)
        connection.execute("VACUUM ANALYZE")


def _batches(items: Iterator[Any], size: int) -> Iterator[list[Any]]:
    batch: list[Any] = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


@contextmanager
def addresses(kind: str) -> Iterator[Callable[[], str]]:
    """Return addresses of new databases."""
    with ExitStack() as stack:
        if kind == "postgresql":
            yield stack.enter_context(postgres.cluster()).database
        else:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            yield lambda: str(folder / f"{uuid.uuid4()}.db")


def filters(kind: str) -> None:
    """Measure a page by each filter, and by some together."""
    with addresses(kind) as address:
        where = address()
        with closing(Store.open(Settings(where, Fernet.generate_key().decode()))) as store:
            fill(store, where, COUNT)
            print(f"\n{kind}: a page of {COUNT:,} deployments")
            for name, given in FILTERS:
                parameters = {**USUAL, **given}
                count = len(store.page(parameters).resources)
                took = statistics.median(_milliseconds(store, parameters) for _ in range(9))
                print(f"{name:62} {count:3} {took:8.1f} ms{against(took, 250)}")


def _milliseconds(store: Store, parameters: dict[str, Any]) -> float:
    start = time.perf_counter()
    store.page(parameters)
    return (time.perf_counter() - start) * 1e3


def bare(store: Store) -> Starlette:
    """Return routes of the same framework that do the same SQL and nothing else: no judging, no merging, no encryption."""
    table, database = tables.deployments, store.database

    def listing(request: Request) -> Response:
        limit = int(request.query_params["limit"])
        some = ROWS.order_by(table.c.number).limit(limit).offset(0)
        with database.reading() as connection:
            found = connection.execute(some, {"now": NOW}).all()
        columns = (*COLUMNS, "active_revision_id")
        page = [
            {
                **json.loads(row.document),
                **{name: getattr(row, name) for name in columns},
                "secrets": [],
            }
            for row in found
        ]
        return Response(
            json.dumps({"resources": page, "offset": len(page)}), media_type="application/json"
        )

    def patching(identity: str, body: bytes) -> Response:
        sent = json.loads(body)
        with database.writing() as connection:
            wanted = ROWS.where(table.c.id == identity)
            row = connection.execute(wanted.with_for_update(of=table), {"now": NOW}).one()
            document = json.loads(row.document)
            document["source_revision_config"] |= sent["source_revision_config"]
            revision = {
                "id": str(uuid.uuid4()), "deployment": row.number, "source": document["source"], "created_at": row.updated_at,
                "source_revision_config": json.dumps(document["source_revision_config"]), "due": 1 << 50,
            }  # fmt: skip
            connection.execute(insert(tables.revisions).values(revision))
            values = {
                "document": json.dumps(document),
                "latest_revision_id": revision["id"],
                "updated_at": row.updated_at,
            }
            connection.execute(update(table).where(table.c.number == row.number).values(values))
        return Response(
            json.dumps({**document, "id": identity, "name": row.name}),
            media_type="application/json",
        )

    async def patch(request: Request) -> Response:
        from starlette.concurrency import run_in_threadpool

        return await run_in_threadpool(
            patching, request.path_params["identity"], await request.body()
        )

    return Starlette(
        routes=[Route("/v2/deployments", listing), Route("/v2/deployments/{identity}", patch, methods=["PATCH"])]
    )  # fmt: skip


def rate(kind: str) -> None:
    """Measure a request of the service against that of a bare route with the same SQL, in process, one after the other."""
    body = json.dumps(
        {"source_revision_config": {"repo_ref": "main"}, "source_config": {"build_on_push": False}}
    ).encode()
    with addresses(kind) as address, asyncio.Runner() as runner:
        where = address()
        with closing(
            Store.open(Settings(where, Fernet.generate_key().decode(), rollout_seconds=1e6))
        ) as store:
            fill(store, where, COUNT)
            service, peer = application(store, Settings()), bare(store)

            def asked(app: ASGIApp, *request: Any) -> Callable[[], object]:
                return lambda: runner.run(_call(app, *request))

            print(f"\n{kind}: a bare route with the same SQL / the service")
            for name, request in (
                ("list of 20", ("GET", "/v2/deployments", b"limit=20", b"")),
                (
                    "patch with a new revision",
                    ("PATCH", f"/v2/deployments/{uuid.UUID(int=4321)}", b"", body),
                ),
            ):
                assert (
                    runner.run(_call(service, *request)) == runner.run(_call(peer, *request)) == 200
                )
                first, second, times = ratio(
                    asked(peer, *request), asked(service, *request), seconds=0.05
                )
                print(
                    f"{name:62} {first:10.0f} us {second:8.0f} us {times:8.2f}{against(times, 0.5, least=True)}"
                )


async def _call(app: ASGIApp, method: str, path: str, query: bytes, body: bytes) -> int:
    status = 0

    async def receive() -> Any:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)

    headers = [(b"host", b"deployments.example.com"), (b"content-type", b"application/json")]
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method, "scheme": "http", "path": path,
        "raw_path": path.encode(), "query_string": query, "root_path": "", "headers": headers,
    }  # fmt: skip
    await app(scope, receive, send)
    return status


if __name__ == "__main__":
    wanted = set(sys.argv[1:])
    for kind in ("sqlite", "postgresql"):
        if kind == "postgresql" and (reason := postgres.missing()):
            print(reason)
            continue
        if not wanted & {"sqlite", "postgresql"} or kind in wanted:
            for name, part in (("rate", rate), ("filters", filters)):
                if not wanted & {"rate", "filters"} or name in wanted:
                    part(kind)
