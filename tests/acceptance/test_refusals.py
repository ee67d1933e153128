"""The command `refusals`: it groups the refused messages in the log of a gateway."""

import gzip
import json
from pathlib import Path
from typing import Any

from deploy_contract.cli.command import main
from deploy_contract.refusals import Refusals
from deploy_contract.violations import Violation
from tests.support.commands import ended
from tests.support.policies import NO_SECRETS

PATCH = "patch_deployment"


def violation(rule: str, pointer: str = "", mode: str = "enforce", **other: str) -> dict[str, str]:
    usual = {"location": "body", "message": f"{rule} is broken"}
    return {"rule": rule, "mode": mode, "pointer": pointer, **usual, **other}


def line(
    second: int, *found: dict[str, str], verdict: str = "deny", direction: str = "request"
) -> dict[str, Any]:
    """Return a line of a request that was refused, or that passed if nothing is found."""
    judged: dict[str, Any] = {"verdict": verdict, "refused": bool(found)}
    judged["violations" if verdict == "deny" else "undecided"] = list(found)
    time = f"2026-11-28T09:00:{second:02}.000Z"
    return {"time": time, "event": "request", "operation": PATCH, direction: judged}


def written(path: Path, *lines: dict[str, Any] | str) -> str:
    texts = [one if isinstance(one, str) else json.dumps(one) for one in lines]
    body = "".join([f"{text}\n" for text in texts]).encode()
    path.write_bytes(gzip.compress(body) if path.suffix == ".gz" else body)
    return str(path)


def ask(*arguments: str, given: bytes = b"") -> dict[str, Any]:
    """Run the command, and return its JSON."""
    shown = ended(0, "refusals", "--format", "json", *arguments, given=given)
    found: dict[str, Any] = json.loads(shown.out)
    return found


def test_messages_are_grouped_by_operation_rule_and_field(tmp_path: Path) -> None:
    twice = [violation("schema-type", f"/secrets/{number}/name") for number in (0, 1)]
    advice = violation("advised", "/x", mode="report")
    first = written(
        tmp_path / "new.log",
        line(30, *twice, advice),
        line(31),
        line(32, violation("secret-references-source"), verdict="indeterminate"),
        line(33, violation("schema-type", "/name"), direction="response"),
        {"time": "t", "event": "refused", "status": 400, "reason": "host"},
        {"time": "t", "event": "listening"},
    )
    old = written(tmp_path / "old.log.gz", line(10, violation("schema-type", "/secrets/7/name")))
    found = ask(first, "-", given=Path(old).read_bytes())
    rows = [
        (row["count"], row["direction"], row["rule"], row["field"], row["first"][17:19], row["last"][17:19])
        for row in found["groups"]
    ]  # fmt: skip
    assert rows == [
        (2, "request", "schema-type", "/secrets/*/name", "10", "30"),
        (1, "request", "secret-references-source", "body", "32", "32"),
        (1, "response", "schema-type", "/name", "33", "33"),
    ]
    assert {row["operation"] for row in found["groups"]} == {PATCH}
    counts = {name: found[name] for name in ("refused", "reasons", "broken_lines", "dropped")}
    assert counts == {"refused": 4, "reasons": {"host": 1}, "broken_lines": 0, "dropped": 0}


def test_each_group_has_the_commands_that_explain_and_relax_it(tmp_path: Path) -> None:
    (tmp_path / "policy.yaml").write_text(NO_SECRETS, "utf-8")
    own = "no-secrets"
    rules = ("secret-references-source", "json-syntax", own)
    log = written(tmp_path / "log", *[line(1, violation(rule)) for rule in rules])
    policy = ("--policy", str(tmp_path / "policy.yaml"))
    groups = {row["rule"]: row for row in ask(log, *policy)["groups"]}
    for row in groups.values():
        program, *arguments = row["explain"].split()
        assert program == "deploy-contract"
        assert row["rule"] in ended(0, *arguments).out
        assert row["relax_operation"] == f"--requests {PATCH}=report"
    start = ["gateway", "--upstream", "http://127.0.0.1:9", "--check-config", *policy]
    for rule in ("secret-references-source", own):
        assert groups[rule]["relax"] == f"--modes {PATCH}:{rule}=report"
        assert main([*start, *groups[rule]["relax"].split()]) == 0
    assert groups["json-syntax"]["relax"] is None
    ended(2, *start, "--modes", "json-syntax=report")  # it cannot be relaxed
    (explain,) = [row["explain"] for row in ask(log)["groups"] if row["rule"] == own]
    assert explain.endswith("--policy FILE")


def test_the_text_fits_into_80_columns(tmp_path: Path) -> None:
    deep = "/source_config/resource_spec" + "/a_long_name_of_a_member" * 9
    log = written(tmp_path / "log", *[line(1, violation("schema-type", deep))] * 1200, line(2, violation("json-syntax")))  # fmt: skip
    text = ended(0, "refusals", log).out
    lines = text.splitlines()
    long = [one for one in lines if len(one) > 80]
    assert [one.split()[0][:14] for one in long] == ["/source_config"]  # a field is not broken
    assert "1,200 x request" in text
    assert f"--modes {PATCH}:schema-type=report" in text
    assert "cannot be relaxed" in text


def test_broken_lines_are_counted_and_the_first_is_named(tmp_path: Path) -> None:
    good, far = line(1, violation("schema-type", "/name")), "[" * 100_000
    broken = ["listening on http://127.0.0.1:1", "[1]", '"x"', far, '{"event": "request"}'[:-3]]
    wrong = {"event": "request", "request": {"refused": True, "violations": [{"rule": 1}]}}
    log = written(tmp_path / "a.log", good, *broken, wrong, good)
    other = written(tmp_path / "b.log", "x", good)
    said = ended(0, "refusals", "--format", "json", log, other)
    found = json.loads(said.out)
    assert (found["refused"], found["broken_lines"]) == (3, len(broken) + 2)
    (warning,) = said.err.splitlines()
    assert f"{log}:2: " in warning
    assert f" {len(broken) + 1} " in warning


def test_a_value_of_another_type_breaks_its_line_alone(tmp_path: Path) -> None:
    good = line(1, violation("schema-type", "/name"))
    right, names = violation("schema-type", "/name"), "rule mode location pointer message"
    found = [right | {name: 5} for name in names.split()]
    wrong = [line(1) | {"request": {"refused": True, "violations": [one]}} for one in found]
    wrong += [good | {name: 5} for name in ("operation", "time", "reason")]
    log = written(tmp_path / "log", *wrong, good, good | {"reason": "host"})
    counted = ask(log)
    assert (counted["refused"], counted["reasons"]) == (2, {"host": 1})
    assert counted["broken_lines"] == len(wrong)
    assert "2 x request" in ended(0, "refusals", log).out


def test_a_log_that_cannot_be_read_leaves_the_others(tmp_path: Path) -> None:
    log = written(tmp_path / "log", line(1, violation("schema-type", "/name")))
    said = ended(2, "refusals", "--format", "json", str(tmp_path / "none"), log)
    assert json.loads(said.out)["refused"] == 1
    assert len(said.err.splitlines()) == 1


def test_names_of_clients_neither_fill_the_memory_nor_break_the_lines(tmp_path: Path) -> None:
    refusals = Refusals(most=3)
    for number in range(10):
        found = [Violation("field-confusable", "enforce", "body", f"/{number}x" * 500, "m", "")]
        refusals.add("request", None, found, f"2026-11-28T09:00:0{number}Z")
    groups = refusals.by_count()
    assert (len(groups), refusals.dropped) == (3, 7)
    assert all(len(group.field) <= 200 for group, _ in groups)
    log = written(tmp_path / "log", line(1, violation("r", "/a\nb\x1b[2J", message="::error::x")))
    assert "\x1b" not in (text := ended(0, "refusals", log).out)
    assert not [one for one in text.splitlines() if one.startswith(("b", "::"))]
