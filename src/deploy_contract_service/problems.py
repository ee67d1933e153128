"""Answers to requests that are not served: problem details (RFC 9457), as spec/schemas/problem.yaml says."""

from collections.abc import Mapping

from starlette.responses import Response

from deploy_contract import answers
from deploy_contract.contract import Contract
from deploy_contract.report import Report


def refused(
    report: Report, contract: Contract, headers: Mapping[str, str] | None = None
) -> Response:
    """The answer to a request that the contract denies."""
    return _response(
        answers.problem(report, answers.status_of(report, contract.rules)), headers or {}
    )


def problem(status: int, text: str, headers: Mapping[str, str] | None = None) -> Response:
    """The answer where the contract has nothing against a request."""
    return _response(answers.failure(status, text), headers or {})


def _response(answer: answers.Answer, headers: Mapping[str, str]) -> Response:
    return Response(answer.body, answer.status, {**dict(answer.headers), **headers})
