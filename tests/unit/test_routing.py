"""The path of a request as servers hand it over, as tables."""

import pytest

from deploy_contract.http.servers import encoded_path, strip_mount

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
    ("/api%2Fv2/x", "/api", "", "%2Fv2/x"),  # ambiguous, and no other path
    ("/a%2fb/v2/x", "/a/b", "", "/v2/x"),
    ("/%ff/v2/x", "/\N{REPLACEMENT CHARACTER}", "", "/v2/x"),
    ("/api", "/api", "", "/"),
    ("/api/v2/x", "/api", "/api", "/api/v2/x"),  # the contract names the whole path
    ("/host/api/v2/x", "/host", "/api", "/api/v2/x"),
]


@pytest.mark.parametrize(("path", "mount", "base_path", "expected"), MOUNTED)
def test_the_prefix_of_a_mount_is_stripped_from_the_decoded_path(
    path: str, mount: str, base_path: str, expected: str
) -> None:
    assert strip_mount(path, mount, base_path) == expected
