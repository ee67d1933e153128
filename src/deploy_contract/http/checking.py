"""The judge of messages: requests and responses by route, parameters, headers, body and exchange.

The judge of documents judges the bodies. This module judges the rest.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract.deployments import given_facts
from deploy_contract.effective import ContractOptions
from deploy_contract.exceptions import ContractError
from deploy_contract.http import bodies, forms, parameter_values, parameters
from deploy_contract.http.adapters import as_request, as_response
from deploy_contract.http.exchange import ExchangeRules, FindFacts, LearnedFacts
from deploy_contract.http.headers import JudgedHeaders, overriding_name, read_headers
from deploy_contract.http.messages import Headers, Request, Response, checked_body
from deploy_contract.http.parameter_names import METHOD_FIELDS, METHOD_READINGS
from deploy_contract.http.path_readings import query_in_path
from deploy_contract.http.routing import Operation, Route, Router
from deploy_contract.judge import Judge
from deploy_contract.judge.outcome import NO_DOCUMENT, Outcome
from deploy_contract.judge.python.breaches import Fault, violation_of_fault
from deploy_contract.judge.python.documents import DocumentJudge
from deploy_contract.judge.python.undeclared import Folds
from deploy_contract.violations import Violation
from deploy_contract_format.errors import TextError
from deploy_contract_format.pointer import printable
from deploy_contract_format.rules import Rule, by_id

OTHER_CHARSET = Fault("content-charset", pointer="content-type")
UNKNOWN_CODING = Fault("content-encoding", pointer="content-encoding")
_END_OF_STATUSES = 1000  # RFC 9110, section 15: three digits
_BAD_GATEWAY = 502  # RFC 9110, section 15.6.3: the service gave an invalid response


class Checker:
    """The judge of the documents, requests and responses of one contract.

    Attributes:
        document, answer: judge the document of a request and of a response (`DocumentJudge`).
        route: returns the route of a request (`Router.route`).
        operations: the operations of the contract, by name.
    """

    def __init__(
        self,
        documents: DocumentJudge,
        rules: Sequence[Rule],
        bundle: Bundle,
        options: ContractOptions,
    ) -> None:
        self._documents = documents
        self._book = bundle.book
        self._base_path = options.base_path
        self._limits = limits = options.limits
        router = Router(bundle, options.base_path, rules, limits.request_body)
        active = [rule for rule in rules if rule.shape == "http" and rule.mode != "off"]
        self._rules = by_id(active)
        self._exchange = ExchangeRules(rules, bundle.book.kinds, limits.violations)
        self._most_unknown = 0
        if "parameter-unknown" in self._rules:
            self._most_unknown = limits.violations + 1
        self.document, self.answer = documents.document, documents.answer
        self.route = router.route
        self.operations: Mapping[str, Operation] = MappingProxyType(router.operations)

    def read_request(self, given: Any) -> Request:
        """Return the request of a framework or client as a checked `Request`.

        Raises:
            ContractError: the value is not a request, or its body was not read.
            Exception: an exception of the framework, such as for a body that ends early.
        """
        request = as_request(given, self._base_path)
        return self.request_of(self.route(request))._replace(body=checked_body(request.body))

    def request_of(self, given: Route | Request) -> Request:
        """Return a request without its body, and with only the headers that decide its verdict."""
        route = self.route(given) if isinstance(given, Request) else given
        return Request(route.method, route.path, route.query, _pairs(route.headers))

    def read_response(self, given: Any) -> Response:
        """Return the response of a framework or client as a checked `Response`.

        Raises:
            ContractError: the value is not a response, or its body was not read.
        """
        response = as_response(given)
        headers = _pairs(_read_response(response))
        return Response(response.status, headers, checked_body(response.body))

    def request(
        self,
        route: Route | Request,
        body: bytes | None,
        source: str | None = None,
        deployment: Any = None,
    ) -> Outcome:
        """Return the outcome for a request. The first argument is the request or its route.

        If `body` is None, all but the body is judged. Raises ContractError for a wrong argument.
        """
        if isinstance(route, Request):
            route = self.route(route)
        if source is not None or deployment is not None:
            source, deployment = given_facts(self._book, source, deployment)
        operation = route.operation
        if operation is None:
            return self._without_operation(route, body or b"")
        faults: list[Fault] = []
        values: dict[str, Any] = dict(route.texts)
        for parameter in () if route.checked else operation.path_parameters:
            name = parameter["name"]
            values[name] = parameter_values.parse(parameter, route.texts[name], faults)
        if route.query or operation.query_parameters:
            values |= parameters.parse_query(
                operation, route.query, faults, self._limits.query, self._most_unknown
            )
        if route.overrides and (route.reachable or (body and operation.request is None)):
            faults += _header_override(route)
        if operation.request is not None and body is None:
            outcome = self._not_shown(operation, route.headers, faults)
        elif operation.request is not None:
            try:
                outcome = self._body(route, body or b"", source, deployment, faults)
            except TextError as error:
                outcome = self._unread(operation.request, error, faults)
        else:
            outcome = NO_DOCUMENT
            if bodies.names_other_charset(route.headers.types):
                faults.append(OTHER_CHARSET)
            if body:
                faults.append(Fault("body-unexpected", texts={"operation": operation.name}))
                outcome = self._fields(route, body, operation.readings)
        if faults:
            outcome = self._with_faults(outcome, faults)
        return outcome._replace(operation=operation.name, parameters=values)

    def has_json(self, status: int, headers: Headers, operation: str) -> bool | None:
        """Return whether a response says that its body is JSON.

        Returns None if the operation describes no response of that status.
        """
        if str(status) not in self.operations[operation].responses:
            return None
        return any("json" in value.lower() for value in read_headers(headers).types)

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
            response: the response. Its status decides by which schema the body is judged.
            operation: name of the operation; None if the request led to none.
            arguments: the parameters of the request, by name.
            deployment: facts about one deployment, as they were before the request. If the facts
                hold no id, they are about the deployment that the request addresses.
            known: finds the facts about a deployment by its id. It is not called if `deployment`
                is given.
            learned: facts that were learned from other responses. Contradictions are only reported.
        """
        row = self.operations.get(operation or "")
        if row is None:
            return NO_DOCUMENT._replace(parameters=arguments)
        status, kind = response.status, None
        if 0 <= status < _END_OF_STATUSES:  # str() refuses an integer of too many digits
            kind = row.responses.get(str(int(status)))
        if kind is None:
            return NO_DOCUMENT._replace(operation=row.name, parameters=arguments)
        faults: list[Fault] = []
        try:
            outcome = self._response_body(row, kind, response, faults)
        except TextError as error:
            outcome = self._unread(kind, error, faults)
        more = self._violations(faults)
        given = arguments or {}
        if outcome.verdict != "deny" and outcome.value is not None:
            exchange, addressed = self._exchange, given.get(row.identity or "")
            if deployment is not None:
                name = addressed if isinstance(addressed, str) else None
                known = exchange.facts_of(kind, deployment, name)
            elif known is not None:
                known = exchange.facts_by(kind, known)
            find = None if learned is None else learned.find
            if learned is not None and learned.lookup is None:  # facts of a user's lookup
                find = exchange.facts_by(kind, learned.find)
            more += exchange.violations(row.name, kind, outcome.value, given, known, find)
        if more:
            outcome = self._with_violations(outcome, more)
        status = 200 if outcome.verdict == "allow" else _BAD_GATEWAY
        return outcome._replace(status=status, operation=row.name, parameters=arguments)

    def fault(self, rule: str, operation: str | None) -> Outcome:
        """Return the outcome for a message in which the caller has found a fault.

        `rule` is the id of a rule of the shape `http`, or of a wire rule.
        """
        if rule in self._rules:
            outcome = self._with_faults(NO_DOCUMENT, [Fault(rule)])
        else:
            kind = None
            if operation:
                kind = self.operations[operation].request
            outcome = self._documents.refuse(kind, TextError(rule, limit=self._limits.request_body))
        return outcome._replace(operation=operation)

    def _body(
        self,
        route: Route,
        body: bytes,
        source: str | None,
        deployment: Mapping[str, Any] | None,
        faults: list[Fault],
    ) -> Outcome:
        operation, headers = route.operation, route.headers
        assert operation is not None
        assert operation.request is not None
        kind, limit = operation.request, self._limits.request_body
        if not body:
            if bodies.names_other_charset(headers.types):
                faults.append(OTHER_CHARSET)
            if operation.request_required:
                faults.append(Fault("body-missing"))
            return self._documents.unread(kind)
        if len(body) > limit:
            raise TextError("json-size", limit=limit)
        rule = None
        if headers.types != [operation.media_type]:
            rule = _media_type_fault(headers, operation, faults)
        if headers.codings:
            body = _decoded(headers, body, limit, "content-encoding")
            if not body:
                raise TextError("body-missing")
        if rule is not None and self._enforces(rule):
            return self._documents.unread(kind)
        return self._documents.document(body, kind, source, deployment)

    def _unread(self, kind: str, error: TextError, faults: list[Fault]) -> Outcome:
        """Return the outcome for a body that breaks a rule, so that it is not read."""
        if error.rule == "json-size":
            return self._documents.refuse(kind, error)
        is_header = error.rule in ("content-encoding", "content-unread")
        faults.append(Fault(error.rule, pointer="content-encoding" if is_header else ""))
        return self._documents.unread(kind)

    def _not_shown(
        self, operation: Operation, headers: JudgedHeaders, faults: list[Fault]
    ) -> Outcome:
        assert operation.request is not None
        if operation.request_required:
            _media_type_fault(headers, operation, faults)
            if bodies.parse_coding(headers.codings) is None:
                faults.append(UNKNOWN_CODING)
        elif bodies.names_other_charset(headers.types):  # there may be no body
            faults.append(OTHER_CHARSET)
        return self._documents.unread(operation.request)

    def _response_body(
        self, operation: Operation, kind: str, response: Response, faults: list[Fault]
    ) -> Outcome:
        headers, body = _read_response(response), response.body
        rule = _media_type_fault(headers, operation, faults)
        if rule is not None and self._enforces(rule):
            return self._documents.unread(kind)
        body = _decoded(headers, body, self._limits.response_body, "content-unread")
        return self._documents.answer(body, kind)

    def _without_operation(self, route: Route, body: bytes) -> Outcome:
        assert route.rule is not None
        faults = [Fault(route.rule, "", "", {"methods": " or ".join(route.methods)})]
        outcome = NO_DOCUMENT
        if route.reachable:
            name = forms.override_in_query(route.query)
            if name is None:
                name = forms.override_in_query(query_in_path(route.path))
            if name is not None:
                faults.append(Fault("method-override", "query", printable(name)))
            faults += _header_override(route)
            outcome = self._fields(route, body)
            types = route.headers.types
            reads_text = route.query or forms.has_fields(route.method, types)
            if reads_text and bodies.names_other_charset(types):
                faults.append(OTHER_CHARSET)
        return self._with_faults(outcome, faults)

    def _fields(self, route: Route, body: bytes, declared: Folds = METHOD_READINGS) -> Outcome:
        """Return the outcome for the body of a request to an operation that takes no body.

        A framework may parse the body as a form or as JSON. A field of the body may then override
        the method, or be taken for a parameter.
        """
        if not forms.has_fields(route.method, route.headers.types):
            return NO_DOCUMENT
        limit, objects = self._limits.request_body, self._limits.request_objects
        try:
            if len(body) > limit:
                raise TextError("json-size", limit=limit)
            known = forms.find_field(route.headers, body, limit, objects, declared)
        except TextError as error:
            if error.rule == "json-size":
                return self._documents.refuse(None, error)
            fault = Fault(error.rule, "wire")
            if error.rule == UNKNOWN_CODING.rule:
                fault = UNKNOWN_CODING
            return self._with_faults(NO_DOCUMENT, [fault])
        if known is None:
            return NO_DOCUMENT
        rule = "method-override"
        if known and known not in METHOD_FIELDS:
            rule = "parameter-confusable"
        return self._with_faults(NO_DOCUMENT, [Fault(rule, "wire", "", {"name": known})])

    def _enforces(self, rule: str) -> bool:
        return rule in self._rules and self._rules[rule].mode == "enforce"

    def _violations(self, faults: Iterable[Fault]) -> list[Violation]:
        rules = self._rules
        return [violation_of_fault(rules[one.rule], one) for one in faults if one.rule in rules]

    def _with_faults(self, outcome: Outcome, faults: Iterable[Fault]) -> Outcome:
        return self._with_violations(outcome, self._violations(faults))

    def _with_violations(self, outcome: Outcome, more: Sequence[Violation]) -> Outcome:
        """Return the outcome with more violations, enforced ones first.

        An enforced violation makes the verdict "deny".
        """
        if not more:
            return outcome
        most = self._limits.violations
        every = (*more, *outcome.violations)
        found = tuple(sorted(every, key=lambda violation: violation.mode != "enforce"))
        if any(violation.mode == "enforce" for violation in more):
            outcome = outcome._replace(verdict="deny", needs=(), undecided=(), sources=())
        if outcome.verdict != "allow":
            status = self._documents.status(found[:most], outcome.undecided)
            outcome = outcome._replace(status=status)
        return outcome._replace(
            violations=found[:most],
            truncated=outcome.truncated or len(found) > most,
            advice=max(0, outcome.advice - (len(found) - len(found[:most]))),
        )


class OperationJudges:
    """The judge of a contract that has modes of rules for single operations.

    Args:
        judge: judges documents, and the messages of the other operations.
        own: the judges of the operations with modes of their own.
    """

    def __init__(self, judge: Judge, own: Mapping[str, Judge]) -> None:
        self._judge, self._own = judge, own
        self.document, self.answer, self.route = judge.document, judge.answer, judge.route
        self.has_json = judge.has_json

    def request(
        self, route: Any, body: bytes | None, source: str | None = None, deployment: object = None
    ) -> Outcome:
        """Return the outcome for a request, as `Judge.request` does."""
        if isinstance(route, Request):
            route = self.route(route)
        operation = route.operation.name if route.operation else None
        return self._of(operation).request(route, body, source, deployment)

    def response(
        self, response: Response, operation: str | None, *given: Any, **learned: Any
    ) -> Outcome:
        """Return the outcome for a response, as `Judge.response` does."""
        return self._of(operation).response(response, operation, *given, **learned)

    def fault(self, rule: str, operation: str | None) -> Outcome:
        """Return the outcome for a message with a fault, as `Judge.fault` does."""
        return self._of(operation).fault(rule, operation)

    def _of(self, operation: str | None) -> Judge:
        return self._own.get(operation or "", self._judge)


def _header_override(route: Route) -> list[Fault]:
    """Return a fault if a header makes a framework route the request to another operation."""
    name = overriding_name(route.headers.overrides, route.reachable)
    if name is None:
        return []
    return [Fault("method-override", "header", name)]


def _media_type_fault(
    headers: JudgedHeaders, operation: Operation, faults: list[Fault]
) -> str | None:
    """Return the rule that the media type of a body breaks, and append its fault to `faults`.

    Returns None if the media type is valid.
    """
    rule = bodies.media_type_fault(headers.types, operation.media_type)
    if rule is not None:
        faults.append(Fault(rule, "", "content-type", {"media_type": operation.media_type}))
    return rule


def _decoded(headers: JudgedHeaders, body: bytes, limit: int, unknown: str) -> bytes:
    """Return a body without its content coding; `unknown` is the rule on unknown codings.

    Raises TextError if the body is absent or too long, or cannot be decoded.
    """
    coding = bodies.parse_coding(headers.codings)
    if coding is None:
        raise TextError(unknown)
    if not body:
        raise TextError("body-missing")
    if len(body) > limit:
        raise TextError("json-size", limit=limit)
    return bodies.decode_body(body, coding, limit)


def _read_response(response: Response) -> JudgedHeaders:
    status, headers, body = response
    if not isinstance(status, int) or isinstance(status, bool):
        raise ContractError("the status of a Response is an integer")
    checked_body(body)
    return read_headers(headers)


def _pairs(headers: JudgedHeaders) -> list[tuple[str, str]]:
    return [
        *[("content-type", value) for value in headers.types],
        *[("content-encoding", value) for value in headers.codings],
        *headers.overrides,
    ]
