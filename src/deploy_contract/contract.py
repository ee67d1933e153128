"""The contract: one frozen value that judges documents, requests and responses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from os import PathLike
from typing import TYPE_CHECKING, Any, Self, cast

from deploy_contract.arguments import check_document
from deploy_contract.bundle import Bundle
from deploy_contract.choices import require_choice
from deploy_contract.document.engines import Engine
from deploy_contract.document.wire import Limits
from deploy_contract.exceptions import ContractError
from deploy_contract.logs import unexpected
from deploy_contract.options import (
    REPORT_REQUESTS,
    ContractOptions,
    Parts,
    assemble,
    compile_documents,
    known_source,
    read_policies,
    resolve_bundle,
)
from deploy_contract.plain import plain_facts
from deploy_contract.report import Report
from deploy_contract_format.errors import TextError
from deploy_contract_format.frozen import Frozen
from deploy_contract_format.rules import Rule

if TYPE_CHECKING:
    from deploy_contract_generated.models import Deployment, Hosting, Source
    from deploy_contract_generated.names import (
        DocumentKind,
        EngineName,
        HostingName,
        OperationName,
        RuleMode,
        SourceName,
        UnknownChoice,
        UnknownFields,
    )

    from deploy_contract.http.checking import Checker


class Contract(Frozen):
    """The contract of the deployment management service, as you want it applied.

    Make it once and share it. A contract never changes, and any number of threads may use it.
    Its pickle holds its options and the rules of its policies. A contract with an engine of your
    own cannot be pickled.
    """

    _bundle: Bundle
    _policy_rules: tuple[Rule, ...]
    _options: ContractOptions
    _parts: Parts

    def __init__(
        self,
        *,
        hosting: HostingName | Hosting | None = None,
        unknown_fields: UnknownFields | None = None,
        unknown_operations: UnknownChoice = "allow",
        modes: Mapping[str, RuleMode] | None = None,
        policies: Sequence[str | PathLike[str]] = (),
        base_path: str = "",
        limits: Limits | None = None,
        engine: EngineName | Engine = "auto",
        bundle: Bundle | None = None,
    ) -> None:
        """Make a contract.

        Args:
            hosting: The hosting of all deployments. None: unknown, or both.
            unknown_fields: "allow", "report-requests", "report" or "reject" fields and query
                parameters that the contract does not declare. "report" and "reject" judge those
                of responses too. None: "allow", but a middleware takes "report-requests".
            unknown_operations: The same for requests that lead to no operation of the contract.
            modes: The mode of a rule by its id: "enforce", "report" or "off". Rules without which
                a body is ambiguous cannot be relaxed.
            policies: The paths of your own rule files, which are read now.
            base_path: The prefix of all paths, such as "/api-host".
            limits: The limits of messages and reports. None: `Limits()`.
            engine: The engine, by name. "auto": the fastest that is installed.
            bundle: The contract's files. None: those that are installed with this package.

        Raises:
            ContractError: An option or a policy file is wrong. The text names the option, the
                allowed values and the nearest of them.
        """
        bundle = resolve_bundle(bundle)
        options = ContractOptions(
            hosting=None if hosting is None else cast("HostingName", str(hosting)),
            unknown_fields=unknown_fields,
            unknown_operations=unknown_operations,
            modes={} if modes is None else modes,
            base_path=base_path,
            limits=Limits() if limits is None else limits,
            engine=engine,
        )
        self._set_up(bundle, read_policies(policies, bundle), options)

    def _set_up(self, bundle: Bundle, rules: tuple[Rule, ...], options: ContractOptions) -> None:
        parts = assemble(bundle, rules, options)
        vars(self).update(
            _bundle=bundle,
            _policy_rules=rules,
            _options=options._replace(modes=dict(options.modes)),
            _parts=parts,
        )
        documents = parts.documents
        if documents.door is not None and type(self).check is _CHECK:
            # The fast path of bytes, in Rust. It is an attribute of the instance, so that a call
            # runs no code of Python. It leaves all documents that it does not accept.
            vars(self)["check"] = documents.door(partial(check_document, bundle, documents))

    def check(
        self,
        document: Any,
        kind: DocumentKind | type[Any],
        *,
        source: SourceName | Source | None = None,
        deployment: Mapping[str, Any] | Deployment | None = None,
    ) -> Report:
        """Return the report on a document. A bad document never raises.

        Args:
            document: The document: JSON as bytes or text, or parsed JSON. A text is read as JSON.
                Models, members of enums and mappings are taken as the JSON that they stand for;
                a field of a model that is None and may be left out counts as left out.
            kind: The kind of the document, such as "DeploymentPatch", or its model.
            source: The source of the deployment, if the document does not hold it and you know it.
            deployment: The stored deployment as parsed JSON or as a model, as far as you know it.
                Fields that it does not hold are unknown, as are fields of a model that may be
                left out and are None. Do not change it while you use the report, which
                reads it when you ask for `undecided`.

        Raises:
            ContractError: `kind`, `source` or `deployment` is wrong.
        """
        documents = self._parts.documents
        return check_document(self._bundle, documents, document, kind, source, deployment)

    def check_request(
        self,
        request: Any,
        *,
        source: SourceName | Source | None = None,
        deployment: Mapping[str, Any] | Deployment | None = None,
    ) -> Report:
        """Return the report on a request. A bad request never raises.

        A request that leads to no operation of the contract is allowed, unless
        `unknown_operations` says otherwise. Its report has no `operation`.

        Args:
            request: A `Request`, or a request of Starlette, Django, Flask, httpx, requests or of
                openapi-core's adapters. Await `request.body()` of Starlette before.
            source: The source of the deployment, as for `check`.
            deployment: The stored deployment, as for `check`.

        Raises:
            ContractError: An argument is wrong, or the body of the request was not read.
        """
        return self._check_request(request, source, deployment)

    def _check_request(
        self,
        request: Any,
        source: SourceName | Source | None,
        deployment: Mapping[str, Any] | Deployment | None,
    ) -> Report:
        """Return the report on a request. The arguments are those of `check_request`."""
        checker = self.checker
        known: str | None = source
        facts: Mapping[str, Any] | None = None
        if source is not None or deployment is not None:
            facts = plain_facts(deployment)
            known = known_source(self.bundle, source, facts)
        given = checker.read(request)  # a framework answers its own exceptions
        is_seen = "check_request" in vars(self) and given is request
        judge = checker.other_request if is_seen else checker.request
        try:
            return judge(checker.checked(given), known, facts)
        except ContractError:
            raise
        except Exception as error:
            return self._unjudged("judging a request", error, None)

    def check_response(
        self,
        response: Any,
        request: Any = None,
        *,
        deployment: Mapping[str, Any] | Deployment | None = None,
        operation: OperationName | None = None,
        known: Callable[[str], Mapping[str, Any] | Deployment | None] | None = None,
    ) -> Report:
        """Return the report on a response. A bad response never raises.

        A response with a status that the contract does not describe is allowed.

        Args:
            response: A `Response`, or a response of Starlette, Django, Flask, httpx, requests or
                of openapi-core's adapters. A stream must be read before.
            request: The request that it answers, as for `check_request`, or the report on it. Give
                the request itself if its method may be HEAD: then there is no body to judge.
            deployment: The stored deployment that the request addresses, as it was before.
            operation: The operation of the response, if you have no request.
            known: A function from the id of a deployment to the stored deployment, as it was
                before, for responses that hold several. It returns None for an unknown id.

        Raises:
            ContractError: An argument is wrong.
        """
        if operation is not None:
            require_choice("operation", operation, self.checker.operations)
        facts: Mapping[str, Any] | None = None
        if deployment is not None:
            facts = plain_facts(deployment)
            known_source(self.bundle, None, facts)
        find = None if known is None else _finding(known)
        try:
            response = self.checker.read_response(response)
            return self.checker.response(response, request, operation, facts, find)
        except ContractError:
            raise
        except Exception as error:
            return self._unjudged("judging a response", error, operation)

    def _unjudged(self, action: str, error: Exception, operation: str | None) -> Report:
        unexpected(action, error)  # promised: the unexpected means deny
        return self.checker.fault("unjudged", operation)

    @property
    def hosting(self) -> HostingName | None:
        """The hosting of all deployments; None if it is unknown."""
        return self._options.hosting

    @property
    def unknown_fields(self) -> UnknownFields:
        """The choice for fields that the contract does not declare."""
        return self._options.unknown_fields or "allow"

    @property
    def base_path(self) -> str:
        """The prefix of all paths, or "" if paths have no prefix."""
        return self._options.base_path

    @property
    def limits(self) -> Limits:
        """The limits of messages and reports."""
        return self._options.limits

    @property
    def bundle(self) -> Bundle:
        """The files that the contract was made from."""
        return self._bundle

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules with their modes: those of the contract, then those of the policies."""
        return self._parts.rules

    @property
    def engine(self) -> str:
        """The name of the engine in use, such as "python" or "rust"."""
        return self._parts.engine.name

    @property
    def version(self) -> str:
        """The version of the contract (`info.version` of spec/openapi.yaml)."""
        return self.bundle.version

    @property
    def documents(self) -> tuple[str, ...]:
        """The kinds of document that `check` takes."""
        return self.bundle.documents

    @property
    def operations(self) -> tuple[Mapping[str, Any], ...]:
        """The operations, each with its name, method, path, parameters and kinds of document."""
        return self.bundle.operations

    @cached_property
    def checker(self) -> Checker:
        """The checker of requests and responses, for programs that carry messages.

        It routes requests, finds the ids that they address, and judges messages by their routes.
        """
        from deploy_contract.http.checking import Checker  # documents do not need it
        from deploy_contract.http.routing import Router

        parts, router = self._parts, Router(self.bundle, self.base_path)
        checker = Checker(
            self.check, self.refuse, parts.rules, self.bundle.book.kinds, router, self.limits,
            parts.consequences, parts.answers, parts.engine.native, parts.documents.judges,
        )  # fmt: skip
        ordinary = checker.ordinary
        is_ours = type(self).check_request is _CHECK_REQUEST
        if ordinary is not None and ordinary.native is not None and is_ours:
            # the fast path of ordinary requests, in Rust, as that of `check`
            door = ordinary.module.RequestDoor(ordinary.native, self._check_request)
            vars(self)["check_request"] = door.check_request
        return checker

    def prepare(self) -> Self:
        """Compile everything now; return the contract. Raises ContractError if that fails."""
        compile_documents(self._parts, self._bundle)
        assert self.checker
        return self

    def max_bytes(self, kind: str) -> int:
        """Return the length of the longest document of a kind that is parsed, in bytes."""
        return self._parts.documents.max_bytes(kind)

    def keeps_rules(self, value: Any, kind: str) -> bool:
        """Return True if parsed JSON surely keeps every enforced rule; its schema is not checked."""
        return self._parts.documents.keeps_rules(value, kind)

    def refuse(self, kind: str | None, error: TextError) -> Report:
        """Return the report on a text that could not be parsed, for formats such as YAML.

        `kind`: of the document, if it is known. `error`: the rule that the text breaks.
        """
        return self._parts.documents.refuse(kind, error)

    def __reduce__(self) -> tuple[Any, ...]:
        if not isinstance(self._options.engine, str):
            raise TypeError("a Contract with an Engine of your own has no pickle; name the engine")
        return self._unpickled, (self.bundle, self._policy_rules, self._options)

    @classmethod
    def _unpickled(
        cls, bundle: Bundle, policy_rules: tuple[Rule, ...], options: ContractOptions
    ) -> Self:
        contract = cls.__new__(cls)
        contract._set_up(bundle, policy_rules, options)  # noqa: SLF001 - of the same class
        return contract

    def __repr__(self) -> str:
        hosting = self.hosting or "unknown"
        return f"<Contract {self.version}: hosting {hosting}, engine {self.engine}>"


def for_middleware(contract: Contract) -> Contract:
    """Return a contract as a middleware judges by it: it reports undeclared names of requests.

    A contract whose `unknown_fields` was chosen stays as it is.
    """
    options = contract._options  # noqa: SLF001 - of this module
    if options.unknown_fields is not None:
        return contract
    options = options._replace(unknown_fields=REPORT_REQUESTS)
    return type(contract)._unpickled(contract.bundle, contract._policy_rules, options)  # noqa: SLF001


def _finding(known: Callable[[str], Any]) -> Callable[[str], Mapping[str, Any] | None]:
    """Return a function that finds the facts of `known` as parsed JSON."""

    def find(identity: str) -> Mapping[str, Any] | None:
        facts: Mapping[str, Any] | None = plain_facts(known(identity))
        return facts

    return find


_CHECK, _CHECK_REQUEST = Contract.check, Contract.check_request  # a subclass may have its own
