"""The list operation of the service, asked for the facts that rules need."""

from collections.abc import Iterable, Sequence
from http import HTTPStatus
from http.client import HTTPException
from typing import NamedTuple, TypeAlias
from urllib.parse import urlencode

from deploy_contract import logs, notes
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.http.messages import Request, Response
from deploy_contract.http.routing import Operation
from deploy_contract.judge.python.schema import failed_keywords
from deploy_contract.knowledge.callers import Credentials, credentials, lookup_headers
from deploy_contract.knowledge.facts import (
    Facts,
    LastingFields,
    contradiction,
    lasting_fields,
    part_of,
)
from deploy_contract.knowledge.learning import ValidParts
from deploy_contract_format.pointer import find, matches, printable, split

_STATUSES = frozenset(map(int, HTTPStatus))
_MOST_IDENTITIES = 100  # of one request, if no rule bounds them


class Question(NamedTuple):
    """The id of a deployment, and the headers of the caller that asks for it."""

    identity: str
    credentials: Credentials


class Found(NamedTuple):
    """A deployment as far as the service describes it, and notes on missing facts."""

    facts: Facts | None
    notes: tuple[str, ...] = ()


Answers: TypeAlias = dict[str, Found]  # by id
BUSY = notes.note(notes.FAILED, "busy")


class BusyError(Exception):
    """Too many requests are under way."""


class DeploymentListing:
    """Requests of the list operation, and their answers as far as the contract allows them.

    Args:
        contract: the contract that answers are judged by.
        headers: names of the headers that are passed on, as for `UpstreamDeployments`.

    Attributes:
        most: the greatest number of ids in one request.

    Raises:
        ContractError: the contract has no such operation, or a header cannot be passed on.
    """

    def __init__(self, contract: Contract, headers: Iterable[str]) -> None:
        self._contract = contract
        self._lasting = lasting_fields(contract.bundle)
        self._wanted = _wanted_fields(contract)
        self._valid = ValidParts(contract, self._wanted)
        self._headers = lookup_headers(headers)
        self._operation, self._ids = self._listing()
        # the parameter that limits the number of deployments, if there is one
        self._limit, self.most = _limit_parameter(contract, self._operation)

    def _listing(self) -> tuple[Operation, str]:
        """Return the operation that lists deployments by their ids, and the parameter of the ids."""
        for operation in self._contract.checker.operations.values():
            answers = any(self._valid.places[kind] for kind in operation.responses.values())
            if answers and not operation.path_parameters and not operation.request:
                for name, row in operation.query_parameters.items():
                    if row.get("items", {}).get("x-format") == "uuid":
                        return operation, name
        raise ContractError("the contract has no operation that lists deployments by their ids")

    def question(self, identity: str, request: Request) -> Question | None:
        """Return the question that a request leads to, None if it can have no answer."""
        schema = self._operation.query_parameters[self._ids]["items"]
        if not isinstance(identity, str) or failed_keywords(schema, identity):
            return None
        try:
            return Question(identity.lower(), credentials(request, self._headers))
        except (AttributeError, TypeError, ValueError):  # no request, or no headers
            return None

    def request(self, identities: list[str], credentials: Credentials) -> Request:
        """Return the request that asks for some deployments."""
        query = {self._ids: ",".join(identities)}
        if self._limit:
            query[self._limit] = str(len(identities))
        segments = [part or "" for part in self._operation.segments]
        path = "/".join([self._contract.base_path, *segments])
        headers = (*credentials, ("accept", "application/json"))
        return Request(self._operation.method, path, urlencode(query), headers)

    def answers(self, request: Request, response: Response, identities: list[str]) -> Answers:
        """Return the facts of a response about the requested deployments."""
        report = self._contract.check_response(response, request)
        if report.kind is None:
            return dict.fromkeys(identities, Found(None, (_status_note(response.status),)))
        valid, refused = self._valid.of(report)
        parts: dict[str, list[Facts]] = {}
        value = None if valid is None else valid.value
        for pattern, learned in self._valid.places[report.kind]:
            for _, deployment in matches(value, pattern):
                identity = find(deployment, learned.identity)
                if isinstance(identity, str):
                    parts.setdefault(identity.lower(), []).append(part_of(deployment, self._wanted))
        found: Answers = {}
        for identity in identities:
            found[identity] = _only_one(parts.get(identity, ()), refused, self._lasting)
        return found

    def failure(self, error: BaseException) -> Found:
        """Return that nothing was found, since a client raised an exception.

        An unexpected exception is logged by its type and place.
        """
        is_ordinary = isinstance(error, OSError | HTTPException | BusyError)
        if not is_ordinary:
            logs.unexpected("a deployment lookup", error)
        if isinstance(error, TimeoutError):
            return Found(None, (notes.TIMEOUT,))
        if isinstance(error, BusyError):
            return Found(None, (BUSY,))
        reason = "unreachable" if is_ordinary else "exception"
        return Found(None, (notes.note(notes.FAILED, reason, printable(type(error).__name__)),))


def _only_one(parts: Sequence[Facts], refused: tuple[str, ...], lasting: LastingFields) -> Found:
    """Return the facts of an answer about one deployment, no facts if it contradicts itself."""
    if not parts:
        return Found(None, refused or (notes.UNKNOWN,))
    first, *others = parts
    for other in others:
        if other != first:
            repeated = notes.note(notes.CONTRADICTION, "repeated")
            return Found(None, (*refused, contradiction(first, other, lasting) or repeated))
    return Found(first, refused)


def _status_note(status: int) -> str:
    known = status in _STATUSES
    return notes.note(notes.FAILED, f"status-{status}" if known else "status-other")


def _limit_parameter(contract: Contract, operation: Operation) -> tuple[str | None, int]:
    """Return the query parameter that limits the number of items, and its greatest value."""
    limits = [rule.parameters for rule in contract.rules if rule.shape == "count_at_most"]
    for name, row in operation.query_parameters.items():
        for limit in limits:
            if (limit["operation"], limit["parameter"]) == (operation.name, name):
                return name, int(row["schema"]["maximum"])
    return None, _MOST_IDENTITIES


def _wanted_fields(contract: Contract) -> tuple[tuple[str, ...], ...]:
    pointers: dict[str, None] = {}
    for rule in contract.rules:
        if rule.shape in ("equals_stored", "stored_unknown"):
            pointers.update(dict.fromkeys(rule.parameters["fields"]))
        elif rule.shape == "never":
            pointers.update(dict.fromkeys(rule.parameters["never"]))
    return tuple(map(split, pointers))
