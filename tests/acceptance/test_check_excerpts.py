"""The line of the file under a violation: keys and structure as they stand, values masked, a caret below the place."""

import io
import json
import random
import re
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest
import yaml

from deploy_contract import Contract
from deploy_contract.cli import report_text
from deploy_contract.cli.command import main
from deploy_contract.cli.excerpt import Excerpt, excerpt
from deploy_contract.cli.printing import Printer
from deploy_contract.files.documents import check
from deploy_contract.files.spans import JsonTextLines, YamlTextLines
from deploy_contract_format.errors import Place

Output = pytest.CaptureFixture[str]
SECRET = "hunter2-Zq9"  # what must not be seen
REST = "unter2-Zq"  # of which nothing as long as this may be seen either


def of_json(text: str, line: int, column: int, most: int = 100) -> Excerpt:
    return excerpt(JsonTextLines(text).line(line), Place(line, column), most)


def of_yaml(text: str, line: int, column: int, most: int = 100) -> Excerpt:
    return excerpt(YamlTextLines(text).line(line), Place(line, column), most)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_text_shows_the_line_with_a_caret_and_the_hint(capsys: Output) -> None:
    Path("a.yaml").write_text("secrets: []\nimage_uri: registry.example.com/x\n")
    assert main(["check", "--unknown-fields", "report", "a.yaml"]) == 0
    assert capsys.readouterr().out == (
        "a.yaml: allowed (creates no revision)\n"
        "      2:1  note    /image_uri: is not a field of DeploymentPatch  [unknown-field]\n"
        "               2 | image_uri: \xb7\xb7\xb7\xb7\xb7\xb7\xb7\xb7\xb7\xb7\xb7\xb7\xb7\xb7\xb7\xb7\xb7\xb7\xb7\xb7\xb7\xb7\n"
        "                 | ^^^^^^^^^\n"
        "                   hint: image_uri belongs to source_revision_config: /source_revision_config/image_uri\n"
    )


def test_no_source_hides_the_line(capsys: Output) -> None:
    Path("a.yaml").write_text("image_uri: registry.example.com/x\n")
    assert main(["check", "--no-source", "a.yaml"]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == 3
    assert not any(" | " in line for line in shown)


def test_where_the_stream_has_no_such_sign_another_stands_for_values(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("a.json").write_text('{"image_uri": "x"}')
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    assert main(["check", "a.json"]) == 1
    stream.seek(0)
    assert '1 | {"image_uri": "."}\n' in stream.read()


@pytest.mark.parametrize(
    ("text", "line", "column", "shown", "under"),
    [
        ('{"a": {"b": "x y", "c": [12, true, null]}}', 1, 8, '{"a": {"b": "\xb7\xb7\xb7", "c": [\xb7\xb7, \xb7\xb7\xb7\xb7, \xb7\xb7\xb7\xb7]}}', '"b"'),
        ('{"a":\n\t{"b\\"c" : "x\\"y"}}', 2, 3, '    {"b\\"c" : "\xb7\xb7\xb7\xb7"}}', '"b\\"c"'),
        ('{"a"\n  : 5, "b": "x"}', 1, 2, '{"a"', '"a"'),  # the colon comes with the next line
        ('["a"\n, "b"]', 1, 2, '["\xb7"', '"\xb7"'),
        ('{"a": 5}\r\n', 1, 2, '{"a": \xb7}', '"a"'),
    ],
)  # fmt: skip
def test_json_lines(text: str, line: int, column: int, shown: str, under: str) -> None:
    found = of_json(text, line, column)
    assert found.line == shown
    assert found.line[found.column : found.column + found.width] == under


YAML = f"""\
# deploy-contract: source=codehost {SECRET}
secrets: &{SECRET}
  - {{name: "A b", value: '{SECRET}', other: {SECRET} }}  # {SECRET}
  - name: >-
      {SECRET}: multi
      {SECRET}
    value: !{SECRET} {SECRET}
  - ? explicit
    : {SECRET}
    plain: {SECRET}
      # {SECRET}
    "quoted key" : "{SECRET}
      {SECRET} "
  - *{SECRET}
"""


def test_yaml_lines_show_keys_and_structure_and_nothing_else() -> None:
    lines = [of_yaml(YAML, number, 1).line.replace("\xb7", "_") for number in range(1, 15)]
    word = "_" * len(SECRET)
    assert lines == [
        f"_ {'_' * 16} {'_' * 15} {word}",
        f"secrets: &{word}",
        f"  - {{name: \"___\", value: '{word}', other: {word} }}  _ {word}",
        "  - name: __",
        f"      {word}{'_' * 7}",
        f"      {word}",
        f"    value: !{word} {word}",
        "  - ? explicit",
        f"    : {word}",
        f"    plain: {word}",
        f"      _ {word}",
        f'    "quoted key" : _{word}',
        f"      {word}__",
        f"  - *{word}",
    ]
    found = of_yaml(YAML, 3, YAML.split("\n")[2].index("value") + 1)
    assert found.line[found.column : found.column + found.width] == "value"
    text = YamlTextLines(YAML)
    for number in (14, 3, 9, 3):  # in any order
        assert (
            excerpt(text.line(number), Place(number, 1)).line.replace("\xb7", "_")
            == lines[number - 1]
        )


def test_tabs_and_wide_characters_keep_the_caret_below_its_place() -> None:
    for text, under in (
        ('\t\t"k": "v",\t"\u6f22\u5b57": 1', '"\u6f22\u5b57"'),
        ('{"e\u0301": 1, "next": 2}', '"next"'),
        ('{"a": "\u6f22\u5b57\U0001f600", "b": 1}', '"b"'),
        ('{"\u202ea\u0085b": 1, "c": 1}', '"c"'),
    ):
        found = of_json(text, 1, text.index(under) + 1)
        assert "\t" not in found.line
        cells = [char for char in found.line for _ in range(width(char))]
        start = cells[found.column : found.column + found.width]
        assert "".join(dict.fromkeys(start)) == "".join(dict.fromkeys(under)), text


def width(char: str) -> int:
    """Columns by Unicode alone: none for what combines, two for what is wide."""
    return (
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
    )


def test_what_a_terminal_would_obey_is_escaped_or_masked() -> None:
    for sign in ("\x1b[31m", "\x07", "\x9b", "\u202e", "\u2066", "\x7f", "\u200b"):
        for text in (
            json.dumps({"k" + sign: sign + "v"}, ensure_ascii=False),
            '{"a' + sign + '": ' + sign,
        ):
            assert of_json(text, 1, 2).line.isprintable()


def test_long_lines_are_cut_around_the_place() -> None:
    text = json.dumps({f"key{number}": f"value {number}" for number in range(20_000)})
    for key in ("key0", "key10000", "key19999"):
        found = of_json(text, 1, text.index(f'"{key}"') + 1, most=60)
        assert len(found.line) <= 60
        assert found.line[found.column : found.column + found.width] == f'"{key}"'
    assert of_json(text, 1, 1, most=60).line.endswith("...")
    wide = json.dumps({"\u6f22" * 30 + str(number): 1 for number in range(9)}, ensure_ascii=False)
    for column in range(1, len(wide)):
        found = of_json(wide, 1, column, most=40)
        assert sum(map(width, found.line)) <= 40
        assert found.column + found.width <= 41


def test_a_key_is_shown_no_further_than_in_a_pointer() -> None:
    found = of_json('{"' + "k" * 200 + '": 1}', 1, 2, most=300)
    assert found.line.count("k") <= 64
    assert found.width == 202


def texts(rng: random.Random) -> tuple[str, str]:
    """Return a document full of secrets, as JSON and as YAML."""

    def value(depth: int) -> Any:
        kind = rng.choice(["text", "list", "dict", "lines"]) if depth < 4 else "text"
        if kind == "list":
            return [value(depth + 1) for _ in range(rng.randint(0, 3))]
        if kind == "dict":
            return {
                rng.choice(
                    ["name", "k: e", "\u00e9\u6f22", "x#y", "- z", "'q'", '"', "{", "a b"]
                ): value(depth + 1)
                for _ in range(3)
            }
        word = rng.choice(
            [
                SECRET,
                f" {SECRET}: {SECRET}",
                f"'{SECRET}",
                f'"{SECRET}\\',
                f"# {SECRET}",
                f"{{{SECRET}",
                f"- {SECRET}",
                f"&{SECRET}",
                f"|{SECRET}",
            ]
        )
        return f"{word}\n  {word}\n" if kind == "lines" else word

    document = {"secrets": value(0), "source_config": value(1), "more": [value(0), value(0)]}
    style = rng.choice([None, True, False])
    return json.dumps(document, indent=rng.choice([None, 1])), yaml.safe_dump(
        document, default_flow_style=style, width=rng.choice([20, 80]), allow_unicode=True
    )


def test_no_value_is_in_any_line() -> None:
    rng = random.Random(5)
    seen = 0
    for _ in range(60):
        as_json, as_yaml = texts(rng)
        for text, lines in ((as_json, JsonTextLines(as_json)), (as_yaml, YamlTextLines(as_yaml))):
            seen += SECRET in text
            for number in range(1, text.count("\n") + 1):
                shown = excerpt(lines.line(number), Place(number, 1), 10_000).line
                assert REST not in shown
                assert "hunter2" not in shown
    assert seen > 60


@pytest.mark.parametrize("name", ["a.json", "a.yaml"])
def test_no_value_is_in_the_output_for_a_file_that_is_broken_anywhere(name: str) -> None:
    rng = random.Random(7)
    text = (
        json.dumps(
            {
                "secrets": [{"name": "A", "value": SECRET}],
                "more": [f"{SECRET}: '{SECRET}", {"x": SECRET}],
            },
            indent=1,
        )
        if name == "a.json"
        else YAML.replace(" &", " ").replace("  - *", "  # ")
    )
    contract = Contract(engine="python")
    look = Printer(io.StringIO()).excerpt_style
    broken = [text[:end] for end in range(len(text))]
    broken += (
        [text[:at] + rng.choice("\"'{}[]:,\n\t\\\x01") + text[at:] for at in range(0, len(text), 2)]
        if name == "a.json"
        else []
    )
    faults = set()
    for body in broken:
        Path(name).write_text(body)
        for checked in check(contract, name, "DeploymentPatch"):
            faults |= {violation.rule for violation in checked.report.violations}
            shown = [piece for line in report_text.report_lines(checked, look) for piece, _ in line]
            excerpts = [
                piece for piece in shown if not piece.startswith("/")
            ]  # pointers have keys, and these may be anything
            assert not any("hunter2" in piece for piece in excerpts), body
    assert {"json-syntax" if name == "a.json" else "yaml-syntax"} <= faults


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", f'{{"x": "{SECRET}",\n "k\\u0079": 1, "ky": "{SECRET}", "{SECRET}": 1}}'),
        ("a.yaml", f"ky: 1\n'ky': {SECRET}: {SECRET}\n"),
    ],
)
def test_a_key_that_comes_twice_is_shown(name: str, text: str, capsys: Output) -> None:
    Path(name).write_text(text)
    assert main(["check", name]) == 1
    shown = capsys.readouterr().out
    assert "[json-duplicate-key]" in shown
    assert re.search(r"""2 \| .*['"]ky['"][^a-z]*$""", shown, re.MULTILINE)
    assert "hunter2" not in shown


@pytest.mark.parametrize(
    "text",
    [
        f'secrets: ["{SECRET}" x: y]\n',  # a comma is missing: the scanner takes the text for a key
        f"secrets: [{SECRET}, '{SECRET}' \"x\": y]\n",
        f'secrets:\n- "{SECRET}" x: y\n',
        f'secrets:\n- ? "{SECRET}" x\n  : y\n',
        f"secrets:\n- {{name: A, value:{SECRET}}}\n",  # a blank is missing: all of it is a key, with no value
        f"secrets:\n- {{name: A, value {SECRET}}}\n",
    ],
)
@pytest.mark.parametrize("style", ["text", "json", "github", "sarif"])
def test_a_slip_of_the_pen_makes_no_key_of_a_value(text: str, style: str, capsys: Output) -> None:
    Path("a.yaml").write_text(text)
    assert main(["check", "--format", style, "a.yaml"]) == 1
    shown = capsys.readouterr()
    assert REST not in shown.out + shown.err
