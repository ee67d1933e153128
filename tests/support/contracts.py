"""Changes of spec/, each with what it is and whom it breaks, and contracts that are made with them.

`changes.yaml` has the changes. The classes follow from what a change does. Requests break where the new contract refuses
what the old one took; readers of responses break where the new contract takes what the old one refused.
"""

import json
import re
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from deploy_contract_codegen import checks, editors, generation, models, npm, page, validators
from deploy_contract_codegen.spec import Spec
from tests.support.frozen import copy_spec, frozen_rules, replace, write
from tests.support.generator import parsed

ROOT = Path(__file__).parents[2]
Row = tuple[str, str, str | None, str | None]  # where, what, class for requests, for responses
# file of spec/, old text, new text; with "!" after the file, everywhere in it
Edit = tuple[str, str, str]


class DiffCase(NamedTuple):
    """A change of spec/ with what it is, and what its opposite is."""

    edits: tuple[Edit, ...]
    rows: tuple[Row, ...]
    back: tuple[Row, ...]


def _table(group: str) -> dict[str, DiffCase]:
    """Return the changes of a group of `changes.yaml`, by name."""
    return {
        name: DiffCase(*(tuple(map(tuple, given[key])) for key in DiffCase._fields))
        for name, given in _CHANGES[group].items()
    }


_CHANGES = parsed(Path(__file__).with_name("changes.yaml").read_text("utf-8"))[0].value
SCHEMAS, OPERATIONS, RULES = (_table(group) for group in ("schema", "operation", "rule"))
CASES = {
    f"{group}: {name}": case
    for group, table in (("schema", SCHEMAS), ("operation", OPERATIONS), ("rule", RULES))
    for name, case in table.items()
}
CUSTOM = '      `https://agent.example.com`.\n    type: [string, "null"]\n'
LIMIT = "            minimum: 1\n            maximum: 100\n            default: 20\n"
NEW_PARAMETER = "        - {name: region, in: query, required: %s, description: A test., schema: {type: string}}\n"
AT_LIMIT = "        - name: limit\n"


def prop(name: str, schema: str) -> str:
    return f"  {name}:\n    description: A test.\n    {schema}\n"


def rule(more: str, basis: str = "practice") -> str:
    texts = "    message: a test\n    hint: a test\n    section: a test\n"
    return f"  - rule: a-test\n    basis: {basis}\n{texts}" + "".join(
        f"    {line}\n" for line in more.splitlines()
    )


def schema_rule(schema: str, more: str = "") -> str:
    return rule(f"on: [DeploymentPatch]\nschema: {schema}{more}")


def added(section: str, text: str) -> Edit:
    heading = re.search(f"^{section}:.*\n", frozen_rules(), re.MULTILINE)
    assert heading
    return "rules.yaml", heading[0], heading[0] + text


def leave_out(patch: pytest.MonkeyPatch, *kept: ModuleType) -> None:
    """Make the generator leave out files that no comparison reads, and one check.

    They take more time than the rest. The check is that by openapi-spec-validator. Files of the
    modules that are kept are made: of the editors, of npm or of the page.
    """
    patch.setattr(generation, "_json", json.dumps)  # without line breaks it takes a fifth
    patch.setattr(models, "source", lambda _bundled: "")
    patch.setattr(validators, "source", lambda *_given: "")  # three quarters of the time
    patch.setattr(checks, "description", lambda *_given: [])
    for module in {editors, npm, page}.difference(kept):
        patch.setattr(module, "files", lambda *_given: {})


def make(folder: Path, *edits: Edit) -> Path:
    """Return a folder with spec/, changed, and of generated/ all that comparisons read."""
    copy_spec(folder, "suite", "examples")
    # the examples are of the contract before the edits
    for path in (folder / "spec" / "schemas").iterdir():
        path.write_text(path.read_text("utf-8").split("\nexamples:\n")[0] + "\n", "utf-8")
    for file, old, new in edits:
        path = folder / "spec" / file.removesuffix("!")
        replace(path, old, new, -1 if file.endswith("!") else 1)
    with pytest.MonkeyPatch.context() as patch:
        leave_out(patch)
        write(folder / "generated", generation.examine(Spec(folder / "spec")).files)
    return folder
