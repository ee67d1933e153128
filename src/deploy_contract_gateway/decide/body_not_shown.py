"""The judgement of a request without its body, for gateways that keep the body to themselves.

Method, path, query and headers are judged, also the headers of the body: its media type, charset
and coding. What depends on the body stays open: the verdict is `indeterminate`, with a note, unless
the rest breaks the contract already.
"""

from time import perf_counter

from deploy_contract import Request
from deploy_contract.answers import Answer
from deploy_contract.http.routing import Route
from deploy_contract.judge import Outcome
from deploy_contract.middleware.enforcement import Enforcer, Parameters
from deploy_contract.middleware.options import REQUESTS

NOT_SHOWN = "not-judged: body"  # note of a request whose body is not shown


def judge_head(
    enforcer: Enforcer, route: Route, request: Request, *, body_follows: bool
) -> Outcome:
    """Return the outcome for a request without its body.

    body_follows: whether the body is judged later, with its headers.
    """
    operation = route.operation
    if operation is not None and body_follows:
        route = route._replace(operation=operation._replace(request=None))
    try:
        judge = enforcer.judge
        return judge.request(request, route=route, shows_body=body_follows)
    except Exception as error:
        return enforcer.unjudged("judging a request", error, route)


def refuse(enforcer: Enforcer, route: Route, outcome: Outcome, started: float) -> Answer | None:
    """Observe an outcome that denies; return the answer, None if requests are only reported."""
    answer = None
    if _mode(enforcer, route) == "enforce":
        answer = enforcer.render(outcome, outcome.status)
    enforcer.observe("request", outcome, perf_counter() - started, (), answer)
    return answer


def leave_open(
    enforcer: Enforcer, route: Route | None, parameters: Parameters, started: float
) -> None:
    """Observe that the verdict on a request depends on its body.

    route: of the request; None if nothing of it was shown.
    """
    name = None if route is None or route.operation is None else route.operation.name
    opened = Outcome("indeterminate", operation=name, parameters=parameters)
    enforcer.observe("request", opened, perf_counter() - started, (NOT_SHOWN,))


def _mode(enforcer: Enforcer, route: Route) -> str:
    return REQUESTS if route.operation is None else enforcer.requests[route.operation.name]
