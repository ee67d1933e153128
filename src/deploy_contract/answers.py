"""Answers to requests that are refused, and in place of responses that are: problem details, and a shape that clients know."""

import json
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.report import Report
from deploy_contract.violations import Violation
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Rule

RETRY = ("retry-after", "1")  # RFC 9110, section 10.2.3: seconds
UNPROCESSABLE = 422  # RFC 9110, section 15.5.21: for rules that name no status of their own


class Answer(NamedTuple):
    """An HTTP answer: `headers` are (name, value) pairs, names in small letters."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


Renderer: TypeAlias = Callable[[Report, int], Answer]


def status_of(report: Report, rules: Iterable[Rule]) -> int:
    """The status for a request that is refused: that of the first rule that refuses it."""
    named = {rule.rule: rule.parameters.get("status", UNPROCESSABLE) for rule in rules}
    return next((named[item.rule] for item in refusing(report)), UNPROCESSABLE)


def refusing(report: Report) -> tuple[Violation, ...]:
    """The violations that refuse a document; of one that is undecided, those that may."""
    enforced = tuple(violation for violation in report.found if violation.mode == "enforce")
    return enforced if report.verdict == "deny" else enforced + report.undecided


def problem(report: Report, status: int) -> Answer:
    """Problem details (RFC 9457) with every violation, as spec/schemas/problem.yaml says."""
    violations = (
        *refusing(report),
        *(violation for violation in report.found if violation.mode != "enforce"),
    )
    return failure(status, _summary(violations, status), violations)


def failure(status: int, text: str, violations: Iterable[Violation] = ()) -> Answer:
    """Problem details (RFC 9457) that say in one line what is wrong, be it none of the contract's; a 503 passes soon."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": text,
        "violations": [violation.to_dict() for violation in violations],
    }
    answer = _answer(status, "application/problem+json", body)
    return (
        answer._replace(headers=(*answer.headers, RETRY))
        if status == HTTPStatus.SERVICE_UNAVAILABLE
        else answer
    )


def detail(report: Report, status: int) -> Answer:
    """The shape that clients of FastAPI know: `{"detail": [{"loc", "msg", "type"}]}`, the rule's id for a type."""
    rows = [
        {"loc": _place(item), "msg": f"{item.message}; {item.hint}", "type": item.rule}
        for item in refusing(report)
    ]
    return _answer(status, "application/json", {"detail": rows})


def _answer(status: int, media_type: str, body: Any) -> Answer:
    text = json.dumps(body).encode()
    headers = (
        ("content-type", media_type),
        ("content-length", str(len(text))),
        ("cache-control", "no-store"),
    )
    return Answer(status, headers, text)


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
    return [
        "body",
        *(int(token) if token.isdecimal() and token.isascii() else token for token in tokens),
    ]
