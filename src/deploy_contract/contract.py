"""The contract: one frozen value that judges documents, requests and responses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from deploy_contract_generated.patch_model import Model

from deploy_contract.bundle import Bundle
from deploy_contract.choices import require_choice
from deploy_contract.deployments import given_facts
from deploy_contract.effective import ContractOptions, EffectiveContract
from deploy_contract.exceptions import ContractError
from deploy_contract.frozen import frozen
from deploy_contract.http.messages import Request, checked_body
from deploy_contract.judge import Judge, Outcome
from deploy_contract.judge.outcome import NO_DOCUMENT
from deploy_contract.judge.python import wire
from deploy_contract.limits import Limits
from deploy_contract.logs import unexpected
from deploy_contract.plain import plain_facts
from deploy_contract.report import Report, to_report
from deploy_contract_format.errors import TextError
from deploy_contract_format.rules import Rule, by_id
from deploy_contract_format.vocabulary import ENGINES, REPORT_REQUESTS

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
    from deploy_contract.judge.python.documents import DocumentJudge

_NOT_BUILT = (
    'engine "native" was not built; install Rust, then install deploy-contract again with '
    "DEPLOY_CONTRACT_NATIVE=1 in the environment"
)
_NO_POLICIES = "policies must be a list of paths of policy files"


@dataclass(frozen=True, init=False, eq=False, repr=False)
class Contract:
    """The contract of the deployment management service, with your options.

    Make a contract once and share it: it never changes, and any number of threads may use it.
    The pickle of a contract holds its bundle, its options and the rules of its policies.

    Attributes:
        hosting: The hosting of all deployments; None if it is unknown.
        unknown_fields: The choice for fields that the contract does not declare.
        base_path: The prefix of all paths, or "" if paths have no prefix.
        limits: The limits of messages and reports.
        bundle: The bundle of the contract: its files as a value.
        rules: The rules with their modes: those of the contract, then those of the policies.
        engine: The name of the engine in use: "python" or "native".
        version: The version of the contract (`info.version` of spec/openapi.yaml).
        kinds: The kinds of document that `check` takes.
    """

    hosting: HostingName | None
    unknown_fields: UnknownFields
    base_path: str
    limits: Limits
    bundle: Bundle
    rules: tuple[Rule, ...]
    engine: str
    version: str
    kinds: tuple[str, ...]
    _policy_rules: tuple[Rule, ...]
    _options: ContractOptions
    _document_judge: Any
    _check: Callable[..., Report | None]
    _check_request: Callable[..., Report | None]
    _is_late: ClassVar[bool] = False

    def __init__(
        self,
        *,
        hosting: HostingName | Hosting | None = None,
        unknown_fields: UnknownFields | None = None,
        unknown_operations: UnknownChoice | None = None,
        modes: Mapping[str, RuleMode] | None = None,
        policies: Sequence[str | PathLike[str]] = (),
        base_path: str | None = None,
        limits: Limits | None = None,
        engine: EngineName = "auto",
        bundle: Bundle | None = None,
    ) -> None:
        """Make a contract.

        A bundle that `deploy-contract compile` wrote has policies, options and limits of its own.
        These are defaults. An option that you give replaces the option of the bundle. A mode that
        you give replaces the mode of the same rule. Your policies are added to those of the bundle.

        Args:
            hosting: The hosting of all deployments, "cloud" or "self_hosted". None: the hosting is
                unknown, or deployments have both.
            unknown_fields: The choice for fields and query parameters that the contract does not
                declare: "allow", "report-requests" (in requests only), "report" or "reject" (in
                requests and responses). None: "allow"; a middleware then takes "report-requests".
            unknown_operations: The choice for requests that lead to no operation of the contract:
                "allow", "report" or "reject". None: "allow".
            modes: A mapping from the id of a rule to its mode: "enforce", "report" or "off". A key
                such as "patch_deployment:schema-type" is for messages of one operation. A rule
                without which a body is ambiguous (`Rule.is_fixed`) cannot be relaxed.
            policies: The paths of your own rule files. The constructor reads them.
            base_path: The prefix of all paths, such as "/api-host". None: no prefix.
            limits: The limits of messages and reports. None: `Limits()`.
            engine: "native", "python" or "auto". "auto" takes "native" if it is built, else
                "python".
            bundle: The contract's files. None: the files that are installed with this package.

        Raises:
            ContractError: An option or a policy file is wrong. The text names the option and the
                allowed values, or the file, line and column.
        """
        bundle = Bundle.installed() if bundle is None else bundle
        if not isinstance(bundle, Bundle):
            raise ContractError("bundle must be a Bundle, such as Bundle.load(path)")
        given = {
            "hosting": None if hosting is None else str(hosting),
            "unknown_fields": unknown_fields,
            "unknown_operations": unknown_operations,
            "modes": modes,
            "base_path": base_path,
            "limits": limits,
            "engine": engine,
        }
        options = ContractOptions() if bundle.defaults is None else bundle.defaults.options
        self._set_up(bundle, _read_policies(policies, bundle), options.changed(given))

    def _set_up(
        self, bundle: Bundle, policy_rules: tuple[Rule, ...], options: ContractOptions
    ) -> None:
        known = by_id((*bundle.book.rules, *policy_rules))
        options.validate(known, bundle.book.hostings, bundle.operations)
        common = options.of_operation("")
        rules = common.with_modes(known.values())
        make_judge = partial(_make_judge, bundle, rules, common)
        judge, engine = _make_native(bundle, policy_rules, common, make_judge), "native"
        if judge is None:
            judge, engine = make_judge(), "python"
        if not self._is_late:  # then no document waits for an import, or fails because of it
            judge.definition  # noqa: B018 - it is made when it is first read
            wire.decimal_class()
        # the native judge of documents has one set of modes
        asked = judge.definition if options.own_operations else judge
        vars(self).update(
            hosting=options.hosting,
            unknown_fields=options.unknown_fields or "allow",
            base_path=options.base_path,
            limits=options.limits,
            bundle=bundle,
            rules=rules,
            engine=engine,
            version=bundle.version,
            kinds=bundle.kinds,
            _policy_rules=policy_rules,
            _options=replace(options, modes=dict(options.modes)),
            _document_judge=judge,
            _check=judge.check,
            _check_request=asked.check_request,
        )

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
            document: The document: JSON as bytes or text, parsed JSON, or a model. Models, members
                of enums and mappings are judged as the JSON that they represent. If an optional
                field of a model is None, it counts as absent.
            kind: The kind of the document, such as "DeploymentPatch", or the class of its model. A
                class of `deploy_contract.patches`, such as `CodehostPatch`, also states the source.
                A class that names another source for the revision requires the document to name it.
            source: The source of the deployment. Give it if you know it and the document does not
                contain it. None: unknown.
            deployment: The stored deployment as parsed JSON or as a model, as far as you know it.
                An absent field is unknown, and so is an optional field of a model that is None. The
                values of the deployment are not judged, and "true" differs from true. Do not change
                the deployment while you use the report. None: unknown.

        Raises:
            ContractError: `kind`, `source` or `deployment` is wrong.
        """
        check = self._check  # in Python 3.11, `self._check(...)` would take longer
        report = check(document, kind, source, deployment)
        if report is not None:  # as for most documents, if the core judges them
            return report
        name: str = kind.__name__ if isinstance(kind, type) else kind
        stated: Mapping[str, Any] = {}
        if isinstance(kind, type) and issubclass(kind, Model):
            name, given, stated = kind.__kind__, source, kind.__fixed__
            source = cast("SourceName", kind.__source__)
            if given not in (None, source):
                raise ContractError(f"source contradicts {kind.__name__}; leave it out")
        require_choice("kind", name, self.bundle.book.kinds)
        known, stored = given_facts(self.bundle.book, source, deployment)
        outcome = self._document_judge.document(document, name, known, stored)
        if stated:
            outcome = self._document_judge.definition.with_members(outcome, stated)
        return to_report(outcome)

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
                openapi-core's adapters. For Starlette, await `request.body()` before this call. For
                httpx, the body is `request.content`. If a hook sets another `stream`, this method
                does not see it, since a stream may be readable only once. A `ContractTransport`
                judges the stream that is sent.
            source: The source of the deployment, as for `check`.
            deployment: The stored deployment, as for `check`.

        Raises:
            ContractError: An argument is wrong, or the body of the request was not read.
        """
        check = self._check_request
        try:
            report = check(request, source, deployment)
        except ContractError:
            raise
        except Exception as error:
            return self._unjudged("judging a request", error, None)
        if report is not None:
            return report
        if request.__class__ is not Request:
            request = self.checker.read_request(request)  # a framework answers its own exceptions
        try:
            body = checked_body(request.body)
            return to_report(self.judge.request(request, body, source, deployment))
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
                of openapi-core's adapters. Read a stream before this call.
            request: The request of this response, as for `check_request`, or the report on that
                request. If its method may be HEAD, give the request itself: the response to HEAD
                has no body to judge.
            deployment: The stored deployment that the request addresses, before the request.
            operation: The operation of the response, if you have no request.
            known: A function for responses with several deployments. It takes the id of a
                deployment and returns the stored deployment before the request, or None if the id
                is unknown.

        Raises:
            ContractError: An argument is wrong.
        """
        checker, judge = self.checker, self.judge
        if operation is not None:
            require_choice("operation", operation, checker.operations)
        _, facts = given_facts(self.bundle.book, None, deployment)
        find = None if known is None else _finding(known)
        try:
            response = checker.read_response(response)
            asked: Report | Outcome | None = request if isinstance(request, Report) else None
            is_head = False
            if request is not None and asked is None:
                given = checker.read_request(request)
                asked, is_head = judge.request(given, given.body), given.method.upper() == "HEAD"
            name: str | None = operation or (None if asked is None else asked.operation)
            arguments = None if asked is None else asked.parameters
            if is_head:  # its response has no body
                return to_report(NO_DOCUMENT._replace(operation=name, parameters=arguments))
            return to_report(judge.response(response, name, arguments, facts, find))
        except ContractError:
            raise
        except Exception as error:
            return self._unjudged("judging a response", error, operation)

    def _unjudged(self, action: str, error: Exception, operation: str | None) -> Report:
        unexpected(action, error)  # promised: the unexpected means deny
        return to_report(self.judge.fault("unjudged", operation))

    @property
    def effective(self) -> EffectiveContract:
        """The effective contract: bundle, policies, options and limits, as one value."""
        return EffectiveContract(self.bundle.tables, self._policy_rules, self._options)

    @property
    def operations(self) -> tuple[Mapping[str, Any], ...]:
        """The operations, each with its name, method, path, parameters and kinds of document."""
        return self.bundle.operations

    @cached_property
    def checker(self) -> Checker:
        """The checker of requests and responses, for programs that forward messages.

        The checker routes requests, reads the messages of frameworks, and finds the ids of
        deployments that requests address.
        """
        from deploy_contract.http.checking import Checker  # documents do not need it

        return Checker(self._document_judge.definition, self.rules, self.bundle, self._options)

    @cached_property
    def judge(self) -> Judge:
        """The judge of documents, requests and responses."""
        judge: Judge = self._document_judge.with_messages(self.checker)
        if not self._by_operation:
            return judge
        from deploy_contract.http.checking import OperationJudges  # few contracts need it

        return OperationJudges(judge, {name: it.judge for name, it in self._by_operation.items()})

    @cached_property
    def _by_operation(self) -> Mapping[str, Self]:
        """The contracts by which operations with modes of their own are judged."""
        names, options_of = self._options.own_operations, self._options.of_operation
        return {name: self._with_options(options_of(name)) for name in names}

    @cached_property
    def _for_middleware(self) -> Self:
        options = self._options
        if options.unknown_fields is not None:
            return self
        return self._with_options(replace(options, unknown_fields=REPORT_REQUESTS))

    def _with_options(self, options: ContractOptions) -> Self:
        return self._unpickled(self.bundle, self._policy_rules, options)

    def prepare(self) -> Self:
        """Prepare the judges of all kinds of document now, and return the contract.

        Without this call, the first document of each kind takes longer.
        """
        for kind in self.bundle.kinds:
            self._document_judge.prepare(kind)
        for contract in self._by_operation.values():
            contract.prepare()
        self.judge  # noqa: B018 - it is made when it is first read
        return self

    def max_bytes(self, kind: str) -> int:
        """Return the largest size of a document of a kind, in bytes. A longer one is not parsed."""
        return self.limits.document_bytes(self.bundle.book.kinds[kind])

    def refuse(self, kind: str | None, error: TextError) -> Report:
        """Return the report on a text that could not be parsed, for formats such as YAML.

        Args:
            kind: The kind of the document. None: unknown.
            error: The rule that the text violates, and the place.
        """
        return to_report(self._document_judge.definition.refuse(kind, error))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
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


class LateContract(Contract):
    """The contract of a short run, which starts sooner: it makes the Python judge when needed.

    Its methods raise ContractError if they need that judge, and it cannot be loaded.
    """

    _is_late = True


def checked(contract: Contract, name: str = "contract") -> Contract:
    """Return an argument that must be a contract. Raises ContractError if it is something else."""
    if not isinstance(contract, Contract):
        raise ContractError(f"{name} must be a Contract, such as Contract()")
    return contract


@cache
def default_contract() -> Contract:
    """Return the contract of callers that give none."""
    return Contract()


def or_default(contract: Contract | None) -> Contract:
    """Return an argument that may be a contract, or the default contract if it is None.

    Raises ContractError if it is something else.
    """
    return default_contract() if contract is None else checked(contract)


def for_middleware(contract: Contract) -> Contract:
    """Return the contract by which a middleware judges.

    If `unknown_fields` was not chosen, this contract reports undeclared names of requests. It is
    made once. Otherwise, the function returns the contract that it got. Raises ContractError if it
    got no contract.
    """
    return checked(contract)._for_middleware  # noqa: SLF001 - of this module


def _read_policies(paths: Sequence[str | PathLike[str]], bundle: Bundle) -> tuple[Rule, ...]:
    """Return the rules of all policies: those in a compiled bundle, then those in the files.

    Raises:
        ContractError: a file is wrong, or two policies have a rule of the same id.
    """
    if isinstance(paths, str | bytes) or not isinstance(paths, Sequence):
        raise ContractError(_NO_POLICIES)
    rules = () if bundle.defaults is None else bundle.defaults.policies
    for path in paths:
        if not isinstance(path, str | PathLike):
            raise ContractError(_NO_POLICIES)
        from deploy_contract import policies  # few contracts have any

        read = policies.read(path, bundle).rules
        more = tuple([rule._replace(parameters=frozen(rule.parameters)) for rule in read])
        twice = by_id(rules).keys() & by_id(more).keys()
        if twice:
            raise ContractError(f"rule id {min(twice)} is in two policies; choose another")
        rules += more
    return rules


def _make_judge(bundle: Bundle, rules: tuple[Rule, ...], options: ContractOptions) -> DocumentJudge:
    """Return the Python judge. Raises ContractError if it cannot be loaded."""
    try:
        # this import takes as long as all others of a short run
        from deploy_contract.judge.python.documents import DocumentJudge
    except Exception as error:  # for example, too many files are open
        raise ContractError(f"cannot load the Python judge: {type(error).__name__}") from error
    return DocumentJudge(bundle, rules, options)


def _make_native(
    bundle: Bundle,
    policies: tuple[Rule, ...],
    options: ContractOptions,
    make_definition: Callable[[], DocumentJudge],
) -> Any:
    """Return the native judge. None: the Python judge is wanted, or the core cannot judge.

    Raises:
        ContractError: the engine is unknown, or "native" is wanted and the core cannot judge.
    """
    require_choice("engine", options.engine, ENGINES)
    if options.engine == "python":
        return None
    try:
        from deploy_contract.judge.native import NativeJudge

        contract = EffectiveContract(bundle.judged_tables, policies, options)
        return NativeJudge(contract.to_json(), bundle.book, Request, Report, make_definition)
    except ImportError:
        error = ContractError(_NOT_BUILT)
    except ContractError as refusal:
        error = refusal
    if options.engine == "native":
        raise error from None
    return None


def _finding(known: Callable[[str], Any]) -> Callable[[str], Mapping[str, Any] | None]:
    """Return a function that finds the facts of `known`, and raises ContractError for others."""

    def find(identity: str) -> Any:
        facts = known(identity)
        if not isinstance(plain_facts(facts, ()), Mapping | None):
            raise ContractError("known must return a mapping, a model or None")
        return facts

    return find
