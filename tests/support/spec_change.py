"""A change of spec/ as a maintainer makes it: a field, a rule for it by source, and an operation.

`apply` writes it into a copy of the project, with the cases that spec/README.md asks for.
"""

from pathlib import Path

CREATE = """\
# interface.md, "Referenced operation"
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
    section: "practice: which source may set which field"
"""
ROW = "| `source_config.health_path` | - | yes | - | - | - |\n"
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


def replace(path: Path, old: str, new: str) -> None:
    """Replace the first place of a text in a file; the file has to hold it."""
    text = path.read_text("utf-8")
    assert old in text, f"{path.name} has no {old!r}"
    path.write_text(text.replace(old, new, 1), "utf-8")


def apply(spec: Path, *, kinds: str = "") -> None:
    """Change a copy of spec/. `kinds`: further document kinds that the new rule speaks of."""
    (spec / "schemas" / "deployment-create.yaml").write_text(CREATE, "utf-8")
    (spec / "suite" / "later.yaml").write_text(CASES, "utf-8")
    replace(spec / "schemas" / "source-config.yaml", "properties:\n", FIELD)
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


def document(readme: Path) -> None:
    """Add the row of the rule to the table of the README."""
    listener = "| `source_config.listener_id`"
    replace(readme, listener, ROW + listener)
