"""Logs of real gateways, written with the recipes of the guide, and replayed."""

import json
import re
from pathlib import Path
from typing import Any

from deploy_contract.http.headers import METHOD_OVERRIDES
from tests.support.commands import ended
from tests.support.fronts import RECIPES, at_site, envoy, nginx
from tests.support.gateways import PATCH, PATH, Upstream, soon

REFUSED = b'{"secrets": 1}'


def replayed(*arguments: str) -> list[dict[str, Any]]:
    shown = ended(1, "replay", "--format", "json", *arguments)
    assert shown.err == ""
    return shown.rows


def verdicts(row: dict[str, Any], part: str) -> str | None:
    return row[part] and str(row[part]["verdict"])


def test_a_log_of_nginx_is_replayed(upstream: Upstream, tmp_path: Path) -> None:
    log = tmp_path / "traffic.log"
    changes = {
        "access log": f"access_log {log} deploy_contract;",
        "service": f"proxy_pass {upstream.url};",
    }
    recipe = tmp_path / "recipe.conf"
    recipe.write_text(at_site("nginx-log.conf", changes), "utf-8")
    with nginx(tmp_path, {}, str(recipe)) as front:
        assert front.patch(PATCH, f"{PATH}?x=%7e%20b").status == 200
        assert front.patch(REFUSED).status == 200
        assert front.patch(b'{"secrets": "\xff\x00\x1f\\""}').status == 200
        assert front.patch(b" " * 1_900_000 + PATCH).status == 200
        assert front.ask("GET", "/v2/deployments?limit=500").status == 200
        assert soon(lambda: log.read_bytes().count(b"\n") == 5)
    rows = replayed(str(log))
    assert [row["entry"] for row in rows] == [1, 2, 3, 4, 5]
    wanted = ["allow", "deny", "deny", "deny", "deny"]
    assert [verdicts(row, "request") for row in rows] == wanted
    rules = [row["request"]["violations"][0]["rule"] for row in rows[1:]]
    assert rules == ["schema-type", "json-encoding", "json-size", "parameter-maximum"]
    assert {row["not_judged"]["response"] for row in rows} == {"the body was not recorded"}
    assert [row["newly_refused"] for row in rows] == [False, True, True, True, True]


def test_the_tap_of_envoy_is_replayed(upstream: Upstream, tmp_path: Path) -> None:
    changes = {"path_prefix: /var/log/envoy/tap": f"path_prefix: {tmp_path}/tap"}
    with envoy(tmp_path, "envoy-tap.yaml", changes, service=upstream.port) as front:
        for number, body in enumerate((PATCH, REFUSED, b'{"secrets": "\xff"}'), 1):
            assert front.patch(body, f"{PATH}?x=%7e%20b").status == 200
            assert soon(lambda number=number: len(list(tmp_path.glob("tap_*.json"))) == number)  # type: ignore[misc]
    files = sorted(tmp_path.glob("tap_*.json"), key=lambda file: file.stat().st_mtime_ns)
    rows = replayed(*map(str, files))
    assert [verdicts(row, "request") for row in rows] == ["allow", "deny", "deny"]
    assert [row["request"]["violations"][0]["rule"] for row in rows[1:]] == [
        "schema-type",
        "json-encoding",
    ]
    assert all(row["response"] is not None for row in rows)
    lines = tmp_path / "all.ndjson"
    lines.write_text("".join(f"{json.dumps(json.loads(one.read_text()))}\n" for one in files))
    again = replayed(str(lines))
    assert [row["request"] for row in again] == [row["request"] for row in rows]


def test_the_recipe_of_nginx_logs_each_header_that_requests_are_judged_by() -> None:
    text = (RECIPES / "nginx-log.conf").read_text("utf-8")
    logged = {name.replace("_", "-") for name in re.findall(r'"http_([a-z_]+)"', text)}
    assert logged >= METHOD_OVERRIDES | {"content-type", "content-encoding"}
