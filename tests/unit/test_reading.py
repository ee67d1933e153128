"""Regular files within a limit. tests/promises shows pipes, devices, folders and long files at the doors."""

import socket
from pathlib import Path

import pytest

from deploy_contract_format.reading import FileError, is_yaml, read_regular

MIB = 1 << 20


def test_a_link_to_a_regular_file_is_read_whole(tmp_path: Path) -> None:
    file, link = tmp_path / "a", tmp_path / "link"
    file.write_bytes(b"x" * (3 * MIB))
    link.symlink_to(file)
    for limit in (3 * MIB, 1 << 60):  # bytes that no memory has
        assert read_regular(str(link), limit) == b"x" * (3 * MIB)
    file.write_bytes(b"")
    assert read_regular(link, 1) == b""


def test_a_file_of_unknown_size_is_refused_beyond_the_limit() -> None:
    assert read_regular("/proc/self/status", MIB)
    assert len(read_regular("/proc/self/maps", 1 << 60)) > 1 << 13
    with pytest.raises(FileError, match=r"^is longer than 10 bytes$"):
        read_regular("/proc/self/status", 10)


def test_a_socket_is_refused_at_once(tmp_path: Path) -> None:
    place, link = tmp_path / "it", tmp_path / "link"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(place))
    link.symlink_to(place)
    for name in (place, link):
        with pytest.raises(FileError, match=r"^is a socket, not a regular file; check the path$"):
            read_regular(name, MIB)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("missing", "there is no such file"),
        (f"{__file__}/missing", "there is no such file"),
        ("a\0b", "not a file name"),
        ("\ud800", "not a file name"),
        ("n" * 300, "cannot be read: File name too long"),
    ],
)
def test_a_file_that_is_not_there_has_its_reason(name: str, text: str) -> None:
    with pytest.raises(FileError, match=f"^{text}$") as caught:
        read_regular(name, 1)
    assert caught.value.missing == name.endswith("missing")
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    ("name", "body", "yaml"),
    [
        ("a.yaml", b"{}", True), ("a.YML", b"{}", True), ("a.json", b"a: 1", False), ("a.JSON", b"", False), (".yaml", b"{}", True), ("a/.yml", b"{}", True),
        ("a/.json", b"a: 1", False), ("-", b" \n{}", False), ("-", b"[]", False), ("-", b'"x"', False), ("-", b"", False), ("-", b"\n", False),
        ("-", b"\xef\xbb\xbfa: 1", False), ("-", b"\xff\xfea", False), ("-", b"a: 1", True), ("-", b"- 1", True), ("-", b"5", True), ("yaml", b"{}", False),
    ],
)  # fmt: skip
def test_a_file_is_yaml_by_its_name_or_by_its_beginning(name: str, body: bytes, yaml: bool) -> None:
    assert is_yaml(name, body) is yaml
