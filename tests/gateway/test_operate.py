"""Operating the gateway: the unit of systemd, rotation of its log, and two versions of the contract side by side."""

import json
import re
import shlex
import shutil
import sys
from pathlib import Path

from deploy_contract.cli.command import main
from tests.support.commands import ran, succeeded
from tests.support.fronts import RECIPES, installed
from tests.support.gateways import Upstream, running, soon
from tests.support.redis_server import RedisServer

UNIT = RECIPES / "deploy-contract-gateway.service"
ANALYZE, LOGROTATE = shutil.which("systemd-analyze"), shutil.which("logrotate")


def directives() -> dict[str, str]:
    """Return the directives of the unit."""
    lines = UNIT.read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if re.match(r"\w+=", line))


def test_systemd_finds_no_fault_in_the_unit(tmp_path: Path) -> None:
    programs = str(Path(sys.executable).parent)
    text = UNIT.read_text("utf-8").replace("/opt/deploy-contract/bin", programs)
    unit = tmp_path / UNIT.name
    unit.write_text(text, "utf-8")
    done = ran(installed("systemd-analyze", ANALYZE), "verify", "--man=no", unit)
    assert (done.returncode, UNIT.name in done.stderr) == (0, False), done.stderr


def test_the_unit_starts_reloads_and_stops_the_gateway() -> None:
    said = directives()
    _, *arguments = shlex.split(said["ExecStart"])
    arguments[-1] = str(RECIPES / "gateway.toml")
    assert main([*arguments, "--check-config"]) == 0
    assert main([*arguments, "--upstream", "x", "--check-config"]) == int(
        said["RestartPreventExitStatus"]
    )
    assert said["ExecReload"].split()[1] == "-HUP"
    assert said["KillMode"] == "mixed"
    assert int(said["TimeoutStopSec"]) > 20  # the default of --drain-seconds


def lines_of(log: Path) -> list[dict[str, object]]:
    text = log.read_bytes()
    assert b"\0" not in text
    return [json.loads(line) for line in text.splitlines()]


def test_a_rotated_log_loses_and_breaks_no_line(upstream: Upstream, tmp_path: Path) -> None:
    with running(tmp_path, "--upstream", upstream.url) as gateway:
        log = tmp_path / "log"  # opened for appending, as `>>` does
        for _ in range(3):
            gateway.ask("GET", "/other")
        assert soon(lambda: len(gateway.lines("request")) == 3)
        config = tmp_path / "logrotate.conf"
        text = (RECIPES / "logrotate.conf").read_text("utf-8")
        config.write_text(re.sub(r"(?m)^/\S+", str(log), text), "utf-8")
        config.chmod(0o644)
        options = ("--force", "--state", tmp_path / "state")
        succeeded(installed("logrotate", LOGROTATE), *options, config)
        before = lines_of(tmp_path / "log.1")
        gateway.ask("GET", "/other")
        assert soon(lambda: log.stat().st_size)
        (after,) = soon(lambda: gateway.lines("request"))
        assert [line["event"] for line in before].count("request") == 3
        assert after["event"] == "request"
        assert len(lines_of(log)) == 1


def test_two_versions_of_the_contract_share_what_one_has_learned(
    upstream: Upstream, tmp_path: Path, redis: RedisServer
) -> None:
    shared = ("--lookups", "shared", "--shared-url", redis.url, "--upstream", upstream.url)
    compiled = str(tmp_path / "next.contract.json")
    assert main(["compile", "--mode", "parameter-unknown=enforce", "-o", compiled]) == 0
    now, later = tmp_path / "now", tmp_path / "later"
    now.mkdir()
    later.mkdir()
    with running(now, *shared) as old, running(later, *shared, "--contract", compiled) as new:
        assert old.patch(b"{}").status == 200  # the response has the source
        hosted = b'{"secret_references": [{"name": "A", "secret_name": "b", "secret_key": "c"}]}'
        assert soon(lambda: new.patch(hosted).status == 422)
        rows = soon(lambda: [row for row in new.lines("request") if row["status"] == 422])
        rules = {rule for row in rows for rule in row["request"]["rules"]}
        assert rules == {"secret-references-source"}
        target = "/v2/deployments?limits=5"  # only the new version refuses it
        assert (old.ask("GET", target).status, new.ask("GET", target).status) == (200, 400)
