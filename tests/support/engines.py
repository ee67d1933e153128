"""Contracts of each engine, made once, and what they say of a document."""

import json
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from deploy_contract_generated.names import DocumentKind, EngineName, SourceName

from deploy_contract import Contract, DocumentError, Report
from deploy_contract.answers import problem
from deploy_contract.report import outcome_of


def _engines() -> tuple[EngineName, ...]:
    try:
        import_module("deploy_contract_native")
    except ModuleNotFoundError:  # it was not built; one built from other sources is another error
        return ("python",)
    return ("python", "native")


ENGINES = _engines()


@cache
def made(engine: EngineName, **options: Any) -> Contract:
    """Return the contract of an engine with the options, made once for all tests."""
    return Contract(engine=engine, **options)


def answer(contract: Contract, document: Any, kind: DocumentKind, source: SourceName | None) -> Any:
    """Return the parts of a report that every engine must agree on."""
    report = contract.check(document, kind, source=source)
    pairs = {(violation.rule, violation.pointer) for violation in report.violations}
    return report.verdict, set() if report.truncated else pairs, report.needs, report.sources


def all_of(report: Report) -> Any:
    """Return all of a report that is compared, with the parts that only a middleware reads."""
    outcome, parameters = outcome_of(report), list((report.parameters or {}).items())
    parts = outcome.advice, outcome.kind, outcome.creates_revision, outcome.without_advice
    whole = report.to_dict(), report.status, report.sources
    return *whole, parts, repr(parameters), repr(report.value)


def agreed(judges: Iterable[Contract], judge: Callable[[Contract], Report], *given: Any) -> Any:
    """Return the report that all judges give, or the type and text of the exception that they raise.

    `given` is shown if they differ.
    """
    one, *others = [_result(judge, contract) for contract in judges]
    for other in others:
        assert _compared(other) == _compared(one), given
    return one


def _result(judge: Callable[[Contract], Report], contract: Contract) -> Any:
    try:
        return judge(contract)
    except Exception as error:  # compared with that of the other judge
        return type(error).__name__, str(error)


def _compared(result: Any) -> Any:
    return all_of(result) if isinstance(result, Report) else result


def names_what_it_enforces(report: Report) -> bool:
    """Return True if a denial says why, at every way to ask; True of what is not denied."""
    if report.verdict != "deny":
        return True
    enforced = {violation.rule for violation in report.violations if violation.mode == "enforce"}
    with pytest.raises(DocumentError) as caught:
        report.raise_for_violations()
    body = json.loads(problem(report, 422).body)
    return bool(enforced and caught.value.violations and str(caught.value) and body["violations"])
