"""The contract: one immutable value that judges documents."""

from collections.abc import Mapping, Sequence
from os import PathLike
from types import MappingProxyType
from typing import Any, NamedTuple

from deploy_contract import engines, wire
from deploy_contract.engines import Engine, Valid
from deploy_contract.judgement import Judge
from deploy_contract.plans import Advice, breaks
from deploy_contract.report import ContractError, Report
from deploy_contract.tables import operations, tables
from deploy_contract.violations import of_wire
from deploy_contract.wire import Limits
from deploy_contract_format.faults import TextError
from deploy_contract_format.rules import MODES, Rule

UNKNOWN_FIELDS: Mapping[str, str] = {"allow": "off", "report": "report", "reject": "enforce"}  # -> mode of unknown-field


_new = tuple.__new__  # a Report without the cost of naming its fields


class _Quick(NamedTuple):
    """What the common case needs: bytes with nothing wrong, their source known, and nothing of what is stored."""

    most_bytes: int
    parse: wire.Parser
    fits: Valid  # one schema that holds all that could refuse the document
    head: tuple[Any, ...]  # the report, but for the value


class Contract:
    """The contract of the deployment management service, as one gateway or user wants it applied.

    hosting: "cloud" | "self_hosted" | None (unknown, or both). unknown_fields: "allow" | "report" | "reject", for requests;
    for responses unless "allow". modes: rule id -> "enforce" | "report" | "off"; the rules of the wire cannot be relaxed.
    policies: paths of the operator's own rule files. engine: "auto" | "python" | "rust", or an Engine of your own.
    ContractError where one of them makes no sense. A Contract never changes, and threads may share it.
    """

    def __init__(
        self,
        *,
        hosting: str | None = None,
        unknown_fields: str = "allow",
        modes: Mapping[str, str] | None = None,
        policies: Sequence[str | PathLike[str]] = (),
        limits: Limits | None = None,
        engine: str | Engine = "auto",
    ) -> None:
        found = tables()
        _one_of("hosting", hosting, (None, *found.book.hostings))
        _one_of("unknown_fields", unknown_fields, tuple(UNKNOWN_FIELDS))
        self.hosting = None if hosting is None else str(hosting)
        self.unknown_fields = unknown_fields
        self.limits = _sound(limits or Limits())
        self._engine = _engine(engine, self.limits)
        self.rules: tuple[Rule, ...] = _moded(found.book.rules, policies_of(policies, found), unknown_fields, modes or {})
        active = tuple([rule for rule in self.rules if rule.mode != "off"])
        self._judge = Judge(self._engine, found.book._replace(rules=active), found.roots, self.hosting, self.limits)
        looked_for = any(rule.rule == "unknown-field" for rule in active)
        self._closed = {kind: looked_for or "request" in directions for kind, directions in found.directions.items()}
        if policies:
            self._try_out()
        self._quick: dict[tuple[str, str | None], _Quick | None] = {}
        self._once: set[tuple[str, str | None]] = set()
        self._made = True

    def __setattr__(self, name: str, value: object) -> None:
        """Refuses to change what is made: a new rule set is a new Contract."""
        if "_made" in self.__dict__:
            raise AttributeError(f"a Contract never changes; make another one to have another {name}")
        super().__setattr__(name, value)

    def _try_out(self) -> None:
        """Compiles every rule: what a policy has that an engine refuses is a fault now, not with the first document."""
        book = tables().book
        for kind, how in book.kinds.items():
            for source in book.sources if how.source == "context" else (None,):
                try:
                    for rules in self._judge.plan(kind, source):
                        rules.requirements()
                except Exception as error:
                    raise ContractError(
                        f"a rule of the policies cannot be compiled ({type(error).__name__}); see its schema"
                    ) from None

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
        return tuple(MappingProxyType(dict(row)) for row in operations())

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
        if deployment is None and type(document) is bytes:
            try:
                quick = self._quick.get((kind, source))
            except TypeError:  # something that cannot even be looked up
                quick = None
            if quick is not None and len(document) <= quick.most_bytes:
                _, parse, fits, head = quick
                try:
                    value = parse(document)
                except Exception as error:  # whatever a parser raises
                    return self._unparsed(document, kind, source, str(error))
                if fits(value):
                    return _new(Report, head + (value,))  # noqa: RUF005 - this is the quickest way
                return self._judged(document, value, kind, source, None, doubted=True)
        return self._long_way(document, kind, source, deployment)

    def _long_way(self, document: Any, kind: str, source: str | None, deployment: Mapping[str, Any] | None = None) -> Report:
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
    ) -> Report:
        """The whole judgement of a document that was read; `body` where it was read from bytes."""
        try:
            report = self._judge.judge(kind, value, source, stored, closed=self._closed[kind], body=body, doubted=doubted)
        except TextError as error:
            return self.refuse(kind, error)
        except Exception:  # promised: anything unexpected means deny, and lets no value out
            return self.refuse(kind, TextError("unjudged"))
        if report.verdict == "allow" and (kind, source) not in self._quick:
            if (kind, source) in self._once:  # it is worth compiling for the third and all that follow
                self._quick[kind, source] = self._quickened(kind, source)
            self._once.add((kind, source))
        return report

    def _quickened(self, kind: str, source: str | None) -> _Quick | None:
        """The way of the common case. None where no single schema can say all: the source is not known."""
        in_context = tables().book.kinds[kind].source == "context"
        if in_context and source is None:
            return None
        judge, closed = self._judge, self._closed[kind]
        plan, roots = judge.plan(kind, source if in_context else None), tables().roots[kind]
        fits = self._engine.document(kind, roots["closed" if closed else "open"], plan.enforced.overlay)
        sources, stored = ((source,), {"source": source}) if in_context and source else ((), {})

        most = self.limits.violations

        def fits_all(value: Any) -> bool:  # relations too, which no schema can say
            return fits(value) and not breaks(plan.enforced, value, stored, most)

        return _Quick(
            most_bytes=min(self.most_bytes(kind), self.limits.string),
            parse=self._engine.parse,
            fits=fits_all if plan.enforced.relations else fits,
            head=Report("allow", (), kind, sources, advice=Advice(plan.advised, stored, most))[:-1],
        )

    def _unparsed(self, document: bytes, kind: str, source: str | None, told: str) -> Report:
        try:
            return self._judged(document, wire.diagnose(document, told), kind, source, None)
        except TextError as error:
            return self.refuse(kind, error)

    def most_bytes(self, kind: str) -> int:
        """The longest document of a kind, in bytes, that is looked at."""
        return self.limits.request_body if "request" in tables().directions[kind] else self.limits.response_body

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
        try:
            value = self._engine.parse(body)
        except TextError:
            raise
        except Exception as error:
            value = wire.diagnose(body, str(error))
        if len(body) > self.limits.string:
            wire.inspect(value, self.limits)
        return value, body

    def refuse(self, kind: str, error: TextError) -> Report:
        """The report on a document that could not be read, as a reader of its text says: for formats other than JSON."""
        return Report("deny", (of_wire(self._judge.rules[error.rule], error),), kind)

    def _source(self, kind: str, source: str | None, deployment: Mapping[str, Any] | None) -> str | None:
        """The source that is known, from either argument."""
        book = tables().book
        _one_of("kind", kind, tuple(book.kinds))
        _one_of("source", source, (None, *book.sources))
        if deployment is not None:
            if not isinstance(deployment, Mapping):
                raise ContractError("deployment is a mapping: the stored deployment as far as it is known")
            stored = deployment.get("source")
            _one_of("the source of deployment", stored, (None, *book.sources))
            if stored is not None and source is not None and stored != source:
                raise ContractError("source contradicts the source of deployment; give one, or make them equal")
            source = stored if source is None else source
        return None if source is None else str(source)

    def __repr__(self) -> str:
        return f"<Contract {self.version}: hosting {self.hosting or 'unknown'}, engine {self.engine}>"


def _sound(limits: Limits) -> Limits:
    for name, value in limits._asdict().items():
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise ContractError(f"limits: {name} is an integer of at least 1")
    return limits


def _engine(wanted: str | Engine, limits: Limits) -> Engine:
    if isinstance(wanted, Engine):
        return wanted
    _one_of("engine", wanted, ("auto", "python", "rust"))
    try:
        return engines.engine(wanted, limits.items)
    except ImportError:
        raise ContractError('engine "rust" is not installed; install deploy-contract[fast]') from None


def policies_of(paths: Sequence[str | PathLike[str]], found: Any) -> tuple[Rule, ...]:
    """The rules of policy files, in their order."""
    rules: tuple[Rule, ...] = ()
    for path in paths:
        from deploy_contract import policies  # few contracts have any

        more = policies.read(path, found)
        twice = {rule.rule for rule in rules} & {rule.rule for rule in more}
        if twice:
            raise ContractError(f"rule id {min(twice)} is in two policies; choose another")
        rules += more
    return rules


def _moded(own: tuple[Rule, ...], added: tuple[Rule, ...], unknown_fields: str, modes: Mapping[str, str]) -> tuple[Rule, ...]:
    known = {rule.rule: rule for rule in (*own, *added)}
    for name, mode in modes.items():
        _one_of("a rule id in modes", name, tuple(known), show=False)
        _one_of(f"the mode of {name}", mode, MODES)
        if known[name].shape == "wire" and mode != "enforce":
            raise ContractError(f"{name} is a rule of the wire and cannot be relaxed: without it a body has no one meaning")
    wanted = {"unknown-field": UNKNOWN_FIELDS[unknown_fields], **modes}
    return tuple(rule._replace(mode=wanted.get(rule.rule, rule.mode)) for rule in known.values())


def _one_of(what: str, value: object, known: tuple[str | None, ...], *, show: bool = True) -> None:
    if value not in known:
        names = ", ".join("None" if name is None else name for name in known)
        raise ContractError(f"{what} is none of {names}" if show else f"{what} is none of the contract's; see Contract.rules")
