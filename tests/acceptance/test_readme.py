"""The source table of README.md is that of the rules."""

import re
from pathlib import Path

from deploy_contract import Contract
from tests.support.guides import section

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_source_table_is_that_of_the_rules() -> None:
    table = section(README, "Which source may set which field")
    lines = [line for line in table.splitlines() if line.startswith("| ")]
    cells = {
        line.split("|")[1].strip(): [cell.strip() for cell in line.split("|")[2:-1]]
        for line in lines
    }
    sources = cells["field of a patch"]
    assert sources == [
        "codehost",
        "external_container",
        "internal_container",
        "internal_source",
        "internal_template",
    ]
    judged = 0
    for rule in Contract().rules:
        if rule.shape == "field" and "DeploymentPatch" in rule.on and rule.parameters["sources"]:
            name = rule.parameters["field"].rpartition("/")[2]
            (row,) = (row for fields, row in cells.items() if re.search(rf"\b{name}\b", fields))
            refused = "-" if rule.mode == "enforce" else "(note)"
            assert [cell == refused for cell in row] == [
                source not in rule.parameters["sources"] for source in sources
            ], name
            judged += 1
    assert judged, "no rule of a field was found"
