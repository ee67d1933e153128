"""Code that the ASGI and WSGI middlewares share, and `report_of` for handlers behind them."""

from collections.abc import Mapping
from typing import Any

from deploy_contract.exceptions import ContractError
from deploy_contract.judge import Outcome
from deploy_contract.report import Report, to_report

__all__ = ["report_of"]

# keys in the scope of ASGI or the environ of WSGI
OUTCOME = "deploy_contract.outcome"
BODY = "deploy_contract.body"  # the buffer, which gives back its budget when the environ is deleted
_PLACES = ("scope", "environ", "META")  # attributes of the requests of frameworks


def report_of(request: Any) -> Report:
    """Return the report on a request that a `ContractMiddleware` has passed on.

    The report has the operation, the parameters, `creates_revision` and the parsed document. Its
    method `model` returns the document as a dataclass. The document is not parsed or judged again.

    Args:
        request: the scope of ASGI, the environ of WSGI, or a request of Starlette, FastAPI, Django,
            Django REST or Flask.

    Raises:
        ContractError: no middleware has judged the request, or its operation has the mode "off".
    """
    place: Any = getattr(request, "scope", request)
    if place.__class__ is not dict or OUTCOME not in place:  # neither Starlette's nor a scope
        places = [request, *[getattr(request, name, None) for name in _PLACES]]
        found = [one for one in places if isinstance(one, Mapping) and OUTCOME in one]
        place = found[0] if found else {}
    outcome: Outcome | None = place.get(OUTCOME)
    if outcome is None:
        raise ContractError(
            f"no ContractMiddleware has judged this {request.__class__.__name__}; put one around the"
            ' application, and give its operation no mode "off"'
        )
    return to_report(outcome)
