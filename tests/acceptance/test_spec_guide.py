"""The maintainer's guide, spec/README.md, has examples that work; spec/format.md has lists that are complete."""

import re
import shutil

import pytest

from deploy_contract_format.rules import WRITTEN
from deploy_contract_format.shapes import COMMON, EXCHANGES, RELATIONS, SECTIONS
from deploy_contract_format.subset import ANNOTATIONS, RESOURCE_KEYWORDS, RULE_KEYWORDS
from tests.support import spec_change
from tests.support.guides import ROOT, section

GUIDE = (ROOT / "spec" / "README.md").read_text("utf-8")
FORMAT = (ROOT / "spec" / "format.md").read_text("utf-8")
BLOCKS = re.findall(r"^ *```(\w+)\n(.*?)^ *```$", GUIDE, re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return every file of spec/ after the change that test_spec_change.py runs."""
    copy = tmp_path_factory.mktemp("guide")
    shutil.copytree(ROOT / "spec", copy / "spec")
    spec_change.apply(copy / "spec")
    spec_change.document(copy / "spec")
    pages = [copy / "spec" / name for name in ("interface.md", "practice.md")]
    paths = (*pages, *(copy / "spec").rglob("*.yaml"))
    return {path.relative_to(copy).as_posix(): path.read_text("utf-8") for path in paths}


def test_each_example_is_part_of_the_change_that_the_tests_run(changed: dict[str, str]) -> None:
    examples = [(language, text) for language, text in BLOCKS if language != "console"]
    assert len(examples) == 10
    for _, text in examples:
        # A block in a list is indented by three spaces; the rest is the indentation of the file.
        written = "".join(line.removeprefix("   ") for line in text.splitlines(keepends=True))
        cases = re.split(r"^(?=  - name: )", written, flags=re.MULTILINE)
        for each in filter(str.strip, cases):
            each = spec_change.free(each)  # noqa: PLW2901
            assert any(each in content for content in changed.values()), each


@pytest.mark.parametrize(
    ("heading", "names"),
    [
        ("The keys of every rule", {*COMMON, "on"}),
        ("The sections of rules.yaml", {"documents", "sources", *SECTIONS}),
        ("Rules of exchange", set(EXCHANGES)),
        ("The section documents", set(WRITTEN)),
        ("Schemas", RESOURCE_KEYWORDS - ANNOTATIONS),
        ("The shapes of a rule", RULE_KEYWORDS),
        ("The shapes of a rule", {"field", "schema", "each", "hosting", "never", "when"}),
        ("The shapes of a rule", {f"relation: {name}" for name in RELATIONS}),
    ],
)
def test_each_list_is_complete(heading: str, names: set[str]) -> None:
    text = section(FORMAT, heading)
    assert [name for name in sorted(names) if f"`{name}`" not in text] == []
