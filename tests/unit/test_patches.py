"""Types of patches: they have the fields that a source may set, and what they write is allowed."""

import copy
import json
import pickle
from dataclasses import replace
from functools import cache
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy_contract import Bundle, Contract, ContractError, DocumentError, Report
from deploy_contract.models import Deployment, RevisionSource
from deploy_contract.patches import (
    PATCHES,
    UNSET,
    AnyPatch,
    CodehostPatch,
    CodehostPatchAsInternalSource,
    CodehostSourceConfig,
    CodehostSourceRevisionConfig,
    ExternalContainerPatch,
    Model,
    PatchSecret,
    ResourceSpec,
    Unset,
    between,
    parse,
)
from deploy_contract_service.patching import apply_patch, complete
from tests.support.applications import deployment
from tests.support.commands import run_python
from tests.support.names import named
from tests.support.random_documents import damaged, plain, valid
from tests.support.strategies import patient
from tests.support.suite import cases

CONTRACT = Contract(unknown_fields="reject")
KIND: Any = "DeploymentPatch"
SOURCES = tuple(Bundle.installed().book.sources)
TYPES = sorted(PATCHES.items(), key=str)


# --- the types admit nothing that a source may not set


@cache
def of_type(hint: Any) -> st.SearchStrategy[Any]:
    """Return the strategy for values of a type, or of the type of a field."""
    origin = get_origin(hint)
    if origin in (UnionType, Union):
        return st.one_of([of_type(one) for one in get_args(hint)])
    if origin is Literal:
        return st.sampled_from(get_args(hint))
    if origin is list:
        return st.lists(st.deferred(lambda: of_type(get_args(hint)[0])), max_size=2)
    if origin is dict:
        return st.dictionaries(st.sampled_from("abc"), st.none() | st.booleans(), max_size=2)
    if hint is Unset:
        return st.just(UNSET)
    if isinstance(hint, type) and issubclass(hint, Model):
        fields = {name: type_ for name, type_ in get_type_hints(hint).items() if name[:1] != "_"}

        needed = {name for name, one in fields.items() if Unset not in get_args(one)}
        values = {name: of_type(one) for name, one in fields.items()}
        optional = {name: values[name] for name in fields if name not in needed}
        required = {name: values[name] for name in needed}
        return st.fixed_dictionaries(required, optional=optional).map(lambda given: hint(**given))
    return {
        str: st.sampled_from(["", "x", "refs/tags/v1", "5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001"]),
        bool: st.booleans(),
        int: st.integers(),
        float: st.floats(),
        type(None): st.none(),
    }[hint]


def by_structure(rule: str) -> bool:
    """Return True if a rule is about which fields a patch has, or about their types."""
    found = next(one for one in CONTRACT.rules if one.rule == rule)
    keywords = ("type", "required", "enum", "additionalProperties")
    return (
        found.shape in ("field", "admitted", "undeclared")
        or found.parameters.get("keyword") in keywords
        or "required" in found.parameters.get("schema", {})
    )


@pytest.mark.parametrize(("names", "type_"), TYPES, ids=[one.__name__ for _, one in TYPES])
def test_what_a_type_admits_is_allowed_or_fails_by_values_alone(
    names: tuple[str, str | None], type_: type[AnyPatch]
) -> None:
    @patient(40)
    @given(of_type(type_))  # type: ignore[arg-type]  # mypy takes the hash of values for that of types
    def tried(patch: AnyPatch) -> None:
        report = CONTRACT.check(patch, type_)
        enforced = [one.rule for one in report.violations if one.mode == "enforce"]
        assert bool(enforced) == (report.verdict == "deny")
        assert not list(filter(by_structure, enforced)), patch.to_dict()
        assert type_.from_dict(patch.to_dict()) == patch

    tried()
    assert type_.__source__ == names[0]


# --- every allowed patch can be written


REFUSED = {name for model in Model.__subclasses__() for name in model.__refused__}


def meaning(document: Any) -> Any:
    """Return a patch without the nulls of fields that some source may not set, and 1.0 as 1."""
    if isinstance(document, dict):
        kept = {
            name: one for name, one in document.items() if one is not None or name not in REFUSED
        }
        return {name: meaning(member) for name, member in kept.items()}
    if isinstance(document, list):
        return [meaning(item) for item in document]
    return int(document) if isinstance(document, float) and document.is_integer() else document


def require_written(document: Any, source: str) -> None:
    """Check that a patch of a source has a type, if the contract allows it."""
    if CONTRACT.check(document, KIND, source=source).verdict == "allow":  # type: ignore[arg-type]
        patch = parse(document, source)  # type: ignore[arg-type]
        assert meaning(patch.to_dict()) == meaning(document)
        assert CONTRACT.check(patch, type(patch)).verdict == "allow"


def test_every_allowed_patch_of_the_suite_has_a_type() -> None:
    tried = 0
    for _, case in cases():
        value = case.get("value")
        if case.get("document") == KIND and isinstance(value, dict):
            for source in SOURCES:
                require_written(value, source)
                tried += 1
    assert tried > 1_000


@pytest.mark.soak
@patient(150, in_soak=20_000)
@given(st.randoms(use_true_random=False), st.sampled_from(SOURCES))
def test_every_allowed_random_patch_has_a_type(chance: Random, source: str) -> None:
    document = valid(chance, KIND)
    if chance.random() < 0.3:
        document = plain(damaged(chance, document))
    require_written(document, source)
    if isinstance(document, dict) and document.pop("secret_references", None):
        require_written(document, source)


# --- the values


PATCH = CodehostPatch(
    source_config=CodehostSourceConfig(
        repo_url=None, resource_spec=ResourceSpec(cpu=0.5, labels={"a": None})
    ),
    secrets=[PatchSecret(name="A", value="hunter2")],
)
JSON = {
    "source_config": {"repo_url": None, "resource_spec": {"cpu": 0.5, "labels": {"a": None}}},
    "secrets": [{"name": "A", "value": "hunter2"}],
}


def test_absent_and_null_are_told_apart() -> None:
    assert PATCH.revision_source is UNSET
    assert isinstance(PATCH.source_config, CodehostSourceConfig)
    assert PATCH.source_config.repo_url is None
    assert PATCH.source_config.build_on_push is UNSET
    assert not UNSET
    assert PATCH.to_dict() == JSON
    assert json.loads(PATCH.to_json()) == JSON
    assert CodehostPatch.from_json(PATCH.to_json()) == PATCH
    assert CodehostPatch.from_json(PATCH.to_json().encode()) != CodehostPatch()
    assert CodehostPatch(secrets=UNSET) == CodehostPatch()


def test_a_patch_shows_no_value_and_is_frozen() -> None:
    assert "hunter2" not in repr(PATCH)
    assert "secrets" in repr(PATCH)
    with pytest.raises(AttributeError, match="CodehostPatch is frozen; secrets"):
        PATCH.secrets = None  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del PATCH.secrets
    assert pickle.loads(pickle.dumps(PATCH)) == PATCH  # noqa: S301 - our own
    assert copy.deepcopy(PATCH) == PATCH
    assert copy.deepcopy(UNSET) is UNSET


def test_members_of_enums_are_written_as_their_values() -> None:
    patch = CodehostPatch(revision_source=RevisionSource.CODEHOST)  # type: ignore[arg-type]
    assert json.loads(patch.to_json()) == {"revision_source": "codehost"}
    assert CodehostPatchAsInternalSource().to_dict() == {"revision_source": "internal_source"}


def wrong(call: Any) -> str:
    with pytest.raises((TypeError, ValueError)) as caught:
        call()
    assert "hunter2" not in str(caught.value)
    assert caught.value.__cause__ is caught.value.__context__ is None
    return str(caught.value)


CYCLE: dict[str, Any] = {}
CYCLE["a"] = CYCLE
DEEP = json.loads("[" * 50 + "]" * 50)
MISTAKES = [
    (lambda: CodehostPatch(secret_references=[]), "applies only to source external_container"),  # type: ignore[call-arg]
    (lambda: CodehostPatch(secrts=[]), "no field secrts; did you mean secrets"),  # type: ignore[call-arg]
    (lambda: CodehostPatch("x"), "CodehostPatch takes fields by name; from_dict takes a mapping"),  # type: ignore[arg-type, call-arg]
    (lambda: PatchSecret(name="A"), "needs the field value"),  # type: ignore[call-arg]
    (lambda: CodehostPatch.from_dict([]), "a CodehostPatch must be an object"),
    (lambda: CodehostPatch.from_dict({"secrets": [{"name": 5, "value": "hunter2"}]}), "/secrets/0/name: must be text"),
    (lambda: CodehostPatch.from_dict({"secrets": [{"name": "A"}]}), "/secrets/0: PatchSecret needs the field value"),
    (lambda: CodehostPatch.from_dict({"secrets": "hunter2"}), "/secrets: must be an array or null"),
    (lambda: CodehostPatch.from_dict({"a/b": None}), "no field a~1b"),
    (lambda: ExternalContainerPatch.from_dict({"source_config": {"build_on_push": True}}), "/source_config/build_on_push: must be false or null"),
    (lambda: CodehostPatch.from_json('{"secrets":\n "hunter2'), "is not JSON in UTF-8 with one meaning (line 2, column 2)"),
    (lambda: CodehostPatch.from_json('{"secrets": [], "secrets": ["hunter2"]}'), "one meaning"),
    (lambda: CodehostPatch.from_json('{"source_config": {"resource_spec": {"cpu": NaN}}}'), "one meaning"),
    (lambda: CodehostPatch.from_json('{"source_config": {"resource_spec": {"memory_mb": 1e-324}}}'), "one meaning"),
    (lambda: CodehostPatch.from_json('{"secrets": 0e-99999999999999999999}'), "one meaning"),
    (lambda: CodehostPatch.from_json("[" * 10_000), "one meaning"),
    (lambda: CodehostPatch.from_json(5), "the JSON text must be str or bytes"),  # type: ignore[arg-type]
    (lambda: ResourceSpec(labels={"a": [{"b": {"hunter2"}}]}).to_json(), "/labels/a/0/b cannot be written in JSON"),
    (lambda: ResourceSpec(labels={"a": {(1, 2): {"b": {"hunter2"}}}}).to_json(), "/labels/a/(1, 2) cannot be written in JSON"),
    (lambda: ResourceSpec(labels={"a": DEEP, "b": {"hunter2"}}).to_json(), "/labels/b cannot be written in JSON"),
    (lambda: ResourceSpec(labels=CYCLE).to_json(), "/labels/a/a/a/a"),
    (lambda: CodehostPatch.from_json("\ud800"), "one meaning"),
    (lambda: CodehostPatch(source_config=CodehostSourceConfig(resource_spec=ResourceSpec(cpu=float("inf")))).to_json(), "cannot be written in JSON"),
    (lambda: CodehostPatch(secrets=[UNSET]).to_json(), "/secrets/0 cannot be written in JSON"),  # type: ignore[list-item]
    (lambda: parse({"name": "hunter2"}, "codehost"), "CodehostPatch has no name: a patch cannot change it; leave it out"),
    (lambda: parse({"revision_source": "external_container"}, "codehost"), "/revision_source: must be codehost or null"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "text"), MISTAKES, ids=[text for _, text in MISTAKES])
def test_a_mistake_is_one_line_that_says_where(call: Any, text: str) -> None:
    found = wrong(call)
    assert text in found
    assert "\n" not in found


def test_a_null_of_a_field_that_the_source_may_not_set_is_left_out() -> None:
    given = {"secret_references": None, "id": None, "source_revision_config": {"image_uri": None}}
    assert CodehostPatch.from_dict(given).to_dict() == {"source_revision_config": {}}


def test_a_type_states_kind_and_source() -> None:
    contract = Contract()
    assert contract.check(PATCH, CodehostPatch).verdict == "allow"
    assert contract.check(PATCH.to_json(), CodehostPatch, source="codehost").verdict == "allow"
    assert contract.check({"secret_references": [{}]}, CodehostPatch).verdict == "deny"
    with pytest.raises(ContractError, match="source contradicts CodehostPatch"):
        contract.check(PATCH, CodehostPatch, source="internal_source")


@pytest.mark.parametrize(
    ("document", "pointer"),
    [({}, ""), ({"revision_source": "codehost"}, "/revision_source")],
)
def test_a_type_that_names_another_source_requires_the_document_to_name_it(
    document: Any, pointer: str, engine: str
) -> None:
    contract = Contract(engine=named(engine))
    report = contract.check(document, CodehostPatchAsInternalSource)
    assert (report.verdict, report.status, report.sources) == ("deny", 422, ())
    assert [one.pointer for one in report.violations] == [pointer]
    stated = json.dumps({**document, "revision_source": "internal_source"})
    assert contract.check(stated, CodehostPatchAsInternalSource).verdict == "allow"
    assert contract.check("{", CodehostPatchAsInternalSource).violations[0].rule == "json-syntax"
    (violation,) = contract.check([], CodehostPatchAsInternalSource).violations
    assert violation.message == "must be object"
    wrong = {"secrets": [5] * 40, "revision_source": "codehost"}
    many = contract.check(wrong, CodehostPatchAsInternalSource)
    assert (len(many.violations), many.truncated) == (20, True)
    wrong["secrets"] = [5] * 20
    assert contract.check(wrong, CodehostPatchAsInternalSource).truncated


def test_another_source_for_the_revision_has_its_own_type() -> None:
    document = {"revision_source": "internal_source", "source_revision_config": {"source_tarball_path": "a"}}  # fmt: skip
    patch = parse(json.dumps(document), "codehost")
    assert type(patch) is CodehostPatchAsInternalSource
    assert patch.to_dict() == document
    with pytest.raises(ContractError, match="source must be one of codehost"):
        parse({}, "moon")  # type: ignore[arg-type]


def test_importing_the_types_imports_little() -> None:
    code = (
        "import sys; import deploy_contract.patches\n"
        "heavy = {'dataclasses', 'inspect', 'json', 'dacite', 'ast', 'logging', 'decimal'}\n"
        "ours = [name for name in sys.modules if name.startswith('deploy_contract')]\n"
        "print(sorted(heavy & set(sys.modules)), len(ours))"
    )
    names, _, count = run_python(code).stdout.strip().rpartition(" ")
    assert names == "[]"
    assert int(count) <= 7


# --- the patch between two deployments


STORED = deployment(
    source_config={
        "integration_id": "5f0c2b9e-8d1a-4c55-9a63-0e6f3f1d7001",
        "repo_url": "https://codehost.example.com/a/b",
        "build_on_push": True,
        "custom_url": None,
        "resource_spec": {"cpu": 1, "memory_mb": None, "labels": {"team": None}},
    },
    source_revision_config={"repo_ref": "main", "graph_config_path": "graph.json"},
    secrets=[{"name": "A", "value": "b"}],
)


def changed(**fields: Any) -> dict[str, Any]:
    """Return the stored deployment with members of its objects replaced."""
    found = copy.deepcopy(STORED)
    for name, value in fields.items():
        if isinstance(value, dict):
            found[name] |= value
        else:
            found[name] = value
    return found


@pytest.mark.parametrize(
    ("new", "patch"),
    [
        (STORED, {}),
        ({}, {}),
        ({"source_revision_config": {"repo_ref": "v2"}}, {"source_revision_config": {"repo_ref": "v2"}}),
        (changed(source_config={"build_on_push": False}), {"source_config": {"build_on_push": False}}),
        (changed(source_config={"install_command": None}), {}),
        (changed(source_config={"resource_spec": {"cpu": 1, "labels": {"team": None}}}), {}),
        (
            changed(source_config={"resource_spec": {"cpu": 1, "memory_mb": 5, "labels": {"b": None}}}),
            {"source_config": {"resource_spec": {"cpu": 1, "memory_mb": 5, "labels": {"b": None}}}},
        ),
        (changed(secrets=[{"name": "A", "value": "c"}]), {"secrets": [{"name": "A", "value": "c"}]}),
        (
            changed(source_config={"resource_spec": {"cpu": 1.0, "labels": {"team": 0}}}),
            {"source_config": {"resource_spec": {"cpu": 1.0, "labels": {"team": 0}}}},
        ),
    ],
)  # fmt: skip
def test_the_patch_between_two_deployments_is_the_smallest(new: Any, patch: Any) -> None:
    found = between(STORED, new)
    assert type(found) is CodehostPatch
    assert found.to_dict() == patch


def test_true_is_another_value_than_one() -> None:
    one, same, other = (
        changed(source_config={"resource_spec": {"labels": {"a": [label]}}})
        for label in (1, 1.0, True)
    )
    assert between(one, same).to_dict() == {}
    expected = {"source_config": {"resource_spec": {"labels": {"a": [True]}}}}
    assert between(one, other).to_dict() == expected


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (STORED, {"source_confg": {}}, "new: /source_confg: a patch has no such field; did you mean source_config?"),
        (STORED, {"zone": "b"}, "new: /zone: a patch has no such field; leave it out"),
        (STORED, {"secrets": []}, "new: /secrets: an empty value would leave the stored value as it is"),
        (STORED, {"source": "other"}, "new: /source: differs from the stored value; a patch cannot change it"),
        (STORED, {(): 1}, "new: the name of a field is not text"),
        (STORED, {"source_config": {"repo_url": UNSET}}, "new: /source_config/repo_url: must be text or null"),
        ({**STORED, "source": None}, STORED, "old: /source must be one of codehost, "),
        (STORED, changed(name="other"), "new: /name: "),
        (STORED, changed(source="internal_source"), "new: /source: "),
        (STORED, changed(status="UNUSED"), "new: /status: "),
        (STORED, changed(secrets=[]), "new: /secrets: "),
        (STORED, changed(source_config={"custom_url": "https://x"}), "new: /source_config/custom_url: "),
        (STORED, changed(source_config={"repo_url": None}), "new: /source_config/repo_url: "),
        (STORED, changed(source_revision_config={"image_uri": "hunter2"}), "new: /source_revision_config/image_uri: "),
        (STORED, changed(source_revision_config={"repo_ref": 5}), "new: /source_revision_config/repo_ref: "),
        (STORED, changed(source_config=None), "new: /source_config: "),
    ],
)  # fmt: skip
def test_a_difference_that_no_patch_can_make_is_named(old: Any, new: Any, text: str) -> None:
    with pytest.raises(ContractError) as caught:
        between(old, new)
    assert str(caught.value).startswith(text)
    assert "hunter2" not in str(caught.value)


def test_deep_values_that_are_the_same_object_have_no_patch() -> None:
    deep: dict[str, Any] = {}
    for _ in range(5_000):
        deep = {"a": deep}
    stored = {"source": "codehost", "source_config": {"resource_spec": {"labels": deep}}}
    with pytest.raises(DocumentError) as caught:
        between(stored, {**stored, "source_config": {"resource_spec": {"labels": {"a": deep}}}})
    assert caught.value.violations[0].rule == "json-depth"


@pytest.mark.parametrize(
    ("new", "rule"),
    [
        (changed(source_config={"repo_url": "https://other"}), "immutable-field"),
        (changed(source_revision_config={"repo_ref": "refs/tags/v1"}), "tag-never-moves"),
    ],
)
def test_a_patch_between_two_deployments_keeps_the_contract(new: Any, rule: str) -> None:
    with pytest.raises(DocumentError) as caught:
        between(STORED, new)
    assert rule in {one.rule for one in caught.value.violations}


def test_the_patch_between_two_models_takes_none_for_null() -> None:
    old = Contract().check(STORED, "Deployment").model(Deployment)
    config = replace(old.source_revision_config, repo_ref="release-8")
    patch = between(old, replace(old, source_revision_config=config))
    revision = CodehostSourceRevisionConfig(repo_ref="release-8")
    assert patch == CodehostPatch(source_revision_config=revision)
    cleared = replace(old.source_revision_config, repo_ref=None)
    with pytest.raises(ContractError, match="/source_revision_config/repo_ref: "):
        between(old, replace(old, source_revision_config=cleared))
    with pytest.raises(ContractError, match="old must be a Deployment"):
        between([], old)  # type: ignore[arg-type]


def cleared(deployment: dict[str, Any], type_: type[AnyPatch]) -> dict[str, Any]:
    """Return a deployment without the nulls of declared fields, which stand for absent ones."""
    parts = {name: deployment[name] for name in ("source_config", "source_revision_config")}
    parts = {
        name: part and {key: value for key, value in part.items() if value is not None}
        for name, part in parts.items()
    }
    empty: dict[str, Any] = {name: {} for name, part in parts.items() if part is not None}
    return {**deployment, **empty, **written_without_nulls(type_.from_dict(parts))}


def written_without_nulls(value: Any) -> Any:
    """Return a value without nulls, and without objects that an empty one does not replace."""
    if isinstance(value, Model):
        members = {name: written_without_nulls(one) for name, one in vars(value).items()}
        return {name: one for name, one in members.items() if one is not None and one != {}}
    return [written_without_nulls(one) for one in value] if isinstance(value, list) else value


@pytest.mark.soak
@pytest.mark.parametrize("source", SOURCES)
def test_the_patch_between_a_deployment_and_its_patched_state_does_the_same(source: str) -> None:
    type_ = PATCHES[source, None]
    old = {**STORED, "source": source, "source_config": {}, "source_revision_config": {}}
    old = complete(old)

    @patient(25, in_soak=2_000)
    @given(of_type(type_))  # type: ignore[arg-type]  # mypy takes the hash of values for that of types
    def tried(patch: AnyPatch) -> None:
        if CONTRACT.check(patch, type_, deployment=old).verdict != "allow":
            return
        new = apply_patch(old, Report("allow", value=patch.to_dict()))[0]
        found = between(old, new, contract=CONTRACT)
        again = apply_patch(old, Report("allow", value=found.to_dict()))[0]
        assert cleared(again, type_) == cleared(new, type_)
        assert set(found.to_dict()) <= set(patch.to_dict())

    tried()
