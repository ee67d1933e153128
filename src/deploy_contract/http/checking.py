"""The judge of messages: requests and responses by route, parameters, headers, body and exchange.

The judge of documents that it is given judges the bodies. All else is judged here.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract.choices import given_facts
from deploy_contract.http import forms, parameters
from deploy_contract.http.adapters import as_request, as_response
from deploy_contract.http.bodies import BodyChecker, names_other_charset
from deploy_contract.http.exchange import ExchangeRules, FindFacts, LearnedFacts
from deploy_contract.http.faults import OTHER_CHARSET, Fault, FaultRules
from deploy_contract.http.headers import (
    METHOD_OVERRIDES,
    is_override,
    override_in_headers,
    stable_headers,
)
from deploy_contract.http.messages import Request, Response, checked_request, checked_response
from deploy_contract.http.parameter_names import METHOD_FIELDS, METHOD_READINGS
from deploy_contract.http.path_readings import query_in_path
from deploy_contract.http.routing import Operation, Route, Router
from deploy_contract.judge.outcome import NO_DOCUMENT, Outcome
from deploy_contract.judge.python.documents import DocumentJudge
from deploy_contract.limits import Limits
from deploy_contract_format.errors import TextError
from deploy_contract_format.pointer import printable
from deploy_contract_format.rules import Rule, id_parameter

_END_OF_STATUSES = 1000  # RFC 9110, section 15: three digits
_BAD_GATEWAY = 502  # RFC 9110, section 15.6.3: the service gave an invalid response
_TYPE_LENGTH = len("content-type")
_SCREENED_LENGTHS = frozenset(map(len, METHOD_OVERRIDES)) | {_TYPE_LENGTH}
_INITIAL_C = frozenset("cC") | frozenset(b"cC")  # of names as text and as bytes
_INITIAL_X = frozenset("xX") | frozenset(b"xX")


class Checker:
    """The judge of the documents, requests and responses of one contract.

    Args:
        documents: judges documents.
        rules: those of the contract, of any shape.
        bundle: the bundle of the contract.
        base_path: prefix of all paths.
        limits: the limits of the contract.

    Attributes:
        document, answer: judge the document of a request and of a response (`DocumentJudge`).
        route: returns the route of a method and a path (`Router.route`).
        operations: the operations of the contract, by name.
    """

    def __init__(
        self,
        documents: DocumentJudge,
        rules: Iterable[Rule],
        bundle: Bundle,
        base_path: str,
        limits: Limits,
    ) -> None:
        rules, kinds = tuple(rules), bundle.book.kinds
        router = Router(bundle, base_path)
        self._documents = documents
        self._book = bundle.book
        self._base_path = base_path
        self._limits = limits
        self._rules = FaultRules(rules, limits.violations, documents)
        self._bodies = BodyChecker(documents, self._rules, limits)
        self._exchange = ExchangeRules(rules, kinds, limits.violations)
        self._id_parameters: dict[str, str] = {}
        # of the operations that change a stored deployment
        self._changed_id_parameters: dict[str, str] = {}
        for name, operation in router.operations.items():
            names = [row["name"] for row in operation.path_parameters]
            found = id_parameter(name, names, operation.responses.values(), rules, kinds)
            if found is not None:
                self._id_parameters[name] = found
                if operation.request is not None and kinds[operation.request].stored:
                    self._changed_id_parameters[name] = found
        self._most_unknown = 0
        if "parameter-unknown" in self._rules:
            self._most_unknown = limits.violations + 1
        self.document, self.answer = documents.document, documents.answer
        self.route = router.route
        self.operations: Mapping[str, Operation] = MappingProxyType(router.operations)

    def identity(self, route: Route) -> str | None:
        """Return the id, in lower case, of the stored deployment that a request changes.

        Returns:
            None if the request changes no stored deployment.
        """
        if route.operation is None or not route.texts:
            return None
        name = self._changed_id_parameters.get(route.operation.name)
        return None if name is None else route.texts[name].lower()

    def read_request(self, given: Any) -> Request:
        """Return the request of a framework or client as a `Request`, checked.

        Raises:
            ContractError: it is not a request, or its body was not read.
            Exception: the framework's own, such as for a body that ends early.
        """
        if given.__class__ is not Request:
            given = as_request(given, self._base_path)
        return checked_request(given)

    def read_response(self, given: Any) -> Response:
        """Return the response of a framework or client as a `Response`, checked.

        Raises:
            ContractError: it is not a response, or its body was not read.
        """
        return checked_response(as_response(given))

    def route_and_screen(self, request: Request) -> tuple[Request, Route, bool]:
        """Return the request to judge and forward, its route, and whether its body is read first.

        On paths of the contract, headers that override the method are dropped. Without them, the
        same request is returned. Forms are read there too, since a field may override the method.

        Args:
            request: a request with pairs of headers, not an iterator.
        """
        method, path, _, headers, _ = request
        route = self.route(method, path)
        operation = route.operation
        if operation is None and not route.reachable:
            return request, route, False
        has_override = has_type = False
        for name, _ in headers:  # one pass, since this is done for every request
            size = len(name)
            if size not in _SCREENED_LENGTHS:
                continue
            if size == _TYPE_LENGTH:
                has_type = has_type or name[0] in _INITIAL_C
            elif name[0] in _INITIAL_X and is_override(name):
                has_override = True
        if has_override:
            request = request._replace(
                headers=[pair for pair in headers if not is_override(pair[0])]
            )
        if operation is not None and operation.request is not None:
            return request, route, True
        may_be_form = has_type or method != "GET"
        return request, route, may_be_form and forms.is_form(method, request.headers)

    def request(
        self,
        request: Request,
        source: str | None = None,
        deployment: Any = None,
        route: Route | None = None,
        *,
        shows_body: bool = True,
    ) -> Outcome:
        """Return the outcome for a request.

        Args:
            request: the request.
            source: the source of the deployment, if known.
            deployment: facts about the stored deployment, if known.
            route: the route of the request, if the caller has it already.
            shows_body: False if the body is not shown. Then only its headers are judged.

        Raises:
            ContractError: an argument is wrong.
        """
        source, deployment = given_facts(self._book, source, deployment)
        request = checked_request(request)
        if route is None:
            route = self.route(request.method, request.path)
        operation = route.operation
        if operation is None:
            return self._without_operation(route, request)
        faults: list[Fault] = []
        values = dict(route.texts) if route.checked else parameters.parse_path(route, faults)
        if request.query or operation.query_parameters:
            values |= parameters.parse_query(
                operation, request.query, faults, self._limits.query, self._most_unknown
            )
        if route.reachable or (request.body and operation.request is None):
            request = _with_stable_headers(request)
            faults += _header_override(route, request)
        if operation.request is not None and not shows_body:
            outcome = self._bodies.not_shown(operation, request, faults)
        elif operation.request is not None:
            outcome = self._bodies.request(operation, request, source, deployment, faults)
        else:
            outcome = NO_DOCUMENT
            if request.headers and names_other_charset(request.headers):
                faults.append(OTHER_CHARSET)
            if request.body:
                faults.append(Fault("body-unexpected", texts={"operation": operation.name}))
                outcome = self._form(request, operation.readings)
        if faults:
            outcome = self._rules.add(outcome, faults)
        return outcome.of_message(operation.name, values)

    def response(
        self,
        response: Response,
        operation: str | None,
        arguments: Mapping[str, Any] | None = None,
        deployment: Mapping[str, Any] | None = None,
        known: FindFacts | None = None,
        learned: LearnedFacts | None = None,
    ) -> Outcome:
        """Return the outcome for the response of an operation.

        Args:
            response: its body is judged by the status.
            operation: name of the operation; None if the request led to none.
            arguments: the parameters of the request, by name.
            deployment: facts about one deployment, as they were before the request. It is the
                deployment that the request addresses, unless the facts hold an id.
            known: finds such facts by id.
            learned: facts that were learned from other responses. Either response may be the
                wrong one, so a contradiction is only reported. If they are about one deployment,
                the response describes no other.
        """
        row = self.operations.get(operation or "")
        if row is None:
            return NO_DOCUMENT.of_message(None, arguments)
        status, kind = response.status, None
        if 0 <= status < _END_OF_STATUSES:  # an integer of too many digits has no text
            kind = row.responses.get(str(int(status)))
        if kind is None:
            return NO_DOCUMENT.of_message(row.name, arguments)
        faults: list[Fault] = []
        outcome = self._bodies.response(row, kind, response, faults)
        more = self._rules.violations(faults)
        given = arguments or {}
        if deployment is not None and outcome.kind is not None:
            known = self._exchange.facts_of(deployment, self._addressed(row, given))
        if outcome.verdict != "deny" and outcome.value is not None:
            find = None if learned is None else learned.find
            more += self._exchange.violations(row.name, kind, outcome.value, given, known, find)
        if more:
            outcome = self._rules.add_violations(outcome, more)
        if outcome.verdict != "allow":
            outcome = outcome.changed(status=_BAD_GATEWAY)
        return outcome.of_message(row.name, arguments)

    def fault(self, rule: str, operation: str | None) -> Outcome:
        """Return the outcome for a message with a fault that the caller found while carrying it.

        Args:
            rule: id of a rule of the shape `http`, or of a wire rule.
            operation: name of the operation, if the message belongs to one.
        """
        if rule in self._rules:
            outcome = self._rules.add(NO_DOCUMENT, [Fault(rule)])
        else:
            kind = None
            if operation:
                kind = self.operations[operation].request
            outcome = self._documents.refuse(kind, TextError(rule, limit=self._limits.request_body))
        return outcome.of_message(operation, None)

    def _addressed(self, row: Operation, arguments: Mapping[str, Any]) -> str | None:
        """Return the id of the deployment in the path of a request, if it has one."""
        name = arguments.get(self._id_parameters.get(row.name, ""))
        if isinstance(name, str):
            return name
        return None

    def _without_operation(self, route: Route, request: Request) -> Outcome:
        """Return the outcome for a request that leads to no operation."""
        assert route.rule is not None
        faults = [Fault(route.rule, "", "", {"methods": " or ".join(route.methods)})]
        outcome = NO_DOCUMENT
        if route.reachable:
            request = _with_stable_headers(request)
            name = forms.override_in_query(request.query)
            if name is None:
                name = forms.override_in_query(query_in_path(request.path))
            if name is not None:
                faults.append(Fault("method-override", "query", printable(name)))
            faults += _header_override(route, request)
            outcome = self._form(request)
            reads_text = request.query or forms.is_form(request.method, request.headers)
            if reads_text and names_other_charset(request.headers):
                faults.append(OTHER_CHARSET)
        violations = self._rules.violations(faults)
        if violations:
            outcome = self._rules.add_violations(outcome, violations)
        return outcome

    def _form(self, request: Request, declared: Mapping[str, str] = METHOD_READINGS) -> Outcome:
        """Return the outcome for a body of a request whose operation has none.

        A framework may parse it as a form. A field of the form may then override the method, or
        be taken for a parameter.

        Args:
            request: with headers that can be read twice.
            declared: as `parameter_names.by_reading` returns it.
        """
        if not forms.is_form(request.method, request.headers):
            return NO_DOCUMENT
        limit = self._limits.request_body
        try:
            if len(request.body) > limit:
                raise TextError("json-size", limit=limit)
            known = forms.find_field(request.headers, request.body, limit, declared)
        except TextError as error:
            if error.rule == "json-size":
                return self._documents.refuse(None, error)
            return self._rules.add(NO_DOCUMENT, [Fault(error.rule, "wire")])
        if known is None:
            return NO_DOCUMENT
        rule = "method-override"
        if known and known not in METHOD_FIELDS:
            rule = "parameter-confusable"
        return self._rules.add(NO_DOCUMENT, [Fault(rule, "wire", "", {"name": known})])


def _header_override(route: Route, request: Request) -> list[Fault]:
    """Return a fault if a header makes a framework route the request to another operation."""
    name = override_in_headers(request.headers, route.reachable)
    if name is None:
        return []
    return [Fault("method-override", "header", name)]


def _with_stable_headers(request: Request) -> Request:
    """Return the request with headers that can be read several times."""
    headers = stable_headers(request.headers)
    return request if headers is request.headers else request._replace(headers=headers)
