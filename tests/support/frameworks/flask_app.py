"""The contract in front of a Flask application, on gunicorn."""

from typing import Any

import store
from flask import Flask, request
from serve import start

from deploy_contract import Contract
from deploy_contract.wsgi import ContractMiddleware

flask = Flask(__name__)
app = ContractMiddleware(flask, Contract())


@flask.get("/v1/integrations/forge/codehost/<integration_id>/repos")
def repositories(integration_id: str) -> list[dict[str, Any]]:
    return store.repositories(integration_id)


@flask.get("/v2/deployments")
def deployments() -> dict[str, Any]:
    return store.deployments(request.args.get("limit", 20, int), request.args.get("offset", 0, int))


@flask.patch("/v2/deployments/<deployment_id>")
def patch(deployment_id: str) -> tuple[dict[str, Any], int]:
    return store.patch(deployment_id, request.get_data())


if __name__ == "__main__":
    start("gunicorn", "flask_app:app")
