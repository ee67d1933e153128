"""Text for people: places to click, groups, colours on a terminal, lines that fit, and reasons."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Contract
from deploy_contract.conflicts import conflicting_fields
from deploy_contract_format.rule_prose import TITLES
from tests.support.commands import ROOT, ended, keep_contracts, run_python
from tests.support.policies import policy, rule
from tests.support.terminals import on_terminal

ESCAPE = "\x1b["
BOLD_RULE = re.compile(r"\x1b\[1m\w[\w-]+\x1b\[0m\]")
BAD = '{"source_revision_config": {"image_uri": "a:1"}}'


@pytest.fixture(autouse=True)
def folder(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of its own for each test, with one denied and two allowed files."""
    keep_contracts(monkeypatch)
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    Path("a.json").write_text("{}")
    Path("b.json").write_text(BAD)
    Path("c.json").write_text("{}")
    return here


def test_places_can_be_clicked_and_files_are_apart() -> None:
    Path("d.json").write_text("{}")
    names = ["a.json", "b.json", "c.json", "d.json"]
    said = ended(1, "check", "--source", "codehost", "--no-source", *names).out
    first, blank, _, place, _, end, *others, total = said.splitlines()
    assert (first, blank, end) == ("a.json: allowed (creates no revision)", "", "")
    assert place.startswith("b.json:1:29: error: /source_revision_config/image_uri: ")
    assert len(others) == 2  # files without lines of their own are not apart
    assert total == "4 documents: 3 allowed, 1 denied; 1 error"


def test_the_rule_is_bold_on_a_terminal_alone() -> None:
    arguments = ("check", "--source", "codehost", "b.json")
    _, shown = on_terminal(*arguments)
    assert BOLD_RULE.search(shown)
    printed, _ = on_terminal(*arguments, output=False)
    assert ESCAPE not in printed
    _, shown = on_terminal(*arguments, NO_COLOR="1")
    assert ESCAPE not in shown
    assert "[image-uri-source]" in shown


@pytest.mark.parametrize(
    ("environment", "is_coloured"),
    [({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False), ({}, False)],
)
def test_colours_can_be_forced_in_a_pipe(
    environment: Mapping[str, str], folder: Path, *, is_coloured: bool
) -> None:
    code = "from deploy_contract.cli.command import main; main(['check', 'b.json'])"
    done = run_python(code, folder=folder, TERM="xterm-256color", **environment)
    assert (ESCAPE in done.stdout) == is_coloured
    lines = done.stdout.splitlines()
    assert any(len(line) > 80 for line in lines)  # only a terminal is too narrow


@pytest.mark.parametrize(
    "arguments",
    [
        ("rules",),
        ("explain", "revision-by-resource-spec"),
        ("coverage", str(ROOT / "spec" / "examples" / "exchange.har")),
        ("diff", str(ROOT / "generated"), str(ROOT / "generated"), "--policy", "policy.json"),
    ],
    ids=lambda one: one[0],
)
def test_a_terminal_of_80_columns_shows_hanging_columns(arguments: tuple[str, ...]) -> None:
    fields = [f"/source_config/resource_spec/{name}" for name in ("cpu", "cpu_limit", "db_cpu")]
    ours = rule("our-cpu", each=fields, schema={"maximum": 8})
    Path("policy.json").write_text(json.dumps(policy(ours)))
    _, shown = on_terminal(*arguments, columns=80)
    assert ESCAPE in shown
    lines = [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", shown).splitlines()]
    assert max(map(len, lines)) <= 80
    wrapped = [line for line in lines if re.match(r" {6,}\S", line)]
    assert wrapped or arguments[0] == "explain"


def test_rules_are_listed_in_groups() -> None:
    groups = ended(0, "rules").out.split("\n\n")
    assert groups[0].startswith(f"{TITLES['fields']}: DeploymentPatch\n  ")
    assert sum(group.count("\n  ") for group in groups) == len(Contract().rules)


BOTH = {"repo_ref": "main", "image_uri": "a:1"}
CONTAINERS = ("external_container", "internal_container")


@pytest.mark.parametrize(
    ("document", "options", "source", "fields"),
    [
        (
            {"source_revision_config": BOTH}, {}, None,
            {"/source_revision_config/repo_ref": ("codehost",), "/source_revision_config/image_uri": CONTAINERS},
        ),
        (
            {"source_config": {"build_on_push": True, "custom_url": "a"}}, {}, None,
            {"/source_config/build_on_push": ("codehost",), "/source_config/custom_url": ("external_container",)},
        ),
        ({"source_revision_config": BOTH}, {}, "codehost", {}),  # the source is the reason
        ({"source_revision_config": BOTH}, {"hosting": "self_hosted"}, None, {}),  # the hosting is
        ({"source_revision_config": BOTH, "revision_source": "codehost"}, {}, None, {}),
        ({"source_revision_config": {**BOTH, "repo_ref": None}}, {}, None, {}),
        ({"source_config": {"build_on_push": False, "custom_url": "a"}}, {}, None, {}),
        ({"source_revision_config": {"repo_commit_sha": "a"}}, {}, None, {}),  # of no source at all
        ({"secrets": 5}, {}, None, {}),
    ],
)  # fmt: skip
def test_fields_that_no_source_admits_together_are_named(
    document: dict[str, Any],
    options: dict[str, Any],
    source: Any,
    fields: Mapping[str, tuple[str, ...]],
) -> None:
    contract = Contract(**options)
    report = contract.check(document, "DeploymentPatch", source=source)
    assert dict(conflicting_fields(contract, report, source)) == fields


def test_json_has_the_sources_of_each_field() -> None:
    Path("b.json").write_text(json.dumps({"source_revision_config": BOTH}))
    conflict = json.loads(ended(1, "check", "--format", "json", "b.json").out)["conflict"]
    given = zip(BOTH, (["codehost"], [*CONTAINERS]), strict=True)
    assert conflict == {f"/source_revision_config/{name}": sources for name, sources in given}
