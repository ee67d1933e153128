"""Right and wrong uses of the public API for type checkers; nobody runs this.

Each wrong line ends with a comment that names the fault: `# wrong: CODE of mypy, RULE of pyright`.
"""

from typing import Any, assert_type

from deploy_contract_generated.names import Verdict

from deploy_contract import (
    Contract,
    Report,
    Request,
    Response,
    Source,
    Violation,
    knowledge,
    testing,
    traffic,
)
from deploy_contract.asgi import ContractMiddleware
from deploy_contract.models import Deployment, DeploymentPatch, Repository
from deploy_contract.patches import (
    CodehostPatch,
    CodehostPatchAsInternalSource,
    CodehostSourceRevisionConfig,
    ExternalContainerPatch,
    ExternalContainerSourceConfig,
    InternalSourceSourceRevisionConfig,
    PatchSecret,
    ResourceSpec,
    Unset,
    between,
    parse,
)
from deploy_contract.wsgi import ContractMiddleware as WsgiMiddleware


def options() -> None:
    Contract()
    Contract(hosting="cloud", unknown_fields="reject", unknown_operations="report")
    Contract(modes={"unknown-field": "off"}, engine="python")
    Contract(unknown_fields="deny")  # wrong: arg-type, reportArgumentType
    Contract(unknown_operations="off")  # wrong: arg-type, reportArgumentType
    Contract(hosting="on_premises")  # wrong: arg-type, reportArgumentType
    Contract(engine="fastest")  # wrong: arg-type, reportArgumentType
    Contract(modes={"unknown-field": "deny"})  # wrong: dict-item, reportArgumentType
    Contract(unknown_field="allow")  # wrong: call-arg, reportCallIssue


def documents(contract: Contract, body: bytes, stored: dict[str, Any]) -> None:
    contract.check(body, "DeploymentPatch", source="codehost")
    contract.check({}, "DeploymentPatch", source=Source.CODEHOST, deployment=stored)
    contract.check(body, "DeploymentPach")  # wrong: arg-type, reportArgumentType
    contract.check(body, "DeploymentPatch", source="github")  # wrong: arg-type, reportArgumentType
    contract.check(body)  # wrong: call-arg, reportCallIssue


def patches(contract: Contract, body: bytes, stored: Deployment) -> None:
    revision = CodehostSourceRevisionConfig(repo_ref="main", graph_config_path=None)
    patch = CodehostPatch(source_revision_config=revision, secrets=[])
    assert_type(patch.secrets, list[PatchSecret] | None | Unset)
    assert_type(CodehostPatch.from_json(body), CodehostPatch)
    contract.check(patch, CodehostPatch, deployment=stored)
    CodehostPatchAsInternalSource(
        source_revision_config=InternalSourceSourceRevisionConfig(source_tarball_path="a.tar.gz")
    )
    between(stored, stored).to_dict()
    CodehostPatch(secret_references=[])  # wrong: call-arg, reportCallIssue
    CodehostSourceRevisionConfig(image_uri="example")  # wrong: call-arg, reportCallIssue
    ExternalContainerPatch(source_revision_config=revision)  # wrong: arg-type, reportArgumentType
    ExternalContainerSourceConfig(build_on_push=True)  # wrong: arg-type, reportArgumentType
    CodehostPatch(revision_source="internal_source")  # wrong: arg-type, reportArgumentType
    PatchSecret(name="A")  # wrong: call-arg, reportCallIssue
    ResourceSpec(cpu="1")  # wrong: arg-type, reportArgumentType
    patch.secrets = None  # wrong: misc, reportAttributeAccessIssue
    parse(body, "moon")  # wrong: arg-type, reportArgumentType


def messages(contract: Contract, body: bytes) -> None:
    request = Request("PATCH", "/v2", headers={"content-type": "application/json"}, body=body)
    response = Response(200, [("content-type", "application/json")], body)
    contract.check_request(request, source="internal_source")
    contract.check_request(request, source="internal")  # wrong: arg-type, reportArgumentType
    contract.check_response(response, request)
    contract.check_response(response, operation="list_deployments")
    contract.check_response(response, operation="list")  # wrong: arg-type, reportArgumentType


def reports(report: Report) -> None:
    assert_type(report.verdict, Verdict)
    assert_type(report.violations, tuple[Violation, ...])
    assert_type(report.status, int)
    assert_type(report.model(DeploymentPatch), DeploymentPatch)
    assert_type(report.model(list[Repository]), list[Repository])
    one: Deployment = report.model(DeploymentPatch)  # wrong: assignment, reportAssignmentType
    assert one
    bool(report.verdict == "denied")  # wrong: comparison-overlap, reportUnnecessaryComparison
    report.raise_for_violations().to_dict()
    report.verdict = "allow"  # wrong: misc, reportAttributeAccessIssue
    report[0]  # wrong: index, reportIndexIssue


def violations(violation: Violation) -> None:
    assert violation.rule.islower()
    bool(violation.mode == "off")  # wrong: comparison-overlap, reportUnnecessaryComparison
    violation.message = ""  # wrong: misc, reportAttributeAccessIssue
    list(violation)  # wrong: call-overload, reportArgumentType


def middlewares(app: Any, contract: Contract) -> None:
    ContractMiddleware(app, contract, responses="report")
    WsgiMiddleware(app, contract, requests={"patch_deployment": "enforce"})
    ContractMiddleware(app, contract, responses="repport")  # wrong: arg-type, reportArgumentType
    WsgiMiddleware(app, contract, requests={"patch": "off"})  # wrong: dict-item, reportArgumentType


def names() -> None:
    knowledge.LearnedDeployments()
    knowledge.LearnedDeployment()  # wrong: attr-defined, reportAttributeAccessIssue
    testing.document()  # wrong: attr-defined, reportAttributeAccessIssue
    traffic.Coverag()  # wrong: attr-defined, reportAttributeAccessIssue
