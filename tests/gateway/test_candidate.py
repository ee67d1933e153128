"""A candidate beside the contract in force: the log, the metrics and a summary say what differs."""

import json
from functools import partial
from pathlib import Path

import pytest

from tests.support import spec_change
from tests.support.gateways import (
    CANARY,
    Shared,
    Upstream,
    running,
    soon,
)
from tests.support.refusals import refused
from tests.support.spec_change import free

FIELD, RULE = free("health_path"), free("health-path-source")
PATCH = json.dumps({"source_config": {FIELD: f"/{CANARY}"}}).encode()
OPTIONS = ("--unknown-fields", "reject", "--log", "refused")


@pytest.fixture
def later() -> str:
    """Return a checkout of a later contract, with one more field."""
    return str(spec_change.checkout())


def test_what_only_the_candidate_allows_is_refused_logged_and_counted(
    later: str, upstream: Upstream, tmp_path: Path
) -> None:
    options = ("--upstream", upstream.url, "--candidate", later, *OPTIONS)
    with running(tmp_path, *options) as gateway:
        assert gateway.patch(PATCH).status == 422
        assert gateway.patch(b"{}").status == 200
        [line] = soon(lambda: gateway.lines("request"))
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


@pytest.mark.parametrize("program", ["gateway", "decide"])
def test_a_candidate_that_cannot_be_read_is_one_line(program: str) -> None:
    needed = {"gateway": ("--upstream", "http://127.0.0.1:1"), "decide": ("--dialect", "envoy")}
    said = refused(*needed[program], "--candidate", "nowhere", program=program)
    assert said == "deploy-contract: candidate: nowhere: there is no such file\n"


def test_a_candidate_is_read_again_by_a_reload(later: str, common: Shared) -> None:
    for settings in ({}, {"candidate": later}):
        gateway = common.set(unknown_fields="reject", **settings)
        gateway.patch(PATCH)
        (line,) = soon(partial(gateway.lines, "request"))
        difference = line["request"].get("candidate")
        assert (difference is None) == (not settings)
    assert difference["verdict"] == "indeterminate"
