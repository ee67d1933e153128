"""Judge programs: those in generated/ are what the library compiles, and they are used."""

import json
import shutil
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind, HostingName, UnknownChoice

from deploy_contract import Bundle, Contract, Limits
from deploy_contract.document import native_path
from deploy_contract_format import judge_programs
from deploy_contract_format.active_rules import ActiveRules
from deploy_contract_format.bundle_format import VARIANTS
from deploy_contract_format.candidates import Candidates
from deploy_contract_format.judge_programs import (
    JudgeProgram,
    Structure,
    expressed,
    from_lines,
    judge_program,
)
from deploy_contract_format.program import MOST_ASKED, compile_program
from deploy_contract_format.shapes import RELATIONS, SHAPES
from tests.support.policies import NO_SECRETS

BUNDLE = Bundle.installed()
BOOK = BUNDLE.book
HOSTINGS: tuple[HostingName | None, ...] = (None, "cloud", "self_hosted")
UNKNOWN: tuple[UnknownChoice, ...] = ("allow", "report", "reject")
PATCH: DocumentKind = "DeploymentPatch"


def compiled(
    kind: str, hosting: str | None, variant: str, source: str | None
) -> JudgeProgram | None:
    """Return a program compiled here, from the tables of the installed contract."""
    structure = Structure(
        BUNDLE.definitions(kind),
        BUNDLE.roots[kind][variant],
        guarded=variant == "open" and "request" in BUNDLE.directions[kind],
    )
    rules, candidates = ActiveRules(BOOK, hosting), Candidates(BOOK, hosting)
    return judge_program(rules, candidates, structure, kind, source, BOOK.rules)


@pytest.fixture
def count(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list of how many schemas each program has that is compiled meanwhile."""
    found: list[int] = []

    def counted(*arguments: Any, **named: Any) -> bytes:
        found.append(len(arguments[1]))
        return compile_program(*arguments, **named)

    monkeypatch.setattr(judge_programs, "compile_program", counted)
    return found


@pytest.mark.parametrize(("kind", "hosting", "variant"), [*product(BOOK.kinds, HOSTINGS, VARIANTS)])
def test_programs_in_generated_are_those_that_are_compiled(
    kind: str, hosting: str | None, variant: str
) -> None:
    found = from_lines(BUNDLE.programs(kind, hosting, variant))
    sources = (None, *BOOK.sources) if BOOK.kinds[kind].source == "context" else (None,)
    assert found == {source: compiled(kind, hosting, variant, source) for source in sources}
    assert all(judge and judge.program for judge in found.values())


@pytest.mark.parametrize(("hosting", "unknown_fields"), [*product(HOSTINGS, UNKNOWN)])
def test_a_contract_without_policies_compiles_no_program(
    hosting: HostingName | None, unknown_fields: UnknownChoice, count: list[int]
) -> None:
    pytest.importorskip("deploy_contract_native")
    contract = Contract(engine="native", hosting=hosting, unknown_fields=unknown_fields).prepare()
    paths = contract._parts.documents.native_paths
    assert {kind for kind, _ in paths} == set(BOOK.kinds)
    assert len(paths) == len(BOOK.kinds) + len(BOOK.sources)
    assert not count


def secrets(*names: str) -> bytes:
    return json.dumps({"secrets": [{"name": name, "value": "x"} for name in names]}).encode()


@pytest.mark.parametrize(("what", "kept", "broken"), [
    ("a policy", secrets(), secrets("a")),
    ("a mode", secrets("a", "b"), secrets("a", "a")),
    ("a limit", secrets("a", "b"), secrets("a", "b", "c")),
    ("a loaded bundle", secrets("a", "a"), b"[]"),
])  # fmt: skip
def test_what_differs_from_the_contract_is_compiled(
    what: str, kept: bytes, broken: bytes, count: list[int], tmp_path: Path
) -> None:
    pytest.importorskip("deploy_contract_native")
    (tmp_path / "policy.yaml").write_text(NO_SECRETS)
    options: dict[str, dict[str, Any]] = {
        "a policy": {"policies": [tmp_path / "policy.yaml"]},
        "a mode": {"modes": {"secret-names-unique": "enforce"}},
        "a limit": {"limits": Limits(items=2)},
        "a loaded bundle": {"bundle": Bundle.load("generated")},
    }
    contract = Contract(engine="native", **options[what])
    assert contract.check(kept, PATCH, source="codehost").verdict == "allow"
    assert contract.check(broken, PATCH, source="codehost").verdict == "deny"
    assert count


def test_a_contract_of_earlier_files_is_compiled(
    count: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("deploy_contract_native")
    monkeypatch.setattr(native_path, "_ready_programs", lambda *_: {})
    report = Contract(engine="native").check(b"[]", PATCH, source="codehost")
    assert report.verdict == "deny"
    assert count


def test_a_shape_that_is_new_counts_as_expressed() -> None:
    """If it is forgotten here, its rules are compiled anew, and not left out."""
    found = {
        rule.shape
        for rule in expressed(
            [BOOK.rules[0]._replace(shape=name, mode="enforce") for name in (*SHAPES, "new")]
        )
    }
    assert found == {"field", "admitted", "schema", "never", *RELATIONS, "new"}


def test_a_judge_asks_as_many_roots_as_the_engine_takes() -> None:
    native = pytest.importorskip("deploy_contract_native")
    assert native.MOST_ROOTS == MOST_ASKED


def test_more_sources_than_a_judge_asks_have_no_program() -> None:
    sources = {f"s{number}": ("cloud",) for number in range(MOST_ASKED)}
    book = BOOK._replace(sources=sources)
    structure = Structure(BUNDLE.definitions(PATCH), BUNDLE.roots[PATCH]["open"], guarded=True)
    rules, candidates = ActiveRules(book, None), Candidates(book, None)
    assert judge_program(rules, candidates, structure, PATCH, None, book.rules) is None
    assert judge_program(rules, candidates, structure, PATCH, "s1", book.rules) is not None


def test_a_loaded_bundle_has_no_programs(tmp_path: Path) -> None:
    """They are no tables, so they are not checked, and none is believed."""
    folder = tmp_path / "generated"
    shutil.copytree("generated", folder)
    assert list((folder / "deploy_contract_generated/programs").iterdir())
    assert Bundle.load(folder).programs(PATCH, None, "open") == b""
