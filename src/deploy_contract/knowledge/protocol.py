"""Lookups: their protocol, and the simplest lookup, a mapping."""

from collections.abc import Awaitable, Mapping, Sequence
from inspect import iscoroutinefunction, signature
from typing import Any, Protocol, TypeAlias, runtime_checkable

from deploy_contract.bundle import Bundle
from deploy_contract.deployments import require_facts
from deploy_contract.exceptions import ContractError
from deploy_contract.http.messages import Request
from deploy_contract.knowledge.facts import Facts


@runtime_checkable
class Lookup(Protocol):
    """A source of facts about a stored deployment.

    These methods are optional. A middleware calls them if the lookup has them:

    - `learn(report)`: after a response with facts. The `value` of the report is that response,
      or its valid part if the response violates the contract. The method may return notes, as a
      tuple of texts. If it has the parameters `since` and `addressed`, it gets the arguments of
      `LearnedDeployments.learn`.
    - `invalidate(id)`: if a patch has passed and its result is unknown. Facts that may change may
      then have changed.
    - `discard(id)`: if a fact of the lookup about a deployment proves to be wrong.
    - `clock()`: returns seconds from any start. A lookup with `clock` and `learn` keeps its facts
      in memory. Its `find` answers at once, also without a request.

    A lookup that answers from memory may have the attribute `answers_at_once = True`. If a request
    is denied for all possible facts, the middleware asks only such lookups.

    A lookup with `learn` has only facts from responses. Its facts never deny a response, and facts
    of lookups without `learn` take precedence.
    """

    def find(self, identity: str, request: Request, /) -> Facts | Awaitable[Facts | None] | None:
        """Return the known fields of a deployment, or None if nothing is known.

        If this method raises, nothing is known. `deploy_contract.notes.add` notes a reason.

        Args:
            identity: the id of the deployment, a uuid in lower case.
            request: the request that is judged. Its headers contain the caller's credentials.

        Returns:
            A mapping with fields of a Deployment, or None. Under ASGI, it may be an awaitable of
            either.
        """


Lookups: TypeAlias = Lookup | Mapping[str, Facts] | Sequence[Lookup | Mapping[str, Facts]]


class MappingLookup:
    """A lookup in a mapping from id to deployment.

    Ids may be in either letter case (RFC 9562, section 4). The mapping may change later. An id that
    is added later must be in lower case.
    """

    answers_at_once = True  # no request to another program

    def __init__(self, deployments: Mapping[str, Facts]) -> None:
        self.deployments = deployments
        ids = [key for key in deployments if isinstance(key, str) and key != key.lower()]
        self._spelt = {key.lower(): key for key in ids}  # id in lower case -> the id in the mapping

    def find(self, identity: str, _request: Request | None = None) -> Facts | None:
        """Return the deployment with this id in the mapping, or None."""
        if (found := self.deployments.get(identity)) is None:
            name = str(identity).lower()
            found = self.deployments.get(self._spelt.get(name, name))
        return found


def lookups_of(given: Lookups, bundle: Bundle) -> tuple[Lookup, ...]:
    """Return one or several lookups as a tuple, each mapping as a `MappingLookup`.

    Ids and sources of a `dict` are checked. Other mappings may load their deployments on demand.

    Raises:
        ContractError: an item is no lookup and no mapping, or a `dict` has a wrong id or source.
    """
    found: list[Lookup] = []
    items = given if isinstance(given, Sequence) else [given]
    for item in items:
        if type(item) is dict:
            require_facts(item, bundle)
        lookup: Any = MappingLookup(item) if isinstance(item, Mapping) else item
        if not _takes_request(lookup):
            raise ContractError(
                "deployments is a mapping from id, a lookup with find(id, request), or several of them"
            )
        found.append(lookup)
    return tuple(found)


def _takes_request(lookup: object) -> bool:
    """Return True if an object has `find`, and it takes an id and a request."""
    if isinstance(lookup, str | bytes) or not isinstance(lookup, Lookup):  # texts have `find`
        return False
    try:
        signature(lookup.find, follow_wrapped=False).bind("", None)  # as it is called
    except TypeError:
        return False
    except ValueError:  # some callables have no signature
        pass
    return True


def is_async(call: Any) -> bool:
    """Return True for an asynchronous function, and for an object that is called like one."""
    flags = getattr(getattr(call, "__code__", None), "co_flags", 0)
    calls = call, type(call).__call__
    return isinstance(flags, int) and any(map(iscoroutinefunction, calls))  # mocks have no flags
