"""A file says what it is for: by its own comment, by the command line, or by a mapping of globs above it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from deploy_contract import Bundle
from deploy_contract.cli.command import main
from deploy_contract.cli.mappings import Mappings
from deploy_contract.cli.purposes import Purpose, choices_of

Output = pytest.CaptureFixture[str]
CHOICES = choices_of(Bundle.installed())
REFERENCES = "secret_references: [{name: a, secret_name: b, secret_key: c}]\n"
OWN = "# deploy-contract: source=external_container hosting=self_hosted\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of its own for each test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def verdicts(capsys: Output, *arguments: str) -> list[tuple[str, str]]:
    """(kind, verdict) of each document."""
    assert main(["check", "--format", "json", *arguments]) in (0, 1)
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return [(row["document"], row["verdict"]) for row in rows]


def test_the_first_comment_says_what_a_file_is_for(capsys: Output) -> None:
    Path("plain.yaml").write_text(REFERENCES)
    Path("own.yaml").write_text(OWN + REFERENCES)
    Path("cloud.yaml").write_text("#deploy-contract:hosting=cloud\r\n" + REFERENCES)
    Path("typo.yaml").write_text(
        "# yaml-language-server: $schema=x\n\n%YAML 1.2\n# deploy-contract: unknown-fields=reject\n---\nsecretz: []\n"
    )
    Path("kind.yaml").write_text("# deploy-contract: as=RepositoryList\n[]\n")
    names = ["plain.yaml", "own.yaml", "cloud.yaml", "typo.yaml", "kind.yaml"]
    assert verdicts(capsys, *names) == [
        ("DeploymentPatch", "indeterminate"), ("DeploymentPatch", "allow"), ("DeploymentPatch", "deny"),
        ("DeploymentPatch", "deny"), ("RepositoryList", "allow"),
    ]  # fmt: skip


def test_the_comment_holds_for_standard_input_and_every_document() -> None:
    text = OWN + REFERENCES + "---\n" + REFERENCES
    done = subprocess.run(
        [sys.executable, "-m", "deploy_contract.cli.command", "check", "-"],
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.count(": allowed") == 2
    assert done.returncode == 0


def test_a_comment_within_a_document_or_in_json_says_nothing(capsys: Output) -> None:
    Path("late.yaml").write_text(REFERENCES + OWN)
    Path("text.yaml").write_text("install: |\n  # deploy-contract: nonsense\n" + REFERENCES)
    Path("a.json").write_text('{"x": "# deploy-contract: nonsense"}')
    assert [
        verdict
        for _, verdict in verdicts(
            capsys, "--unknown-fields", "report", "late.yaml", "text.yaml", "a.json"
        )
    ] == [
        "indeterminate",
        "indeterminate",
        "allow",
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (REFERENCES + OWN, [2]),
        ("{}\n---\n" + OWN + "{}\n", [3]),
        ("--- # deploy-contract: source=codehost\n{}\n", [1]),
        (OWN + "secrets: [] # deploy-contract: source=codehost\r\n\r\n  #deploy-contract:\r\n", [2, 4]),
        ("# deploy-contract source=codehost\n# Deploy-Contract: hosting=cloud\n#deploy-contract: as=Deployment\n{}\n", [1, 2]),
        ("secrets:\n- name: a\n  value: |\n    # deploy-contract: source=codehost\n  # deploy-contract: source=codehost\n", [5]),
        ("# see # deploy-contract: source=codehost\n# deploy-contract check --source=codehost a.yaml\n{}\n", []),
        ("install: '\n # deploy-contract: source=codehost\n'\n", []),
        (OWN + "{}\n", []),
        ("{}\n" + OWN * 30, [*range(2, 22)]),
        ("{}\n" + OWN + "a: [\n", [2]),
        ("{}\n# \xe9\n" + OWN, []),  # no UTF-8
    ],
)  # fmt: skip
def test_a_comment_that_has_no_effect_is_told_of(
    text: str, lines: list[int], capsys: Output
) -> None:
    Path("a.yaml").write_text(text, encoding="latin-1", newline="")
    message = "this comment has no effect; write `# deploy-contract: KEY=VALUE ...` among the comments before the first document"
    status = main(["check", "a.yaml"])
    assert capsys.readouterr().err.splitlines() == [
        f"deploy-contract: a.yaml:{line}: {message}" for line in lines
    ]
    assert main(["check", "--strict", "a.yaml"]) >= (1 if lines else status)
    capsys.readouterr()
    assert main(["check", "--format", "github", "a.yaml"]) == status
    shown = capsys.readouterr().out.splitlines()
    assert [line for line in shown if line.startswith("::warning ") and "no effect" in line] == [
        f"::warning file=a.yaml,line={line},title=no effect::{message}" for line in lines
    ]
    assert main(["check", "--format", "sarif", "a.yaml"]) == status
    (found,) = json.loads(capsys.readouterr().out)["runs"]
    notices = found["invocations"][0]["toolExecutionNotifications"]
    assert [
        row["locations"][0]["physicalLocation"]["region"]["startLine"] for row in notices
    ] == lines
    assert {row["level"] for row in notices} <= {"warning"}


@pytest.mark.parametrize(
    ("comment", "line", "message"),
    [
        ("# deploy-contract: sorce=codehost", 1, "unknown key sorce; did you mean source?"),
        ("# deploy-contract: zzz=codehost", 1, "unknown key zzz; the keys are as, source, hosting, unknown-fields"),
        ("# deploy-contract: source=codehots", 1, "source must be one of codehost, external_container, internal_container, internal_source, internal_template"),
        ("# deploy-contract: as=deploymentpatch", 1, "did you mean DeploymentPatch?"),
        ("# deploy-contract: hosting=", 1, "hosting must be one of cloud, self_hosted"),
        ("# deploy-contract: source", 1, "write KEY=VALUE; the keys are as, source, hosting, unknown-fields"),
        ("# deploy-contract: source=codehost source=codehost", 1, "source occurs twice"),
        ("# deploy-contract: s\x1b[31m\xff=x", 1, "unknown key s\\x1b[31m"),
        ("# a\n# deploy-contract: source=codehost\n# deploy-contract: hosting=cloud", 3, "line 2 has one already; write them as one"),
    ],
)  # fmt: skip
def test_what_a_comment_says_wrong_is_an_error(
    comment: str, line: int, message: str, capsys: Output
) -> None:
    Path("a.yaml").write_text(f"{comment}\n{REFERENCES}", encoding="latin-1")
    Path("b.yaml").write_text("{}\n")
    assert main(["check", "a.yaml", "b.yaml"]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(f"deploy-contract: a.yaml:{line}: deploy-contract comment: ")
    assert message in shown.err
    assert len(shown.err.splitlines()) == 1
    assert shown.err.rstrip("\n").isprintable()
    assert "b.yaml: allowed" in shown.out  # the others are checked


MAPPING = """
[files]
"**/*.yaml" = {source = "codehost"}
"hosted/**" = {hosting = "self_hosted", source = "external_container"}
"hosted/expected-?.json" = {as = "RepositoryList"}
"""


def test_a_mapping_of_globs_holds_for_what_is_below_it(capsys: Output) -> None:
    Path("deploy-contract.toml").write_text(MAPPING)
    for name, text in {
        "a.yaml": REFERENCES,
        "hosted/b.yaml": REFERENCES,
        "hosted/deep/er/c.json": "{}",
        "hosted/expected-1.json": "[]",
        "x/y.yaml": REFERENCES,
    }.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    purpose = Mappings(CHOICES).purpose
    assert purpose("a.yaml") == Purpose(source="codehost")
    assert (
        purpose("hosted/b.yaml")
        == purpose("x/../hosted/b.yaml")
        == Purpose(source="external_container", hosting="self_hosted")
    )
    assert purpose(str(Path("hosted/deep/er/c.json").absolute())).hosting == "self_hosted"
    assert purpose("hosted/expected-1.json").kind == "RepositoryList"
    assert purpose("hosted/expected-12.json").kind is None
    assert purpose("b.json") == purpose("-") == Purpose()
    found = verdicts(capsys, "a.yaml", "hosted/b.yaml", "hosted/expected-1.json", "x/y.yaml")
    assert found == [
        ("DeploymentPatch", "deny"),
        ("DeploymentPatch", "allow"),
        ("RepositoryList", "allow"),
        ("DeploymentPatch", "deny"),
    ]


def test_it_is_found_from_the_file_and_not_from_where_one_stands(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    Path("repo/sub").mkdir(parents=True)
    Path("repo/deploy-contract.toml").write_text('[files]\n"sub/*.yaml" = {source = "codehost"}\n')
    Path("repo/sub/a.yaml").write_text(REFERENCES)
    assert verdicts(capsys, "repo/sub/a.yaml") == [("DeploymentPatch", "deny")]
    monkeypatch.chdir(folder / "repo" / "sub")
    assert verdicts(capsys, "a.yaml") == [("DeploymentPatch", "deny")]


def test_pyproject_is_one_too_where_it_has_the_table_and_the_nearest_one_holds(
    capsys: Output,
) -> None:
    Path("pyproject.toml").write_text(
        '[project]\nname = "deploy-contract"\n[tool.deploy-contract.files]\n"**" = {source = "codehost"}\n'
    )
    Path("sub").mkdir()
    Path("sub/pyproject.toml").write_text(
        '[project]\nname = "other"\ndependencies = ["deploy-contract==1.0"]\n'
    )
    Path("sub/a.yaml").write_text(REFERENCES)
    assert verdicts(capsys, "sub/a.yaml") == [("DeploymentPatch", "deny")]
    Path("sub/deploy-contract.toml").write_text("")
    assert verdicts(capsys, "sub/a.yaml") == [("DeploymentPatch", "indeterminate")]


def test_the_command_line_wins_then_the_comment_then_the_mapping(capsys: Output) -> None:
    Path("deploy-contract.toml").write_text(
        '[files]\n"*" = {source = "codehost", hosting = "cloud", unknown-fields = "reject"}\n'
    )
    Path("mapped.yaml").write_text(REFERENCES)
    Path("own.yaml").write_text(OWN + REFERENCES)
    assert verdicts(capsys, "mapped.yaml", "own.yaml") == [
        ("DeploymentPatch", "deny"),
        ("DeploymentPatch", "allow"),
    ]
    assert verdicts(capsys, "--source", "internal_source", "own.yaml") == [
        ("DeploymentPatch", "deny")
    ]
    Path("typo.yaml").write_text(OWN + "secretz: []\n")
    assert verdicts(capsys, "typo.yaml") == [("DeploymentPatch", "deny")]
    assert verdicts(capsys, "--unknown-fields", "report", "typo.yaml") == [
        ("DeploymentPatch", "allow")
    ]


@pytest.mark.parametrize("where", ["option", "comment", "table"])
def test_undeclared_fields_may_be_reported_as_those_of_requests(where: str, capsys: Output) -> None:
    """With the value that middleware and programs have by default. A file is no response."""
    arguments: list[str] = []
    head = ""
    if where == "option":
        arguments = ["--unknown-fields", "report-requests"]
    elif where == "comment":
        head = "# deploy-contract: unknown-fields=report-requests\n"
    else:
        table = '[files]\n"*" = {unknown-fields = "report-requests"}\n'
        Path("deploy-contract.toml").write_text(table)
    Path("typo.yaml").write_text(f"{head}secretz: []\n")
    assert main(["check", "--format", "json", *arguments, "typo.yaml"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["violations"]
    assert (row["rule"], row["mode"]) == ("unknown-field", "report")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("deploy-contract.toml", "\n[file]\n", "deploy-contract.toml:2: unknown key file; did you mean files?"),
        ("deploy-contract.toml", "[files]\n'*' = {source = 'codehost'}\n\"a b/*\" = {sorce = 'codehost'}\n", "deploy-contract.toml:3: unknown key sorce; did you mean source?"),
        ("deploy-contract.toml", "[files.'*']\nhosting = 'cloud'\nsource = 'codehots'\n", "deploy-contract.toml:3: source must be one of codehost,"),
        ("deploy-contract.toml", "[files]\n'*' = {source = 5}\n", "deploy-contract.toml:2: source must be one of codehost,"),
        ("deploy-contract.toml", "[files]\n'*' = 'codehost'\n", "deploy-contract.toml:2: *: write a table, such as"),
        ("deploy-contract.toml", "files = 1\n", "deploy-contract.toml:1: files must be a table"),
        ("deploy-contract.toml", "[files]\n\n'*' = {source = hunter2}\n", "deploy-contract.toml:3:17: not a TOML document"),
        ("pyproject.toml", "[tool.x]\nsorce = 1\n[tool.deploy-contract.files]\n'*' = {sorce = 1}\n", "pyproject.toml:4: unknown key sorce"),
        ("pyproject.toml", "[tool]\n\ndeploy-contract = 5\n", "deploy-contract must be a table"),
        ("pyproject.toml", "[tool.deploy-contract]\n\nmappings = {}\n", "pyproject.toml:3: unknown key mappings; the keys are files"),
    ],
)  # fmt: skip
def test_what_a_mapping_says_wrong_is_an_error(
    name: str, text: str, message: str, capsys: Output
) -> None:
    Path(name).write_text(text)
    Path("a.yaml").write_text("{}\n")
    assert main(["check", "a.yaml"]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith(f"deploy-contract: {name}")
    assert message in shown.err
    assert "hunter2" not in shown.err
    assert len(shown.err.splitlines()) == 1


def sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 1 << 40)


@pytest.mark.promise(1)
@pytest.mark.parametrize("name", ["pyproject.toml", "deploy-contract.toml"])
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (os.mkfifo, "is a pipe, not a regular file; check the path"),
        (
            lambda path: path.symlink_to("/dev/zero"),
            "is a device, not a regular file; check the path",
        ),
        (Path.mkdir, "is a folder, not a regular file; check the path"),
        (sparse, "is longer than 1 MiB"),
        (
            lambda path: path.write_text("deploy-contract.a = " + "[" * 100_000),
            "not a TOML document",
        ),
    ],
)
def test_a_mapping_that_is_no_file_or_without_end_is_an_error_at_once(
    name: str, make: Callable[[Path], object], message: str, capsys: Output
) -> None:
    make(Path(name))
    Path("a.yaml").write_text("{}\n")
    assert main(["check", "a.yaml"]) == 2
    assert capsys.readouterr().err == f"deploy-contract: {name}: {message}\n"


def test_a_pyproject_that_is_broken_elsewhere_is_no_business_of_ours(capsys: Output) -> None:
    Path("pyproject.toml").write_text("[project\nname = 'x'\n")
    Path("a.yaml").write_text("{}\n")
    assert main(["check", "a.yaml"]) == 0
    assert capsys.readouterr().err == ""


def test_a_stored_deployment_of_another_source_is_named_with_the_file(capsys: Output) -> None:
    Path("stored.json").write_text('{"source": "codehost"}')
    Path("own.yaml").write_text(OWN + "{}\n")
    assert main(["check", "--deployment", "stored.json", "own.yaml"]) == 2
    assert capsys.readouterr().err.startswith(
        "deploy-contract: own.yaml: its source contradicts that of the stored deployment"
    )


@pytest.mark.parametrize(
    "glob",
    [
        "./patches/**",
        "patches/",
        "patches/**/",
        "/patches/*",
        "../patches/*",
        "a//b",
        "a/./b",
        "a/..",
        "",
    ],
)
def test_a_glob_that_matches_no_file_is_an_error(glob: str, capsys: Output) -> None:
    Path("deploy-contract.toml").write_text(f'[files]\n"{glob}" = {{source = "codehost"}}\n')
    Path("a.yaml").write_text("{}\n")
    assert main(["check", "a.yaml"]) == 2
    message = f"deploy-contract: deploy-contract.toml:2: {glob or 'an empty glob'} matches no file; write a relative path with / "
    assert capsys.readouterr().err == message + "between names, such as patches/**\n"


def test_a_working_directory_that_is_gone_is_told(
    folder: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "a.yaml").write_text("{}\n")
    (folder / "gone").mkdir()
    monkeypatch.chdir(folder / "gone")
    (folder / "gone").rmdir()
    assert main(["check", "../a.yaml"]) == 2
    message = "deploy-contract: ../a.yaml: no mapping can be found: the working directory no longer exists\n"
    assert capsys.readouterr().err == message
    assert main(["check", str(folder / "a.yaml")]) == 0
    (folder / "deploy-contract.toml").write_text("[file]\n")
    assert main(["check", str(folder / "a.yaml")]) == 2
    assert capsys.readouterr().err.endswith(
        "deploy-contract.toml:1: unknown key file; did you mean files?\n"
    )
