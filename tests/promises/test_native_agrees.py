"""The native engine and the python engine say the same of what callers and contracts may bring."""

import json
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from deploy_contract import Contract, Limits, Report, Request
from deploy_contract.bundle import Bundle
from deploy_contract_format.bundle_files import read
from tests.support.engines import made
from tests.support.names import named

pytest.importorskip("deploy_contract_native")

ID = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21"
JSON = ("content-type", "application/json")
PATCH = Request("PATCH", f"/v2/deployments/{ID}", "", [JSON], b"{}")
GENERATED = Path(__file__).parents[2] / "generated"
Change = Callable[[dict[str, Any]], None]
Tried = Callable[[int], None]


def answer(judge: Callable[[], Report]) -> Any:
    """Return a report with its sources and parameters, or the exception that is raised."""
    try:
        report = judge()
    except Exception as error:  # compared with that of the other engine
        return type(error), str(error)
    return report, report.sources, report.parameters, report.value


def bundle_with(change: Change) -> Bundle:
    """Return the contract with a copy of its PATCH operation, changed, before all others."""
    files = dict(read(GENERATED))
    rows = json.loads(files["operations.json"])
    row = deepcopy(next(row for row in rows if row["operation"] == "patch_deployment"))
    row["operation"] = "other"
    change(row)
    files["operations.json"] = json.dumps([row, *rows]).encode()
    return Bundle.from_files(files, "with another operation")


def without_body(row: dict[str, Any]) -> None:
    row.update(path=f"/v2/deployments/{ID}", parameters=[], request=None, request_required=False)


def with_a_query(row: dict[str, Any]) -> None:
    query = {**row["parameters"][0], "name": "q", "in": "query", "required": False}
    row.update(path=f"/v2/deployments/{ID}", parameters=[query])


@pytest.mark.promise(4, 26)
@pytest.mark.parametrize("change", [without_body, with_a_query])
def test_a_path_leads_to_the_same_operation_if_several_match(change: Change, tried: Tried) -> None:
    bundle = bundle_with(change)
    one, other = [
        Contract(engine=named(name), bundle=bundle).prepare().check_request(PATCH)
        for name in ("python", "native")
    ]
    tried(1)
    assert named(one.operation) == "other"
    assert named(other.operation) == "other"
    assert other == one


class Stored(Mapping[str, Any]):
    """A stored deployment in a mapping of the caller's own."""

    def __init__(self, members: dict[str, Any]) -> None:
        self.members = members

    def __getitem__(self, name: str) -> Any:
        return self.members[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)


class Unreadable(Stored):
    """Names one source, and raises when it is read further."""

    def __iter__(self) -> Iterator[str]:
        raise RuntimeError


class Equal:
    """Equals a source, and is no text."""

    def __hash__(self) -> int:
        return hash("codehost")

    def __eq__(self, other: object) -> bool:
        return other == "codehost"


@pytest.mark.promise(2, 26)
def test_deployments_of_any_class_are_taken_alike(tried: Tried) -> None:
    known = {"source": "codehost"}
    given: list[Any] = [
        {}, known, Stored(known), Unreadable(known), {"source": Equal()}, {"source": []},
        {"source": "x"}, {1: 2}, [("source", "codehost")],
    ]  # fmt: skip
    python, native = made("python").prepare(), made("native").prepare()
    for deployment in given:
        one = answer(lambda of=deployment: python.check_request(PATCH, deployment=of))  # type: ignore[misc]
        other = answer(lambda of=deployment: native.check_request(PATCH, deployment=of))  # type: ignore[misc]
        assert other == one, type(deployment)
    tried(len(given))


@pytest.mark.promise(2, 26)
def test_only_a_text_is_a_source(tried: Tried) -> None:
    native = made("native").prepare()
    judges: list[Callable[[], Report]] = [
        lambda: native.check(b"{}", "DeploymentPatch", source=named(Equal())),
        lambda: native.check_request(PATCH, source=named(Equal())),
        lambda: native.check(b"{}", "DeploymentPatch", deployment={"source": Equal()}),
    ]
    for judge in judges:
        assert answer(judge)[0].__name__ == "ContractError"
    tried(len(judges))


class Pair(tuple[str, str]):
    """A header that holds one media type and shows another to who iterates."""

    __slots__ = ()

    def __iter__(self) -> Iterator[str]:
        return iter(("content-type", "text/plain"))


@pytest.mark.promise(4, 26)
def test_headers_of_other_classes_are_read_alike(tried: Tried) -> None:
    one, other = [
        made(named(name)).check_request(PATCH._replace(headers=[Pair(JSON)]))
        for name in ("python", "native")
    ]
    tried(1)
    assert one.verdict == "deny"
    assert other == one


@pytest.mark.promise(26)
@pytest.mark.parametrize("name", Limits._fields)
def test_a_limit_may_be_any_integer(name: str, tried: Tried) -> None:
    limits = Limits()._replace(**{name: 2**70})
    for engine in ("python", "native"):
        contract = Contract(engine=named(engine), limits=limits).prepare()
        assert contract.check(b'{"a": "b"}', "DeploymentPatch").verdict == "allow"
        assert contract.check_request(PATCH).verdict == "allow"
    tried(2)
