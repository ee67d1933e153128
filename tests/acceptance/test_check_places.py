"""`check` says where: line and column of every violation, in JSON and in YAML."""

from pathlib import Path

import pytest

from deploy_contract import Contract
from deploy_contract_format.yaml_text import yaml_documents
from tests.support.calls import count_calls
from tests.support.checked import check
from tests.support.commands import ended

CONTRACT = Contract(unknown_fields="report")


def places(
    path: Path, text: str | bytes, **context: object
) -> list[tuple[int, str, str, int, int]]:
    """Return (number of the document, rule, pointer, line, column) of each violation in a file, in the order of the report."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return [
        (checked.number, violation.rule, violation.pointer, *checked.place(violation))
        for checked in check(CONTRACT, str(path), "DeploymentPatch", **context)
        for violation in (*checked.report.violations, *checked.report.undecided)
    ]


YAML = """\
# a comment: with a colon
base: &base
  cpu: "2"            # a text, where a number belongs
  memory_mb: 12
limits: &limits {cpu_limit: x, memory_limit_mb: 50}
source_config:
  resource_spec:
    cpu: "2"
    cpu_limit: x
    db_cpu: &half "0.5"
    queue_cpu: *half
    labels:
      "app.kubernetes.io/name": {deep: [1, 1.0E+400]}
secrets:

  - {name: A, value: b}
  - name: B
    value:
      [1, 2]
---
secrets: [
  {name: A,
   value: 5}]
"""


def test_yaml_with_anchors_flow_style_comments_and_several_documents(tmp_path: Path) -> None:
    found = set(places(tmp_path / "a.yaml", YAML, source="codehost"))
    deep = "/source_config/resource_spec/labels/app.kubernetes.io~1name/deep/1"
    assert {
        (1, "unknown-field", "/base", 2, 1),
        (1, "unknown-field", "/limits", 5, 1),
        (1, "schema-type", "/source_config/resource_spec/cpu", 8, 5),
        (1, "schema-type", "/source_config/resource_spec/cpu_limit", 9, 5),
        (1, "schema-type", "/source_config/resource_spec/db_cpu", 10, 5),
        # an alias: where it is named
        (1, "schema-type", "/source_config/resource_spec/queue_cpu", 11, 5),
        (1, "schema-maximum", deep, 13, 44),
        (1, "schema-type", "/secrets/1/value", 18, 5),
        (2, "schema-type", "/secrets/0/value", 23, 4),
    } == found


def test_anchors_of_anchors_lead_to_the_written_value() -> None:
    text = """\
base: &b
  x: 1
  y: {z: [1, 2]}
other: &o
  w: *b
m: {o: *o, x: 3}
list: &g [*o]
n: *g
"""
    (document,) = yaml_documents(text)
    for tokens, line in {
        ("m", "o"): 6, ("m", "x"): 6, ("m", "o", "w"): 5, ("m", "o", "w", "y", "z", 0): 3, ("other", "w", "x"): 2,
        ("list", 0, "w", "y"): 3, ("n",): 8, ("n", 0): 7, ("n", 0, "w", "x"): 2, ("n", 0, "nothing"): 7, ("nothing",): 1,
    }.items():  # fmt: skip
        found = document.place(tokens)
        assert found is not None
        assert found.line == line, tokens


@pytest.mark.parametrize(
    ("text", "rule", "line", "column"),
    [
        ('{"a": 1,\n "b": [1,]}', "json-syntax", 2, 10), ('{\n "a": 1,\n "\\u0061": 2}', "json-duplicate-key", 3, 2), ("[1,\n NaN]", "json-constant", 2, 2),
        ('{"a":\n "NaN", "b": -Infinity}', "json-constant", 2, 14), ('["\\ud83d\\ude00",\n "\\ud83d"]', "json-surrogate", 2, 2), ("[" * 40, "json-depth", 1, 33),
        ('{"a": "1e99999",\n "b": [1.5, -1e99999]}', "json-number", 2, 13), ("[1,\n" + "9" * 401 + "]", "json-number", 2, 1),
        (b'{"a":\n "\xff"}', "json-encoding", 2, 3), ('{"\u00e9": "\u00e9",\n "\u00e9'.encode() + b"\xff", "json-encoding", 2, 4), (b"\xef\xbb\xbf{}", "json-encoding", 1, 1), ("", "json-syntax", 1, 1), (" " * (1 << 20) + "1", "json-size", 1, 1),
        ('{"x": {"a": 1}, "y": [{"b": 1,\n\n  "b": 2}]}', "json-duplicate-key", 3, 3), ('{"a": "{\\"a\\":", "b": 1,\n"b": 1}', "json-duplicate-key", 2, 1),
        ("a: [1,\n  2", "yaml-syntax", 2, 4), ("a: 1\nb: 2\na: 3\n", "json-duplicate-key", 3, 1), ("a:\n  - .nan", "json-constant", 2, 5), ("a: *b\n", "yaml-syntax", 1, 4),
        ("a: 1\nb: \x01\n", "yaml-syntax", 2, 4), (b"a: 1\nb: \xff\n", "json-encoding", 2, 4), ("a: 1\n1: 2\n", "json-value", 2, 1), ("a: &a [*a]", "yaml-syntax", 1, 8),
        ("a: 1\nb: x\x85secrets: 5\n", "yaml-ambiguous", 2, 5), ("a: 1\nb: \"x\x85y\"\n", "yaml-ambiguous", 2, 6), ("a: 1\n# x\u2028secrets: 5\n", "yaml-ambiguous", 2, 4), ("secrets: &a:b []\n", "yaml-ambiguous", 1, 10),
        ("%YAML 1.1\n---\nsecrets: []\n", "yaml-ambiguous", 1, 1), ("labels: &a x\nsecrets: *a:\n", "yaml-ambiguous", 2, 12), ("x: {?secrets: 5}\n", "yaml-ambiguous", 1, 6), ("x: |\n  a", "yaml-ambiguous", 2, 4),
        ("a: !!python/name:os.system x", "json-value", 1, 4), ("- " * 40 + "1", "json-depth", 1, 65), ("a: {<<: 5}", "yaml-ambiguous", 1, 5), ('a:\n  - "\\ud800"', "yaml-syntax", 2, 8), ("a: \n  b: {x: 1\n\n", "yaml-syntax", 2, 11),
    ],
)  # fmt: skip
def test_a_text_that_is_refused_says_where(
    text: str | bytes, rule: str, line: int, column: int, tmp_path: Path
) -> None:
    ending = "json" if text[:1] in {*'"{[ ', "", b"{", b"\xef"} else "yaml"
    ((_, found, _, *place),) = places(tmp_path / f"a.{ending}", text)
    assert (found, *place) == (rule, line, column)


def test_a_text_that_is_too_long_is_not_read_for_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text("[" * 2_000_000)

    def checked() -> None:
        (found,) = check(CONTRACT, str(path), "DeploymentPatch")
        (violation,) = found.report.violations
        assert (violation.rule, found.place(violation)) == ("json-size", (1, 1))

    checked()
    assert count_calls(checked) < 1000


def test_keys_that_a_pointer_cuts_or_escapes_are_found(tmp_path: Path) -> None:
    long = "k" * 100
    text = f'{{"ok\\u202e": 1,\n "{long}": 2,\n "a/b~c": 3}}'
    assert [place[3:] for place in places(tmp_path / "a.json", text)] == [(1, 2), (2, 2), (3, 2)]


@pytest.mark.parametrize("sign", ["\u2028", "\u2029"])
def test_lines_are_those_of_editors(sign: str, tmp_path: Path) -> None:
    name = str(tmp_path / "a.yaml")
    text = f'secrets: [{{name: "x{sign}y", value: 5}}]\r\nsource_config: {{repo_url: 5}}\n---\n  - "{sign}{sign}"\n--- {{\n'
    Path(name).write_text(text, newline="")
    rows = ended(1, "check", "--format", "json", name).rows
    places = []
    for row in rows:
        found = [one for one in row["violations"] if one["mode"] == "enforce"]
        places.append([(one["line"], one["column"]) for one in found])
    assert places == [[(1, 25), (2, 17)], [(4, 3)], [(5, 6)]]
