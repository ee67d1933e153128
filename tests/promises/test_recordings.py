"""A recording costs its bytes and little more, whatever it holds; an entry without end is passed over, with its reason."""

import contextlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deploy_contract.files.documents import UnreadableError
from deploy_contract.traffic import recordings
from deploy_contract.traffic.exchanges import NOTHING_READ
from deploy_contract.traffic.recordings import Input
from tests.support.commands import ended, run_python
from tests.support.effort import effort, first, tried
from tests.support.strategies import patient

Output = pytest.CaptureFixture[str]
MIB = 1 << 20
START = b'{"log":{"entries":['
# the beginning of a recording, the part that is repeated, and the end
HOSTILE: dict[str, tuple[bytes, bytes, bytes]] = {
    "empty entries": (START + b"{}", b",{}", b"]}}"),
    "an entry of texts": (START + b'{"a":["ab"', b',"ab"', b"]}]}}"),
    "brackets that never close": (START, b"[", b""),
    "a text that never closes": (START + b'"', b"\\\\", b""),
    "entries that are null": (START + b"null", b",null", b"]}}"),
    "an entry of empty objects": (START + b'{"a":[{}', b",{}", b"]}]}}"),
    "empty objects beside the entries": (b'{"log":{"x":[{}', b",{}", b'],"entries":[]}}'),
    "names beside the entries": (b'{"log":{"a":1', b',"b":1', b',"entries":[]}}'),
}
MEMORY = """
import resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (120, 120))
from deploy_contract.cli.command import main
status = main(["replay", "--format", "json", *sys.argv[1:]])
peak = next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM:"))  # KiB, of this program alone
print(status, peak, file=sys.stderr)
"""


@pytest.mark.soak
@pytest.mark.promise(14, 15)
@pytest.mark.parametrize("name", first(HOSTILE, 3))
def test_memory_is_that_of_the_file(name: str, tmp_path: Path) -> None:
    first, again, last = HOSTILE[name]
    size = effort(100_000, 8 * MIB)
    (tmp_path / "a.har").write_bytes(first + again * (size // len(again)) + last)
    limit = 52 * MIB + 24 * size  # empty entries took 73 times their bytes
    done = run_python(MEMORY, "a.har", folder=tmp_path)
    *messages, last_line = done.stderr.splitlines()
    status, memory = map(int, last_line.split())
    assert status in (0, 2)
    assert len(messages) <= 1
    assert not messages or messages[0].startswith("deploy-contract: a.har:")
    assert memory * 1024 < limit


HOSTILE_LINES: dict[str, tuple[bytes, bytes, bytes]] = {
    "a line without end": (b'{"a":"', b"x", b'"}'),
    "a line of texts": (b'{"a":["ab"', b',"ab"', b"]}\n"),
    "empty objects": (b"", b"{}\n", b""),
    "a line of brackets": (b"", b"[", b"\n"),
    "empty lines": (b"", b"\n", b""),
    "wide characters": ('{"request":{"body":"\U0001f600'.encode(), b"x", b'"}}\n'),
    "a text that never closes": (b'"', b"\\\\", b""),
}


@pytest.mark.soak
@pytest.mark.promise(14, 15)
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.soak_only)])
@pytest.mark.parametrize("name", first(HOSTILE_LINES, 3))
def test_memory_is_flat_for_lines(name: str, jobs: str, tmp_path: Path) -> None:
    first, again, last = HOSTILE_LINES[name]
    is_long = again in (b"x", b"[")
    count = 7 * MIB // len(again) if is_long else effort(7_000, 50_000)
    (tmp_path / "a.ndjson").write_bytes((first + again * count + last + b"\n") * 3)
    done = run_python(MEMORY, "--jobs", jobs, "a.ndjson", folder=tmp_path)
    *_, last_line = done.stderr.splitlines()
    status, memory = map(int, last_line.split())
    assert status == (0 if name == "empty lines" else 2), "every entry is broken"
    assert memory < (200 if is_long else 46 + 3 * count // 1000) * 1024


@pytest.mark.promise(14)
def test_an_entry_beyond_the_limits_is_not_judged_and_the_others_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recordings, "MAX_ENTRY_BYTES", 1000)
    monkeypatch.setattr(recordings, "MAX_CONTAINERS", 20)
    request = {"method": "GET", "url": "https://example.com/v2/deployments?limit=500"}
    entry = {"request": {**request, "headers": [], "bodySize": 0}}
    entries = [entry, {**entry, "x": "y" * 1000}, {**entry, "x": [[]] * 20}]
    (tmp_path / "a.har").write_text(json.dumps({"log": {"entries": entries}}))
    rows = ended(1, "replay", "--format", "json", str(tmp_path / "a.har")).rows
    assert [row["entry"] for row in rows] == [1, 2, 3]
    assert rows[0]["request"]["verdict"] == "deny"
    reason = {"request": "the entry is too long, or has too many values"}
    assert [row["not_judged"] for row in rows[1:]] == [reason] * 2


MANY = "more than 3 entries; record less, or split it"
CUT = "not a HAR file: truncated, or more than 1,000 bytes around the entries"


@pytest.mark.promise(14)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"log": {"entries": [{}, {}, {}]}}', NOTHING_READ),
        ('{"log": {"entries": [{}, {}, {}, {}]}}', MANY),
        ('{"log": {"entries": [%s{}]}}' % ("1," * 600), CUT),
        ('{"log": {"comment": "%s", "entries": [{}]}}' % ("x" * 1000), CUT),
        ('{"log": {"entries": [{"x": "%s' % ("x" * 1000), CUT),
        ('{"log": {"entries": [{}], "comment": "%s' % ("x" * 1000), CUT),
    ],
)
def test_entries_and_what_is_around_them_are_limited(
    text: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recordings, "MAX_ENTRIES", 3)
    monkeypatch.setattr(recordings, "MAX_BYTES_AROUND", 1000)
    (tmp_path / "a.har").write_text(text)
    assert ended(2, "replay", str(tmp_path / "a.har")).err.endswith(f"a.har: {message}\n")


values = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99) | st.text(max_size=4) | st.sampled_from(['"', "\\", "{[", "]}", "\u2028", "\U0001f600", '\\"']),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["log", "entries", "a", '"', "\\"]), inner, max_size=3),
    max_leaves=12,
)  # fmt: skip


def entries_of(file: Path) -> list[Any]:
    """Return the parsed entries of a HAR file."""
    with Input(str(file)) as source:
        return [json.loads(entry.body or b"") for entry in recordings.har_entries(source)]


@pytest.mark.soak
@pytest.mark.promise(3)
def test_entries_are_those_that_a_parser_finds(tmp_path: Path) -> None:
    count = 0

    @patient(60, in_soak=400)
    @given(
        st.lists(values, max_size=4),
        values,
        st.sampled_from([None, 1, "\t"]),
        st.booleans(),
        st.integers(0, 2**32),
    )
    def holds(entries: list[Any], other: Any, indent: Any, ascii_only: bool, seed: int) -> None:
        nonlocal count
        count += 1
        file = tmp_path / "a.har"
        log = {"before": other, "entries": entries, "after": other}
        text = json.dumps(
            {"x": other, "log": log, "y": other}, indent=indent, ensure_ascii=ascii_only
        )
        file.write_text(text, "utf-8")
        assert entries_of(file) == entries
        chance = Random(seed)
        at = chance.randrange(len(text))
        damaged = (
            text[:at]
            + chance.choice(("", '"', "{", "}", "[", "]", ",", ":", "\\"))
            + text[at + chance.choice((0, 1)) :]
        )
        file.write_text(damaged, "utf-8")
        compared(file, damaged)

    holds()
    tried(count)


def compared(file: Path, text: str) -> None:
    """Require that a text that a parser reads gives the entries that it finds; one that it refuses may be read where no entry is at fault."""
    found: list[Any] | None = None
    with contextlib.suppress(UnreadableError):
        found = entries_of(file)
    try:
        value = json.loads(text)
        log = value.get("log") if isinstance(value, dict) else None
        parsed = log.get("entries") if isinstance(log, dict) else None
    except ValueError:
        return
    assert found == (parsed if isinstance(parsed, list) else None)


def test_of_two_members_of_one_name_the_last_counts(tmp_path: Path) -> None:
    for text, entries in (
        ('{"log": {"entries": [1], "entries": [2]}}', [2]), ('{"log": {"entries": [1]}, "log": {"entries": [2]}}', [2]),
        ('{"log": {"entries": [1], "entries": {}}}', None), ('{"log": {"entries": [1]}, "log": 5}', None), ('{"log": {"entries": [1]}, "log": {}}', None),
        ('{"l\\u006fg": {"entries": [1]}}', [1]), ('\ufeff {"log": {"entries": [ ] } } ', []), ('{"log": {"entries": [1]}} x', None),
        ('{"log": {"entries": [1,]}}', None), ('{"log": {"entries": [01]}}', None), ('{"entries": [1]}', None), ('{"log": {"log": {"entries": [1]}}}', None),
    ):  # fmt: skip
        (tmp_path / "a.har").write_text(text, "utf-8")
        found: list[Any] | None = None
        try:
            found = entries_of(tmp_path / "a.har")
        except UnreadableError:
            assert entries is None, text
        assert found == entries, text
