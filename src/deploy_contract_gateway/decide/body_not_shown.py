"""The judgement of a request without its body, for gateways that keep the body to themselves.

Method, path, query and headers are judged, also the headers of the body: its media type, charset
and coding. What depends on the body stays open: the verdict is `indeterminate`, with a note, unless
the rest breaks the contract already.
"""

from time import perf_counter
from typing import Literal, TypeAlias

from deploy_contract import Request
from deploy_contract.answers import Answer
from deploy_contract.http.routing import Route
from deploy_contract.judge import Outcome
from deploy_contract.middleware.enforcement import Enforcer, Parameters
from deploy_contract.middleware.options import REQUESTS

# denied by all but the body; open because of the body; or left to the body
Settled: TypeAlias = Literal["denied", "open", "follows"]
NOT_SHOWN = "not-judged: body"  # note of a request whose body is not shown


def judge(
    enforcer: Enforcer, route: Route, request: Request, *, body_follows: bool
) -> tuple[Settled, Answer | None]:
    """Judge a request without its body, and observe that unless its body is judged later.

    Args:
        enforcer: judges by the operator's modes.
        route: route of the request.
        request: the request.
        body_follows: whether the body is judged later, with its headers.

    Returns:
        How far the request is settled, and the answer that refuses it, None if it passes.
    """
    started, judged = perf_counter(), route
    operation = route.operation
    if operation is not None and body_follows:
        judged = route._replace(operation=operation._replace(request=None))
    try:
        outcome = enforcer.judge.request(request, route=judged, shows_body=body_follows)
    except Exception as error:
        outcome = enforcer.unjudged("judging a request", error, judged)
    if outcome.verdict != "deny":
        if body_follows:
            return "follows", None
        leave_open(enforcer, route, outcome.parameters, started)
        return "open", None
    mode = REQUESTS if operation is None else enforcer.requests[operation.name]
    answer = enforcer.render(outcome, outcome.status) if mode == "enforce" else None
    enforcer.observe("request", outcome, perf_counter() - started, (), answer)
    return "denied", answer


def leave_open(
    enforcer: Enforcer, route: Route | None, parameters: Parameters, started: float
) -> None:
    """Observe that the verdict on a request depends on its body.

    route: the route of the request; None if nothing of it was shown.
    """
    name = None if route is None or route.operation is None else route.operation.name
    opened = Outcome("indeterminate", operation=name, parameters=parameters)
    enforcer.observe("request", opened, perf_counter() - started, (NOT_SHOWN,))
