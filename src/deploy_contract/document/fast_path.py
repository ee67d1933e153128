"""The way of the common case: what is compiled for documents of a kind and source that come again and again."""

from typing import Any, NamedTuple

from deploy_contract.document.engines import Engine, Valid
from deploy_contract.document.evaluation import Judge
from deploy_contract.document.plans import breaks
from deploy_contract.document.wire import Parser
from deploy_contract.report import Report
from deploy_contract.tables import tables


class Bounds(NamedTuple):
    """The sizes of the bodies that take this way, in bytes; one of `few_bytes` cannot hold too many arrays and objects."""

    most_bytes: int
    few_bytes: int


class Quick(NamedTuple):
    """What the common case needs: bytes with nothing wrong, and nothing of what is stored."""

    bounds: Bounds
    parse: Parser
    fits: Valid  # one schema that holds all that could refuse the document; the structure alone where `undisputed` is there
    undisputed: Valid | None  # where the source is not known: what no source could refuse
    head: tuple[Any, ...]  # the report, but for the value


def quickened(
    kind: str, source: str | None, root: str, judge: Judge, engine: Engine, bounds: Bounds
) -> Quick:
    """Compile the way for a kind of document; one schema says all where its source is known, or does not matter.

    `root`: the definition of the structure.
    """
    sources: tuple[str | None, ...] = (None,)
    if tables().book.kinds[kind].source == "context":
        sources = judge.candidates.admitted if source is None else (source,)
    undisputed = judge.candidates.undisputed(kind) if len(sources) > 1 else None
    known = tuple([name for name in sources if name])
    return Quick(
        bounds=bounds,
        parse=engine.parse,
        fits=_fitting(kind, root, sources[0], judge, engine)
        if undisputed is None
        else engine.definition(kind, root),
        undisputed=undisputed,
        head=Report("allow", (), kind, known, advice=judge.advice(kind, sources, {}))[:-3],
    )


def _fitting(kind: str, root: str, source: str | None, judge: Judge, engine: Engine) -> Valid:
    """Return a validator of documents that have nothing wrong, for one source."""
    case = judge.case(kind, source)
    fits = engine.document(kind, root, case.rules.overlay)

    def fits_all(value: Any) -> bool:  # relations too, which no schema can say
        return fits(value) and not breaks(case, {}, value, 1)

    return fits_all if case.rules.relations or not case.rules.overlay else fits
