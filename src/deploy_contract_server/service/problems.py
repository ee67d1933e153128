"""Answers to requests that are not served: problem details (RFC 9457), as spec/schemas/problem.yaml says."""

import json
from collections.abc import Mapping
from http import HTTPStatus

from starlette.responses import Response

from deploy_contract import answers
from deploy_contract.contract import Contract
from deploy_contract.report import Report

MEDIA_TYPE = "application/problem+json"


def refused(report: Report, contract: Contract, headers: Mapping[str, str] | None = None) -> Response:
    """The answer to a request that the contract denies."""
    answer = answers.problem(report, answers.status_of(report, contract.rules))
    return Response(answer.body, answer.status, {**dict(answer.headers), **(headers or {})})


def problem(status: int, detail: str) -> Response:
    """The answer where the contract has nothing against a request."""
    body = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail, "violations": []}
    return Response(json.dumps(body), status, {"cache-control": "no-store"}, MEDIA_TYPE)
