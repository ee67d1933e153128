"""A candidate beside the contract in force: the log, the metrics and a summary say what differs."""

import json
from pathlib import Path

import pytest

from tests.support.gateways import CANARY, Shared, Upstream, running
from tests.support.spec_change import METHOD, free
from tests.support.streams import BUFFERED, encoded, headers, streamed

FIELD, RULE = free("health_path"), free("health-path-source")
PATCH = json.dumps({"source_config": {FIELD: f"/{CANARY}"}}).encode()
OPTIONS = ("--unknown-fields", "reject", "--log", "refused")


def test_what_only_the_candidate_allows_is_refused_logged_and_counted(
    later: str, upstream: Upstream, tmp_path: Path
) -> None:
    options = ("--upstream", upstream.url, "--candidate", later, *OPTIONS)
    with running(tmp_path, *options) as gateway:
        assert gateway.patch(PATCH).status == 422
        assert gateway.patch(b"{}").status == 200
        [line] = gateway.requests()
        difference = {
            "operation": "patch_deployment", "verdict": "indeterminate", "rules": [RULE, "unknown-field"],
        }  # fmt: skip
        assert line["request"]["candidate"] == difference
        where = 'direction="request",operation="patch_deployment"'
        counted = gateway.metrics()
        labels = f'candidate="indeterminate",{where},verdict="deny"'
        assert counted[f"candidate_differences_total{{{labels}}}"] == 1
        assert counted[f'candidate_rules_total{{{where},rule="unknown-field"}}'] == 1
        assert gateway.stop() == 0
        [summary] = gateway.lines("candidate-summary")
        where_of = {"direction": "request", "operation": "patch_deployment"}
        assert summary["differences"] == [
            {**where_of, "verdict": "deny", "candidate": "indeterminate", "count": 1}
        ]
        assert summary["rules"] == [
            {**where_of, "rule": rule, "count": 1} for rule in sorted([RULE, "unknown-field"])
        ]
        assert CANARY not in json.dumps(gateway.lines())


WRONG = b'{"name": 5, "source": "codehost"}', "application/json"
LONG = b" " * 2_000_000, "text/plain"


@pytest.mark.parametrize("dialect", ["traefik", "nginx"])
def test_a_new_operation_is_tried_behind_the_decision_server(
    later: str, common_decide: Shared, dialect: str
) -> None:
    """Behind nginx no body is shown: then nothing is compared, since no body is not an empty one.

    The contract itself reads JSON, and no text.
    """
    decide = common_decide.set(dialect=dialect, candidate=later)
    prefix = "x-forwarded" if dialect == "traefik" else "x-original"
    line = {f"{prefix}-method": METHOD, f"{prefix}-uri": "/v2/deployments"}
    for body, media_type in (WRONG, LONG):
        asked = {**line, "content-type": media_type}
        assert decide.ask("POST", "/", body if dialect == "traefik" else None, asked).status == 200
    rows = decide.requests(2)
    unread = {"verdict": "allow", "refused": False, "notes": ["candidate-unread"]}
    assert rows[1]["request"] == unread
    if dialect == "nginx":
        assert rows[0]["request"]["notes"] == ["not-judged: body"]
    else:
        difference = {
            "operation": free("create_deployment"), "verdict": "deny", "rules": ["schema-type"],
        }  # fmt: skip
        assert rows[0]["request"]["candidate"] == difference


def test_a_new_operation_is_tried_in_streams_of_envoy(later: str, common_decide: Shared) -> None:
    decide = common_decide.set(candidate=later)
    line = ((":method", METHOD), (":path", "/v2/deployments"))
    for body, media_type in (WRONG, LONG, (b" " * 4_000_000, "text/plain")):
        head = encoded(
            "request_headers",
            headers(*line, ("content-type", media_type)),
            protocol_config=BUFFERED,
        )
        whole = encoded("request_body", {"body": body, "end_of_stream": True})
        answer = encoded("response_headers", headers((":status", "200"), end=True))
        ended = streamed(common_decide.grpc_port, [head, whole, answer])
        assert ended == (["request_headers", "request_body", "response_headers"], 0, "OK")
    rows = decide.requests(3)
    assert [row["status"] for row in rows] == [200] * 3
    assert rows[0]["request"]["candidate"]["rules"] == ["schema-type"]
    assert [row["request"].get("notes") for row in rows[1:]] == [["candidate-unread"]] * 2
    # an answer before the body: nothing waits for the rest, and nothing is refused
    ended = streamed(common_decide.grpc_port, [head, answer])
    assert ended == (["request_headers", "response_headers"], 0, "OK")
