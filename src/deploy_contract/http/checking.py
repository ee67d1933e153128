"""Requests and responses: route, parameters, headers and body, then the exchange of both."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from deploy_contract.document.reports import outcome_of, replace, with_operation
from deploy_contract.http import content, forms, parameters
from deploy_contract.http.adapters import as_request, as_response
from deploy_contract.http.bodies import NO_BODY, BodyChecker
from deploy_contract.http.exchange import ExchangeRules, FindFacts, Heard
from deploy_contract.http.faults import OTHER_CHARSET, Fault, FaultRules
from deploy_contract.http.headers import stable_headers
from deploy_contract.http.messages import Request, Response, checked_request, checked_response
from deploy_contract.http.method_overrides import override_in_headers, override_in_query
from deploy_contract.http.path_readings import query_in_path
from deploy_contract.http.routing import Operation, Route, Router
from deploy_contract.judge.python.documents import DocumentJudge
from deploy_contract.limits import Limits
from deploy_contract.report import Report, report_of
from deploy_contract_format.errors import TextError
from deploy_contract_format.pointer import printable
from deploy_contract_format.rules import Kind, Rule, id_parameter

BAD_GATEWAY = 502  # RFC 9110, section 15.6.3: the service gave an invalid response


class Checker:
    """The checker of the requests and responses of one contract.

    Args:
        documents: judges the documents of requests and responses.
        rules: those of the contract, of any shape.
        kinds: the document kinds of the contract.
        router: routes to the operations of the contract.
        limits: of the contract.

    Attributes:
        changed: by operation that changes a stored deployment, the parameter that is its id.
    """

    def __init__(
        self,
        documents: DocumentJudge,
        rules: Sequence[Rule],
        kinds: Mapping[str, Kind],
        router: Router,
        limits: Limits,
    ) -> None:
        self._documents = documents
        self.route = router.route
        self._base_path = router.base_path
        self.operations: Mapping[str, Operation] = MappingProxyType(router.operations)
        self._limits = limits
        self._rules = FaultRules(rules, limits.violations, documents)
        self._bodies = BodyChecker(documents, self._rules, limits)
        self._exchange = ExchangeRules(rules, kinds, limits.violations)
        self._id_parameters: dict[str, str] = {}
        self.changed: dict[str, str] = {}
        for name, operation in router.operations.items():
            names = [row["name"] for row in operation.path_parameters]
            found = id_parameter(name, names, operation.responses.values(), rules, kinds)
            if found is not None:
                self._id_parameters[name] = found
                if operation.request is not None and kinds[operation.request].stored:
                    self.changed[name] = found
        self._most_unknown = 0
        if "parameter-unknown" in self._rules:
            self._most_unknown = limits.violations + 1

    def check_answer(self, document: Any, kind: str) -> Report:
        """Return the report on a document of a response: bytes, or parsed JSON."""
        return report_of(self._documents.answer(document, kind))

    def identity(self, route: Route) -> str | None:
        """Return the id, in lower case, of the stored deployment that a request changes.

        Returns:
            None if the request changes no stored deployment.
        """
        if route.operation is None or not route.texts:
            return None
        name = self.changed.get(route.operation.name)
        return None if name is None else route.texts[name].lower()

    def read(self, given: Any) -> Request:
        """Return the request of a framework or client as a `Request`; a `Request` as it is.

        Raises:
            ContractError: it is not a request, or its body was not read.
            Exception: the framework's own, such as for a body that ends early.
        """
        if given.__class__ is Request:
            return given
        return as_request(given, self._base_path)

    checked = staticmethod(checked_request)
    ordinary: Any = None  # gone when the middleware does not ask for it

    def read_response(self, given: Any) -> Response:
        """Return the response of a framework or client as a `Response`, checked.

        Raises:
            ContractError: it is not a response, or its body was not read.
        """
        return checked_response(as_response(given))

    def request(
        self,
        request: Request,
        source: str | None = None,
        deployment: Mapping[str, Any] | None = None,
        route: Route | None = None,
        *,
        shows_body: bool = True,
    ) -> Report:
        """Return the report on a request.

        Args:
            request: the request, as `checked_request` returns it.
            source: of the deployment, if known.
            deployment: facts about the stored deployment, if known.
            route: the route of the request, if the caller has it already.
            shows_body: False if nobody has seen the body. Then only its headers are judged.
        """
        if route is None:
            route = self.route(request.method, request.path)
        operation = route.operation
        if operation is None:
            return self._without_operation(route, request)
        faults: list[Fault] = []
        values = parameters.parse_path(route, faults)
        if request.query or operation.query_parameters:
            values |= parameters.parse_query(
                operation, request.query, faults, self._limits.query, self._most_unknown
            )
        if route.reachable or (request.body and operation.request is None):
            request = _with_stable_headers(request)
            faults += _header_override(route, request)
        if operation.request is not None and not shows_body:
            report = self._bodies.unseen_request(operation, request, faults)
        elif operation.request is not None:
            report = self._bodies.request(operation, request, source, deployment, faults)
        else:
            report = NO_BODY
            if request.headers and content.names_other_charset(request.headers):
                faults.append(OTHER_CHARSET)
            if request.body:
                faults.append(Fault("body-unexpected", texts={"operation": operation.name}))
                report = self._bodies.form(request, operation.readings)
        if faults:
            report = self._rules.add(report, faults)
        return with_operation(report, operation.name, values)

    def response(
        self,
        response: Response,
        asked: Report | Any | None = None,
        operation: str | None = None,
        deployment: Mapping[str, Any] | None = None,
        known: FindFacts | None = None,
        heard: FindFacts | None = None,
    ) -> Report:
        """Return the report on a response.

        Args:
            response: the response, as `read_response` returns it.
            asked: the request, or the report on it.
            operation: name of the operation, by default that of the request.
            deployment: facts about one deployment, as they were before the request. It is the
                deployment that the request addresses, unless the facts hold an id.
            known: finds such facts by id.
            heard: finds facts that were learned from other responses, as for `answered`.

        Raises:
            ContractError: `asked` is not a request.
        """
        if asked is not None and not isinstance(asked, Report):
            request = checked_request(self.read(asked))
            asked = self.request(request)
            if request.method.upper() == "HEAD":  # its response has no body
                return with_operation(NO_BODY, operation or asked.operation, asked.parameters)
        arguments = None
        if asked is not None:
            operation = operation or asked.operation
            arguments = asked.parameters
        row = self.operations.get(operation or "")
        others = None if heard is None else Heard(of_all=heard)
        return self.answered(response, row, arguments, deployment, known, others)

    def other_request(self, *arguments: Any, **options: Any) -> Report:
        """Return the report on a request."""
        return self.request(*arguments, **options)

    def ordinary_answer(self, *_arguments: Any) -> Report | None:
        """Return None."""
        return None

    def answered(
        self,
        response: Response,
        row: Operation | None,
        arguments: Mapping[str, Any] | None,
        deployment: Mapping[str, Any] | None,
        known: FindFacts | None = None,
        heard: Heard | None = None,
    ) -> Report:
        """Return the report on the response of an operation.

        Args:
            response: its body is judged by the status.
            row: the operation; None if the request led to none.
            arguments: the parameters of the request, by name.
            deployment: as for `response`.
            known: as for `response`.
            heard: facts that were learned from other responses. Either response may be the
                wrong one, so a contradiction is only reported.
        """
        if row is None:
            return with_operation(NO_BODY, None, arguments)
        kind = row.responses.get(str(response.status))
        if kind is None:
            return with_operation(NO_BODY, row.name, arguments)
        faults: list[Fault] = []
        report = self._bodies.response(row, kind, response, faults)
        more = self._rules.violations(faults)
        given = arguments or {}
        outcome = outcome_of(report)
        if deployment is not None and outcome.kind is not None:
            known = self._exchange.facts_of(deployment, self._addressed(row, given))
        if outcome.verdict != "deny" and outcome.value is not None:
            learned = None if heard is None else heard.find
            places = self._exchange.places(row.name, kind, given, known, learned)
            if places:
                more += self._exchange.violations(
                    row.name, kind, report.value, given, known, learned
                )
        if more:
            report = self._rules.add_violations(report, more)
        if report.verdict != "allow":
            report = replace(report, status=BAD_GATEWAY)
        return with_operation(report, row.name, arguments)

    def fault(self, rule: str, operation: str | None) -> Report:
        """Return the report on a message with a fault that the caller found while carrying it.

        Args:
            rule: id of a rule of the shape `http`, or of a wire rule.
            operation: name of the operation, if the message belongs to one.
        """
        if rule in self._rules:
            report = self._rules.add(NO_BODY, [Fault(rule)])
        else:
            kind = None
            if operation:
                kind = self.operations[operation].request
            error = TextError(rule, limit=self._limits.request_body)
            report = report_of(self._documents.refuse(kind, error))
        return with_operation(report, operation, None)

    def _addressed(self, row: Operation, arguments: Mapping[str, Any]) -> str | None:
        """Return the id of the deployment in the path of a request, if it has one."""
        name = arguments.get(self._id_parameters.get(row.name, ""))
        if isinstance(name, str):
            return name
        return None

    def _without_operation(self, route: Route, request: Request) -> Report:
        """Return the report on a request that leads to no operation."""
        assert route.rule is not None
        faults = [Fault(route.rule, "", "", {"methods": " or ".join(route.methods)})]
        report = NO_BODY
        if route.reachable:
            request = _with_stable_headers(request)
            name = override_in_query(request.query)
            if name is None:
                name = override_in_query(query_in_path(request.path))
            if name is not None:
                faults.append(Fault("method-override", "query", printable(name)))
            faults += _header_override(route, request)
            report = self._bodies.form(request)
            reads_text = request.query or forms.is_form(request.method, request.headers)
            if reads_text and content.names_other_charset(request.headers):
                faults.append(OTHER_CHARSET)
        violations = self._rules.violations(faults)
        if violations:
            report = self._rules.add_violations(report, violations)
        return report


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
