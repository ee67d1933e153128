"""Routing as tables: method and path -> operation and path parameters, or the rule that refuses."""

from collections.abc import Sequence

import pytest

from deploy_contract import Request
from deploy_contract.bundle import Bundle
from deploy_contract.cli.options import file_kind
from deploy_contract.http.routing import Route
from deploy_contract.http.servers import encoded_path, strip_mount
from deploy_contract_format.rules import Rule, id_parameter
from tests.support.engines import made

ID = "6f8f3a52-9c1e-4c8f-9a51-0d2f7e0a1b2c"
LIST, PATCH = "/v2/deployments", f"/v2/deployments/{ID}"


def route(method: str, path: str, base_path: str = "") -> Route:
    return made("python", base_path=base_path).checker.route(Request(method, path))


@pytest.mark.parametrize(("path", "checked"), [(PATCH, True), (f"{LIST}/x", False)])
def test_path_parameters_are_checked_where_the_path_is_written_as_the_contract_does(
    path: str, checked: bool
) -> None:
    assert route("PATCH", path).checked is checked


# (decoded path, raw path, the encoded path that the client wrote)
ENCODED = [
    ("/a/b", None, "/a/b"),
    ("/a/b", b"/a/b", "/a/b"),
    ("/a/b", b"/a%2fb", "/a%2fb"),
    ("/a/b", b"/a%2Fb?x=%20", "/a%2Fb"),
    ("/a/b", "/a%2fb", "/a%2fb"),
    ("/new", b"/o%6cd", "/new"),  # middleware changed the decoded path alone
    ("/100%", None, "/100%25"),
    ("/\N{LATIN SMALL LETTER E WITH ACUTE}", None, "/%C3%A9"),
    ("/\N{REPLACEMENT CHARACTER}", b"/%ff", "/%ff"),
    ("/\N{LATIN SMALL LETTER Y WITH DIAERESIS}", b"/%ff", "/%ff"),
]


@pytest.mark.parametrize(("path", "raw", "expected"), ENCODED)
def test_the_encoded_path_is_the_raw_one_if_it_decodes_to_the_path(
    path: str, raw: bytes | str | None, expected: str
) -> None:
    assert encoded_path(path, raw) == expected


# (path, mount, base path of the contract, path below the mount)
MOUNTED = [
    ("/v2/x", "", "", "/v2/x"),
    ("/api/v2/x", "/api", "", "/v2/x"),
    ("/api/v2/x", "/api/", "", "/v2/x"),
    ("/%61pi/v2/x", "/api", "", "/v2/x"),
    ("/apis/v2/x", "/api", "", "/apis/v2/x"),
    ("/api", "/api", "", "/"),
    ("/api/v2/x", "/api", "/api", "/api/v2/x"),  # the contract names the whole path
    ("/host/api/v2/x", "/host", "/api", "/api/v2/x"),
]


@pytest.mark.parametrize(("path", "mount", "base_path", "expected"), MOUNTED)
def test_the_prefix_of_a_mount_is_stripped_by_decoded_segments(
    path: str, mount: str, base_path: str, expected: str
) -> None:
    assert strip_mount(path, mount, base_path) == expected


def test_the_id_in_a_path_is_the_parameter_that_the_rule_on_the_identity_names() -> None:
    bundle = Bundle.installed()
    patch = made("python").checker.operations["patch_deployment"]
    [own] = [row["name"] for row in patch.path_parameters]
    rules, kinds = bundle.book.rules, bundle.book.kinds
    without = [rule for rule in rules if rule.shape != "equals_parameter"]

    def found(names: list[str], rules: Sequence[Rule]) -> str | None:
        return id_parameter(patch.name, names, patch.responses.values(), rules, kinds)

    assert found([own, "part"], rules) == own
    assert found([own], without) == own
    assert found([own, "part"], without) is None
    assert found([], without) is None


def test_a_file_that_states_no_kind_is_of_the_kind_that_changes_a_stored_deployment() -> None:
    bundle = Bundle.installed()
    [changing] = [name for name, kind in bundle.book.kinds.items() if kind.stored]
    assert file_kind(bundle) == changing == "DeploymentPatch"
