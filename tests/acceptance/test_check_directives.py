"""The purpose of a file: by the command line, its own comment, or a mapping of globs above it."""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from deploy_contract.bundle import Bundle
from deploy_contract.cli.mappings import Mappings
from deploy_contract.cli.purposes import choices_of
from tests.support.commands import ended, keep_contracts, outcome
from tests.support.policies import policy, rule

TAG = "source_revision_config: {repo_ref: refs/tags/v1}\n"
REFERENCES = "secret_references: [{name: a, secret_name: b, secret_key: c}]\n"
OWN = "# deploy-contract: source=external_container hosting=self_hosted\n"
STORED = {"source": "codehost", "source_config": {"build_on_push": False}}
PUSHED = {"source": "codehost", "source_config": {"build_on_push": True}}
TOML = "deploy-contract.toml"
MAIN: dict[str, Any] = {"each": ["/source_revision_config/repo_ref"], "schema": {"enum": ["main"]}}


@pytest.fixture(autouse=True)
def folder(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with patches that only a stored deployment or a source can settle."""
    keep_contracts(monkeypatch)
    for name in ("patches/web.yaml", "patches/drafts/a.yaml", "patches/kustomization.yaml"):
        write(name, TAG)
    write("plain.yaml", REFERENCES)
    write("own.yaml", OWN + REFERENCES)
    write("deployments/web.json", json.dumps(STORED))
    write("pushed.json", json.dumps(PUSHED))
    return here


def write(name: str, text: str) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, "utf-8", newline="")


def rows(*arguments: str) -> list[dict[str, Any]]:
    """Return the JSON reports of a run."""
    status, printed = outcome("check", "--format", "json", *arguments)
    assert status in (0, 1)
    return printed.rows


def verdicts(*arguments: str) -> list[str]:
    return [row["verdict"] for row in rows(*arguments)]


def error(*arguments: str) -> str:
    """Return the only line of standard error of a run that fails."""
    (line,) = ended(2, "check", *arguments).err.splitlines()
    assert line.isprintable()
    return line.removeprefix("deploy-contract: ")


# --- comments


def test_the_first_comment_states_the_purpose_of_a_file() -> None:
    write("cloud.yaml", "#deploy-contract:hosting=cloud\r\n" + REFERENCES)
    head = "# yaml-language-server: $schema=x\n\n%YAML 1.2\n"
    write("typo.yaml", f"{head}# deploy-contract: unknown-fields=reject\n---\nsecretz: []\n")
    write("two.yaml", f"{OWN}{REFERENCES}---\n{REFERENCES}")
    files = ("plain.yaml", "own.yaml", "cloud.yaml", "typo.yaml", "two.yaml")
    expected = ["indeterminate", "allow", "deny", "deny", "allow", "allow"]
    assert verdicts(*files) == expected
    write("kind.yaml", "# deploy-contract: as=RepositoryList\n[]\n")
    (row,) = rows("kind.yaml")
    assert (row["document"], row["verdict"]) == ("RepositoryList", "allow")


def test_the_comment_of_standard_input_counts() -> None:
    assert "-: allowed" in ended(0, "check", "-", given=(OWN + REFERENCES).encode()).out


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (REFERENCES + OWN, [2]),
        ("{}\n---\n" + OWN + "{}\n", [3]),
        ("--- # deploy-contract: source=codehost\n{}\n", [1]),
        (OWN + "secrets: [] # deploy-contract: source=codehost\r\n\r\n  #deploy-contract:\r\n", [2, 4]),
        ("# deploy-contract source=codehost\n# Deploy-Contract: hosting=cloud\n#deploy-contract: as=Deployment\n{}\n", [1, 2]),
        ("secrets:\n- name: a\n  value: |\n    # deploy-contract: source=codehost\n  # deploy-contract: source=codehost\n", [5]),
        ("# deploy_contract: source=codehost\n# deploy_contract check\n{}\n", [1]),
    ("# see # deploy-contract: source=codehost\n# deploy-contract check --source=codehost a.yaml\n{}\n", []),
        ("install: '\n # deploy-contract: source=codehost\n'\n", []),
        (OWN + "{}\n", []),
        ("{}\n" + OWN * 30, [*range(2, 22)]),
        ("{}\n" + OWN + "a: [\n", [2]),
        ("{}\n# \xe9\n" + OWN, []),  # no UTF-8
    ],
)  # fmt: skip
def test_a_comment_without_effect_is_reported(text: str, lines: list[int]) -> None:
    Path("a.yaml").write_text(text, encoding="latin-1", newline="")
    message = "this comment has no effect; write `# deploy-contract: KEY=VALUE ...` among the comments before the first document"
    status, printed = outcome("check", "a.yaml")
    told = [f"deploy-contract: a.yaml:{line}: {message}" for line in lines]
    assert printed.err.splitlines() == told
    assert outcome("check", "--strict", "a.yaml")[0] >= (1 if lines else status)
    shown = ended(status, "check", "--format", "github", "a.yaml").out.splitlines()
    assert [line for line in shown if line.startswith("::warning ") and "no effect" in line] == [
        f"::warning file=a.yaml,line={line},title=no effect::{message}" for line in lines
    ]
    (found,) = json.loads(ended(status, "check", "--format", "sarif", "a.yaml").out)["runs"]
    notices = found["invocations"][0]["toolExecutionNotifications"]
    places = [notice["locations"][0]["physicalLocation"] for notice in notices]
    assert [place["region"]["startLine"] for place in places] == lines
    assert {notice["level"] for notice in notices} <= {"warning"}


def test_a_file_that_is_too_long_is_not_searched_for_comments() -> None:
    write("a.yaml", f"a: '{'x' * 8_000_000}'\n{OWN}")
    printed = ended(1, "check", "a.yaml")
    assert printed.err == ""
    assert "hint: send a smaller document\n" in printed.out  # the limit of files is fixed


def test_a_comment_in_json_says_nothing() -> None:
    write("a.json", '{"x": "# deploy-contract: nonsense"}')
    assert ended(0, "check", "--unknown-fields", "report", "a.json").err == ""


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("sorce=codehost", "unknown key sorce; did you mean source?"),
        ("zzz=codehost", "unknown key zzz; the keys are as, source, hosting, unknown-fields"),
        ("source=codehots", "source must be one of codehost, external_container, internal_container, internal_source, internal_template"),
        ("as=deploymentpatch", "did you mean DeploymentPatch?"),
        ("hosting=", "hosting must be one of cloud, self_hosted"),
        ("source", "write KEY=VALUE; the keys are as, source, hosting, unknown-fields"),
        ("source=codehost source=codehost", "source occurs twice"),
        ("s\x1b[31m\xff=x", "unknown key s\\x1b[31m"),
        ("deployment={", "deployment: an object of JSON is expected behind ="),
        ('deployment={"source":"codehost","source":"internal_source"}', "deployment: an object of JSON is expected behind ="),
        ('deployment={"id":NaN}', "deployment: an object of JSON is expected behind ="),
        ("deployment=", "deployment must be a path, or an object"),
        ("policies=a", "unknown key policies; the keys are as, source, hosting,"),
    ],
)  # fmt: skip
def test_what_a_comment_says_wrong_is_an_error(comment: str, message: str) -> None:
    Path("a.yaml").write_text(f"# deploy-contract: {comment}\n{{}}\n", encoding="latin-1")
    shown = ended(2, "check", "a.yaml", "patches/web.yaml")
    (line,) = shown.err.splitlines()
    assert line.startswith("deploy-contract: a.yaml:1: deploy-contract comment: ")
    assert message in line
    assert line.isprintable()
    assert "patches/web.yaml: undecided" in shown.out  # the others are checked


def test_a_second_comment_is_an_error() -> None:
    write("a.yaml", f"# a\n{OWN}# deploy-contract: hosting=cloud\n")
    reason = "deploy-contract comment: line 2 has one already; write them as one"
    assert error("a.yaml") == f"a.yaml:3: {reason}"


# --- mappings


def test_the_last_glob_that_sets_a_key_wins(folder: Path) -> None:
    write(
        TOML,
        '[files]\n"**/*.yaml" = {source = "codehost"}\n'
        '"hosted/**" = {hosting = "self_hosted", source = "external_container"}\n'
        '"hosted/expected-?.json" = {as = "RepositoryList"}\n',
    )
    files = ("hosted/b.yaml", "hosted/deep/c.json", "hosted/expected-1.json", "x/y.yaml")
    for name in (*files, "hosted/expected-12.json", "d.json"):
        write(name, '{"secret_references": []}' if name.endswith("json") else REFERENCES)
    expected = {
        "plain.yaml": "deny", "hosted/b.yaml": "allow", "x/../hosted/b.yaml": "allow",
        str(folder / "hosted/deep/c.json"): "allow", "hosted/expected-12.json": "allow",
        "x/y.yaml": "deny", "d.json": "indeterminate",
    }  # fmt: skip
    assert verdicts(*expected) == list(expected.values())
    (row,) = rows("hosted/expected-1.json")
    assert row["document"] == "RepositoryList"


def test_pyproject_is_one_too_where_it_has_the_table_and_the_nearest_one_holds() -> None:
    table = '[tool.deploy-contract.files]\n"**" = {source = "codehost"}\n'
    write("pyproject.toml", f'[project]\nname = "deploy-contract"\n{table}')
    dependency = 'dependencies = ["deploy-contract==1.0"]\n'
    write("sub/pyproject.toml", f'[project]\nname = "other"\n{dependency}')
    write("sub/a.yaml", REFERENCES)
    assert verdicts("sub/a.yaml") == ["deny"]
    write("sub/deploy-contract.toml", "")
    assert verdicts("sub/a.yaml") == ["indeterminate"]
    write("sub/deploy-contract.toml", "")
    write("pyproject.toml", "[project\nname = 'x'\n")  # broken, and no business of ours
    assert verdicts("plain.yaml") == ["indeterminate"]
    for broken in ("[tool.deploy-contract\n", "[project\n[tool.deploy-contract"):
        write("pyproject.toml", broken)
        assert error("plain.yaml").startswith("pyproject.toml:1:")


def test_the_command_line_wins_then_the_comment_then_the_mapping() -> None:
    write(TOML, '[files]\n"*" = {source = "codehost", unknown-fields = "reject"}\n')
    assert verdicts("plain.yaml", "own.yaml") == ["deny", "allow"]
    assert verdicts("--source", "internal_source", "own.yaml") == ["deny"]
    write("typo.yaml", OWN + "secretz: []\n")
    assert verdicts("typo.yaml") == ["deny"]
    assert verdicts("--unknown-fields", "report", "typo.yaml") == ["allow"]
    write(TOML, '[files]\n"**" = {deployment = "pushed.json"}\n')
    assert verdicts("patches/web.yaml") == ["deny"]
    write("patches/own.yaml", f"# deploy-contract: deployment=../deployments/web.json\n{TAG}")
    assert verdicts("patches/own.yaml") == ["allow"]
    assert verdicts("--deployment", "pushed.json", "patches/own.yaml") == ["deny"]


@pytest.mark.parametrize("where", ["option", "comment", "table"])
def test_undeclared_fields_may_be_reported_as_those_of_requests(where: str) -> None:
    """With the value that middleware and programs have by default. A file is no response."""
    arguments = ["--unknown-fields", "report-requests"] if where == "option" else []
    head = "# deploy-contract: unknown-fields=report-requests\n" if where == "comment" else ""
    if where == "table":
        write(TOML, '[files]\n"*" = {unknown-fields = "report-requests"}\n')
    write("typo.yaml", f"{head}secretz: []\n")
    (row,) = rows(*arguments, "typo.yaml")
    (violation,) = row["violations"]
    assert (violation["rule"], violation["mode"]) == ("unknown-field", "report")


@pytest.mark.parametrize(
    ("comment", "table"),
    [
        ("deployment=../deployments/web.json", ""),
        (f"deployment={json.dumps(STORED)} hosting=cloud", ""),
        (f"hosting=cloud deployment={json.dumps(STORED, separators=(',', ':'))}", ""),
        ("", 'deployment = "deployments/web.json"'),
        ("", 'deployment = {source = "codehost", source_config.build_on_push = false}'),
    ],
)
def test_the_stored_deployment_is_named_or_stated(
    comment: str, table: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path begins at the folder of the file that states it."""
    assert verdicts("patches/web.yaml") == ["indeterminate"]
    if comment:
        write("patches/web.yaml", f"# deploy-contract: {comment}\n{TAG}")
    else:
        write(TOML, f'[files]\n"patches/*.yaml" = {{{table}}}\n')
    monkeypatch.chdir(folder / "patches" / "drafts")
    assert verdicts("../web.yaml") == ["allow"]


def test_a_mapping_has_policies_and_modes() -> None:
    write("rules/ours.json", json.dumps(policy(rule("our-tags", **MAIN))))
    own = '"patches/*" = {source = "codehost", policies = ["rules/ours.json"]}\n'
    write(TOML, f"[files]\n{own}")
    (row,) = rows("patches/web.yaml")
    assert [(one["rule"], one["mode"]) for one in row["violations"]] == [("our-tags", "enforce")]
    modes = '"**/web.yaml" = {modes = {our-tags = "report", unknown-field = "off"}}\n'
    write(TOML, f"[files]\n{own}{modes}")
    (row,) = rows("patches/web.yaml")
    assert [one["mode"] for one in row["violations"]] == ["report"]
    assert verdicts("--mode", "our-tags=enforce", "patches/web.yaml") == ["deny"]
    write("none.json", '{"rules": []}')
    arguments = ("--policy", "none.json", "--mode", "our-tags=off", "patches/web.yaml")
    # the option replaces the policies, and so the rule
    assert "names no rule" in error(*arguments)


WRONG = [  # text of deploy-contract.toml -> the message
    ("\n[file]\n", "deploy-contract.toml:2: unknown key file; did you mean files?"),
    ("[files]\n'*' = {source = 'codehost'}\n\"a b/*\" = {sorce = 'codehost'}\n", "deploy-contract.toml:3: unknown key sorce; did you mean source?"),
    ("[files.'*']\nhosting = 'cloud'\nsource = 'codehots'\n", "deploy-contract.toml:3: source must be one of codehost,"),
    ("[files]\n'*' = {source = 5}\n", "deploy-contract.toml:2: source must be one of codehost,"),
    ("[files]\n'*' = 'codehost'\n", "deploy-contract.toml:2: *: write a table, such as"),
    ("files = 1\n", "deploy-contract.toml:1: files must be a table"),
    ("[files]\n\n'*' = {source = hunter2}\n", "deploy-contract.toml:3:17: not a TOML document: invalid value"),
    ("[files]\nexclude = [\n\n", "deploy-contract.toml:2: not a TOML document"),
    ("[hunter2]\n[hunter2]\n", "deploy-contract.toml:2:9: not a TOML document"),
    ("\ufeff[files]\n", "deploy-contract.toml:1: begins with a byte order mark; save it as UTF-8 without one"),
    ('exclude = "a"', "deploy-contract.toml:1: exclude must be a list of globs"),
    ('\nexclude = ["/a"]', "deploy-contract.toml:2: /a matches no file; write a relative path"),
    ("exlude = []", "deploy-contract.toml:1: unknown key exlude; did you mean exclude?"),
    (f'"b.c".{"a . " * 2500}a = 1', "deploy-contract.toml:1: a key has more than 20 parts"),
]  # fmt: skip
WRONG_KEYS = [  # the statements about each file -> the message
    ('deployment = "none.json"', "plain.yaml: deployment none.json: cannot be read: No such"),
    ('deployment = "list.json"', "deployment list.json: a stored deployment must be an object"),
    ("deployment = 5", "deploy-contract.toml:2: deployment must be a path, or an object"),
    ("deployment = {at = 2026-01-01}", "deploy-contract.toml:2: deployment must have values of JSON"),
    ('deployment = {sorce = "codehost"}', "plain.yaml: deployment /sorce: is not a field of Deployment; did you mean source?"),
    ('deployment = {Source = "codehost"}', "only in letter case, Unicode form or NULs; write source; some programs"),
    ('deployment = {source = "codehots"}', "deploy-contract.toml:2: deployment.source must be one of"),
    ('deploymen = "a"', "deploy-contract.toml:2: unknown key deploymen; did you mean deployment?"),
    ('policies = "a"', "deploy-contract.toml:2: policies must be a list of paths"),
    ('policies = ["none.json"]', "deploy-contract.toml:2: policy none.json: there is no such file"),
    ('modes = "off"', "deploy-contract.toml:2: modes must be a table"),
    ('modes = {unknown-field = "of"}', "deploy-contract.toml:2: the mode of unknown-field must be one of enforce, report, off; did you mean off?"),
    ('modes = {unknown-fild = "off"}', "deploy-contract.toml:2: modes: unknown-fild names no rule; did you mean unknown-field?"),
    ('modes = {json-depth = "off"}', "deploy-contract.toml:2: json-depth is a rule of the wire"),
]  # fmt: skip
OF_PYPROJECT = [
    ("[tool.x]\nsorce = 1\n[tool.deploy-contract.files]\n'*' = {sorce = 1}\n", "pyproject.toml:4: unknown key sorce"),
    ("[tool]\n\ndeploy-contract = 5\n", "deploy-contract must be a table"),
    ("[tool.deploy-contract]\n\nmappings = {}\n", "pyproject.toml:3: unknown key mappings; the keys are files"),
]  # fmt: skip
NO_PATHS = ("./a/**", "a/", "a/**/", "/a/*", "../a/*", "a//b", "a/./b", "a/..", "")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        *[(TOML, *row) for row in WRONG],
        *[(TOML, f'[files]\n"**" = {{{stated}}}\n', message) for stated, message in WRONG_KEYS],
        *[
            (TOML, f'[files]\n"{glob}" = {{}}\n', f"deploy-contract.toml:2: {glob or 'an empty glob'} matches no file;")
            for glob in NO_PATHS
        ],
        *[("pyproject.toml", *row) for row in OF_PYPROJECT],
    ],
)  # fmt: skip
def test_a_wrong_mapping_is_an_error(name: str, text: str, message: str) -> None:
    write(name, text)
    write("list.json", "[]")
    line = error("plain.yaml")
    assert message in line
    assert "hunter2" not in line


def sparse(path: Path) -> None:
    path.touch()
    os.truncate(path, 1 << 40)


def deep(path: Path) -> None:
    path.write_text("deploy-contract.a = " + "[" * 100_000)


@pytest.mark.promise(1)
@pytest.mark.parametrize("name", ["pyproject.toml", TOML])
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (os.mkfifo, "is a pipe, not a regular file; check the path"),
        (Path.mkdir, "is a folder, not a regular file; check the path"),
        (sparse, "is longer than 1 MiB"),
        (deep, "nests too deeply"),
    ],
)
def test_a_mapping_that_is_no_file_or_without_end_is_an_error_at_once(
    name: str, make: Callable[[Path], object], message: str
) -> None:
    make(Path(name))
    assert error("plain.yaml") == f"{name}: {message}"


def test_a_stored_value_of_a_wrong_type_is_an_error() -> None:
    wrong = {"source": "codehost", "source_config": {"build_on_push": "hunter2"}, "mine": 5}
    told = "/source_config/build_on_push: must be boolean or null"
    write("wrong.json", json.dumps(wrong))
    write("stated.yaml", f"# deploy-contract: deployment={json.dumps(wrong)}\n{TAG}")
    write("named.yaml", f"# deploy-contract: deployment=wrong.json\n{TAG}")
    assert error("--deployment", "wrong.json", "plain.yaml") == f"wrong.json: {told}"
    assert error("stated.yaml") == f"stated.yaml: deployment {told}"
    assert error("named.yaml") == f"named.yaml: deployment ./wrong.json: {told}"


def test_null_and_further_fields_are_no_fault_of_a_stored_deployment() -> None:
    nulls: Any = {"source": None, "source_config": None, "secrets": [{"name": None}], "name": None}
    nulls |= {"sorce": 1, "mine": 1}  # beside the field that it is near, and near no field
    write("nulls.json", json.dumps(nulls))
    write("stated.yaml", f"# deploy-contract: deployment={json.dumps(nulls)}\n{REFERENCES}")
    found = verdicts("--deployment", "nulls.json", "plain.yaml")
    assert found == verdicts("stated.yaml") == ["indeterminate"]


def test_a_stored_deployment_that_cannot_be_parsed_says_why() -> None:
    bom = "the document is not UTF-8, or begins with a byte order mark; encode it as"
    empty = "the document is not JSON; the file is empty: write a document, such as {}"
    for text, told in (("\ufeff{}", bom), ("", empty)):
        write("a.json", text)
        assert error("--deployment", "a.json", "plain.yaml").startswith(f"a.json:1:1: {told}")


def test_a_stored_deployment_of_another_source_is_named_with_the_file() -> None:
    line = error("--deployment", "pushed.json", "own.yaml")
    assert line == "own.yaml: its source contradicts the source of the stored deployment"


def test_a_missing_working_directory_is_reported(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = folder / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    reason = "no mapping can be found: the working directory no longer exists"
    assert error("../plain.yaml") == f"../plain.yaml: {reason}"
    ended(0, "check", str(folder / "plain.yaml"))
    (folder / TOML).write_text("[file]\n")
    line = error(str(folder / "plain.yaml"))
    assert line.endswith(f"{TOML}:1: unknown key file; did you mean files?")


# --- files to leave out


@pytest.mark.parametrize("glob", ["patches/drafts", "patches/drafts/", "**/drafts/*.yaml", "*/d*"])
@pytest.mark.parametrize("is_option", [True, False])
def test_excluded_files_and_folders_are_left_out(glob: str, *, is_option: bool) -> None:
    arguments = ["--source", "codehost", "patches", "patches/drafts/a.yaml"]
    if is_option:
        arguments += ["--exclude", glob, "--exclude", "**/kustomization.yaml"]
    else:
        write(TOML, f'exclude = ["{glob}", "**/kustomization.yaml"]\n')
    assert [row["file"] for row in rows(*arguments)] == ["patches/web.yaml"]


def test_a_check_of_excluded_files_alone_says_so() -> None:
    (line,) = ended(0, "check", "--exclude", "patches", "patches").err.splitlines()
    assert "left out 3 files by patterns to exclude" in line  # of a run that has no others


FILES, EXCLUDED = "[files]\n'%s' = {hosting = 'cloud'}\n", "exclude = [\n'%s']\n"


@pytest.mark.parametrize(
    ("text", "glob", "reason"),
    [
        (FILES, "patch/**", "there is no patch; did you mean patches?"),
        (FILES, "patch/web.yaml", "there is no patch/web.yaml"),
        (FILES, "patches/wbe.yaml", "there is no patches/wbe.yaml; did you mean web.yaml?"),
        (FILES, r"patches\**", "write / between names, not \\"),
        (FILES, "patches/[", "there is no patches/["),
        (FILES, "patches/none/a*", "there is no patches/none"),
        (FILES, "patches/drafts", "it is a folder; write patches/drafts/**"),
        (FILES, "patches/**", ""),
        (FILES, "patches/*.json", ""),  # a hook may name the changed files alone
        (FILES, "patches/web.yaml", ""),
        (FILES, "*", ""),
        (EXCLUDED, "patchs/", "there is no patchs; did you mean patches?"),
        (EXCLUDED, r"patches\drafts", "write / between names, not \\"),
        (EXCLUDED, "build", ""),  # a program may write it later
        (EXCLUDED, "patches/drafts", ""),
        (EXCLUDED, "*.json", ""),
    ],
)
def test_a_glob_that_can_match_no_file_is_named_with_the_reason(
    text: str, glob: str, reason: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(TOML, text % glob)
    place = f"deploy-contract.toml:2: {glob} matches no file"
    expected = f"deploy-contract: {place}: {reason}\n" if reason else ""
    files = ("patches/web.yaml", "patches/drafts/a.yaml")
    assert ended(0, "check", *files).err == expected
    monkeypatch.chdir(folder / "patches")
    shown = ended(0, "check", "web.yaml").err
    assert shown == expected.replace(": deploy", ": ../deploy")


def test_a_glob_to_exclude_that_matches_nothing_is_named() -> None:
    globs = ("--exclude", "patches/drafts", "--exclude", "patches/*.yml")
    done = ended(0, "check", "--source", "codehost", *globs, "patches")
    assert done.err == "deploy-contract: --exclude patches/*.yml matches none of these files\n"
    # such as the changed files that a hook names
    assert not ended(0, "check", "--source", "codehost", *globs, "patches/web.yaml").err


WILDCARDS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def matches(glob: str, path: str) -> bool:
    """Return True if a glob matches a path, where each wildcard may take any text again."""
    parts = re.split(r"((?<![^/])\*\*/|\*\*|\*|\?)", glob)
    pattern = "".join([WILDCARDS.get(part) or re.escape(part) for part in parts])
    return re.fullmatch(pattern, path) is not None


GLOB_PARTS = st.sampled_from(["a", "b", "/", "/a", "*", "?", "/**/", "/**", "*a", "**b"])
PATHS = st.lists(st.sampled_from(["a", "b", "/a", "/b"]), min_size=1, max_size=6)


@example(["*", "*", "/a"], ["a"])
@given(st.lists(GLOB_PARTS, min_size=1, max_size=6), PATHS)
def test_a_glob_matches_as_trying_all_ways_does(parts: list[str], path: list[str]) -> None:
    glob, name = "a" + "".join(parts), "a" + "".join(path)
    assume("//" not in glob and not glob.endswith("/"))
    is_left_out = Mappings(choices_of(Bundle.installed()), [glob]).purpose(name) is None
    places = [at for at, sign in enumerate(name) if sign == "/"]
    assert is_left_out == any(matches(glob, name[:at]) for at in (*places, len(name)))


@pytest.mark.promise(15)
@pytest.mark.parametrize("glob", ["*a" * 20 + "b", "**/" * 20 + "x", "**a*/" * 20 + "x"])
def test_a_glob_with_many_wildcards_takes_no_long_time(glob: str) -> None:
    name = "a" * 100 + "/a" * 40 + ".yaml"
    write(name, "{}")
    write(TOML, f'exclude = ["{glob}"]\n[files]\n"{glob}" = {{}}\n')
    assert [row["file"] for row in rows("--source", "codehost", name)] == [name]
