"""Answers that replace refused messages: problem details (RFC 9457), or the form of FastAPI."""

import json
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import NamedTuple, TypeAlias

from deploy_contract.report import Report, outcome_of, refusing
from deploy_contract.violations import Violation
from deploy_contract_format.pointer import split

# the phrases of RFC 9110 that Python before 3.13 does not have
_PHRASES = {
    413: "Content Too Large",
    414: "URI Too Long",
    416: "Range Not Satisfiable",
    422: "Unprocessable Content",
}
__all__ = ["RETRY", "Answer", "Renderer", "detail", "failure", "phrase", "problem", "refusing"]
_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
RETRY = ("retry-after", "1")  # RFC 9110, section 10.2.3: seconds


class Answer(NamedTuple):
    """An HTTP answer: `headers` are (name, value) pairs with names in lower case."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


Renderer: TypeAlias = Callable[[Report, int], Answer]


def unchanged(answer: Answer) -> Answer:
    """Return the answer itself."""
    return answer


def phrase(status: int) -> str:
    """Return the phrase of an HTTP status by RFC 9110, section 15, in every version of Python."""
    return _PHRASES.get(status) or HTTPStatus(status).phrase


def problem(report: Report, status: int) -> Answer:
    """Return problem details (RFC 9457) with every violation (spec/schemas/problem.yaml)."""
    others = [one for one in outcome_of(report).without_advice if one.mode != "enforce"]
    violations = (*refusing(report), *others)
    return failure(status, _summary(violations, status), violations)


def failure(status: int, text: str, violations: Iterable[Violation] = ()) -> Answer:
    """Return problem details (RFC 9457) with one line of text; a 503 has Retry-After."""
    body = {
        "type": "about:blank",
        "title": phrase(status),
        "status": status,
        "detail": text,
        "violations": [violation.to_dict() for violation in violations],
    }
    answer = page(status, "application/problem+json", _to_json(body).encode())
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        return answer._replace(headers=(*answer.headers, RETRY))
    return answer


def detail(report: Report, status: int) -> Answer:
    """Return an answer as FastAPI has it: `{"detail": [{"loc", "msg", "type": the rule}]}`."""
    rows = [
        {"loc": _place(item), "msg": f"{item.message}; {item.hint}", "type": item.rule}
        for item in refusing(report)
    ]
    return page(status, "application/json", json.dumps({"detail": rows}).encode())


def page(status: int, media_type: str, body: bytes, *more: tuple[str, str]) -> Answer:
    """Return an answer that no cache keeps, with `more` headers at its end."""
    length = ("content-length", str(len(body)))
    headers = (("content-type", media_type), length, ("cache-control", "no-store"), *more)
    return Answer(status, headers, body)


def _summary(violations: tuple[Violation, ...], status: int) -> str:
    whose = "The response of the service" if status == HTTPStatus.BAD_GATEWAY else "The request"
    if not violations:
        return f"{whose} breaks the contract."
    first = violations[0]
    count = "1 violation" if len(violations) == 1 else f"{len(violations)} violations"
    return f"{whose} breaks the contract: {count}, first {first.pointer or first.location}: {first.message}."


def _place(violation: Violation) -> list[str | int]:
    if violation.location in ("query", "path", "header"):
        return [violation.location, *([violation.pointer] if violation.pointer else [])]
    tokens = split(violation.pointer) if violation.pointer.startswith("/") else ()
    return ["body", *map(_index_or_name, tokens)]


def _index_or_name(token: str) -> str | int:
    return int(token) if token.isdecimal() and token.isascii() else token
