"""Changes of spec/, each with what it is and whom it breaks, and contracts that are made with them.

The classes follow from what a change does. Requests break where the new contract refuses what the old one took; readers of
responses break where the new contract takes what the old one refused.
"""

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from deploy_contract_codegen import checks, editors, generation, models, npm, page, validators
from tests.support.frozen import copy_spec, frozen_rules

ROOT = Path(__file__).parents[2]
B, U, C = "breaking", "unclear", "compatible"
Row = tuple[str, str, str | None, str | None]  # where, what, class for requests, for responses
Edit = tuple[
    str, str, str
]  # file of spec/, old text, new text; with "!" after the file, everywhere in it


class DiffCase(NamedTuple):
    """A change of spec/ with what it is, and what its opposite is."""

    edits: tuple[Edit, ...]
    rows: tuple[Row, ...]
    back: tuple[Row, ...]


def case(*edits: Edit, rows: Row | tuple[Row, ...], back: Row | tuple[Row, ...]) -> DiffCase:
    return DiffCase(edits, _several(rows), _several(back))


def _several(rows: Any) -> tuple[Row, ...]:
    return (rows,) if isinstance(rows[0], str) else rows


def prop(name: str, schema: str) -> str:
    return f"  {name}:\n    description: A test.\n    {schema}\n"


CUSTOM = '      `https://agent.example.com`.\n    type: [string, "null"]\n'
SECRET_NAME = "      `EXAMPLE_API_KEY`.\n    type: string\n"
CPU = (
    "  cpu:\n    description: >-\n      CPU that is reserved for the main service, in cores; fractions"
    ' are allowed. Example:\n      `0.5`.\n    type: [number, "null"]\n'
)
SCALE = (
    '  min_scale:\n    description: "At least this many instances of the main service run. Example: `1`."\n'
    '    type: [integer, "null"]\n'
)

SCHEMAS: dict[str, DiffCase] = {
    "field": case(
        ("schemas/deployment-patch.yaml", "properties:\n", "properties:\n" + prop("display_name", "type: string")),
        rows=("DeploymentPatch/display_name", "field added", U, None),
        back=("DeploymentPatch/display_name", "field removed", U, None),
    ),
    "what a patch does": case(
        ("schemas/source-config.yaml", "    x-patch: merged\n", ""),
        rows=("SourceConfig/listener_config", "a patch: merged -> replaced", U, None),
        back=("SourceConfig/listener_config", "a patch: replaced -> merged", U, None),
    ),
    "required field of a request": case(
        ("schemas/deployment-patch.yaml", "properties:\n", "required: [display_name]\nproperties:\n" + prop("display_name", "type: string")),
        rows=("DeploymentPatch/display_name", "required field added", B, None),
        back=("DeploymentPatch/display_name", "field removed", U, None),
    ),
    "field of both": case(
        ("schemas/source-config.yaml", "properties:\n", "properties:\n" + prop("region", "type: string")),
        rows=("SourceConfig/region", "field added", U, C),
        back=("SourceConfig/region", "field removed", U, U),
    ),
    "required field of a response": case(
        ("schemas/deployment.yaml", "properties:\n", "properties:\n" + prop("region", "type: string")),
        ("schemas/deployment.yaml", "required:\n", "required:\n  - region\n"),
        rows=("Deployment/region", "required field added", None, C),
        back=("Deployment/region", "field removed", None, B),
    ),
    "required, in a response": case(
        ("schemas/deployment.yaml", "required:\n", "required:\n  - image_version\n"),
        rows=("Deployment/image_version", "is required", None, C),
        back=("Deployment/image_version", "is no longer required", None, B),
    ),
    "required, in both": case(
        ("schemas/secret.yaml", "type: object\n", "type: object\nrequired: [name]\n"),
        rows=("Secret/name", "is required", B, C),
        back=("Secret/name", "is no longer required", C, B),
    ),
    "null": case(
        ("schemas/secret.yaml", SECRET_NAME, SECRET_NAME.replace("string", '[string, "null"]')),
        rows=("Secret/name", "may be null", C, B),
        back=("Secret/name", "may no longer be null", B, C),
    ),
    "null instead of an object": case(
        ("schemas/source-config.yaml", "    anyOf:\n      - $ref: ./resource-spec.yaml\n      - type: \"null\"\n", "    $ref: ./resource-spec.yaml\n"),
        rows=("SourceConfig/resource_spec", "may no longer be null", B, C),
        back=("SourceConfig/resource_spec", "may be null", C, B),
    ),
    "choice of a request": case(
        ("schemas/revision-source.yaml", "  - internal_source\n", ""),
        rows=("DeploymentPatch/revision_source", "enum without internal_source", B, None),
        back=("DeploymentPatch/revision_source", "enum with internal_source", C, None),
    ),
    "choice of a response": case(  # the parameter is a plain string: that its known values grow is no matter
        ("schemas/status.yaml", "  - READY\n", "  - READY\n  - PAUSED\n"),
        ("schemas/status.yaml", "  READY: good\n", "  READY: good\n  PAUSED: idle\n"),
        rows=(
            ("Deployment/status", "enum with PAUSED", None, B),
            ("list_deployments query status", "known values with PAUSED", C, None),
        ),
        back=(
            ("Deployment/status", "enum without PAUSED", None, C),
            ("list_deployments query status", "known values without PAUSED", C, None),
        ),
    ),
    "any text to a choice": case(
        ("schemas/source-config.yaml", CUSTOM, CUSTOM + "    enum: [a, b, null]\n"),
        rows=("SourceConfig/custom_url", "any text -> one of a, b", B, C),
        back=("SourceConfig/custom_url", "any text, no longer a fixed choice", C, B),
    ),
    "integer to number": case(
        ("schemas/resource-spec.yaml", SCALE, SCALE.replace("integer", "number")),
        rows=("ResourceSpec/min_scale", "type integer -> number", C, B),
        back=("ResourceSpec/min_scale", "type number -> integer", B, C),
    ),
    "another type": case(
        ("schemas/source-config.yaml", CUSTOM, CUSTOM.replace("[string,", "[boolean,")),
        rows=("SourceConfig/custom_url", "type string -> boolean", B, B),
        back=("SourceConfig/custom_url", "type boolean -> string", B, B),
    ),
    "one more type": case(
        ("schemas/source-config.yaml", CUSTOM, CUSTOM.replace("[string,", "[boolean, string,")),
        rows=("SourceConfig/custom_url", "type string -> boolean or string", C, B),
        back=("SourceConfig/custom_url", "type boolean or string -> string", B, C),
    ),
    "format": case(
        ("schemas/source-config.yaml", CUSTOM, CUSTOM + "    format: uuid\n"),
        rows=("SourceConfig/custom_url", "format none -> uuid", B, C),
        back=("SourceConfig/custom_url", "format uuid -> none", C, B),
    ),
    "another format": case(  # no text is of both
        ("schemas/deployment.yaml", "    format: date-time\n", "    format: uuid\n"),
        rows=("Deployment/created_at", "format date-time -> uuid", None, B),
        back=("Deployment/created_at", "format uuid -> date-time", None, B),
    ),
    "decimal bound": case(
        ("schemas/resource-spec.yaml", CPU, CPU + "    minimum: 0.1\n    maximum: 2.5\n"),
        rows=(("ResourceSpec/cpu", "minimum none -> 0.1", B, C), ("ResourceSpec/cpu", "maximum none -> 2.5", B, C)),
        back=(("ResourceSpec/cpu", "minimum 0.1 -> none", C, B), ("ResourceSpec/cpu", "maximum 2.5 -> none", C, B)),
    ),
    "decimal bound of integers": case(
        ("schemas/resource-spec.yaml", SCALE, SCALE + "    minimum: 0.5\n"),
        rows=("ResourceSpec/min_scale", "minimum none -> 1", B, C),
        back=("ResourceSpec/min_scale", "minimum 1 -> none", C, B),
    ),
    "lower bound": case(
        ("schemas/resource-spec.yaml", SCALE, SCALE + "    minimum: 0\n"),
        rows=("ResourceSpec/min_scale", "minimum none -> 0", B, C),
        back=("ResourceSpec/min_scale", "minimum 0 -> none", C, B),
    ),
    "upper bound": case(
        ("schemas/resource-spec.yaml", SCALE, SCALE + "    maximum: 9\n"),
        rows=("ResourceSpec/min_scale", "maximum none -> 9", B, C),
        back=("ResourceSpec/min_scale", "maximum 9 -> none", C, B),
    ),
    "items": case(
        ("schemas/container.yaml", "Command of the container, an array of strings. Example: `[\"python\", \"main.py\"]`.'\n    type: [array, \"null\"]\n    items:\n      type: string", "Command of the container, an array of strings. Example: `[\"python\", \"main.py\"]`.'\n    type: [array, \"null\"]\n    items:\n      type: integer"),
        rows=("Container/command/*", "type string -> integer", B, B),
        back=("Container/command/*", "type integer -> string", B, B),
    ),
    "free-form object": case(  # what passed in a free-form object may be of another type than what is declared now
        ("schemas/env-var.yaml", "    additionalProperties: true\n", "    properties:\n      secretKeyRef: {type: string, description: A test.}\n"),
        rows=("EnvVar/valueFrom", "free-form object with declared fields", U, C),
        back=("EnvVar/valueFrom", "object is free-form", C, B),
    ),
    "kind of document renamed": case(
        ("schemas/deployment-patch.yaml", "title: DeploymentPatch", "title: Patch"),
        ("rules.yaml!", "DeploymentPatch", "Patch"),
        rows=(
            ("DeploymentPatch", "kind of document removed", U, None),
            ("Patch", "kind of document added", C, None),
            ("patch_deployment", "request body DeploymentPatch -> Patch", C, None),
        ),
        back=(
            ("Patch", "kind of document removed", U, None),
            ("DeploymentPatch", "kind of document added", C, None),
            ("patch_deployment", "request body Patch -> DeploymentPatch", C, None),
        ),
    ),
    "descriptions": case(
        ("schemas/secret.yaml", "A secret of a deployment.", "A secret."),
        ("schemas/secret.yaml", "Value of the secret.", "What is secret."),
        rows=("descriptions", "2 texts changed", C, C),
        back=("descriptions", "2 texts changed", C, C),
    ),
}  # fmt: skip

STATUS = """        "200":
          description: Successful Response
          content:
            application/json:
              schema:
                $ref: schemas/deployment.yaml
"""
LIMIT = "            minimum: 1\n            maximum: 100\n            default: 20\n"
NEW_PARAMETER = "        - {name: region, in: query, required: %s, description: A test., schema: {type: string}}\n"
AT_LIMIT = "        - name: limit\n"
TRIALS = """  /v9/trials:
    post:
      operationId: import_deployment
      summary: A test
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: schemas/deployment-patch.yaml}}}
      responses:
        "200":
          description: Successful Response
          content: {application/json: {schema: {$ref: schemas/deployment.yaml}}}
"""
REQUIRED = """          fields keep their stored values.
        required: true
        content:
"""  # of the body of a patch
REPOSITORIES = "/v1/integrations/forge/codehost/{integration_id}/repos"
ITEMS = "            x-items:        # a list separated by commas\n              type: string\n              format: uuid\n"
QUERY_LIMIT = "list_deployments query limit"

OPERATIONS: dict[str, DiffCase] = {
    "operation": case(
        ("openapi.yaml", "  /v2/deployments:\n", f"{TRIALS}  /v2/deployments:\n"),
        rows=("import_deployment", "operation added", C, C),
        back=("import_deployment", "operation removed", B, None),
    ),
    "another path": case(
        ("openapi.yaml", f"  {REPOSITORIES}:\n", f"  {REPOSITORIES}itories:\n"),
        rows=("list_repositories", f"path {REPOSITORIES} -> {REPOSITORIES}itories", B, None),
        back=("list_repositories", f"path {REPOSITORIES}itories -> {REPOSITORIES}", B, None),
    ),
    "another method": case(
        ("openapi.yaml", "    patch:\n", "    put:\n"),
        rows=("patch_deployment", "method PATCH -> PUT", B, None),
        back=("patch_deployment", "method PUT -> PATCH", B, None),
    ),
    "another name": case(  # clients see methods and paths only
        ("openapi.yaml", "operationId: patch_deployment", "operationId: change_deployment"),
        ("rules.yaml", "operation: patch_deployment", "operation: change_deployment"),
        rows=(
            ("change_deployment", "operation patch_deployment is called change_deployment", C, C),
            ("patched-deployment", "changed: operation patch_deployment -> change_deployment", None, C),  # in mode report
        ),
        back=(
            ("patch_deployment", "operation change_deployment is called patch_deployment", C, C),
            ("patched-deployment", "changed: operation change_deployment -> patch_deployment", None, C),
        ),
    ),
    "name of a path parameter": case(
        ("openapi.yaml", "/v2/deployments/{deployment_id}", "/v2/deployments/{id}"),
        ("openapi.yaml", "        - name: deployment_id\n          in: path", "        - name: id\n          in: path"),
        ("rules.yaml", "    parameter: deployment_id\n", "    parameter: id\n"),
        rows=(
            ("patch_deployment path id", "was called deployment_id", C, None),
            ("patched-deployment", "changed: parameter deployment_id -> id", None, C),
        ),
        back=(
            ("patch_deployment path deployment_id", "was called id", C, None),
            ("patched-deployment", "changed: parameter id -> deployment_id", None, C),
        ),
    ),
    "body required": case(
        ("openapi.yaml", REQUIRED, REQUIRED.replace("true", "false")),
        rows=("patch_deployment", "body is no longer required", C, None),
        back=("patch_deployment", "body is required", B, None),
    ),
    "status": case(
        ("openapi.yaml", STATUS, STATUS + STATUS.replace("200", "202")),
        rows=("patch_deployment", "status 202 added, with Deployment", None, C),
        back=("patch_deployment", "status 202 removed", None, B),
    ),
    "status of an error": case(
        ("openapi.yaml", STATUS, STATUS + STATUS.replace("200", "409")),
        rows=("patch_deployment", "status 409 added, with Deployment", None, C),
        back=("patch_deployment", "status 409 removed", None, B),
    ),
    "parameter": case(
        ("openapi.yaml", AT_LIMIT, NEW_PARAMETER % "false" + AT_LIMIT),
        rows=("list_deployments query region", "parameter added", U, None),
        back=("list_deployments query region", "parameter removed", U, None),
    ),
    "required parameter": case(
        ("openapi.yaml", AT_LIMIT, NEW_PARAMETER % "true" + AT_LIMIT),
        rows=("list_deployments query region", "required parameter added", B, None),
        back=("list_deployments query region", "parameter removed", U, None),
    ),
    "parameter required": case(
        ("openapi.yaml", "        - name: name_contains\n          in: query\n          required: false", "        - name: name_contains\n          in: query\n          required: true"),
        rows=("list_deployments query name_contains", "is required", B, None),
        back=("list_deployments query name_contains", "is no longer required", C, None),
    ),
    "default": case(
        ("openapi.yaml", LIMIT, LIMIT.replace("20", "50")),
        rows=(QUERY_LIMIT, "default 20 -> 50", U, None),
        back=(QUERY_LIMIT, "default 50 -> 20", U, None),
    ),
    "no default": case(
        ("openapi.yaml", LIMIT, LIMIT.replace("            default: 20\n", "")),
        rows=(QUERY_LIMIT, "default 20 -> none", U, None),
        back=(QUERY_LIMIT, "default none -> 20", U, None),
    ),
    "bounds of a parameter": case(
        ("openapi.yaml", LIMIT, LIMIT.replace("100", "50").replace("minimum: 1", "minimum: 0")),
        rows=((QUERY_LIMIT, "maximum 100 -> 50", B, None), (QUERY_LIMIT, "minimum 1 -> 0", C, None)),
        back=((QUERY_LIMIT, "maximum 50 -> 100", C, None), (QUERY_LIMIT, "minimum 0 -> 1", B, None)),
    ),
    "choice of a parameter": case(
        ("openapi.yaml", "              - dev_free\n", ""),
        rows=("list_deployments query deployment_type", "enum without dev_free", B, None),
        back=("list_deployments query deployment_type", "enum with dev_free", C, None),
    ),
    "null of a parameter": case(  # no text of a query is null
        ("openapi.yaml", 'description: Filter by image version.\n          schema:\n            type: [string, "null"]', "description: Filter by image version.\n          schema:\n            type: string"),
        rows=("list_deployments query image_version", "may no longer be null", C, None),
        back=("list_deployments query image_version", "may be null", C, None),
    ),
    "type of a parameter": case(
        ("openapi.yaml", 'description: Filter by image version.\n          schema:\n            type: [string, "null"]', 'description: Filter by image version.\n          schema:\n            type: [integer, "null"]'),
        rows=("list_deployments query image_version", "type string -> integer", B, None),
        back=("list_deployments query image_version", "type integer -> string", C, None),  # any text passes
    ),
    "list of a parameter": case(  # parameter-item is in mode report
        ("openapi.yaml", ITEMS, ""),
        rows=("list_deployments query deployment_ids", "is no longer a list", C, None),
        back=("list_deployments query deployment_ids", "is a list, separated by commas", C, None),
    ),
    "items of a parameter, enforced": case(
        ("openapi.yaml", ITEMS, ITEMS.replace("              format: uuid\n", "")),
        ("rules.yaml", "  - rule: parameter-item\n", "  - rule: parameter-item\n    mode: enforce\n"),
        rows=(
            ("list_deployments query deployment_ids", "items: format uuid -> none", C, None),
            ("parameter-item", "mode report -> enforce", B, None),
        ),
        back=(
            ("list_deployments query deployment_ids", "items: format none -> uuid", C, None),  # enforced no longer
            ("parameter-item", "mode enforce -> report", C, None),
        ),
    ),
    "known values": case(
        ("openapi.yaml", "            x-values:       # the known values; the parameter is still a plain string\n              $ref: schemas/status.yaml\n", ""),
        rows=("list_deployments query status", "values are no longer known", C, None),
        back=("list_deployments query status", "values are known", C, None),
    ),
}  # fmt: skip


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


IMMUTABLE = "      - /source_config/repo_url\n"
SECRETS_FIELD = (
    "    field: /secret_references\n    sources: [external_container]\n    basis: stated"
)
NEVER_REF = '      /source_revision_config/repo_ref: {type: string, pattern: "^refs/tags/"}\n'
COMPLETE = "    schema: {type: object, required: [name, value]}\n"

RULES: dict[str, DiffCase] = {
    "enforced rule": case(
        added("rules", schema_rule("{required: [secrets]}")),
        rows=("a-test", "rule added, mode enforce", B, None),
        back=("a-test", "rule removed, mode was enforce", C, None),
    ),
    "reported rule": case(
        added("rules", rule("on: [DeploymentPatch]\nschema: {required: [secrets]}", "advice")),
        rows=("a-test", "rule added, mode report", C, None),
        back=("a-test", "rule removed, mode was report", C, None),
    ),
    "rule of responses": case(
        added("rules", rule("on: [Deployment]\nschema: {properties: {name: {minLength: 1}}}")),
        rows=("a-test", "rule added, mode enforce", None, C),
        back=("a-test", "rule removed, mode was enforce", None, B),
    ),
    "rule of a new field": case(  # clients may have sent it
        ("schemas/source-config.yaml", "properties:\n", "properties:\n" + prop("region", 'type: [string, "null"]')),
        added("fields", rule("on: [DeploymentPatch]\nfield: /source_config/region\nsources: [codehost]")),
        rows=(("SourceConfig/region", "field added", U, C), ("a-test", "rule added, mode enforce", U, None)),
        back=(("SourceConfig/region", "field removed", U, U), ("a-test", "rule removed, mode was enforce", C, None)),
    ),
    "rule of an undeclared field": case(  # it passed before, as an undeclared one
        added("rules", rule("on: [DeploymentPatch]\nschema: {properties: {name: {type: \"null\"}}}")),
        rows=("a-test", "rule added, mode enforce", B, None),
        back=("a-test", "rule removed, mode was enforce", C, None),
    ),
    "rule that creates revisions": case(
        added("revisions", rule('on: [DeploymentPatch]\nfield: /source_config/custom_url\ncreates: "yes"')),
        rows=("a-test", "rule added, mode enforce", C, None),
        back=("a-test", "rule removed, mode was enforce", C, None),
    ),
    "exchange": case(
        added("exchange", rule("operation: list_deployments\nrelation: equals_parameter\nfield: /offset\nparameter: offset")),
        rows=("a-test", "rule added, mode enforce", None, C),
        back=("a-test", "rule removed, mode was enforce", None, B),
    ),
    "mode": case(
        ("rules.yaml", "  - rule: secret-names-unique\n", "  - rule: secret-names-unique\n    mode: enforce\n"),
        rows=("secret-names-unique", "mode report -> enforce", B, None),
        back=("secret-names-unique", "mode enforce -> report", C, None),
    ),
    "off": case(
        ("rules.yaml", "  - rule: secret-names-unique\n", "  - rule: secret-names-unique\n    mode: \"off\"\n"),
        rows=("secret-names-unique", "mode report -> off", C, None),
        back=("secret-names-unique", "mode off -> report", C, None),
    ),
    "mode of a response's rule": case(
        ("rules.yaml", "  - rule: deployment-repo-commit-sha-source\n", "  - rule: deployment-repo-commit-sha-source\n    mode: enforce\n"),
        rows=("deployment-repo-commit-sha-source", "mode report -> enforce", None, C),
        back=("deployment-repo-commit-sha-source", "mode enforce -> report", None, B),
    ),
    "mode of a keyword": case(  # what the schemas say of formats refuses nothing any more, in either direction
        ("rules.yaml", "  - rule: schema-format\n", "  - rule: schema-format\n    mode: report\n"),
        ("schemas/source-config.yaml", CUSTOM, CUSTOM + "    format: uuid\n"),
        rows=(
            ("schema-format", "mode enforce -> report", C, B),
            ("SourceConfig/custom_url", "format none -> uuid", C, C),
        ),
        back=(
            ("schema-format", "mode report -> enforce", B, C),
            ("SourceConfig/custom_url", "format uuid -> none", C, C),
        ),
    ),
    "sources of a field": case(
        ("rules.yaml", SECRETS_FIELD, SECRETS_FIELD.replace("[external_container]", "[codehost]")),
        rows=(
            ("secret-references-source", "looser: sources with codehost", C, None),
            ("secret-references-source", "stricter: sources without external_container", B, None),
        ),
        back=(
            ("secret-references-source", "looser: sources with external_container", C, None),
            ("secret-references-source", "stricter: sources without codehost", B, None),
        ),
    ),
    "sources of a response's field": case(
        ("rules.yaml", "    when: {type: array, minItems: 1}\n    sources: [external_container]\n", "    when: {type: array, minItems: 1}\n    sources: [external_container, codehost]\n"),
        rows=("deployment-secret-references-source", "looser: sources with codehost", None, B),
        back=("deployment-secret-references-source", "stricter: sources without codehost", None, C),
    ),
    "values that count": case(  # before, only true counted
        ("rules.yaml", "    when: {type: boolean, const: true}\n    sources: [codehost]\n", "    sources: [codehost]\n"),
        rows=("build-on-push-source", "stricter: the values that count", B, None),
        back=("build-on-push-source", "looser: the values that count", C, None),
    ),
    "another field": case(
        ("rules.yaml", "    field: /secret_references\n    sources: [external_container]\n    basis: stated", "    field: /secrets\n    sources: [external_container]\n    basis: stated"),
        rows=("secret-references-source", "changed: field /secret_references -> /secrets", B, None),
        back=("secret-references-source", "changed: field /secrets -> /secret_references", B, None),
    ),
    "stricter schema": case(
        ("rules.yaml", COMPLETE, "    schema: {type: object, required: [name, value], properties: {name: {minLength: 1}}}\n"),
        rows=("secret-complete", "stricter: schema", B, None),
        back=("secret-complete", "looser: schema", C, None),
    ),
    "places": case(
        ("rules.yaml", "    each: [/secrets/*]\n", "    each: [/secrets/*, /source_config/resource_spec/image_pull_secrets/*]\n"),
        rows=("secret-complete", "stricter: each with /source_config/resource_spec/image_pull_secrets/*", B, None),
        back=("secret-complete", "looser: each without /source_config/resource_spec/image_pull_secrets/*", C, None),
    ),
    "hosting": case(
        ("rules.yaml", COMPLETE, COMPLETE + "    hosting: [cloud]\n"),
        rows=("secret-complete", "looser: for hosting all -> cloud", C, None),
        back=("secret-complete", "stricter: for hosting cloud -> all", B, None),
    ),
    "values that may not come together": case(
        ("rules.yaml", NEVER_REF, NEVER_REF.replace("^refs/tags/", "^refs/")),
        rows=("tag-never-moves", "stricter: values at /source_revision_config/repo_ref", B, None),
        back=("tag-never-moves", "looser: values at /source_revision_config/repo_ref", C, None),
    ),
    "one value more that may not come together": case(
        ("rules.yaml", NEVER_REF, NEVER_REF + "      /source_config/custom_url: {type: string}\n"),
        rows=("tag-never-moves", "looser: values that may not come together with /source_config/custom_url", C, None),
        back=("tag-never-moves", "stricter: values that may not come together without /source_config/custom_url", B, None),
    ),
    "immutable field": case(
        ("rules.yaml", IMMUTABLE, ""),
        rows=(
            ("immutable-field", "looser: fields without /source_config/repo_url", C, None),
            ("immutable-field-unknown", "looser: fields without /source_config/repo_url", C, None),
        ),
        back=(
            ("immutable-field", "stricter: fields with /source_config/repo_url", B, None),
            ("immutable-field-unknown", "stricter: fields with /source_config/repo_url", C, None),  # in mode report
        ),
    ),
    "pairs": case(
        ("rules.yaml", "      - [db_cpu, db_cpu_limit]\n", ""),
        rows=("cpu-within-limit", "looser: pairs without db_cpu <= db_cpu_limit", C, None),
        back=("cpu-within-limit", "stricter: pairs with db_cpu <= db_cpu_limit", C, None),
    ),
    "another relation": case(
        ("rules.yaml", "    relation: unique_by\n    array: /secrets\n    key: name\n", "    schema: {type: object}\n"),
        rows=("secret-names-unique", "changed: unique_by -> schema", C, None),  # in mode report
        back=("secret-names-unique", "changed: schema -> unique_by", C, None),
    ),
    "documents": case(
        ("rules.yaml", "  - rule: deployment-secret-references-source\n    on: [Deployment]\n", "  - rule: deployment-secret-references-source\n    on: [Deployment, DeploymentPatch]\n"),
        rows=("deployment-secret-references-source", "stricter: documents with DeploymentPatch", B, C),
        back=("deployment-secret-references-source", "looser: documents without DeploymentPatch", C, B),
    ),
    "status of an answer": case(
        ("rules.yaml", "  - rule: content-type\n    location: header\n    status: 415\n", "  - rule: content-type\n    location: header\n    status: 400\n"),
        rows=("content-type", "refused with 415 -> 400", C, U),
        back=("content-type", "refused with 400 -> 415", C, U),
    ),
    "words": case(
        ("rules.yaml", "    hint: remove secret_references, or put the values into secrets\n", "    hint: remove them\n"),
        rows=("secret-references-source", "words: hint", C, None),
        back=("secret-references-source", "words: hint", C, None),
    ),
    "hosting of a source": case(  # more of revision_source is admitted, and more of what a response may say
        ("rules.yaml", "  codehost: [cloud]\n", "  codehost: [cloud, self_hosted]\n"),
        rows=("source codehost", "runs on self_hosted", C, B),
        back=("source codehost", "no longer runs on self_hosted", B, C),
    ),
    "source": case(
        ("schemas/source.yaml", "enum:\n", "enum:\n  - archive\n"),
        ("rules.yaml", "  codehost: [cloud]\n", "  codehost: [cloud]\n  archive: [cloud]\n"),
        rows=(
            ("Deployment/source", "enum with archive", None, B),
            ("source archive", "source added, on cloud", C, None),
        ),
        back=(
            ("Deployment/source", "enum without archive", None, C),
            ("source archive", "source removed", B, None),
        ),
    ),
    "what a gateway learns": case(
        ("rules.yaml", "      - /source_config/build_on_push\n      - /source_revision_config/repo_ref\n", "      - /source_config/build_on_push\n"),
        rows=("Deployment", "learned /name, /source, /source_config/build_on_push, /source_revision_config/repo_ref -> /name, /source, /source_config/build_on_push", C, None),
        back=("Deployment", "learned /name, /source, /source_config/build_on_push -> /name, /source, /source_config/build_on_push, /source_revision_config/repo_ref", U, None),
    ),
    "where the source stands": case(
        ("rules.yaml", "    overridden:             # judged by the effective source only; other fields by either source\n      - /source_revision_config\n", "    overridden: [/source_revision_config, /secrets]\n"),
        rows=("DeploymentPatch", "overridden /source_revision_config -> /source_revision_config, /secrets", U, None),
        back=("DeploymentPatch", "overridden /source_revision_config, /secrets -> /source_revision_config", U, None),
    ),
}  # fmt: skip


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
        text = path.read_text("utf-8")
        assert old in text, f"{file} has no {old!r}"
        path.write_text(text.replace(old, new, -1 if file.endswith("!") else 1), "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        leave_out(patch)
        texts = generation.generate(folder / "spec")
    for name, text in texts.items():
        target = folder / "generated" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, "utf-8")
    return folder


CASES = {
    f"{group}: {name}": value
    for group, table in (("schema", SCHEMAS), ("operation", OPERATIONS), ("rule", RULES))
    for name, value in table.items()
}
