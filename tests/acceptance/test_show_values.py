"""`check --show-values` shows the values of one's own files, and never what may be a secret."""

from pathlib import Path

import pytest

from deploy_contract.cli.command import main

Output = pytest.CaptureFixture[str]
SECRET = "CANARY-7f3a"

# name and text of a file -> the line that is shown of it
SHOWN = {
    "a member": ("a.yaml", "source_config:\n  build_on_push: maybe\n", "  build_on_push: maybe"),
    "JSON": ("a.json", '{"source_config": {"build_on_push": "maybe"}}', '{"source_config": {"build_on_push": "maybe"}}'),
    "an item": ("a.yaml", "source_config: {resource_spec: {sidecars: [{args: [one, 2]}]}}\n", "source_config: {resource_spec: {sidecars: [{args: [one, 2]}]}}"),
    "an item of JSON": ("a.json", '{"source_config": {"resource_spec": {"sidecars": [{"args": ["one", 2]}]}}}', '{"source_config": {"resource_spec": {"sidecars": [{"args": ["one", 2]}]}}}'),
    "quotes": ("a.yaml", "source_config:\n  build_on_push: 'may # be'\n", "  build_on_push: 'may # be'"),
    "a free-form object": ("a.yaml", "source_config: {resource_spec: {cpu: x, labels: {team: blue}}}\n", "source_config: {resource_spec: {cpu: x, labels: {team: blue}}}"),
    "an anchor": ("a.yaml", "source_config: {install_command: &a run, build_command: *a, build_on_push: 5}\n", "source_config: {install_command: &\xb7 run, build_command: *\xb7, build_on_push: 5}"),
    "a later document": ("a.yaml", "{}\n---\nsource_config:\n  build_on_push: maybe\n", "  build_on_push: maybe"),
}  # fmt: skip


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def lines(name: str, text: str, capsys: Output, *options: str) -> list[str]:
    """Return the lines of a file that a check shows."""
    Path(name).write_text(text)
    assert main(["check", "--source", "codehost", *options, name]) == 1
    printed = capsys.readouterr().out
    rows = [row.partition(" | ") for row in printed.splitlines() if " | " in row]
    return [line for number, _, line in rows if number.strip().isdigit()]


@pytest.mark.parametrize(("name", "text", "line"), SHOWN.values(), ids=SHOWN)
def test_values_are_shown_only_if_asked_for(
    name: str, text: str, line: str, capsys: Output
) -> None:
    assert lines(name, text, capsys, "--show-values")[0] == line
    assert lines(name, text, capsys)[0] != line


HIDDEN_TEXTS = {  # of files that violate a rule in the line with the secret
    "a secret": ("a.yaml", f"secrets: [{{name: A, value: {SECRET}, vlaue: 1}}]\n"),
    "a secret in JSON": ("a.json", f'{{"secrets": [{{"name": "A", "value": "{SECRET}", "vlaue": 1}}]}}'),
    "a secret in another line of JSON": ("a.json", f'{{"secrets": [{{"name": "A", "vlaue": 1, "value":\n"{SECRET}", "x": 1}}]}}'),
    "a secret in a block": ("a.yaml", f"secrets:\n- name: 5\n  value: |\n    {SECRET}\n  vlaue: 1\n"),
    "an environment variable": ("a.yaml", f"source_config: {{resource_spec: {{sidecars: [{{env: [{{name: A, value: {SECRET}, vlaue: 1}}]}}]}}}}\n"),
    "a secret in place of the list": ("a.yaml", f"secrets: {SECRET}\n"),
    "a secret without its name": ("a.yaml", f"secrets: [{SECRET}]\n"),
    "a secret as a key's value": ("a.yaml", f"secrets: {{A: {SECRET}}}\n"),
    "a secret too deep": ("a.yaml", f"secrets: [{{name: A, value: [{{a: {SECRET}}}]}}]\n"),
    "a misspelt field": ("a.yaml", f"secrest: [{{name: A, value: {SECRET}}}]\n"),
    "a misspelt field inside": ("a.yaml", f"secrets: [{{name: A, vlaue: {SECRET}}}]\n"),
    "a secret that is repeated": ("a.yaml", f"source_config: {{build_on_push: 5, build_command: run {SECRET}}}\nsecrets: [{{name: A, value: {SECRET}}}]\n"),
    "an anchor of a secret": ("a.yaml", f"source_config: {{build_on_push: 5, build_command: &a {SECRET}}}\nsecrets: [{{name: A, value: *a}}]\n"),
    "a password of an address": ("a.yaml", f"source_config: {{build_on_push: 5, repo_url: 'https://me:{SECRET}@example.com/x'}}\n"),
    "a comment": ("a.yaml", f"source_config: {{build_on_push: 5}} # {SECRET}\n"),
    "text that cannot be parsed": ("a.yaml", f"source_config: {{repo_url: {SECRET}\n"),
    "JSON that cannot be parsed": ("a.json", f'{{"source_config": {{"repo_url": "{SECRET}"'),
    "a secret in a later document": ("a.yaml", f"source_config: {{build_on_push: 5}}\n---\nsecrets: [{{name: A, value: {SECRET}, b: 1}}]\n"),
}  # fmt: skip


@pytest.mark.parametrize(("name", "text"), HIDDEN_TEXTS.values(), ids=HIDDEN_TEXTS)
def test_what_may_be_a_secret_stays_hidden(name: str, text: str, capsys: Output) -> None:
    shown = lines(name, text, capsys, "--show-values")
    assert shown
    assert SECRET not in "".join(shown)
    assert not any(SECRET[:6] in line for line in shown)


@pytest.mark.parametrize("style", ["json", "github", "sarif"])
def test_the_formats_for_programs_never_have_values(style: str, capsys: Output) -> None:
    Path("a.yaml").write_text(f"source_config: {{build_on_push: {SECRET}}}\n")
    assert main(["check", "--show-values", "--format", style, "a.yaml"]) == 1
    assert SECRET not in capsys.readouterr().out


def test_a_value_begins_no_line_and_no_command(capsys: Output) -> None:
    text = '{"source_config": {"build_on_push": "\x1b[2J##[error]\u202e"}}'
    (line,) = lines("a.json", text, capsys, "--show-values")
    assert "\x1b" not in line
    assert "##[" not in line
    assert "\u202e" not in line
