"""Bodies of requests and responses: whether their headers give them one meaning, then the document.

If a body is ambiguous, only the faults of its headers are reported, not those of its content.
"""

from collections.abc import Mapping
from typing import Any

from deploy_contract.http import content, forms
from deploy_contract.http.faults import (
    BODY_MISSING,
    OTHER_CHARSET,
    UNDECODABLE,
    UNKNOWN_CODING,
    UNREAD_CODING,
    Fault,
    FaultRules,
)
from deploy_contract.http.headers import content_headers
from deploy_contract.http.messages import Request, Response
from deploy_contract.http.parameter_names import METHOD_FIELDS, METHOD_READINGS
from deploy_contract.http.routing import Operation
from deploy_contract.judge.python.documents import DocumentJudge
from deploy_contract.limits import Limits
from deploy_contract.report import Report, report_of
from deploy_contract_format.errors import TextError

NO_BODY = Report("allow")


class BodyChecker:
    """The checker of bodies for a contract.

    Args:
        documents: judges the documents.
        rules: the active rules on HTTP.
        limits: of the contract.
    """

    def __init__(self, documents: DocumentJudge, rules: FaultRules, limits: Limits) -> None:
        self._documents = documents
        self._rules = rules
        self._limits = limits

    def request(
        self,
        operation: Operation,
        request: Request,
        source: str | None,
        deployment: Mapping[str, Any] | None,
        faults: list[Fault],
    ) -> Report:
        """Return the report on the JSON body of a request, and append to `faults`.

        Args:
            operation: an operation that has a request body.
            request: with a body of bytes, and headers that can be read twice.
            source: of the deployment, if known.
            deployment: facts about the stored deployment, if known.
            faults: receives the faults of headers and body.

        Raises:
            ContractError: the headers are not pairs.
        """
        kind = operation.request
        assert kind is not None
        body = request.body
        if not body:
            if content.names_other_charset(request.headers):
                faults.append(OTHER_CHARSET)
            if operation.request_required:
                faults.append(BODY_MISSING)
            return self._rules.unread_body(kind)
        limit = self._limits.request_body
        if len(body) > limit:
            return self._refuse(kind, TextError("json-size", limit=limit))
        types, codings = content_headers(request.headers)
        rule = content.media_type_fault(types, operation.media_type)
        if rule is not None:
            faults.append(_media_type_fault(rule, operation))
        if codings:
            coding = content.parse_coding(codings)
            if coding is None:
                faults.append(UNKNOWN_CODING)
                return self._rules.unread_body(kind)
            try:
                body = content.decode_body(body, coding, limit)
            except TextError as error:
                return self._undecodable(kind, error, faults)
            if not body:
                faults.append(BODY_MISSING)
                return self._rules.unread_body(kind)
        if rule is not None and self._rules.enforces(rule):
            return self._rules.unread_body(kind)
        return report_of(self._documents.document(body, kind, source, deployment))

    def unseen_request(self, operation: Operation, request: Request, faults: list[Fault]) -> Report:
        """Return the report on the body of a request that was not shown, by its headers alone.

        Args:
            operation: an operation that has a request body.
            request: with headers that can be read twice.
            faults: receives the faults of the headers.

        Raises:
            ContractError: the headers are not pairs.
        """
        assert operation.request is not None
        if operation.request_required:
            types, codings = content_headers(request.headers)
            rule = content.media_type_fault(types, operation.media_type)
            if rule is not None:
                faults.append(_media_type_fault(rule, operation))
            if content.parse_coding(codings) is None:
                faults.append(UNKNOWN_CODING)
        elif content.names_other_charset(request.headers):  # there may be no body
            faults.append(OTHER_CHARSET)
        return self._rules.unread_body(operation.request)

    def response(
        self, operation: Operation, kind: str, response: Response, faults: list[Fault]
    ) -> Report:
        """Return the report on the body of a response, and append to `faults`.

        Args:
            operation: the operation that the response belongs to.
            kind: the document kind for the status of the response.
            response: with a body of bytes, and headers of any form that `content_headers` takes.
            faults: receives the faults of headers and body.

        Raises:
            ContractError: the headers are not pairs.
        """
        types, codings = content_headers(response.headers)
        rule = content.media_type_fault(types, operation.media_type)
        if rule is not None:
            faults.append(_media_type_fault(rule, operation))
            if self._rules.enforces(rule):
                return self._rules.unread_body(kind)
        coding = content.parse_coding(codings)
        if coding is None:
            faults.append(UNREAD_CODING)
            return self._rules.unread_body(kind)
        if not response.body:
            faults.append(BODY_MISSING)
            return self._rules.unread_body(kind)
        limit = self._limits.response_body
        if len(response.body) > limit:
            return self._refuse(kind, TextError("json-size", limit=limit))
        try:
            body = content.decode_body(response.body, coding, limit)
        except TextError as error:
            return self._undecodable(kind, error, faults)
        return report_of(self._documents.answer(body, kind))

    def form(self, request: Request, declared: Mapping[str, str] = METHOD_READINGS) -> Report:
        """Return the report on a body of a request whose operation has none.

        A framework may parse it as a form. A field of the form may then override the method, or
        be taken for a parameter.

        Args:
            request: with headers that can be read twice.
            declared: as `parameter_names.by_reading` returns it.
        """
        if not forms.is_form(request.method, request.headers):
            return NO_BODY
        limit = self._limits.request_body
        try:
            if len(request.body) > limit:
                raise TextError("json-size", limit=limit)
            known = forms.find_field(request.headers, request.body, limit, declared)
        except TextError as error:
            if error.rule == "json-size":
                return self._refuse(None, error)
            return self._rules.add(NO_BODY, [Fault(error.rule, "wire")])
        if known is None:
            return NO_BODY
        rule = "method-override"
        if known and known not in METHOD_FIELDS:
            rule = "parameter-confusable"
        return self._rules.add(NO_BODY, [Fault(rule, "wire", "", {"name": known})])

    def _refuse(self, kind: str | None, error: TextError) -> Report:
        return report_of(self._documents.refuse(kind, error))

    def _undecodable(self, kind: str, error: TextError, faults: list[Fault]) -> Report:
        """Return the report on a body that cannot be decoded within the limit."""
        if error.rule == "content-decoding":
            faults.append(UNDECODABLE)
            return self._rules.unread_body(kind)
        return self._refuse(kind, error)


def _media_type_fault(rule: str, operation: Operation) -> Fault:
    return Fault(rule, "", "content-type", {"media_type": operation.media_type})
