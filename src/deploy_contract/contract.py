"""The contract: one immutable value that judges documents."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from os import PathLike
from typing import TYPE_CHECKING, Any, Self

from deploy_contract.document import wire
from deploy_contract.document.engines import Engine
from deploy_contract.document.evaluation import Judge
from deploy_contract.document.fast_path import Bounds, Quick, quickened
from deploy_contract.document.plans import Advice
from deploy_contract.document.wire import Limits
from deploy_contract.logs import unexpected
from deploy_contract.options import engine_of, one_of, prefix, rules_of, sound
from deploy_contract.report import ContractError, Report
from deploy_contract.tables import frozen_operations, operations, tables
from deploy_contract.violations import of_wire
from deploy_contract_format.faults import TextError
from deploy_contract_format.frozen import frozen
from deploy_contract_format.rules import Rule

if TYPE_CHECKING:
    from deploy_contract.http.checking import Checker

_new = tuple.__new__  # a Report without the cost of naming its fields


class Contract:
    """The contract of the deployment management service, as one gateway or user wants it applied.

    hosting: "cloud" | "self_hosted" | None (unknown, or both). unknown_fields: "allow" | "report" | "reject", for requests and
    their query parameters; for responses unless "allow". unknown_operations: the same, for requests that lead to no operation.
    modes: rule id -> "enforce" | "report" | "off"; the rules of the wire cannot be relaxed. policies: paths of the operator's
    own rule files. base_path: the prefix of all paths, such as "/api-host". engine: "auto" | "python" | "rust", or an Engine.
    ContractError where one of them makes no sense. A Contract never changes, and threads may share it. It is pickled by its
    options, and by the rules of its policies as they were read: the files are not needed again.
    """

    def __init__(
        self,
        *,
        hosting: str | None = None,
        unknown_fields: str = "allow",
        unknown_operations: str = "allow",
        modes: Mapping[str, str] | None = None,
        policies: Sequence[str | PathLike[str]] = (),
        base_path: str = "",
        limits: Limits | None = None,
        engine: str | Engine = "auto",
    ) -> None:
        found = tables()
        one_of("hosting", hosting, (None, *found.book.hostings))
        self.hosting = None if hosting is None else str(hosting)
        self.unknown_fields = unknown_fields
        self.limits = sound(limits or Limits())
        self._engine = engine_of(engine, self.limits)
        self._rules = rules_of(found, policies, unknown_fields, unknown_operations, modes or {})
        self.base_path = prefix(base_path)
        self._options = {
            "hosting": self.hosting, "unknown_fields": unknown_fields, "unknown_operations": unknown_operations,
            "modes": {**(modes or {})}, "base_path": base_path, "limits": self.limits, "engine": engine,
        }  # fmt: skip
        active = tuple([rule for rule in self._rules if rule.mode != "off"])
        self._judge = Judge(
            self._engine, found.book._replace(rules=active), found.roots, self.hosting, self.limits
        )
        looked_for = any(rule.rule == "unknown-field" for rule in active)
        self._closed = {
            kind: looked_for or "request" in directions
            for kind, directions in found.directions.items()
        }
        if policies:  # what an engine refuses of them is a fault now, not with the first document
            try:
                self._judge.compile()
            except ImportError:
                raise
            except Exception as error:
                reason = f"a rule of the policies cannot be compiled ({type(error).__name__}); see its schema"
                raise ContractError(reason) from None
        self._quick: dict[tuple[str, str | None], Quick] = {}
        self._once: set[tuple[str, str | None]] = set()
        self._made = True

    def __setattr__(self, name: str, value: object) -> None:
        """Refuses to change what is made: a new rule set is a new Contract."""
        if "_made" in self.__dict__:
            raise AttributeError(
                f"a Contract never changes; make another one to have another {name}"
            )
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        """Refuses to change what is made."""
        raise AttributeError(f"a Contract never changes; make another one to have another {name}")

    def __copy__(self) -> Self:
        """Return the contract itself: it never changes."""
        return self

    def __deepcopy__(self, _memo: object) -> Self:
        """Return the contract itself: it never changes."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the options, and the rules that are not the contract's own. TypeError for an engine that has no name."""
        if not isinstance(self._options["engine"], str):
            raise TypeError(
                "a Contract with an Engine of the caller's own cannot be pickled; name the engine"
            )
        own = {rule.rule for rule in tables().book.rules}
        policies = tuple([rule for rule in self._rules if rule.rule not in own])
        return _made_again, (type(self), {**self._options, "policies": policies})

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules with their modes: those of the contract, then those of the policies."""
        return tuple([rule._replace(parameters=frozen(rule.parameters)) for rule in self._rules])

    def prepared(self) -> Self:
        """Return the contract with all compiled that documents need: the first ones then cost no more than others."""
        book = tables().book
        for kind, how in book.kinds.items():
            for source in (None, *(book.sources if how.source == "context" else ())):
                self._quick[kind, source] = self._quickened(kind, source)
        assert self.checker
        return self

    @property
    def engine(self) -> str:
        """The engine in use: "python" or "rust"."""
        return self._engine.name

    @property
    def version(self) -> str:
        """The version of the contract (info.version of spec/openapi.yaml)."""
        return tables().version

    @property
    def documents(self) -> tuple[str, ...]:
        """The kinds of document that `check` takes."""
        return tuple(tables().roots)

    @property
    def operations(self) -> tuple[Mapping[str, Any], ...]:
        """The operation table: id, method, path, parameters, and the kinds of document of request and responses."""
        return frozen_operations()

    def check(
        self,
        document: bytes | bytearray | str | Any,
        kind: str,
        *,
        source: str | None = None,
        deployment: Mapping[str, Any] | None = None,
    ) -> Report:
        """The report on a document: bytes or text of JSON, or JSON that is parsed already.

        source: that of the deployment, where the document does not carry it and the caller knows it. deployment: the stored
        deployment as far as it is known, parsed JSON. Nothing raises on a bad document; ContractError where kind, source or
        deployment make no sense.
        """
        if deployment is not None:
            source = self._source(kind, source, deployment)
        if type(document) is bytes:
            try:
                quick = self._quick.get((kind, source))
            except TypeError:  # something that cannot even be looked up
                quick = None
            if quick is not None and len(document) <= quick.bounds.most_bytes:
                bounds, parse, fits, undisputed, head = quick
                if len(document) > bounds.few_bytes:
                    try:
                        wire.refuse_many_objects(document, self.most_objects(kind))
                    except TextError as error:
                        return self.refuse(kind, error)
                try:
                    value = parse(document)
                except Exception as error:  # whatever a parser raises
                    if not isinstance(error, ValueError):
                        unexpected("the parser", error)
                    return self._unparsed(document, str(error), kind, source, deployment)
                if fits(value):
                    if undisputed is not None and not undisputed(value):
                        report = self._judge.candidates.disputed(kind, value, deployment)
                        return report or self._judged(
                            document, value, kind, source, deployment, sound=True
                        )
                    if deployment is not None:
                        cases, _, *rest = head[-1]
                        head = (*head[:-1], _new(Advice, (cases, {**deployment}, *rest)))
                    return _new(Report, head + (value, None, None))  # noqa: RUF005 - this is the quickest way
                return self._judged(document, value, kind, source, deployment, doubted=True)
        return self._long_way(document, kind, source, deployment)

    def check_request(
        self,
        request: Any,
        *,
        source: str | None = None,
        deployment: Mapping[str, Any] | None = None,
    ) -> Report:
        """The report on a request: a Request, or what has the attributes of openapi-core's Request protocol.

        source and deployment: what is known of the deployment, as for `check`. A request that leads to no operation of the
        contract has none in its report, and is allowed unless `unknown_operations` says otherwise.
        """
        if source is not None or deployment is not None:
            self._source_of(
                source, deployment
            )  # what makes no sense is the caller's mistake, whatever the request
        try:
            return self.checker.request(request, source, deployment)
        except ContractError:
            raise
        except Exception as error:
            unexpected("judging a request", error)
            return self.checker.fault("unjudged", None)

    def check_response(
        self,
        response: Any,
        request: Any = None,
        *,
        deployment: Mapping[str, Any] | None = None,
        operation: str | None = None,
        known: Callable[[str], Mapping[str, Any] | None] | None = None,
    ) -> Report:
        """The report on a response: a Response, or what has the attributes of openapi-core's Response protocol.

        request: the one that it answers, or the report on it. Without it `operation` says what the response belongs to. A
        response to HEAD has no body to judge; give the request itself.
        deployment: what was known of the deployment that the request addresses; known: the same for any id, where a response
        holds several. A response of a status that the interface does not describe is allowed.
        """
        one_of("operation", operation, (None, *self.checker.operations))
        if deployment is not None:
            self._source_of(None, deployment)
        try:
            return self.checker.response(response, request, operation, deployment, known)
        except ContractError:
            raise
        except Exception as error:
            unexpected("judging a response", error)
            return self.checker.fault("unjudged", operation)

    @cached_property
    def checker(self) -> "Checker":
        """What judges requests and responses, for those that carry them."""
        from deploy_contract.http.checking import Checker  # documents need nothing of it
        from deploy_contract.http.routing import Router

        router = Router(operations(), self.base_path)
        return Checker(
            self.check, self.refuse, self._rules, tables().book.kinds, router, self.limits
        )

    def _long_way(
        self,
        document: Any,
        kind: str,
        source: str | None,
        deployment: Mapping[str, Any] | None = None,
    ) -> Report:
        if deployment is None:
            source = self._source(kind, source, deployment)
        try:
            value, body = self._read(document, kind)
        except TextError as error:
            return self.refuse(kind, error)
        return self._judged(body, value, kind, source, deployment)

    def _judged(
        self,
        body: bytes | None,
        value: Any,
        kind: str,
        source: str | None,
        stored: Mapping[str, Any] | None,
        *,
        doubted: bool = False,
        sound: bool = False,
    ) -> Report:
        """The whole judgement of a document that was read; `body` where it was read from bytes."""
        closed = self._closed[kind]
        try:
            report = self._judge.judge(
                kind, value, source, stored, closed=closed, body=body, doubted=doubted, sound=sound
            )
        except TextError as error:
            return self.refuse(kind, error)
        except (
            Exception
        ) as error:  # promised: anything unexpected means deny, and lets no value out
            unexpected("judging a document", error)
            return self.refuse(kind, TextError("unjudged"))
        if report.verdict != "deny" and (kind, source) not in self._quick:
            if (
                kind,
                source,
            ) in self._once:  # it is worth compiling for the third and all that follow
                self._quick[kind, source] = self._quickened(kind, source)
            self._once.add((kind, source))
        return report

    def _quickened(self, kind: str, source: str | None) -> Quick:
        root = tables().roots[kind]["closed" if self._closed[kind] else "open"]
        bounds = Bounds(min(self.most_bytes(kind), self.limits.string), 2 * self.most_objects(kind))
        return quickened(kind, source, root, self._judge, self._engine, bounds)

    def _unparsed(
        self,
        document: bytes,
        told: str,
        kind: str,
        source: str | None,
        deployment: Mapping[str, Any] | None,
    ) -> Report:
        try:
            return self._judged(document, wire.diagnose(document, told), kind, source, deployment)
        except TextError as error:
            return self.refuse(kind, error)

    def most_bytes(self, kind: str) -> int:
        """The longest document of a kind, in bytes, that is looked at."""
        return (
            self.limits.request_body
            if "request" in tables().directions[kind]
            else self.limits.response_body
        )

    def most_objects(self, kind: str) -> int:
        """Return how many arrays and objects a document of a kind may hold that is read from bytes."""
        return (
            self.limits.request_objects
            if "request" in tables().directions[kind]
            else self.limits.response_objects
        )

    def _read(self, document: Any, kind: str) -> tuple[Any, bytes | None]:
        """The value of a document, and its bytes where it has any. TextError where it has no value."""
        if isinstance(document, str):
            try:
                document = document.encode()
            except UnicodeEncodeError:
                raise TextError("json-encoding") from None
        if not isinstance(document, bytes | bytearray | memoryview):
            wire.inspect(document, self.limits)
            return document, None
        try:
            body = bytes(document)
        except ValueError:  # a memoryview that was released
            raise TextError("json-value") from None
        if len(body) > self.most_bytes(kind):
            raise TextError("json-size", limit=self.most_bytes(kind))
        wire.refuse_many_objects(body, self.most_objects(kind))
        try:
            value = self._engine.parse(body)
        except Exception as error:  # whatever a parser raises
            if not isinstance(error, ValueError):
                unexpected("the parser", error)
            value = wire.diagnose(body, str(error))
        if len(body) > self.limits.string:
            wire.inspect(value, self.limits, parsed=True)
        return value, body

    def refuse(self, kind: str | None, error: TextError) -> Report:
        """The report on a document that could not be read, as a reader of its text says: for formats other than JSON."""
        return Report("deny", (of_wire(self._judge.rules[error.rule], error),), kind)

    def _source(
        self, kind: str, source: str | None, deployment: Mapping[str, Any] | None
    ) -> str | None:
        if not isinstance(kind, str) or kind not in tables().book.kinds:
            one_of("kind", kind, tuple(tables().book.kinds))
        return self._source_of(source, deployment)

    def _source_of(self, source: str | None, deployment: Mapping[str, Any] | None) -> str | None:
        """The source that is known, from either argument."""
        sources = tables().book.sources
        if source is not None:
            one_of("source", source, (None, *sources))
        if deployment is not None:
            if not isinstance(deployment, Mapping):
                raise ContractError(
                    "deployment is a mapping: the stored deployment as far as it is known"
                )
            stored = deployment.get("source")
            if stored is not None and (not isinstance(stored, str) or stored not in sources):
                one_of("the source of deployment", stored, (None, *sources))
            if stored is not None and source is not None and stored != source:
                raise ContractError(
                    "source contradicts the source of deployment; give one, or make them equal"
                )
            source = stored if source is None else source
        return None if source is None else str(source)

    def __repr__(self) -> str:
        return (
            f"<Contract {self.version}: hosting {self.hosting or 'unknown'}, engine {self.engine}>"
        )


def _made_again(kind: type[Contract], options: Mapping[str, Any]) -> Contract:
    return kind(**options)
