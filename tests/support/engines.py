"""Contracts of each engine, made once, and what they say of a document."""

from functools import cache
from importlib import import_module
from typing import Any

from deploy_contract_generated.names import DocumentKind, EngineName, SourceName

from deploy_contract import Contract


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
