"""The command as people and scripts use it."""

import re
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from deploy_contract import Bundle, Contract
from deploy_contract.cli.command import main
from deploy_contract.cli.commands import COMMANDS
from tests.support.commands import ROOT, ended, keep_contracts, ran
from tests.support.policies import NO_SECRETS

REFERENCES = '{"secret_references": [{"name": "a", "secret_name": "b", "secret_key": "c"}]}'


@pytest.fixture(autouse=True)
def folder(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of its own for each test."""
    keep_contracts(monkeypatch)
    Path("references.json").write_text(REFERENCES)
    Path("stored.json").write_text('{"source": "external_container"}')
    Path("odd.json").write_text('{"source": ["hunter2"]}')
    Path("null.json").write_text("null")
    Path("good.json").write_text("{}")
    Path("bad.json").write_text("[1]")
    Path("-dash.json").write_text("{}")
    return here


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ("--source codehost", 1), ("--source external_container", 0), ("", 0),
        ("--strict", 1), ("--hosting cloud", 1),
    ],
)  # fmt: skip
def test_the_exit_status_follows_the_verdict(options: str, status: int) -> None:
    """The guides show the output."""
    assert main(["check", *options.split(), "references.json"]) == status


def test_json_gives_one_object_a_line_and_document() -> None:
    text = "secret_refs: []\n---\nsource_config:\n  resource_spec:\n    cpu: '2'\n"
    Path("two.yaml").write_text(text)
    arguments = ["--unknown-fields", "report", "--format", "json", "references.json", "two.yaml"]
    rows = ended(1, "check", *arguments).rows
    assert [(row["file"], row["number"], row["verdict"]) for row in rows] == [
        ("references.json", 1, "indeterminate"), ("two.yaml", 1, "allow"), ("two.yaml", 2, "deny"),
    ]  # fmt: skip
    assert rows[0]["needs"] == ["source", "hosting"]
    assert rows[0]["creates_revision"] == "yes"
    (violation,) = rows[2]["violations"]
    found = [violation[name] for name in ("rule", "pointer", "line", "column")]
    assert found == ["schema-type", "/source_config/resource_spec/cpu", 5, 5]
    assert rows[1]["violations"][0]["hint"] == "did you mean secret_references?"


def test_a_file_that_cannot_be_read_is_one_line_and_the_others_are_checked(folder: Path) -> None:
    (folder / "empty").mkdir()
    printed = ended(2, "check", "missing.json", "empty", "references.json", "a\0b")
    assert "references.json: undecided" in printed.out
    assert "3 not read" in printed.out
    names = [line.split(": ")[1] for line in printed.err.splitlines()]
    assert names == ["empty", "missing.json", "a\\x00b"]


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", "--- # nothing\n", "---\n---\n...\n"])
def test_yaml_without_a_document_is_skipped(text: str) -> None:
    path = Path("a.yaml")
    path.write_text(text)
    printed = ended(0, "check", "--strict", "a.yaml")
    assert printed == ("", "deploy-contract: a.yaml: contains no document\n")
    path.write_text(f"secrets: []\n---\n{text}---\n{{}}\n--- # the end\n")
    printed = ended(0, "check", "--format", "json", "a.yaml")
    rows = [(row["number"], row["verdict"]) for row in printed.rows]
    assert (rows, printed.err) == ([(1, "allow"), (2, "allow")], "")
    error = ended(2, "check", "--deployment", "a.yaml", "references.json").err
    assert "one document is expected, there are 2" in error


def test_standard_input() -> None:
    for text, status in ((REFERENCES, 1), ("secrets: []\n", 0), ("", 1)):
        shown = ended(status, "check", "--source", "codehost", "-", given=text.encode()).out
        assert shown.count("-: ") == 1


def test_the_stored_deployment_and_policies_are_taken_from_files() -> None:
    Path("stored.yaml").write_text("source: codehost\nsource_config: {build_on_push: true}\n")
    Path("tag.yaml").write_text("source_revision_config: {repo_ref: refs/tags/v1}\n")
    assert "[tag-never-moves]" in ended(1, "check", "--deployment", "stored.yaml", "tag.yaml").out
    Path("policy.yaml").write_text(NO_SECRETS)
    assert "\n  no-secrets " in ended(0, "rules", "--policy", "policy.yaml").out


SOURCES = "codehost, external_container, internal_container, internal_source, internal_template"
KINDS = ", ".join(Bundle.installed().kinds)
TOO_LARGE = "9" * 17
BOTH = f"{ROOT}/generated {ROOT}/generated"
EXAMPLE = f"{ROOT}/spec/examples/exchange.har"
WRONG_USE = [  # arguments -> a part of the last line
    ("check --deployment nothing.yaml references.json", "nothing.yaml: cannot be read"),
    ("check --deployment null.json references.json", "a stored deployment must be an object"),
    ("check --deployment= references.json", 'deploy-contract: "": cannot be read: No such file'),
    ("check --deployment stored.json --source codehost good.json", "--source contradicts the source in stored.json"),
    ("check --deployment odd.json good.json", "odd.json: source must be one of codehost, "),
    ("check --policy nothing.yaml good.json", "policy nothing.yaml: there is no such file"),
    ("check --diff --format json good.json", "--diff prints text; leave --format out"),
    ("check --fix --diff good.json", "give --fix or --diff, not both"),
    ("explain secret-reference-source", "did you mean secret-references-source?"),
    ("explain zzz", "`deploy-contract rules` lists them"),
    ("schema RepositoryList --source codehost", "RepositoryList has no source; ask for"),
    ("replay --candidate nowhere good.json", "deploy-contract: nowhere: there is no such file"),
    (f"diff --traffic nothing.har {BOTH}", "nothing.har: cannot be read: No such file or directory"),
    (f"diff --traffic good.json --base-path nowhere {BOTH}", "--base-path must be empty, or begin with"),
    (f"coverage --output . {EXAMPLE}", "--output .: cannot be written: Is a directory"),
]  # fmt: skip
WRONG_ARGUMENTS = [  # arguments -> the end of the line after the usage
    ("", "the following arguments are required: COMMAND"),
    ("check", "the following arguments are required: FILE"),
    ("check --as Nothing x", "argument --as: must be one of "),
    ("check --source codehots x", f"argument --source: must be one of {SOURCES}; did you mean codehost?"),
    ("check --format CANARY x", "argument --format: must be one of text, json, github, sarif"),
    ("check --polcy=x y", "unknown argument --polcy; did you mean --policy?"),
    ("check x --strict y", "too many arguments, or options between them: y"),
    ("check -z y", "unknown argument -z; --help lists the options"),
    ("check -z", "unknown argument -z; --help lists the options"),
    ("check -dash.json", "unknown argument -dash.json; write ./-dash.json for the file"),
    ("--quiet check --source codehost good.json", "unknown argument --quiet; --help lists the options"),
    ("--versoin", "unknown argument --versoin; did you mean --version?"),
    ("diff -", "the following arguments are required: NEW"),
    ("chekc", f"argument COMMAND: must be one of {', '.join(COMMANDS)}; did you mean check?"),
    ("schema DeploymentPach", f"argument KIND: must be one of {KINDS}; did you mean DeploymentPatch?"),
    ("schema Deployment --source git", "argument --source: must be one of codehost, "),
    ("completion fihs", "argument SHELL: must be one of bash, zsh, fish, tcsh, powershell; did you mean fish?"),
    *[(f"compile -o x --items={text}", "argument --items: must be a number from 1 to 2**53 - 1") for text in ("0", TOO_LARGE, "1.5")],
    *[(f"replay --jobs {text} x", "argument --jobs: must be a number from 1 to 256") for text in ("0", "257", "1e1")],
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "message"), WRONG_USE)
def test_wrong_use_is_one_line_and_status_2(arguments: str, message: str) -> None:
    (line,) = ended(2, *arguments.split()).err.splitlines()
    assert message in line


@pytest.mark.parametrize(("arguments", "text"), WRONG_ARGUMENTS)
def test_wrong_arguments_name_the_allowed_and_the_nearest_value(arguments: str, text: str) -> None:
    printed = ended(2, *arguments.split())
    assert printed.out == ""
    assert printed.err.startswith("usage: deploy-contract")
    assert f"error: {text}" in printed.err.splitlines()[-1]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("check --format json many.yaml | head -c 1", 141),
        ("check bad.json > /dev/full", 2),
        ("check bad.json >&-", 1),
        ("check - <&-", 2),
        ("check bad.json \u00e9.json", 2),
        ("check good.json missing.json 2>/dev/full", 2),
        ("check --policy missing.yaml good.json 2>&-", 2),
        ("check bad.json 2>&-", 1),
        ("check good.json 2>/dev/full", 0),
    ],
)
def test_the_exit_status_is_right_if_a_stream_cannot_be_written(line: str, status: int) -> None:
    Path("many.yaml").write_text("secretz: []\n---\n" * 3000)
    command = f"PYTHONIOENCODING=ascii '{sys.executable}' -m deploy_contract {line}"
    done = ran("bash", "-o", "pipefail", "-c", command, folder=Path())
    assert (done.returncode, "Traceback" in done.stderr) == (status, False)


@pytest.mark.parametrize("module", ["deploy_contract", "deploy_contract.cli.command"])
def test_a_module_is_the_command_too(module: str, here: Path) -> None:
    done = ran(sys.executable, "-m", module, "check", "bad.json", folder=here)
    assert (done.returncode, done.stdout.partition("\n")[0]) == (1, "bad.json: denied")


def test_it_says_which_version_it_is() -> None:
    contract = Contract()
    facts = f"contract {contract.version}, engine {contract.engine}"
    shown = ended(0, "--version").out
    assert shown == f"deploy-contract {version('deploy-contract')} ({facts})\n"


UNSORTED = """secrets: 5
source_config:
  build_on_push: 1
  listener_id: l-1
  resource_spec: {cpu: 2, cpu_limit: 1, memory_mb: text}
secret_references: [{name: a, secret_name: b, secret_key: c}]
secret_refs: []
"""
LINES = {  # pattern of the line of a violation in each format
    "text": r"^many\.yaml:(\d+):",
    "json": r'"line": (\d+)',
    "github": r",line=(\d+),",
    "sarif": r'"startLine": (\d+)',
}


@pytest.mark.parametrize("style", LINES)
def test_violations_come_in_the_order_of_lines(style: str) -> None:
    Path("many.yaml").write_text(UNSORTED)
    printed = ended(1, "check", "--format", style, "many.yaml").out
    found = re.findall(LINES[style], printed, re.MULTILINE)
    lines = list(map(int, found))
    assert lines == sorted(lines)
    assert len(set(lines)) > 3
