"""Hypothesis strategies: documents and requests that the contract allows, and wrong documents.

Each wrong document has exactly one fault, and the id of the rule that it breaks.
"""

import json
import math
import string
import warnings
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from deploy_contract_generated.names import DocumentKind, OperationName, SourceName

from deploy_contract.choices import require_choice
from deploy_contract.contract import Contract, or_default
from deploy_contract.examples.breaking import Subject, find_faults, only_fault, unbroken_rules
from deploy_contract.exceptions import ContractError, needing
from deploy_contract.http.messages import Request
from deploy_contract_format.definitions import Schema, types_of, written_out
from deploy_contract_format.pointer import MISSING
from deploy_contract_format.rules import by_id
from deploy_contract_format.suggestions import not_one_of

with needing("testing", "strategies of documents need"):
    from hypothesis import reject
    from hypothesis import strategies as st

_LARGE = 2**53 - 1
# `st.text` would make the tables of Unicode, for seconds, in a project where Hypothesis is new
_CHARACTERS = f"{string.printable}\0\x85\xa0\xe9\u0131\u200b\u2028\u4e2d\ufeff\uff21\U0001f600"
_TEXTS = st.lists(st.sampled_from(_CHARACTERS), max_size=12).map("".join)
_KEYS = st.lists(st.sampled_from(_CHARACTERS), max_size=8).map("".join)
_UUIDS = st.uuids().map(str)
_TIMES = st.datetimes().map(lambda time: f"{time.year:04}-{time:%m-%dT%H:%M:%S}Z")
_MAX_OPTIONAL = 6  # members of an object beside the required members
_ONE_MORE = st.sampled_from([False, True, True, True])
_FORMATS = {"uuid": _UUIDS, "date-time": _TIMES}
_SCALARS = (
    st.none() | st.booleans() | st.integers(-_LARGE, _LARGE) | _KEYS
)  # in places that the contract leaves open
_OPEN = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_KEYS, inner, max_size=2),
    max_leaves=4,
)


class InvalidDocument(NamedTuple):
    """A document with exactly one fault.

    Attributes:
        document: the document, as parsed JSON.
        rule: the id of the rule that it breaks.
        pointer: the place of the fault, as a JSON Pointer.
    """

    document: Any
    rule: str
    pointer: str


def documents(
    kind: DocumentKind, *, source: SourceName | None = None, contract: Contract | None = None
) -> st.SearchStrategy[Any]:
    """Return a strategy for documents of a kind, as parsed JSON, that the contract allows.

    Args:
        kind: the kind of document, such as "DeploymentPatch".
        source: the source of the deployment. None: the documents are allowed for every source.
        contract: the contract. None: `Contract()`.

    Raises:
        ContractError: an argument is wrong, or Hypothesis is not installed.
    """
    subject = Subject(or_default(contract), kind, source)
    subject.require()
    definitions = subject.contract.bundle.definitions(kind)
    whole = _of_schema(written_out(definitions[kind], definitions))

    @st.composite
    def allowed(draw: st.DrawFn) -> Any:
        document = subject.with_source(draw(whole))
        found = subject.repaired(document)
        # a member that a policy requires may be missing
        if found is MISSING and isinstance(document, dict):
            found = subject.repaired({**document, **subject.small()})
        return reject() if found is MISSING else found

    return allowed()


def invalid_documents(
    kind: DocumentKind,
    *,
    source: SourceName | None = None,
    rules: Collection[str] | None = None,
    contract: Contract | None = None,
) -> st.SearchStrategy[InvalidDocument]:
    """Return a strategy for documents that break exactly one enforced rule, at one place.

    Args:
        kind: the kind of document, such as "DeploymentPatch".
        source: the source of the deployment. None: they are denied for every source.
        rules: the ids of the rules to break. None: every rule that a document can break alone. If
            no document is found for an enforced rule of a policy, a warning names it.
        contract: the contract. None: `Contract()`.

    Raises:
        ContractError: an argument is wrong, no document breaks only one of the rules, or Hypothesis
            is not installed.
    """
    contract = or_default(contract)
    subject = Subject(contract, kind, source)
    subject.require()
    found = find_faults(subject)
    if isinstance(rules, str) or not isinstance(rules, Collection | None):
        raise ContractError("rules must be a list of ids")
    wanted = sorted(found if rules is None else set(rules))
    known = by_id(contract.rules)
    for rule in wanted:
        if rule not in known:
            raise ContractError(f"rules: {not_one_of(rule, sorted(found))}")
    missing = [rule for rule in wanted if rule not in found]
    if missing:
        raise ContractError(_not_broken(missing, kind, source))
    if not wanted:
        raise ContractError("rules is empty; name a rule, or leave it out")
    unbroken = unbroken_rules(subject)
    if rules is None and unbroken:
        warnings.warn(_not_broken(unbroken, kind, source), stacklevel=2)
    valid = documents(kind, source=source, contract=contract)

    @st.composite
    def invalid(draw: st.DrawFn) -> InvalidDocument:
        rule = draw(st.sampled_from(wanted))
        fault = draw(st.sampled_from(found[rule]))
        for document in (draw(valid), subject.small()):
            changed = fault.applied(document, subject.root)
            only = only_fault(subject.check(changed))
            if only is not None and only.rule == rule:
                return InvalidDocument(changed, rule, only.pointer)
        raise AssertionError("a change that was a fault before is no longer a fault")

    return invalid()


def valid_requests(
    operation: OperationName | None = None,
    *,
    source: SourceName | None = None,
    contract: Contract | None = None,
) -> st.SearchStrategy[Request]:
    """Return a strategy for whole requests that the contract allows.

    They have parameters in path and query, and a body of JSON if the operation takes one. Add the
    host and credentials of your service.

    Args:
        operation: the operation. None: every operation of the contract.
        source: the source of the deployment that a body changes. None: the requests are allowed for
            every source.
        contract: the contract. None: `Contract()`.

    Raises:
        ContractError: an argument is wrong, or Hypothesis is not installed.
    """
    contract = or_default(contract)
    rows = {row["operation"]: row for row in contract.operations}
    if operation is not None:
        require_choice("operation", operation, rows)
    if source is not None:
        require_choice("source", source, contract.bundle.book.sources)
    chosen = [operation] if operation is not None else list(rows)
    return st.one_of([_requests(contract, rows[name], source) for name in chosen])


def _requests(
    contract: Contract, row: Mapping[str, Any], source: SourceName | None
) -> st.SearchStrategy[Request]:
    """Return a strategy for requests to the operation of a row of the table."""
    kind = row["request"]
    body = st.just(b"")
    if kind is not None:
        given = source if contract.bundle.book.kinds[kind].source == "context" else None
        found = documents(kind, source=given, contract=contract)
        body = found.map(lambda document: json.dumps(document).encode())
        if not row["request_required"]:
            body |= st.just(b"")
    headers = {"content-type": row["media_type"]} if kind is not None else {}

    @st.composite
    def requests(draw: st.DrawFn) -> Request:
        path, query = row["path"], {}
        for parameter in row["parameters"]:
            name, texts = parameter["name"], _parameter_texts(parameter)
            if parameter["in"] == "path":
                path = path.replace(f"{{{name}}}", quote(draw(texts.filter(bool)), safe=""))
            elif parameter["required"] or draw(st.booleans()):
                query[name] = draw(texts)
        request = Request(
            row["method"], contract.base_path + path, urlencode(query), headers, draw(body)
        )
        report = contract.check_request(request, source=source)
        return request if report.verdict == "allow" else reject()

    return requests()


def _parameter_texts(parameter: Mapping[str, Any]) -> st.SearchStrategy[str]:
    """Return a strategy for the texts of a parameter."""
    if "items" in parameter:
        items = _of_schema(parameter["items"]).map(_parameter_text)
        return st.lists(items, min_size=1, max_size=3).map(",".join)
    texts = _of_schema(parameter["schema"]).map(_parameter_text)
    if "values" in parameter:
        return st.sampled_from(parameter["values"]) | texts
    return texts


def _parameter_text(value: Any) -> str:
    """Return a value as a text of a path or query. Booleans are in lower case, as in JSON."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _not_broken(rules: Collection[str], kind: str, source: str | None) -> str:
    deployment = f"source {source}" if source else "every source"
    return (
        f"rules: no {kind} for {deployment} was found that breaks {', '.join(rules)} alone; "
        "is the rule enforced, for this kind and source, and independent of stored values?"
    )


def _of_schema(schema: Schema) -> st.SearchStrategy[Any]:
    """Return a strategy for documents that a written-out schema of a bundle admits."""
    if "$ref" in schema:  # refers to a definition that admits any value
        return _OPEN
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    return st.one_of([_of_type(kind, schema) for kind in types_of(schema)])


def _of_type(kind: str, schema: Schema) -> st.SearchStrategy[Any]:
    if kind == "string":
        return _FORMATS.get(schema.get("x-format", ""), _TEXTS)
    if kind == "array":
        return st.lists(_of_schema(schema["items"]), max_size=3)
    if kind == "object":
        if "properties" in schema:
            return _objects(schema)
        values = _of_schema(schema["additionalProperties"])
        return st.dictionaries(_KEYS, values, max_size=3)
    low, high = schema.get("minimum", 0), schema.get("maximum", 0)
    whole = st.integers(math.ceil(low), math.floor(high))
    found: dict[str, st.SearchStrategy[Any]] = {
        "null": st.none(),
        "boolean": st.booleans(),
        "integer": whole,
        "number": whole | st.floats(max(low, -1e6), min(high, 1e6)),
    }
    return found[kind]


def _objects(schema: Schema) -> st.SearchStrategy[Any]:
    """Return a strategy for objects with the required members and some of the others.

    The strategies of members are made when they are drawn: making all of them would take a second,
    and an object with all members is larger than Hypothesis draws.
    """
    declared = schema["properties"]
    required = list(schema.get("required", ()))
    optional = [name for name in declared if name not in required]
    names, more = st.sampled_from(optional), _ONE_MORE if optional else st.sampled_from([False])
    members: dict[str, st.SearchStrategy[Any]] = {}

    def member(name: str) -> st.SearchStrategy[Any]:
        if name not in members:
            members[name] = _of_schema(declared[name])
        return members[name]

    @st.composite
    def objects(draw: st.DrawFn) -> Any:
        found = {name: draw(member(name)) for name in required}
        # each choice comes right before its value, so Hypothesis shrinks by dropping both
        while len(found) < len(required) + _MAX_OPTIONAL and draw(more):
            name = draw(names)
            if name not in found:
                found[name] = draw(member(name))
        return found

    return objects()
