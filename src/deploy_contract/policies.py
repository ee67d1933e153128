"""Policies: rule files of operators, with the sections `fields` and `rules` of spec/rules.yaml.

The section `cases` has documents and requests with the verdict that they must get.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from os import PathLike, fspath
from typing import Any, NamedTuple, TypeAlias

from deploy_contract.bundle import Bundle
from deploy_contract.exceptions import ContractError
from deploy_contract.judge.python import wire
from deploy_contract.places import json_place, place_of_fault
from deploy_contract_format.errors import Place, TextError
from deploy_contract_format.forms import NAMES, Form, problems
from deploy_contract_format.parameters import Known
from deploy_contract_format.pointer import Tokens, join
from deploy_contract_format.printing import escape_name
from deploy_contract_format.reading import FileError, is_yaml, read_regular
from deploy_contract_format.rulefile import parse
from deploy_contract_format.rules import Rule, by_id
from deploy_contract_format.shapes import CASES
from deploy_contract_format.subset import Problem
from deploy_contract_format.vocabulary import VERDICTS
from deploy_contract_format.yaml_text import Located, yaml_documents

LONGEST = 1 << 20  # bytes of a policy file
MAX_FAULTS = 20  # faults that a message shows
_PlaceIn: TypeAlias = Callable[[Tokens], Place | None]  # finds the place of a part of a file


class Policy(NamedTuple):
    """The rules of a policy file, and its cases as parsed, each with its place."""

    rules: tuple[Rule, ...]
    cases: tuple[tuple[Mapping[str, Any], Place], ...]


def read(path: str | PathLike[str], bundle: Bundle) -> Policy:
    """Return the policy in a file of JSON, or of YAML, which needs the extra [cli].

    The file has at most 1 MiB. Its rules name kinds, fields and sources of the bundle.

    Raises:
        ContractError: the file cannot be read, or has a fault. The text has a line for each fault,
            up to 20, with its place and the remedy.
    """
    name = escape_name(fspath(path))
    try:
        body = read_regular(path, LONGEST)
    except FileError as error:
        raise ContractError(f"policy {name}: {error}") from None
    try:
        value, place_in = _parsed(name, body)
    except TextError as error:
        place = error.place or place_of_fault(
            body, error.rule, join(error.at), yaml=error.rule.startswith("yaml-")
        )
        raise ContractError(
            f"policy {name}:{place.line}:{place.column}: {_unreadable(name, body, error, bundle)}"
        ) from None
    definitions = {kind: bundle.definitions(kind) for kind in bundle.kinds}
    own = bundle.book
    known, taken = Known(definitions, tuple(own.sources), own.hostings, own.kinds), by_id(own.rules)
    book, faults = parse(value, known, taken)
    cases = value.get(CASES, []) if isinstance(value, Mapping) else []
    if not faults:  # a wrong rule would be missing in its cases, too
        faults = list(_case_problems(cases, known, taken | by_id(book.rules)))
    if faults:
        raise ContractError("\n".join(_lines(name, place_in, faults)))
    places = [place_in((CASES, index)) or Place(1, 1) for index in range(len(cases))]
    return Policy(book.rules, tuple(zip(cases, places, strict=True)))


def _lines(name: str, place_in: _PlaceIn, faults: list[Problem]) -> Iterator[str]:
    for at, message in faults[:MAX_FAULTS]:
        line, column = place_in(at) or (1, 1)
        yield f"policy {name}:{line}:{column}: {escape_name(message)}"
    if len(faults) > MAX_FAULTS:
        yield f"policy {name}: {len(faults) - MAX_FAULTS} more faults; correct those above first"


def _parsed(name: str, body: bytes) -> tuple[Any, _PlaceIn]:
    try:  # without the extra, a file of any name is read as JSON
        documents = list(yaml_documents(wire.text(body))) if is_yaml(name, body) else None
    except ModuleNotFoundError:
        documents = None
    if documents is None:
        value = wire.parse(body)
        return value, lambda at: json_place(wire.text(body), join(at))
    if len(documents) > 1:
        raise ContractError(
            f"policy {name} holds {len(documents)} documents; put the rules into one"
        )
    found = documents[0] if documents else Located(None)
    return found.value, found.place


def _unreadable(name: str, body: bytes, error: TextError, bundle: Bundle) -> str:
    if error.rule == "json-syntax" and is_yaml(name, body):  # read as JSON: the extra is missing
        return "not JSON; write JSON, or install deploy-contract[cli] to read YAML"
    rule = by_id(bundle.book.rules)[error.rule]
    hint = rule.hint.removesuffix("; see line {line}, column {column}").format(limit=error.limit)
    return f"{rule.message.format(limit=error.limit)}; {error.reason or hint}"


# -- cases

_REQUEST: Form = {
    "method": str,
    "path": str,
    "query?": str,
    "headers?": {NAMES: str},
    "value?": object,
    "text?": str,
}


def _case_problems(rows: Any, known: Known, rules: Collection[str]) -> Iterator[Problem]:
    """Yield the problems of the cases of a policy. `rules`: the ids that cases may name."""
    form: Form = {
        "name?": str,
        "verdict": set(VERDICTS),
        "document?": set(known.kinds),
        "value?": object,
        "request?": _REQUEST,
        "source?": set(known.sources),
        "hosting?": set(known.hostings),
        "deployment?": dict,
        "rules?": [set(rules)],
    }
    if not isinstance(rows, list):
        yield Problem((CASES,), "must be a list of cases")
        return
    for index, row in enumerate(rows):
        yield from _problems(row, (CASES, index), form)


def _problems(row: Any, at: Tokens, form: Form) -> Iterator[Problem]:
    if not isinstance(row, Mapping):
        yield Problem(at, "a case is an object")
        return
    if ("request" in row) == ("document" in row):
        yield Problem(at, "a case has either `document` with `value`, or `request`")
    if ("document" in row) != ("value" in row):
        yield Problem(at, "`document` is the kind of `value`; a case has both or none")
    yield from problems(row, form, at)
    if not str(row.get("name", "")).isprintable():
        yield Problem((*at, "name"), "must be a text of one line")
    request = row.get("request")
    if isinstance(request, Mapping) and "value" in request and "text" in request:
        yield Problem((*at, "request"), "the body is either `value` or `text`")
