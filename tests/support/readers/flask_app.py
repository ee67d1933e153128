"""An upstream on Flask: `app`, and the same behind the contract's middleware."""

import json
from typing import Any

from flask import Flask, Response, jsonify, request

from deploy_contract import Contract
from deploy_contract.wsgi import ContractMiddleware

app = Flask(__name__)
judged = ContractMiddleware(app, Contract(), responses="off")


def answer(operation: str, identity: str | None, body: Any = None) -> Response:
    response = jsonify(body)
    read = {"operation": operation, "id": identity, "query": request.args.to_dict()}
    response.headers["X-Read"] = json.dumps(read)
    return response


@app.get("/v1/integrations/forge/codehost/<integration_id>/repos")
def repositories(integration_id: str) -> Response:
    return answer("list_repositories", integration_id)


@app.get("/v2/deployments")
def deployments() -> Response:
    return answer("list_deployments", None)


@app.patch("/v2/deployments/<deployment_id>")
def patch(deployment_id: str) -> Response:
    return answer("patch_deployment", deployment_id, request.get_json())
