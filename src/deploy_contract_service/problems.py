"""Responses to refused requests: problem details (RFC 9457), as in spec/schemas/problem.yaml."""

from collections.abc import Mapping

from starlette.responses import Response

from deploy_contract import answers
from deploy_contract.report import Report

CLOSE = {"connection": "close"}  # for a request that was not read to its end


def refusal(report: Report, headers: Mapping[str, str] | None = None) -> Response:
    """Return the response to a request that the contract denies, with its violations."""
    return _response(answers.problem(report, report.status), headers or {})


def problem(status: int, text: str, headers: Mapping[str, str] | None = None) -> Response:
    """Return the response to a request that fails for another reason than the contract."""
    return _response(answers.failure(status, text), headers or {})


def _response(answer: answers.Answer, headers: Mapping[str, str]) -> Response:
    return Response(answer.body, answer.status, {**dict(answer.headers), **headers})
