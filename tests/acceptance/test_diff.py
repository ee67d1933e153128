"""`deploy-contract diff`: the names of contracts, the output, and recorded requests judged by both contracts."""

import json
import shutil
import zipfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Request
from deploy_contract.bundle import Bundle
from deploy_contract.cli.command import main
from deploy_contract.contract import Contract
from deploy_contract.diff import bundles
from deploy_contract.diff.comparison import compare
from deploy_contract.exceptions import ContractError
from deploy_contract_format.bundle_format import PACKAGE, SPEC_DIGEST
from deploy_contract_format.printing import escape_name
from tests.support.commands import ended
from tests.support.contracts import (
    AT_LIMIT,
    CUSTOM,
    LIMIT,
    NEW_PARAMETER,
    OPERATIONS,
    ROOT,
    RULES,
    SCHEMAS,
    Edit,
    added,
    make,
    prop,
    schema_rule,
)
from tests.support.repositories import git

Made = Callable[..., Path]
pytestmark = pytest.mark.usefixtures("here")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Return a function that makes a contract from edits; equal edits share one folder."""

    @cache
    def made(*edits: Edit) -> Path:
        return make(tmp_path_factory.mktemp("contract") / "made", *edits)

    return made


# --- where contracts are read from


@pytest.fixture
def pair(made: Made, tmp_path: Path) -> tuple[Path, Path]:
    """Return copies of a contract, and of its successor with a breaking change."""
    old, new = made(), made(*SCHEMAS["required, in both"].edits)
    return shutil.copytree(old, tmp_path / "old"), shutil.copytree(new, tmp_path / "new")


def test_every_form_of_a_contract_has_the_same_tables(
    pair: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = pair
    package = new / "generated" / PACKAGE
    with zipfile.ZipFile(tmp_path / "new.whl", "w") as wheel:
        # a file of a package that is not a contract
        wheel.writestr("deploy_contract/rules.json", "{}")
        for path in package.rglob("*.json"):
            wheel.write(path, f"{PACKAGE}/{path.relative_to(package)}")
    (tmp_path / "new.json").write_bytes(Contract(bundle=Bundle.load(new)).effective.to_json())
    shutil.copytree(package, tmp_path / "plain")
    git(new, "init", "-q")
    git(new, "add", "generated")
    git(new, "commit", "-qm", "new")
    git(new, "tag", "v1.1.0")
    inside = new / "some" / "folder"
    inside.mkdir(parents=True)
    monkeypatch.chdir(inside)
    first = bundles.read(str(old))
    others = [tmp_path / name for name in ("plain", "new.whl", "new.json")]
    for form in (new, new / "generated", package, *others, "v1.1.0", "HEAD"):
        found = bundles.read(str(form))
        assert found.bundle.tables == Bundle.load(new).tables
        (change,) = compare(first, found).changes
        assert (change.where, change.what) == ("Secret/name", "is required")
        assert (change.requests, change.responses) == ("breaking", "compatible")


def test_a_spec_folder_is_generated_if_the_generator_is_installed(
    pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No module of the working directory runs meanwhile."""
    old, new = (folder / "spec" for folder in pair)
    shutil.rmtree(new.parent / "generated")
    package = new.parent / "deploy_contract_codegen"
    package.mkdir()
    for name in ("__init__.py", "__main__.py"):
        (package / name).write_text("open('was-run', 'w').close()\n")
    monkeypatch.chdir(new.parent)
    # the old spec has current tables, and differs in nothing else
    found = compare(bundles.read(str(old.parent)), bundles.read(str(new)))
    assert [row.where for row in found.changes] == ["Secret/name"]
    assert not Path("was-run").exists()
    (new / "schemas" / "secret.yaml").write_text("title: 5\n")
    with pytest.raises(ContractError, match=r"spec: the spec is not sound: .*secret\.yaml:1:1: "):
        bundles.read(str(new))
    monkeypatch.setattr(bundles, "CODEGEN", "there_is_no_such_module")
    assert bundles.read(str(old)).version == "1.0.0"  # from the tables beside it
    with pytest.raises(ContractError, match="run `make generate` there first"):
        bundles.read(str(new))


def test_generated_tables_are_refused_if_spec_has_changed_since(
    pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = pair
    described = new / "spec" / "openapi.yaml"
    described.write_bytes(described.read_bytes().replace(b"\n", b"\r\n"))
    assert Bundle.load(new).version == "1.0.0"  # git may check it out with such line ends
    described.write_text(described.read_text("utf-8").replace("maximum: 100", "maximum: 50"))
    reason = "generated/ was not made from this spec/; run `make generate` there first"
    for folder in (new, new / "generated", new / "generated" / PACKAGE):
        for command in (["diff", str(old)], ["check", "patch.json", "--contract"]):
            printed = ended(2, *command, str(folder)).err
            assert printed == f"deploy-contract: {folder}: {reason}\n"
    monkeypatch.setattr(bundles, "CODEGEN", "there_is_no_such_module")
    printed = ended(2, "diff", str(old / "spec"), str(new / "spec")).err
    assert printed == f"deploy-contract: {new / 'spec'}: {reason}\n"


def test_tables_of_an_earlier_generator_have_no_digest_and_are_read(
    pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    old, _ = pair
    (old / "generated" / PACKAGE / SPEC_DIGEST).unlink()
    assert bundles.read(str(old)).version == "1.0.0"
    monkeypatch.setattr(bundles, "CODEGEN", "there_is_no_such_module")
    with pytest.raises(ContractError, match="was not made from this spec"):
        bundles.read(str(old / "spec"))


def broken(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield names without a contract, and the error for each."""
    yield "nothing-of-the-kind", "no file, no folder, and no git revision known here"
    yield "--output=x", "not a name of a revision"
    yield "a\0b", "cannot be read: not a file name"
    (folder / "empty").mkdir()
    yield "empty", f"holds no {PACKAGE}, no generated/ and no spec/"
    (folder / "text.whl").write_text("text")
    yield "text.whl", "neither a folder, a wheel nor a compiled contract"
    with zipfile.ZipFile(folder / "other.zip", "w") as archive:
        archive.writestr("rules.json", "{}")
    yield "other.zip", f"holds no {PACKAGE}"


def test_an_unreadable_contract_is_one_line(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(here.parent))
    git(here, "init", "-q")
    for name, message in broken(here):
        with pytest.raises(ContractError) as error:
            bundles.read(name)
        assert str(error.value) == f"{escape_name(name)}: {message}"
    reason = f"holds no {PACKAGE}, no generated/ and no spec/"
    printed = ended(2, "diff", str(ROOT / "generated"), "empty").err
    assert printed == f"deploy-contract: empty: {reason}\n"


def test_a_revision_without_generated_tables_has_advice(here: Path) -> None:
    git(here, "init", "-q")
    git(here, "commit", "-q", "--allow-empty", "-m", "nothing")
    reason = "HEAD: this revision holds no deploy_contract_generated; run `make generate`"
    with pytest.raises(ContractError, match=reason):
        bundles.read("HEAD")


# --- the command


def test_text_has_one_line_a_change_and_a_summary(pair: tuple[Path, Path]) -> None:
    group, head, change, blank, summary, step = ended(0, "diff", *map(str, pair)).out.splitlines()
    assert (group, head.split(), blank) == ("breaking", ["requests", "responses"], "")
    line = "breaking    compatible  Secret/name: is required (requests without it are refused)"
    assert change.strip() == line
    assert summary.endswith("new (1.0.0): 1 breaking")
    assert step == "version step: major required, none made: not enough"


def test_json_has_one_object_a_line_and_a_summary(pair: tuple[Path, Path]) -> None:
    change, summary = ended(0, "diff", "--format", "json", *map(str, pair)).rows
    assert change == {
        "where": "Secret/name", "what": "is required", "requests": "breaking", "responses": "compatible",
        "why": "requests without it are refused",
        "documents": {"DeploymentList": "/resources/*/secrets/*/name", "DeploymentPatch": "/secrets/*/name", "Deployment": "/secrets/*/name"},
    }  # fmt: skip
    assert summary == {
        "summary": {
            "old": {"name": str(pair[0]), "version": "1.0.0"}, "new": {"name": str(pair[1]), "version": "1.0.0"},
            "breaking": 1, "unclear": 0, "compatible": 0, "step": "major", "step_made": "none", "fits": False,
        }
    }  # fmt: skip


def test_a_witness_is_shown_where_no_proof_settles_a_change(made: Made) -> None:
    pair = [str(made()), str(made(*RULES["another field"].edits))]
    _, _, change, witness, *_ = ended(0, "diff", *pair).out.splitlines()
    line = "breaking    -           secret-references-source: changed: field "
    assert change.strip().startswith(line)
    assert witness.strip().startswith("accepted before, refused now: DeploymentPatch of source ")
    found = json.loads(ended(0, "diff", "--format", "json", *pair).out.splitlines()[0])["witness"]
    assert list(found) == ["kind", "source", "accepted", "document"]
    old, new = (Contract(bundle=Bundle.load(name)) for name in pair)
    given = found["document"], found["kind"]
    assert old.check(*given, source=found["source"]).verdict == "allow"
    assert new.check(*given, source=found["source"]).verdict == "deny"


def test_an_added_optional_field_or_parameter_is_unclear(made: Made) -> None:
    packages = prop("packages", "type: array\n    items: {type: string}")
    region = NEW_PARAMETER % "false"
    edits = (
        ("schemas/deployment-patch.yaml", "properties:\n", "properties:\n" + packages),
        ("openapi.yaml", AT_LIMIT, region.replace("type: string", "type: integer") + AT_LIMIT),
    )
    pair = [str(made()), str(made(*edits))]
    printed = ended(0, "diff", "--format", "json", *pair).out
    rows = [json.loads(line) for line in printed.splitlines()[:-1]]
    assert {row["where"]: (row["what"], row["requests"]) for row in rows} == {
        "DeploymentPatch/packages": ("field added", "unclear"),
        "list_deployments query region": ("parameter added", "unclear"),
    }
    assert main(["diff", "--fail-on", "unclear", *pair]) == 1
    # undeclared names pass, so clients may already send these with other values
    old, new = (Contract(bundle=Bundle.load(name)) for name in pair)
    given: tuple[Any, Any] = ({"packages": "pip"}, "DeploymentPatch")
    listed = Request(method="GET", path="/v2/deployments", query="region=north")
    assert old.check(*given, source="codehost").verdict == "allow"
    assert new.check(*given, source="codehost").verdict == "deny"
    assert old.check_request(listed).verdict == "allow"
    assert new.check_request(listed).verdict == "deny"


@pytest.mark.parametrize(
    ("edits", "on_nothing", "on_unclear", "on_breaking"),
    [
        (SCHEMAS["required, in both"].edits, 0, 1, 1),
        (OPERATIONS["default"].edits, 0, 1, 0),
        (RULES["reported rule"].edits, 0, 0, 0),
        ((), 0, 0, 0),
    ],
)
def test_fail_on_decides_the_exit_status(
    edits: tuple[Edit, ...], on_nothing: int, on_unclear: int, on_breaking: int,
    made: Made,
) -> None:  # fmt: skip
    pair = [str(made()), str(made(*edits))]
    assert main(["diff", *pair]) == on_nothing
    assert main(["diff", "--fail-on", "unclear", *pair]) == on_unclear
    assert main(["diff", "--fail-on", "breaking", *pair]) == on_breaking


# --- traffic


def patched(body: Any) -> dict[str, Any]:
    """Return a line that patches a deployment."""
    path = "/v2/deployments/00000000-0000-4000-8000-000000000002"
    typed = {"content-type": "application/json"}
    request = {"method": "PATCH", "path": path, "headers": typed, "body": json.dumps(body)}
    return {"request": request}


def asked(path: str, query: str = "") -> dict[str, Any]:
    return {"request": {"method": "GET", "path": path, "query": query}}


LIST = "/v2/deployments"
TAG = {"repo_ref": "refs/tags/hunter2"}
RECORDED = [
    patched({"secrets": [{"name": "a", "value": "hunter2"}]}),
    patched({"source_config": {"custom_url": "hunter2"}}),
    asked(LIST, "limit=100"),
    asked(LIST, "limit=500"),
    asked("/elsewhere"),
    patched({"source_revision_config": TAG, "source_config": {"build_on_push": True}}),
]
STRICTER = (
    ("schemas/source-config.yaml", CUSTOM, CUSTOM + "    format: uuid\n"),
    ("openapi.yaml", LIMIT, LIMIT.replace("maximum: 100", "maximum: 50")),
    added("rules", schema_rule("{properties: {secrets: {maxItems: 0}}}")),
    ("rules.yaml", "  - rule: tag-never-moves\n", "  - rule: tag-never-moves\n    mode: report\n"),
)


def recorded(*lines: Any) -> str:
    """Write a recording, and return its name."""
    Path("traffic.ndjson").write_text("\n".join(map(json.dumps, lines)))
    return "traffic.ndjson"


def test_traffic_says_which_requests_are_newly_refused(made: Made) -> None:
    recording = recorded(*RECORDED)
    pair = [str(made()), str(made(*STRICTER))]
    printed = ended(0, "diff", "--format", "json", "--traffic", recording, *pair).out
    assert "hunter2" not in printed
    rows = [json.loads(line) for line in printed.splitlines()]
    assert rows[-1]["summary"]["traffic"] == {
        "entries": 6, "judged": 5, "newly_refused": [1, 2, 3], "newly_accepted": [6],
    }  # fmt: skip
    keys = ("entry", "operation", "rules", "undecided")
    assert [tuple(row[key] for key in keys) for row in rows if "entry" in row] == [
        (1, "patch_deployment", ["a-test"], False),
        # only external_container may set custom_url, and the source is unknown
        (2, "patch_deployment", ["schema-format"], True),
        (3, "list_deployments", ["parameter-maximum"], False),
    ]
    line = "  entry 3: list_deployments newly refused [parameter-maximum]"
    assert line in ended(0, "diff", "--traffic", recording, *pair).out.splitlines()


def test_newly_refused_traffic_fails_like_a_breaking_change(made: Made) -> None:
    recording = recorded(RECORDED[0])
    old, command = str(made()), ["diff", "--fail-on", "breaking", "--traffic", recording]
    for edits, status in ((RULES["words"].edits, 0), (STRICTER, 1)):
        assert main([*command, old, str(made(*edits))]) == status


def test_traffic_under_a_prefix_and_from_standard_input(made: Made) -> None:
    recording = recorded(asked(f"/api-host{LIST}", "limit=100"))
    body = Path(recording).read_bytes()
    pair = [str(made()), str(made(*STRICTER))]
    for given, number in ((("-", "--base-path", "/api-host"), 1), ((recording,), 0)):
        line = f"traffic: {number} of 1 requests could be judged; newly refused: {number}"
        assert line in ended(0, "diff", "--traffic", *given, *pair, given=body).out.splitlines()
