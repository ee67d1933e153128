"""A change of spec/ as a maintainer makes it: a field, a rule for it by source, and an operation.

`apply` writes it into a copy of the project, with the cases that spec/README.md asks for. The
texts are the examples of that guide. Where the contract has such names already, `free` changes them.
"""

import shutil
from functools import cache
from pathlib import Path

from deploy_contract import Contract
from deploy_contract_codegen.generation import generate
from tests.support.operations import free_method

METHOD = free_method("/v2/deployments")  # of the added operation: POST if that is free

CREATE = """\
# interface.md, Referenced operation
$schema: https://json-schema.org/draft/2020-12/schema
title: DeploymentCreate
description: Request body that creates a deployment.
type: object
properties:
  name:
    description: Name of the deployment.
    type: string
  source:
    description: Source of the deployment.
    $ref: ./source.yaml
  source_config:
    description: Source settings.
    $ref: ./source-config.yaml
  source_revision_config:
    description: Settings of the first revision.
    $ref: ./source-revision-config-patch.yaml
required: [name, source]
"""
POST = """\
    post:
      operationId: create_deployment
      summary: Create a deployment
      requestBody:
        required: true
        content:
          application/json:
            schema:
              $ref: schemas/deployment-create.yaml
      responses:
        "201":
          description: Successful Response
          content:
            application/json:
              schema:
                $ref: schemas/deployment.yaml
"""
FIELD = """\
properties:
  health_path:
    description: Path that a health check asks for.
    type: [string, "null"]
"""
RULE = """\
  - rule: health-path-source
    on: [DeploymentPatch]
    field: /source_config/health_path
    sources: [external_container]
    basis: practice
    message: health_path applies only to source external_container
    hint: remove health_path, or set it to null
    section: "practice.md, Which source may set which field"
"""
ROW = "| `source_config.health_path` | - | yes | - | - | - |\n"
FACT = "| `health_path` | string | Path that a health check asks for. |\n"
SOURCES = "| `source_config.health_path` | `external_container` | no | practice |\n"
CASES = """\
# practice.md, Which source may set which field
suite: A field and an operation that came later
cases:
  - name: health_path right
    document: DeploymentPatch
    source: external_container
    value: {source_config: {health_path: /healthy}}
    verdict: allow
  - name: health_path of another source
    document: DeploymentPatch
    source: codehost
    value: {source_config: {health_path: /healthy}}
    verdict: deny
    violations: [[health-path-source, /source_config/health_path]]
  - name: health_path of a wrong type
    document: DeploymentPatch
    source: external_container
    value: {source_config: {health_path: 5}}
    verdict: deny
    violations: [[schema-type, /source_config/health_path]]
  - name: create right
    request: {method: POST, path: /v2/deployments, headers: [[Content-Type, application/json]],
      value: {name: checkout, source: codehost}}
    verdict: allow
    operation: create_deployment
  - name: create without a name
    request: {method: POST, path: /v2/deployments, headers: [[Content-Type, application/json]],
      value: {source: codehost}}
    verdict: deny
    violations: [[schema-required, ""]]
    operation: create_deployment
"""


@cache
def _renamed() -> dict[str, str]:
    """Return old and new names: none if no rule of the contract speaks of a health path."""
    if not any(rule.rule == "health-path-source" for rule in Contract().rules):
        return {}
    return {
        "health_path": "trial_path",
        "health-path": "trial-path",
        "DeploymentCreate": "DeploymentTrial",
        "deployment-create": "deployment-trial",
        "create_deployment": "try_deployment",
        "    post:": f"    {METHOD.lower()}:",
        "method: POST": f"method: {METHOD}",
    }


def free(text: str) -> str:
    """Return a text of the change with names that the contract does not have yet."""
    for old, new in _renamed().items():
        text = text.replace(old, new)
    return text


def replace(path: Path, old: str, new: str) -> None:
    """Replace the first place of a text in a file by a `free` one; the file has to hold it."""
    text = path.read_text("utf-8")
    assert old in text, f"{path.name} has no {old!r}"
    added = new.removesuffix(old)
    path.write_text(text.replace(old, free(added) + new.removeprefix(added), 1), "utf-8")


def apply(spec: Path, *, kinds: str = "") -> None:
    """Change a copy of spec/. `kinds`: further document kinds that the new rule speaks of."""
    (spec / "schemas" / free("deployment-create.yaml")).write_text(free(CREATE), "utf-8")
    (spec / "suite" / free("health-path.yaml")).write_text(free(CASES), "utf-8")
    replace(spec / "schemas" / "source-config.yaml", "properties:\n", FIELD)
    integration = "| `integration_id` | string, uuid | The code-hosting integration. |"
    interface, practice = spec / "interface.md", spec / "practice.md"
    replace(interface, integration, FACT + integration)
    listener = "| `source_config.listener_id` |"
    replace(practice, listener, SOURCES + listener)
    replace(spec / "openapi.yaml", "  /v2/deployments:\n", f"  /v2/deployments:\n{POST}")
    replace(
        spec / "rules.yaml",
        "\nsources:  ",
        "\n  DeploymentCreate:\n    source: /source\n\nsources:  ",
    )
    rule = RULE.replace("[DeploymentPatch]", f"[DeploymentPatch{kinds}]")
    replace(
        spec / "rules.yaml",
        "\n  - rule: listener-id-source",
        f"\n{rule}  - rule: listener-id-source",
    )


def document(root: Path) -> None:
    """Add the row of the rule to the README, and the kind to the library's guide."""
    listener = "| `source_config.listener_id`"
    replace(root / "README.md", listener, ROW + listener)
    kinds = " and `RepositoryList`."
    replace(root / "src" / "deploy_contract" / "README.md", kinds, f", `DeploymentCreate`{kinds}")


def checkout(root: Path) -> Path:
    """Return `root` as a checkout of a later contract: the changed spec/, and generated/ from it."""
    shutil.copytree(Path(__file__).parents[2] / "spec", root / "spec")
    apply(root / "spec")
    for name, text in generate(root / "spec").items():
        path = root / "generated" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root
