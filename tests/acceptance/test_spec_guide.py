"""The lists in spec/format.md are complete.

The examples of spec/README.md are the change that test_spec_change.py runs.
"""

import pytest

from deploy_contract_format.rules import EFFECTS, WRITTEN
from deploy_contract_format.shapes import COMMON, EXCHANGE_RELATIONS, RELATIONS, SECTIONS
from deploy_contract_format.subset import ANNOTATIONS, RESOURCE_KEYWORDS, RULE_KEYWORDS, TONES
from tests.support.guides import ROOT, section

MARKS = {name for name in RESOURCE_KEYWORDS if name.startswith("x-")}
FORMAT = (ROOT / "spec" / "format.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("heading", "names"),
    [
        ("The keys of every rule", {*COMMON, "on"}),
        ("The sections of rules.yaml", {"documents", "sources", *SECTIONS}),
        ("Rules of exchange", set(EXCHANGE_RELATIONS)),
        ("The section documents", set(WRITTEN)),
        ("Schemas", RESOURCE_KEYWORDS - ANNOTATIONS - MARKS),
        ("Marks on a property", MARKS),
        ("Marks on a property", {*EFFECTS, *TONES}),
        ("The shapes of a rule", RULE_KEYWORDS),
        ("The shapes of a rule", {"field", "schema", "each", "hosting", "never", "when"}),
        ("The shapes of a rule", {f"relation: {name}" for name in RELATIONS}),
    ],
)
def test_each_list_is_complete(heading: str, names: set[str]) -> None:
    text = section(FORMAT, heading)
    assert [name for name in sorted(names) if f"`{name}`" not in text] == []
