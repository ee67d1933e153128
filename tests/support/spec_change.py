"""A change of spec/ as a maintainer makes it: a field, a rule for it by source, and an operation.

`apply` writes it into a copy of spec/, with the cases that spec/README.md asks for. The texts are
those of the examples of that guide, with the names that `free` gives them: the contract may get
those of the guide.
"""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from deploy_contract_codegen.generation import examine
from deploy_contract_codegen.spec import Spec
from tests.support.frozen import FROZEN, RULES, copy_spec, replace, write
from tests.support.made_once import made_once
from tests.support.operations import free_method

SRC = Path(__file__).parents[2] / "src"
# what the generated files depend on
GENERATOR = (
    "deploy_contract",
    "deploy_contract_codegen",
    "deploy_contract_format",
    "deploy_contract_pages",
)

METHOD = free_method("/v2/deployments")  # of the added operation: POST if that is free

GUIDE = SRC.parent / "spec" / "README.md"


def _examples() -> Iterator[str]:
    """Yield the examples of the guide with the indentation that they have in their files."""
    text = GUIDE.read_text("utf-8")
    fenced = r"^ *```(?!console)\w+\n(.*?)^ *```$"
    blocks = re.findall(fenced, text, re.DOTALL | re.MULTILINE)
    for block in blocks:
        yield "".join(line.removeprefix("   ") for line in block.splitlines(keepends=True))


FACT, FIELD, OWN_CASES, SOURCES, RULE, FOREIGN_CASE, CREATE, POST, KIND, CREATE_CASES = _examples()
CASES = f"""\
# practice.md, Which source may set which field
suite: A field and an operation that came later
cases:
{OWN_CASES}{FOREIGN_CASE}{CREATE_CASES}"""


def free(text: str, word: str = "trial") -> str:
    """Return a text of the change with names that the contract does not have."""
    names = {
        "health_path": f"{word}_path",
        "health-path": f"{word}-path",
        "DeploymentCreate": f"Deployment{word.title()}",
        "deployment-create": f"deployment-{word}",
        "create_deployment": f"{word}_deployment",
        "    post:": f"    {METHOD.lower()}:",
        "method: POST": f"method: {METHOD}",
    }
    for old, new in names.items():
        text = text.replace(old, new)
    return text


def change(path: Path, old: str, new: str, word: str = "trial") -> None:
    """Replace the first place of a text in a file by a `free` one; the file has to hold it."""
    replace(path, old, free(new, word))


def apply(spec: Path, *, kinds: str = "", word: str = "trial") -> None:
    """Change a copy of spec/.

    Args:
        spec: the copy.
        kinds: further document kinds that the new rule speaks of.
        word: a part of the new names.
    """
    (spec / "schemas" / free("deployment-create.yaml", word)).write_text(
        free(CREATE, word), "utf-8"
    )
    (spec / "suite" / free("health-path.yaml", word)).write_text(free(CASES, word), "utf-8")
    properties = "properties:\n"
    change(spec / "schemas" / "source-config.yaml", properties, properties + FIELD, word)
    paths = "  /v2/deployments:\n"
    change(spec / "openapi.yaml", paths, f"{paths}{POST}", word)
    sources = "\nsources:  "
    change(spec / "rules.yaml", sources, f"\n{KIND}{sources}", word)
    rule = RULE.replace("[DeploymentPatch]", f"[DeploymentPatch{kinds}]")
    next_rule = "  - rule: listener-id-source"
    change(spec / "rules.yaml", next_rule, rule + next_rule, word)


def document(spec: Path, *, word: str = "trial") -> None:
    """Add the facts to the pages of spec/."""
    integration = "| `integration_id` | string, uuid | The code-hosting integration. |"
    change(spec / "interface.md", integration, FACT + integration, word)
    listener = "| `source_config.listener_id` |"
    change(spec / "practice.md", listener, SOURCES + listener, word)


def add_status(spec: Path, name: str) -> None:
    """Add a value to the statuses of a deployment, with the fact."""
    change(spec / "schemas" / "status.yaml", "readOnly: true\n", f"  - {name}\nreadOnly: true\n")
    change(spec / "schemas" / "status.yaml", "x-gap:", f"  {name}: idle\nx-gap:")
    values = "The field `status` of a deployment"
    change(spec / "interface.md", values, f"It may be `{name}`, too.\n{values}")


def checkout() -> Path:
    """Return a checkout of another contract: the frozen spec with the change, generated.

    All tests share it: a test that changes it takes a copy.
    """
    modules = [
        GUIDE,
        Path(__file__),
        *(path for name in GENERATOR for path in (SRC / name).rglob("*.py")),
    ]
    files = [path for path in (*FROZEN.rglob("*"), RULES, *modules) if path.is_file()]
    return made_once("later-contract", _generate, [path.read_bytes() for path in sorted(files)])


def _generate(root: Path) -> None:
    for name in ("spec", "generated"):
        shutil.rmtree(root / name, ignore_errors=True)
    apply(copy_spec(root))
    write(root / "generated", examine(Spec(root / "spec")).files)
