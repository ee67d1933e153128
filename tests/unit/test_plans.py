"""Plans as tables: rules, source and facts -> the breaches of a document, and what is decided."""

from functools import partial
from typing import Any

import pytest

from deploy_contract.bundle import Bundle
from deploy_contract.document.cases import (
    Requirement,
    breaks_any,
    decide,
    find_breaches,
    find_breaches_of_all,
    only_place,
)
from deploy_contract.document.engines import Valid
from deploy_contract.document.interpreter import interpreter
from deploy_contract.document.plans import BATCH, Planner
from deploy_contract.document.walker import findings
from deploy_contract_format import overlay
from deploy_contract_format.candidates import Candidates
from deploy_contract_format.overlay import (
    entries,
    entries_by_source,
    merge_any_state,
    merge_stateless,
)
from deploy_contract_format.pointer import join
from deploy_contract_format.rules import Kind, Rule, Rulebook

SOURCES = {"git": ("cloud", "own"), "image": ("cloud",), "upload": ("own",)}
KINDS = {
    "Patch": Kind("context", override="/source", overrides=("image",), stored=True),
    "Item": Kind("/source", identity="/id"),
    "Page": Kind(contains=(("/items/*", "Item"),)),
}
FORBIDDEN = {"type": "null"}


def rule(name: str, shape: str, on: str, mode: str = "enforce", **parameters: Any) -> Rule:
    return Rule(name, shape, (on,), "stated", mode, "message", "hint", "section", parameters)


RULES = (
    rule("repo-git", "field", "Patch", field="/repo", sources=["git"]),
    rule("uri-image", "field", "Patch", field="/uri", sources=["image"]),
    rule("override-runs", "admitted", "Patch", admitted="/source"),
    rule("name-lasts", "equals_stored", "Patch", fields=["/name"]),
    rule("never-both", "never", "Patch", never={"/push": {"const": True}, "/tag": {"const": "t"}}),
    rule("order", "at_most", "Patch", "report", within="", pairs=[["low", "high"]]),
    rule("item-repo", "field", "Item", field="/repo", sources=["git"]),
    rule("item-names", "unique_by", "Item", array="/secrets", key="name"),
)
# (kind, source, facts, document, "rule pointer" of each enforced breach; `?` if not settled)
BREACHES: list[tuple[str, str | None, Any, Any, list[str]]] = [
    ("Patch", "git", {}, {}, []),
    ("Patch", "git", {}, {"repo": "r"}, []),
    ("Patch", "image", {}, {"repo": "r"}, ["repo-git /repo"]),
    ("Patch", "git", {}, {"uri": "u"}, ["uri-image /uri"]),
    ("Patch", "image", {}, {"repo": None}, []),
    ("Patch", "git", {}, {"uri": "u", "source": "image"}, []),  # the override names the source
    ("Patch", "image", {}, {"source": "upload"}, ["override-runs /source"]),
    ("Patch", "git", {"name": "a"}, {"name": "b"}, ["name-lasts /name"]),
    ("Patch", "git", {"name": "a"}, {"name": "a"}, []),
    ("Patch", "git", {}, {"name": "b"}, []),
    ("Patch", "git", {}, {"push": True}, ["never-both /push?"]),
    ("Patch", "git", {"tag": "t"}, {"push": True}, ["never-both /push"]),
    ("Patch", "git", {"tag": None}, {"push": True}, []),
    ("Patch", "image", {}, {"repo": "r", "uri": "u"}, ["repo-git /repo"]),
    ("Item", None, {}, {"source": "git", "repo": "r"}, []),
    ("Item", None, {}, {"source": "image", "repo": "r"}, ["item-repo /repo"]),
    ("Page", None, {}, {"items": [{"source": "image", "repo": "r"}, {"source": "git"}]},
     ["item-repo /items/0/repo"]),
    ("Page", None, {}, {"items": [{"secrets": [{"name": "a"}, {"name": "a"}]}]},
     ["item-names /items/0/secrets/1/name"]),
]  # fmt: skip

# (facts, document, answer for git, image and upload)
DECIDED: list[tuple[Any, Any, list[bool | None]]] = [
    ({}, {}, [True, True, True]),
    ({}, {"repo": "r"}, [True, False, False]),
    ({}, {"uri": "u"}, [False, True, False]),
    ({}, {"uri": "u", "source": "image"}, [True, True, False]),
    ({}, {"push": True}, [None, None, None]),
    ({}, {"push": True, "repo": "r"}, [None, False, False]),
    ({"tag": "t"}, {"push": True}, [False, False, False]),
    ({"tag": "x"}, {"push": True}, [True, True, True]),
]

# (hosting of the contract, answers of the candidates, the facts that would settle them)
NEEDS: list[tuple[str | None, dict[str, bool | None], tuple[str, ...]]] = [
    (None, {"git": True, "image": False}, ("source",)),
    (None, {"image": True, "upload": False}, ("source", "hosting")),
    ("cloud", {"git": True, "image": False}, ("source",)),
    (None, {"git": None, "image": None}, ("deployment",)),
    (None, {"git": None, "image": False}, ("source", "deployment")),
]

# (kind, source that is known, document, candidates)
CANDIDATES: list[tuple[str, str | None, list[str | None]]] = [
    ("Item", None, [None]),
    ("Item", "git", [None]),
    ("Patch", "git", ["git"]),
    ("Patch", None, ["git", "image", "upload"]),
]


def planner(*rules: Rule, hosting: str | None = None) -> Planner:
    book = Rulebook(KINDS, SOURCES, rules or RULES)
    return Planner(interpreter(Bundle.installed()), book, hosting)


def shown(breaches: Any) -> list[str]:
    return [f"{one.rule.rule} {join(one.at)}{'' if one.settled else '?'}" for one in breaches]


@pytest.mark.parametrize(("kind", "source", "facts", "document", "expected"), BREACHES)
def test_a_case_finds_the_breaches_of_its_rules(
    kind: str, source: str | None, facts: Any, document: Any, expected: list[str]
) -> None:
    case = planner().case("enforce", kind, source)
    assert shown(find_breaches(case, facts, document, 20)) == expected


@pytest.mark.parametrize(("facts", "document", "expected"), DECIDED)
def test_each_candidate_admits_a_document_or_not_or_facts_decide(
    facts: Any, document: Any, expected: list[bool | None]
) -> None:
    plans = planner()
    cases = [plans.case("enforce", "Patch", source) for source in SOURCES]
    assert decide(cases, facts, document) == expected
    found = find_breaches_of_all(cases, facts, document, 20)
    settled = [[one.settled for one in breaches] for breaches in found]
    for answer, answers in zip(expected, settled, strict=True):
        assert (True in answers) is (answer is False)
        assert bool(answers) is (answer is not True)


@pytest.mark.parametrize(("document", "expected"), [
    ({}, True), ({"low": 2, "high": 1}, True), ({"repo": "r"}, False), ({"push": True}, False),
    ({"source": "image"}, False),
])  # fmt: skip
def test_a_document_is_undisputed_if_no_source_and_no_facts_matter(
    document: Any, expected: bool
) -> None:
    assert planner().undisputed("Patch")(document) is expected


def test_advice_is_a_case_of_its_own() -> None:
    document = {"low": 2, "high": 1, "repo": "r"}
    case = planner().case("report", "Patch", "image")
    assert shown(find_breaches(case, {}, document, 20)) == ["order /low"]
    assert breaks_any(case.rules, document)
    assert not breaks_any(case.rules, {"repo": "r"})


def test_rules_beyond_one_batch_are_found_too() -> None:
    many = [
        rule(f"r{n}", "schema", "Patch", schema={"properties": {f"f{n}": FORBIDDEN}})
        for n in range(BATCH + 5)
    ]
    case = planner(*many).case("enforce", "Patch", "git")
    for n in (0, BATCH - 1, BATCH, BATCH + 4):
        document = {f"f{n}": 1}
        assert shown(find_breaches(case, {}, document, 20)) == [f"r{n} /f{n}"]
        assert not case.rules.stateless()(document)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("source", [None, *SOURCES])
def test_the_overlays_of_a_case_are_made_once(
    kind: str, source: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Rulebook(KINDS, SOURCES, tuple(one for one in RULES if one.mode == "enforce"))
    merged = [merge(book, kind, source, None) for merge in (merge_stateless, merge_any_state)]
    compiled: list[Any] = []

    def compile_schema(schema: Any) -> Valid:
        compiled.append(schema)
        return lambda _value: True

    engine = interpreter(Bundle.installed())._replace(schema=compile_schema)
    rules = Planner(engine, book, None).case("enforce", kind, source).rules
    monkeypatch.setattr(overlay, "entries_by_source", None)  # to make them again takes long
    rules.stateless()
    rules.any_state()
    assert [schema for schema in merged if schema not in compiled] == []


@pytest.mark.parametrize(("hosting", "answers", "expected"), NEEDS)
def test_needs_name_the_facts_that_would_settle_a_verdict(
    hosting: str | None, answers: dict[str | None, bool | None], expected: tuple[str, ...]
) -> None:
    assert Candidates(Rulebook(KINDS, SOURCES, ()), hosting).needs(answers) == expected


@pytest.mark.parametrize(("kind", "source", "expected"), CANDIDATES)
def test_candidates_are_the_sources_that_a_deployment_may_have(
    kind: str, source: str | None, expected: list[str | None]
) -> None:
    found = Candidates(Rulebook(KINDS, SOURCES, ()), None).of(kind, source)
    assert found == expected


def test_requirements_that_nobody_keeps_are_not_taken_for_each_other() -> None:
    """Threads that compile the same rules at once each have requirements of their own."""
    forgotten = []
    for number in range(40):
        name = f"f{number % 2}"
        fits = partial(_lacks, name)
        schema = {"properties": {name: FORBIDDEN}}
        plans = planner(rule(name, "schema", "Patch", schema=schema))
        case = plans.case("enforce", "Patch", "git")
        [kept] = case.rules.requirements()
        fresh = partial(_fresh, kept, fits)
        forgotten.append(
            case._replace(rules=case.rules._replace(fits=lambda: _never, requirements=fresh))
        )
    found = find_breaches_of_all(forgotten, {}, {"f1": 1}, 20)
    assert [shown(breaches) for breaches in found] == [[], ["f1 /f1"]] * 20


@pytest.mark.parametrize("hosting", [None, "cloud", "own"])
@pytest.mark.parametrize("kind", KINDS)
def test_overlays_of_several_sources_are_those_of_each(kind: str, hosting: str | None) -> None:
    chosen = rule("name-git", "schema", kind, sources=["git"], schema={"const": 1})
    hosted = rule("name-own", "schema", kind, hosting=["own"], schema={"const": True})
    book = Rulebook(KINDS, SOURCES, (*RULES, chosen, hosted))
    sources = (None, *SOURCES)
    together = entries_by_source(book, kind, sources, hosting)
    assert together == {source: entries(book, kind, source, hosting) for source in sources}


def test_sources_share_the_entries_of_rules_that_do_not_depend_on_them() -> None:
    found = entries_by_source(Rulebook(KINDS, SOURCES, RULES), "Patch", ("git", "image"), None)
    shared = {id(row) for row in found["git"]}
    names = [row["rule"] for row in found["image"] if id(row) in shared]
    assert names == ["name-lasts", "never-both"]


CHAIN = {"properties": {"a": {"properties": {"b": {"type": "null"}}}}}
PLACES: list[tuple[Any, tuple[str, ...] | None]] = [
    (CHAIN, ("a", "b")),
    ({"anyOf": [CHAIN, {"properties": {"c": {"type": "null"}}}]}, ("a", "b")),
    ({"type": "null"}, ()),
    ({}, None),
    ({"anyOf": []}, None),
    ({"properties": {"a": {"type": "null"}, "b": {"type": "null"}}}, None),
    ({"properties": {"a": {"items": {"type": "null"}}}}, None),
    ({"properties": {"a": {"type": "string", "maxLength": 1}}}, None),
    ({"properties": {"a": {"type": "null"}}, "required": ["a"]}, None),
    ({"not": CHAIN}, None),
]


@pytest.mark.parametrize(("schema", "expected"), PLACES)
def test_the_only_place_of_a_breach_is_the_one_that_a_walk_finds(
    schema: Any, expected: tuple[str, ...] | None
) -> None:
    assert only_place(schema) == expected
    for value in ({"a": {"b": 1}}, {"a": {"b": 1}, "c": 1}, {"a": {"b": None}}, {"a": 1}, {}, 1):
        found = [finding.at for finding in findings(schema, value)]
        if expected is not None:
            assert found in ([], [expected])


def _never(_value: Any) -> bool:
    return False


def _lacks(name: str, value: Any) -> bool:
    return name not in value


def _fresh(kept: Requirement, fits: Valid) -> tuple[Requirement, ...]:
    """Return a requirement whose validator lives no longer than the requirement."""
    return (kept._replace(fits=partial(fits)),)
