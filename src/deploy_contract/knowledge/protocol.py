"""Lookups: their protocol, and the simplest lookup, a mapping."""

from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

from deploy_contract.exceptions import ContractError
from deploy_contract.http.messages import Request
from deploy_contract.knowledge.facts import Facts


@runtime_checkable
class Lookup(Protocol):
    """A source of facts about a stored deployment.

    A lookup may have further methods, which nobody calls if they are missing:

    - `learn(report)` is called with a report whose `value` is valid: that of a response, or the
      valid part of a response that breaks the contract. It may return notes, a tuple of texts. If
      it takes `since` and `addressed`, it is called with them as `LearnedDeployments.learn` is.
    - `invalidate(id)` is called if a patch has passed and its result is unknown: facts that may
      change may have changed.
    - `discard(id)` is called when a fact of the lookup about a deployment proves to be wrong.
    - `clock()` returns seconds from any start. A lookup that has it and `learn` keeps its facts
      in memory: its `find` answers at once, also without a request.

    A lookup that answers from memory may have `answers_at_once = True`. Others are not asked about a
    request that is denied whatever they may know.

    A lookup that has `learn` knows only facts from responses. It never makes a response wrong, and
    gives way to lookups without `learn`.
    """

    def find(self, identity: str, request: Request, /) -> Facts | Awaitable[Facts | None] | None:
        """Return the deployment as far as it is known, None if nothing is known.

        If it raises, nothing is known. It may say why with `deploy_contract.notes.add`.

        Args:
            identity: the id of the deployment, in small letters.
            request: the request that is judged; its headers carry the caller's credentials.

        Returns:
            The deployment, or None, or under ASGI an awaitable of either.
        """


Lookups: TypeAlias = Lookup | Mapping[str, Facts] | Sequence[Lookup | Mapping[str, Facts]]


class MappingLookup:
    """A lookup in a mapping from id to deployment, in either letter case (RFC 9562, section 4).

    The deployments under ids in small letters may change later. Other ids are read once.
    """

    answers_at_once = True  # without a request

    def __init__(self, deployments: Mapping[str, Facts]) -> None:
        self._deployments = deployments
        self._spelt: dict[str, str] = {}
        for key in deployments:
            if isinstance(key, str) and key != key.lower():
                self._spelt[key.lower()] = key

    def find(self, identity: str, _request: Request | None = None) -> Facts | None:
        """Return the deployment of the mapping."""
        name = str(identity).lower()
        found = self._deployments.get(name)
        if found is None and name in self._spelt:
            found = self._deployments.get(self._spelt[name])
        return found


def lookup_of(given: Any) -> Lookup:
    """Return a lookup as it is, and a mapping as a lookup.

    Raises:
        ContractError: `given` is neither.
    """
    if isinstance(given, Mapping):
        return MappingLookup(given)
    if isinstance(given, str | bytes) or not isinstance(given, Lookup):  # texts have a `find` too
        raise ContractError(
            "deployments is a mapping from id, a lookup with find(id, request), or several of them"
        )
    return given


def lookups_of(given: Lookups) -> tuple[Lookup, ...]:
    """Return one or several lookups as a tuple.

    Raises:
        ContractError: one of them is neither a lookup nor a mapping.
    """
    if isinstance(given, Sequence):
        return tuple(lookup_of(item) for item in given)
    return (lookup_of(given),)
