"""Requests and responses judged: where they lead, how they are written, what they hold, and whether one answers the other."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any

from deploy_contract.document.wire import Limits
from deploy_contract.http import content, exchange, method_overrides, parameters
from deploy_contract.http.messages import Request, Response, as_request, as_response
from deploy_contract.http.parameter_names import METHOD_FIELDS
from deploy_contract.http.parameters import Fault
from deploy_contract.http.routing import Operation, Route, Router
from deploy_contract.report import ContractError, Report
from deploy_contract.violations import Violation
from deploy_contract_format.faults import TextError
from deploy_contract_format.pointer import Tokens, find, join, matches, printable, split
from deploy_contract_format.rules import Kind, Rule

Check = Callable[..., Report]  # Contract.check
Refuse = Callable[[str | None, TextError], Report]  # Contract.refuse


class Checker:
    """Judges the requests and responses of one contract, whose documents `check` judges."""

    def __init__(
        self,
        check: Check,
        refuse: Refuse,
        rules: Sequence[Rule],
        kinds: Mapping[str, Kind],
        router: Router,
        limits: Limits,
    ) -> None:
        self._check = check
        self._refuse = refuse
        self.route = router.route
        self.operations: Mapping[str, Operation] = MappingProxyType(router.operations)
        self._kinds = kinds
        self._limits = limits
        self._rules = {
            rule.rule: rule for rule in rules if rule.shape == "http" and rule.mode != "off"
        }
        self._exchange = exchange.by_operation(rules)
        self._identities = tuple(split(kind.identity) for kind in kinds.values() if kind.identity)
        self._kept = {kind: exchange.kept(rules, kinds, kind) for kind in kinds}
        self._unknown_wanted = limits.violations + 1 if "parameter-unknown" in self._rules else 0

    def identity(self, route: Route) -> str | None:
        """The id of the stored deployment that a request changes, in small letters; None where it changes none."""
        operation = route.operation
        if (
            operation is None
            or operation.request is None
            or not self._kinds[operation.request].stored
            or not route.texts
        ):
            return None
        return route.texts[operation.path_parameters[-1]["name"]].lower()

    def request(
        self,
        given: Any,
        source: str | None = None,
        deployment: Mapping[str, Any] | None = None,
        route: Route | None = None,
    ) -> Report:
        """The report on a request; `route`: where it leads to, if that was asked already."""
        request = given if given.__class__ is Request else as_request(given)
        if route is None:
            if not (
                isinstance(request.method, str)
                and isinstance(request.path, str)
                and isinstance(request.query, str)
            ):
                raise ContractError("the method, path and query of a Request are texts")
            route = self.route(request.method, request.path)
        operation = route.operation
        if operation is None:
            return self._nowhere(route, request)
        faults: list[Fault] = []
        values = parameters.of_path(route, faults)
        if request.query or operation.query_parameters:
            values |= parameters.of_query(
                operation, request.query, faults, self._limits.query, self._unknown_wanted
            )
        if route.reachable or (request.body and operation.request is None):
            request = _lasting(request)
            self._overridden(route, request, faults)
        if operation.request is None:
            report = _EMPTY
            if request.headers and content.names_other_charset(request.headers):
                faults.append(Fault("content-charset", "", "content-type", {}))
            if request.body:
                faults.append(Fault("body-unexpected", "", "", {"operation": operation.name}))
                report = self._form(request, operation.readings)
        else:
            report = self._body(operation, request, source, deployment, faults)
        if faults:
            report = self._with(
                report, [self._violation(fault) for fault in faults if fault.rule in self._rules]
            )
        return _new(Report, (*report[:-2], operation.name, values))

    def _body(
        self,
        operation: Operation,
        request: Request,
        source: str | None,
        deployment: Mapping[str, Any] | None,
        faults: list[Fault],
    ) -> Report:
        """The report on the body of a request; where the headers leave it without a meaning, only their faults."""
        kind = operation.request
        assert kind is not None
        body = request.body
        if not isinstance(body, bytes | bytearray | memoryview):
            raise ContractError("the body of a message is bytes")
        if not body:
            if content.names_other_charset(request.headers):
                faults.append(Fault("content-charset", "", "content-type", {}))
            if operation.request_required:
                faults.append(Fault("body-missing", "", "", {}))
            return Report("allow", (), kind)
        if len(body) > self._limits.request_body:
            return self._refuse(kind, TextError("json-size", limit=self._limits.request_body))
        types, encodings = content.described(request.headers)
        fault = content.type_fault(types, operation.media_type)
        if fault:
            faults.append(Fault(fault, "", "content-type", {"media_type": operation.media_type}))
        if encodings:
            coding = content.encoding_of(encodings)
            if coding is None:
                faults.append(Fault("content-encoding", "", "content-encoding", {}))
                return Report("allow", (), kind)
            try:
                body = content.decoded(body, coding, self._limits.request_body)
            except TextError as error:
                return self._undecoded(kind, error, faults)
            if not body:
                faults.append(Fault("body-missing", "", "", {}))
                return Report("allow", (), kind)
        if fault and fault in self._rules and self._rules[fault].mode == "enforce":
            return Report("allow", (), kind)  # of no meaning
        return self._check(body, kind, source=source, deployment=deployment)

    def response(
        self,
        given: Any,
        asked: Report | Any | None = None,
        operation: str | None = None,
        deployment: Mapping[str, Any] | None = None,
        known: exchange.Known | None = None,
        heard: exchange.Known | None = None,
    ) -> Report:
        """The report on a response; `asked`: its request, or the report on that.

        `deployment`: as it was known before, the one that the request addresses unless it has an id of its own; `known`: the
        same for any id; `heard`: see `answered`.
        """
        has_body = True
        if asked is not None and not isinstance(asked, Report):
            request = as_request(asked)
            has_body = request.method.upper() != "HEAD"
            asked = self.request(request)
        name = operation or (asked.operation if asked else None)
        if not has_body:
            return _of_operation(_EMPTY, name, asked.parameters if asked else None)
        response = given if given.__class__ is Response else as_response(given)
        row = self.operations.get(name) if name else None
        return self.answered(
            response, row, asked.parameters if asked else None, deployment, known, heard
        )

    def answered(
        self,
        response: Response,
        row: Operation | None,
        values: Mapping[str, Any] | None,
        deployment: Mapping[str, Any] | None,
        known: exchange.Known | None = None,
        heard: exchange.Known | None = None,
    ) -> Report:
        """The report on the response of an operation; `values`: the parameters of its request. The rest as for `response`.

        `heard`: as `known`, of what was merely learned from other responses. Either side may be wrong, so it refuses nothing.
        """
        kind = row.responses.get(str(response.status)) if row else None
        if row is None or kind is None:
            return _of_operation(_EMPTY, row.name if row else None, values)
        faults: list[Fault] = []
        report = self._answer(row, kind, response, faults)
        more = [self._violation(fault) for fault in faults if fault.rule in self._rules]
        if deployment is not None and report.document is not None:
            known = self._only(deployment, row, values or {})
        if report.ok and report.value is not None:
            more += self._between(row.name, kind, report.value, values or {}, known, heard)
        return _of_operation(self._with(report, more) if more else report, row.name, values)

    def _only(
        self, deployment: Mapping[str, Any], row: Operation, values: Mapping[str, Any]
    ) -> exchange.Known:
        """What is known where one deployment is: by its own id, or that of the path that addresses it."""
        names = (find(deployment, identity) for identity in self._identities)
        wanted = next((name.lower() for name in names if isinstance(name, str)), None)
        if wanted is None and row.path_parameters:
            name = values.get(row.path_parameters[-1]["name"])
            wanted = name.lower() if isinstance(name, str) else None
        return lambda identity: (
            deployment if wanted is not None and identity.lower() == wanted else None
        )

    def _answer(self, row: Operation, kind: str, response: Response, faults: list[Fault]) -> Report:
        types, encodings = content.described(response.headers)
        fault = content.type_fault(types, row.media_type)
        if fault:
            faults.append(Fault(fault, "", "content-type", {"media_type": row.media_type}))
            if fault in self._rules and self._rules[fault].mode == "enforce":
                return Report("allow", (), kind)
        coding = content.encoding_of(encodings)
        if coding is None:
            faults.append(Fault("content-unread", "", "content-encoding", {}))
            return Report("allow", (), kind)
        if not isinstance(response.body, bytes | bytearray | memoryview):
            raise ContractError("the body of a message is bytes")
        if not response.body:
            faults.append(Fault("body-missing", "", "", {}))
            return Report("allow", (), kind)
        if len(response.body) > self._limits.response_body:
            return self._refuse(kind, TextError("json-size", limit=self._limits.response_body))
        try:
            body = content.decoded(response.body, coding, self._limits.response_body)
        except TextError as error:
            return self._undecoded(kind, error, faults)
        return self._check(body, kind)

    def _undecoded(self, kind: str, error: TextError, faults: list[Fault]) -> Report:
        if error.rule == "content-decoding":
            faults.append(Fault("content-decoding", "", "", {}))
            return Report("allow", (), kind)
        return self._refuse(kind, error)

    def _between(
        self,
        operation: str,
        kind: str,
        value: Any,
        values: Mapping[str, Any],
        known: exchange.Known | None,
        heard: exchange.Known | None = None,
    ) -> Iterator[Violation]:
        """What is wrong between a response, its request, and what was known."""
        for rule, relation, name in self._exchange.get(operation, ()):
            parameter = values.get(name)
            if parameter not in (None, "", ()):  # an empty filter filters nothing
                for at in islice(
                    relation(rule.parameters, value, parameter), self._limits.violations + 1
                ):
                    yield _exchanged(rule, at)
        if known is None and heard is None:
            return
        for pattern, identity, fields in self._kept.get(kind, ()):
            for at, document in matches(value, pattern):
                which = find(document, identity)
                if not isinstance(which, str):
                    continue
                given, said = known(which) if known else None, heard(which) if heard else None
                for rule, field in fields if given or said else ():
                    if given and exchange.differs(document, given, field):
                        yield _exchanged(rule, (*at, *field))
                    elif said and exchange.differs(document, said, field):
                        yield _exchanged(rule._replace(mode="report"), (*at, *field))

    def fault(self, rule: str, operation: str | None) -> Report:
        """The report on a message of an operation that whoever carries it found at fault, by a rule of `http` or `wire`."""
        if rule in self._rules:
            report = self._with(_EMPTY, [self._violation(Fault(rule, "", "", {}))])
        else:
            row = self.operations[operation] if operation else None
            report = self._refuse(
                row.request if row else None, TextError(rule, limit=self._limits.request_body)
            )
        return _of_operation(report, operation, None)

    def _nowhere(self, route: Route, request: Request) -> Report:
        """The report on a request of no operation."""
        assert route.rule is not None
        faults, report = (
            [Fault(route.rule, "", "", {"methods": " or ".join(route.methods)})],
            _EMPTY,
        )
        if route.reachable:
            request = _lasting(request)
            name = method_overrides.in_query(request.query)
            if name is not None:
                faults.append(Fault("method-override", "query", printable(name), {}))
            self._overridden(route, request, faults)
            report = self._form(request)
            reads_text = request.query or method_overrides.is_form(request.method, request.headers)
            if reads_text and content.names_other_charset(request.headers):
                faults.append(Fault("content-charset", "", "content-type", {}))
        violations = [self._violation(fault) for fault in faults if fault.rule in self._rules]
        return self._with(report, violations) if violations else report

    def _overridden(self, route: Route, request: Request, faults: list[Fault]) -> None:
        """Finds a header by which a framework takes the request for one of another operation."""
        name = method_overrides.in_headers(request.headers, route.reachable)
        if name is not None:
            faults.append(Fault("method-override", "header", name, {}))

    def _form(
        self, request: Request, declared: Mapping[str, str] = method_overrides.FIELDS
    ) -> Report:
        """The report on a body that no operation reads: as a form it may override the method, or give a parameter."""
        if not method_overrides.is_form(request.method, request.headers):
            return _EMPTY
        most = self._limits.request_body
        try:
            if len(request.body) > most:
                raise TextError("json-size", limit=most)
            known = method_overrides.in_form(request.headers, request.body, most, declared)
        except TextError as error:
            if error.rule == "json-size":
                return self._refuse(None, error)
            fault = Fault(error.rule, "wire", "", {})
        else:
            if known is None:
                return _EMPTY
            rule = (
                "parameter-confusable"
                if known and known not in METHOD_FIELDS
                else "method-override"
            )
            fault = Fault(rule, "wire", "", {"name": known})
        return self._with(_EMPTY, [self._violation(fault)]) if fault.rule in self._rules else _EMPTY

    def _violation(self, fault: Fault) -> Violation:
        rule = self._rules[fault.rule]
        location = fault.location or rule.parameters["location"]
        message, hint = (
            rule.message.format_map(fault.told),
            fault.hint or rule.hint.format_map(fault.told),
        )
        return Violation(rule.rule, rule.mode, location, fault.pointer, message, hint)

    def _with(self, report: Report, more: Sequence[Violation]) -> Report:
        """The report with more violations, enforced ones first."""
        found = sorted((*more, *report.found), key=lambda violation: violation.mode != "enforce")
        most = self._limits.violations
        report = report._replace(found=tuple(found[:most]), more=report.more or len(found) > most)
        if any(violation.mode == "enforce" for violation in more):
            return report._replace(verdict="deny", needs=(), at_stake=(), sources=())
        return report


def _lasting(request: Request) -> Request:
    """The request with headers that can be read several times."""
    headers = request.headers
    return (
        request
        if isinstance(headers, list | tuple | dict)
        else request._replace(headers=list(headers))
    )


_EMPTY = Report("allow", (), None)
_new = tuple.__new__


def _of_operation(
    report: Report, operation: str | None, values: Mapping[str, Any] | None
) -> Report:
    return _new(Report, (*report[:-2], operation, values))


def _exchanged(rule: Rule, at: Tokens) -> Violation:
    return Violation(rule.rule, rule.mode, "exchange", join(at), rule.message, rule.hint)
