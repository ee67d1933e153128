"""From the arguments of `Contract.check` to the report on a document."""

from typing import Any

from deploy_contract.bundle import Bundle
from deploy_contract.choices import require_choice
from deploy_contract.document.checker import DocumentChecker
from deploy_contract.options import known_source
from deploy_contract.plain import plain_facts
from deploy_contract.report import Report


def check_document(
    bundle: Bundle,
    documents: DocumentChecker,
    document: Any,
    kind: str | type,
    source: str | None,
    deployment: Any,
    answers: int | None = None,
) -> Report:
    """Return the report on a document.

    Args:
        bundle: of the contract.
        documents: its checker of documents.
        document: as for `Contract.check`, like the next three.
        kind: of the document.
        source: of the deployment.
        deployment: the stored one.
        answers: of the native judge of the document, if it has one.

    Raises:
        ContractError: `kind`, `source` or `deployment` is wrong.
    """
    if isinstance(kind, type):
        kind = kind.__name__
    known = source
    if deployment is not None:
        deployment = plain_facts(deployment)
        require_choice("kind", kind, bundle.book.kinds)
        known = known_source(bundle, source, deployment)
    if type(document) is bytes and documents.door is None:
        # The fast path of values. Only checked kinds and sources are keys here.
        try:
            path = documents.fast_paths.get((kind, known))
        except TypeError:  # not hashable
            path = None
        if path is not None:
            return documents.fast(path, document, kind, known, deployment)
    if deployment is None:
        require_choice("kind", kind, bundle.book.kinds)
        known = known_source(bundle, source, None)
    if answers is not None:
        return documents.unsettled(answers, document, kind, known, deployment)
    return documents.check(document, kind, known, deployment)
