"""The fast path of `Contract.check`: documents of a kind and source that come again and again.

It takes bytes within the limits. It skips the walker, the search for candidates and the evaluation
of advice. This is safe: it returns a report only if the schemas that it compiled express every
enforced rule, and leaves all other documents to the evaluation.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple

from deploy_contract.document.advice import Advice, Undecided
from deploy_contract.document.cases import Case, find_breaches
from deploy_contract.document.engines import Engine, Valid
from deploy_contract.document.evaluation import Evaluator
from deploy_contract.document.reports import report_of
from deploy_contract.document.wire import Parser
from deploy_contract.outcome import Head, Outcome, head
from deploy_contract.report import Report
from deploy_contract_format.frozen import FrozenFields

_new = tuple.__new__  # makes a named tuple faster than its constructor


class Bounds(NamedTuple):
    """The sizes of the bodies that take this path, in bytes.

    Attributes:
        most_bytes: of any body.
        few_bytes: of a body that is too short to hold too many arrays and objects.
    """

    most_bytes: int
    few_bytes: int


class Disputed(FrozenFields):
    """The candidates for documents that some sources admit and others do not.

    Attributes:
        sources: the candidates.
        enforced: the enforced rules of each candidate.
        advised: the advisory rules of each candidate.
        any_state: returns True if the stored deployment does not matter.
        stateless: returns True if a candidate admits a document, for each candidate.
        outcomes: which candidates admit a document -> the sources left, the needs, and the enforced
            rules of the other candidates.
    """

    __slots__ = ("sources", "enforced", "advised", "any_state", "stateless", "outcomes")  # noqa: RUF023 - in order
    sources: tuple[str | None, ...]
    enforced: tuple[Case, ...]
    advised: tuple[Case, ...]
    any_state: Valid
    stateless: tuple[Valid, ...]
    outcomes: dict[tuple[bool, ...], tuple[Any, ...]]


class FastPath(NamedTuple):
    """All that is compiled for a kind of document and a source.

    Attributes:
        bounds: of the bodies.
        parse: of the engine.
        fits: a validator of one schema of all that could refuse the document; of the structure
            alone if `undisputed` is not None.
        undisputed: if the source is not known, a validator of all that any source could refuse.
        head: the outcome of a document that passes, without its value.
        most: violations that a report may show.
        disputed: returns the candidates for documents that pass `fits` and not `undisputed`; None
            if relations decide. It compiles their rules at the first call.
    """

    bounds: Bounds
    parse: Parser
    fits: Valid
    undisputed: Valid | None
    head: Head
    most: int
    disputed: Callable[[], Disputed | None]


def compile_fast_path(
    kind: str, source: str | None, root: str, evaluator: Evaluator, engine: Engine, bounds: Bounds
) -> FastPath:
    """Compile the fast path for a kind of document and a source.

    Args:
        kind: of the document.
        source: of the deployment; None if it is unknown, or the document carries it.
        root: name of the definition of the structure.
        evaluator: of the contract.
        engine: of the contract.
        bounds: of the bodies.
    """
    sources: tuple[str | None, ...] = (None,)
    if evaluator.candidates.by_context(kind):
        sources = evaluator.candidates.admitted
        if source is not None:
            sources = (source,)
    advice = evaluator.advice(kind, sources)
    known = tuple([name for name in sources if name])
    outcome = Outcome("allow", (), kind, known, advice=advice, consequences=evaluator.consequences)
    undisputed = None
    if len(sources) == 1:
        fits = _fits_all(kind, root, evaluator.case(kind, sources[0]), engine)
    else:
        fits, undisputed = engine.definition(kind, root), evaluator.planner.undisputed(kind)
    disputed = cache(lambda: _disputed(kind, sources, evaluator))
    return FastPath(bounds, engine.parse, fits, undisputed, head(outcome), advice.most, disputed)


def report_on_disputed(
    path: FastPath, evaluator: Evaluator, kind: str, value: Any, facts: Mapping[str, Any] | None
) -> Report | None:
    """Return the report on a document that some sources admit and others do not.

    It asks each candidate once. The consequences of the answers are kept for the next document.

    Args:
        path: that the document took.
        evaluator: of the contract.
        kind: of the document.
        value: the document; its structure is right.
        facts: about the stored deployment, if known.

    Returns:
        None if the evaluation has to decide: the stored deployment decides, or the candidates
        agree.
    """
    disputed, candidates = path.disputed(), evaluator.candidates
    if disputed is None or not disputed.any_state(value):
        return None
    answers = tuple([fits(value) for fits in disputed.stateless])
    if all(answers):
        return None
    if answers not in disputed.outcomes:
        by_source = dict(zip(disputed.sources, answers, strict=True))
        left = tuple([name for name, admits in by_source.items() if admits])
        closed = tuple([case for case in disputed.enforced if not by_source[case.source]])
        disputed.outcomes[answers] = left, candidates.needs(by_source), closed
    sources, needs, enforced = disputed.outcomes[answers]
    if not sources:
        return None
    known, most = {**(facts or {})}, path.most
    undecided = _new(Undecided, (enforced, most))
    advice = _new(Advice, (disputed.advised, most, ()))
    fields = (
        "indeterminate", (), kind, sources, needs, undecided, False,
        evaluator.consequences, advice, value, known, None, None,
    )  # fmt: skip
    return report_of(_new(Outcome, fields))


def _fits_all(kind: str, root: str, case: Case, engine: Engine) -> Valid:
    """Return a validator of documents with the structure that keep all enforced rules."""
    overlay = case.rules.overlay()
    fits = engine.document(kind, root, overlay)
    if overlay and not case.rules.relations:
        return fits
    # relations and rules beyond one batch are in no overlay
    return lambda value: fits(value) and not find_breaches(case, {}, value, 1)


def _disputed(kind: str, sources: tuple[str | None, ...], evaluator: Evaluator) -> Disputed | None:
    planner = evaluator.planner
    enforced = tuple([planner.case("enforce", kind, name) for name in sources])
    if enforced[0].rules.relations:
        return None
    advised = tuple([planner.case("report", kind, name) for name in sources])
    any_state = enforced[0].rules.any_state()
    stateless = tuple([case.rules.stateless() for case in enforced])
    return Disputed(sources, enforced, advised, any_state, stateless, {})
