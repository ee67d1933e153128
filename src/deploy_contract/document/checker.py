"""From a document to its report: parsing, evaluation, and the fast path of the common case."""

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deploy_contract.bundle import Bundle
from deploy_contract.document import engines, wire
from deploy_contract.document.breaches import violation_from_text_error
from deploy_contract.document.engines import Engine
from deploy_contract.document.evaluation import Evaluator
from deploy_contract.document.reports import report_of, report_with_value, unread_report
from deploy_contract.document.structure import Reading
from deploy_contract.document.wire import Limits
from deploy_contract.logs import unexpected
from deploy_contract.outcome import Outcome
from deploy_contract.report import Report
from deploy_contract_format.errors import TextError
from deploy_contract_format.rules import source_member

if TYPE_CHECKING:  # imported when they are first needed: not for the few files of a hook
    from deploy_contract.document.fast_path import FastPath
    from deploy_contract.document.native_path import NativeCompiler, NativePath


class DocumentChecker:
    """The checker of documents for one contract. Its callers check kinds and sources."""

    def __init__(
        self,
        evaluator: Evaluator,
        engine: Engine,
        bundle: Bundle,
        limits: Limits,
        reading: Reading,
    ) -> None:
        """Make a checker.

        Args:
            evaluator: Evaluates parsed documents.
            engine: Parses and validates.
            bundle: Has the kinds of document.
            limits: Bounds of documents and reports.
            reading: Of undeclared members.
        """
        self._evaluator = evaluator
        self._engine = engine
        self._bundle = bundle
        self._limits = limits
        self._reading = reading
        self._native: NativeCompiler | None = None
        if engine.native is not None:
            from deploy_contract.document import native_path, reports

            reports.read_values_in_rust(engine.native)
            self._native = native_path.NativeCompiler(engine, bundle, evaluator, limits)
        self.native_paths: dict[tuple[str, str | None], NativePath] = {}
        self._native_tried: set[tuple[str, str | None]] = set()
        self.judges: dict[str, dict[str | None, Any]] = {}  # by kind and source
        self.door = None if engine.native is None else self._native_check
        self.fast_paths: dict[tuple[str, str | None], FastPath] = {}
        self._once: set[tuple[str, str | None]] = set()

    def _native_check(self, otherwise: Callable[..., Report]) -> Callable[..., Report]:
        """Return `Contract.check` in Rust. `otherwise` takes the documents that it leaves."""
        door = self._engine.native.Door(
            self.judges, source_member(self._bundle.book.kinds), otherwise
        )
        check: Callable[..., Report] = door.check
        return check

    def fast(
        self,
        path: "FastPath",
        document: bytes,
        kind: str,
        source: str | None,
        deployment: Mapping[str, Any] | None,
    ) -> Report:
        """Return the report on bytes that have a fast path, as `Contract.check` does for most."""
        bounds, parse, fits, undisputed, head, _, _ = path
        if len(document) > bounds.most_bytes:
            return self._check(document, kind, source, deployment)
        if len(document) > bounds.few_bytes:
            try:
                wire.refuse_many_objects(document, self._max_objects(kind))
            except TextError as error:
                return self.refuse(kind, error)
        try:
            value = parse(document)
        except Exception as error:  # whatever a parser raises
            return self.unparsed(document, error, kind, source, deployment)
        if not fits(value):
            return self.rejected(document, value, kind, source, deployment)
        if undisputed is not None and not undisputed(value):
            return self.disputed(path, document, value, kind, source, deployment)
        return report_with_value(head, value, None if deployment is None else {**deployment})

    def _on_native_path(
        self,
        path: "NativePath",
        document: bytes,
        kind: str,
        source: str | None,
        deployment: Mapping[str, Any] | None,
    ) -> Report:
        """Return the report on bytes that have a native path."""
        facts = None if deployment is None else {**deployment}
        answers = path.answers(document, facts)
        outcome = path.outcomes[answers]
        if outcome is None:
            return self.unsettled(answers, document, kind, source, deployment)
        if facts is not None:
            outcome = outcome._replace(facts=facts)
        return unread_report(outcome, document)

    def unsettled(
        self,
        answers: int,
        document: bytes,
        kind: str,
        source: str | None,
        deployment: Mapping[str, Any] | None,
    ) -> Report:
        """Return the report on bytes that have no outcome on the native path.

        If the structure is right, rules decide that depend on the stored deployment or the source.
        """
        native = self.native_paths[kind, source]
        if answers & native.structure:
            try:
                value = native.value(document)
            except ValueError:  # a number has to be judged by its digits
                return self._check(document, kind, source, deployment)
            return self._judged(document, value, kind, source, deployment, has_structure=True)
        return self._check(document, kind, source, deployment, rejected=True, parse=native.value)

    def rejected(
        self,
        document: bytes,
        value: Any,
        kind: str,
        source: str | None,
        deployment: Mapping[str, Any] | None,
    ) -> Report:
        """Return the report on a document that the schema of its fast path rejects."""
        return self._judged(document, value, kind, source, deployment, rejected=True)

    def disputed(
        self,
        path: "FastPath",
        document: bytes,
        value: Any,
        kind: str,
        source: str | None,
        deployment: Mapping[str, Any] | None,
    ) -> Report:
        """Return the report on a document that some sources may deny."""
        from deploy_contract.document.fast_path import report_on_disputed

        report = report_on_disputed(path, self._evaluator, kind, value, deployment)
        if report is not None:
            return report
        return self._judged(document, value, kind, source, deployment, has_structure=True)

    def check(
        self, document: Any, kind: str, source: str | None, deployment: Mapping[str, Any] | None
    ) -> Report:
        """Return the report on a document: bytes, text, or parsed JSON."""
        if self._native is not None:
            try:
                document = _bytes_of(document)
            except TextError as error:
                return self.refuse(kind, error)
            path = self._native_path(kind, source) if type(document) is bytes else None
            if path is not None:
                return self._on_native_path(path, document, kind, source, deployment)
        elif type(document) is bytes and (kind, source) in self.fast_paths:
            return self.fast(self.fast_paths[kind, source], document, kind, source, deployment)
        return self._check(document, kind, source, deployment)

    def _check(
        self,
        document: Any,
        kind: str,
        source: str | None,
        deployment: Mapping[str, Any] | None,
        *,
        rejected: bool = False,
        parse: wire.Parser | None = None,
    ) -> Report:
        try:
            value, body, by_digits = self._read(document, kind, parse)
        except TextError as error:
            return self.refuse(kind, error)
        except Exception as error:  # such as a MemoryError
            return self._unjudged("parsing a document", error, kind)
        return self._judged(
            body, value, kind, source, deployment, rejected=rejected, by_digits=by_digits
        )

    @cached_property
    def _by_digits(self) -> Evaluator:
        """The evaluator of documents with a `Numeral`, which jsonschema-rs does not take."""
        if self._engine.name not in ("native", "rust"):
            return self._evaluator
        return self._evaluator.by(engines.python(self._bundle, self._limits.items))

    def refuse(self, kind: str | None, error: TextError) -> Report:
        """Return the report on a document that could not be parsed."""
        violations = (violation_from_text_error(self._evaluator.rules[error.rule], error),)
        return report_of(
            Outcome("deny", violations, kind, consequences=self._evaluator.consequences)
        )

    def _unjudged(self, action: str, error: Exception, kind: str) -> Report:
        """Return the report on a document that something unexpected happened to."""
        unexpected(action, error)  # promised: the unexpected means deny, and shows no value
        return self.refuse(kind, TextError("unjudged"))

    def compile(self, kinds: Collection[str]) -> None:
        """Compile the path of some kinds and every source: the native one, else the fast one."""
        book = self._bundle.book
        for kind in kinds:
            how = book.kinds[kind]
            sources = (None, *book.sources) if how.source == "context" else (None,)
            for source in sources:
                key = (kind, source)
                if self._native is None:
                    self._compile_fast(kind, source)
                elif key not in self._native_tried:
                    self._compile_native(kind, source)

    def keeps_rules(self, value: Any, kind: str) -> bool:
        """Return True if a parsed document keeps every enforced rule; its schema is not checked."""
        rules = self._evaluator.plan(kind, None).enforced
        return not rules.relations and rules.fits()(value)

    def max_bytes(self, kind: str) -> int:
        """Return the length of the longest document of a kind that is parsed, in bytes."""
        if "request" in self._bundle.directions[kind]:
            return self._limits.request_body
        return self._limits.response_body

    def _max_objects(self, kind: str) -> int:
        """Return how many arrays and objects a document of a kind may hold."""
        if "request" in self._bundle.directions[kind]:
            return self._limits.request_objects
        return self._limits.response_objects

    def _judged(
        self,
        body: bytes | None,
        value: Any,
        kind: str,
        source: str | None,
        stored: Mapping[str, Any] | None,
        *,
        rejected: bool = False,
        has_structure: bool = False,
        by_digits: bool = False,
    ) -> Report:
        """Return the report on a parsed document; `body`: the bytes that it was parsed from."""
        evaluator = self._by_digits if by_digits else self._evaluator
        try:
            report = evaluator.evaluate(
                kind,
                value,
                source,
                stored,
                self._reading,
                body=body,
                rejected=rejected,
                has_structure=has_structure,
            )
        except TextError as error:
            return self.refuse(kind, error)
        except Exception as error:
            return self._unjudged("judging a document", error, kind)
        key = (kind, source)
        # only engines without native paths look these up
        if self._native is None and report.verdict != "deny" and key not in self.fast_paths:
            if key in self._once:  # compiling pays from the third document on
                self._compile_fast(kind, source)
            self._once.add(key)
        return report

    def _native_path(self, kind: str, source: str | None) -> "NativePath | None":
        """Return the native path of a kind and a source, compiled when it is first needed."""
        if (kind, source) not in self._native_tried:
            self._compile_native(kind, source)
        return self.native_paths.get((kind, source))

    def _compile_native(self, kind: str, source: str | None) -> None:
        if self._native is None:
            return
        self._native_tried.add((kind, source))
        from deploy_contract.document.native_path import Bounds

        bounds = Bounds(self.max_bytes(kind), self._max_objects(kind))
        path = self._native.compile(kind, source, bounds, self._reading)
        if path is not None:
            self.native_paths[kind, source] = path
            self.judges.setdefault(kind, {})[source] = path.judge

    def _compile_fast(self, kind: str, source: str | None) -> None:
        if (kind, source) in self.fast_paths or self._evaluator.candidates.is_split(kind):
            return
        from deploy_contract.document.fast_path import Bounds, compile_fast_path

        variant = "closed" if self._reading.closed else "open"
        root = self._bundle.roots[kind][variant]
        most = min(self.max_bytes(kind), self._limits.string)
        bounds = Bounds(most, min(most, 2 * self._max_objects(kind)))
        path = compile_fast_path(kind, source, root, self._evaluator, self._engine, bounds)
        self.fast_paths[kind, source] = path

    def unparsed(
        self,
        document: bytes,
        error: Exception,
        kind: str,
        source: str | None,
        deployment: Mapping[str, Any] | None,
    ) -> Report:
        """Return the report on bytes that the fast parser refuses."""
        if not isinstance(error, ValueError):
            unexpected("the parser", error)
        try:
            value = wire.diagnose(document, str(error))
        except TextError as fault:
            return self.refuse(kind, fault)
        except Exception as fault:  # such as a MemoryError
            return self._unjudged("parsing a document", fault, kind)
        by_digits = wire.check_numbers(document)
        return self._judged(document, value, kind, source, deployment, by_digits=by_digits)

    def _inspected(self, value: Any) -> tuple[Any, bool]:
        """Return a value of a caller as parsed JSON, and whether it holds a `Numeral`.

        Raises TextError if it has no such form.
        """
        try:
            return value, wire.inspect(value, self._limits)
        except TextError as error:
            if error.rule != "json-value":
                raise
        from deploy_contract.plain import plain

        try:
            value = plain(value)
        except Exception:  # whatever an object of the caller raises
            raise TextError("json-value") from None
        return value, wire.inspect(value, self._limits)

    def _read(
        self, document: Any, kind: str, parse: wire.Parser | None = None
    ) -> tuple[Any, bytes | None, bool]:
        """Return the value of a document, its bytes if it has any, and whether digits decide.

        `parse`: of the text; by default that of the engine. Raises TextError.
        """
        body = _bytes_of(document)
        if not isinstance(body, bytes):
            value, has_numeral = self._inspected(document)
            return value, None, has_numeral
        if len(body) > self.max_bytes(kind):
            raise TextError("json-size", limit=self.max_bytes(kind))
        wire.refuse_many_objects(body, self._max_objects(kind))
        by_digits = False
        try:
            value = (parse or self._engine.parse)(body)
        except Exception as error:  # whatever a parser raises
            if not isinstance(error, ValueError):
                unexpected("the parser", error)
            value = wire.diagnose(body, str(error))
            by_digits = wire.check_numbers(body)
        if len(body) > self._limits.string:
            wire.inspect(value, self._limits, parsed=True)
        return value, body, by_digits


def _bytes_of(document: Any) -> Any:
    """Return the bytes of bytes or text; parsed JSON as it is. Raises TextError."""
    if isinstance(document, str):
        try:
            return document.encode()
        except UnicodeEncodeError:
            raise TextError("json-encoding") from None
    if not isinstance(document, bytes | bytearray | memoryview):
        return document
    try:
        return bytes(document)
    except ValueError:  # a memoryview that was released
        raise TextError("json-value") from None
