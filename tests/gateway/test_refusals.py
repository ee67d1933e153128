"""The page of refused messages, of all workers, and the log that names their fields."""

import json
import os
import shlex
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from deploy_contract_gateway.metrics import TotalMetrics
from tests.support.browsers import looking
from tests.support.commands import ended
from tests.support.gateways import CANARY, Gateway, Upstream, running, soon
from tests.support.pages import inside_itself, only, read, text, texts, values

BROKEN = json.dumps({"secrets": [{"name": CANARY, "value": 7}]}).encode()
FIELD = "/secrets/*/value"


@pytest.fixture(scope="module")
def program(
    origin: Upstream, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Gateway, Path]]:
    """Yield a program with two workers, and its folder."""
    folder = tmp_path_factory.mktemp("program")
    (folder / "file.toml").write_text("workers = 2\n", "utf-8")
    options = ("--config", str(folder / "file.toml"), "--upstream", origin.url)
    with running(folder, *options) as started:
        yield started, folder


def rows(gateway: Gateway) -> dict[tuple[str, str], str]:
    """Return the number of messages of each group of the page, by rule and field."""
    answered = gateway.watch("/-/refusals")
    assert answered.status == 200
    page = read(answered.body.decode())
    return {
        (text(only(row, "td b")), text(only(row, "td b ~ code"))): texts(row, "td")[0]
        for row in page.css("tbody tr")
    }


def test_a_false_positive_goes_from_the_page_to_the_settings_in_two_steps(
    program: tuple[Gateway, Path],
) -> None:
    gateway, folder = program
    assert "Nothing was refused" in gateway.watch("/-/refusals").body.decode()
    for _ in range(6):  # on both workers, most likely
        assert gateway.patch(BROKEN).status == 422
    assert rows(gateway) == {("schema-type", FIELD): "6"}
    page = gateway.watch("/-/refusals").body.decode()
    assert CANARY not in page
    toml = only(read(page), "dd pre").text()
    with (folder / "file.toml").open("a") as file:  # step 1
        file.write(toml.replace("[modes]", "\n[modes]\n"))
    (kill,) = [one for one in texts(read(page), "li code") if one.startswith("kill")]
    subprocess.run(shlex.split(kill), check=True)  # step 2
    assert soon(lambda: len(gateway.lines("reloaded")) == 2)
    assert gateway.patch(BROKEN).status == 200
    assert soon(lambda: len(gateway.lines("request")) == 7)
    os.kill(gateway.workers()[0], signal.SIGKILL)
    assert soon(lambda: gateway.lines("worker-ended"))
    assert rows(gateway) == {("schema-type", FIELD): "6"}
    said = ended(0, "refusals", "--format", "json", str(folder / "log")).out
    (group,) = json.loads(said)["groups"]
    assert (group["count"], group["rule"], group["field"]) == (6, "schema-type", FIELD)
    assert group["operation"] == "patch_deployment"


def test_the_page_reaches_nothing_and_escapes_all(program: tuple[Gateway, Path]) -> None:
    gateway, _ = program
    name = "Secrets<script>alert(1)</script>"
    assert gateway.patch(json.dumps({name.replace("Secrets", "secrets\u0000"): 1}).encode())
    answered = gateway.watch("/-/refusals")
    page = read(answered.body.decode())
    assert not page.css("script, img, form, [src]")
    assert inside_itself(page) == []
    security = answered.header("content-security-policy")
    assert security is not None
    assert "default-src 'none'" in security
    assert "script-src" not in security
    assert values(page, "meta[http-equiv]", "content") == [security]


def test_the_groups_of_all_workers_are_added_up_and_bounded() -> None:
    total = TotalMetrics()
    names = ("request", "patch_deployment", "schema-type")
    one = (*names, "/a", 2, "2026-11-28T09:00:02Z", "2026-11-28T09:00:05Z", "m")
    other = (*names, "/a", 3, "2026-11-28T09:00:01Z", "2026-11-28T09:00:04Z", "m")
    total.update(7, {"counts": [], "refusals": [one], "dropped": 0})
    total.update(8, {"counts": [], "refusals": [other], "dropped": 1})
    for _ in range(2):
        ((group, seen),) = total.refusals().by_count()
        assert (group.field, seen.count, seen.first[-3:], seen.last[-3:]) == ("/a", 5, "01Z", "05Z")
        assert total.refusals().dropped == 1
        total.remove(8)  # it ended, and still counts
    many = [(*names, f"/{n}", 1, f"2026-11-28T08:{n:04}Z", f"2026-11-28T08:{n:04}Z", "m") for n in range(500)]  # fmt: skip
    total.update(9, {"counts": [], "refusals": many, "dropped": 0})
    kept = {group.field for group, _ in total.refusals().by_count()}
    assert {"/a", "/499"} <= kept
    assert "/0" not in kept
    assert total.refusals().dropped == 1 + 501 - len(kept)


@pytest.mark.parametrize("width", ["phone", "desktop"])
def test_the_page_can_be_read_in_a_browser(
    program: tuple[Gateway, Path], browser: Browser, width: str
) -> None:
    gateway, _ = program
    gateway.patch(b'{"source_config": 5}')
    with looking(browser, width=width) as tab:
        said: list[str] = []
        tab.on("console", lambda message: said.append(message.text))
        tab.goto(f"http://127.0.0.1:{gateway.admin}/-/refusals")
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert said == []
