"""The cases of a policy: documents and requests with the verdict that they must get."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple

from deploy_contract_format.known import Known
from deploy_contract_format.pointer import Tokens
from deploy_contract_format.subset import Problem
from deploy_contract_format.suggestions import not_one_of, unknown
from deploy_contract_format.vocabulary import VERDICTS

SECTION = "cases"
_REQUEST = {
    "method": str,
    "path": str,
    "query": str,
    "headers": Mapping,
    "value": object,
    "text": str,
}


class PolicyCase(NamedTuple):
    """A case of a policy.

    Attributes:
        at: the tokens of the case in the file.
        name: its name, or "case 1" and so on.
        verdict: the verdict that it must get.
        rules: the ids of the rules that it must violate; None if they are not compared.
        document: the kind of the document; None for a request.
        value: the document, as parsed JSON.
        request: the request: `method`, `path`, and `query`, `headers`, `value` or `text` if given.
        source, hosting, deployment: what is known of the deployment.
    """

    at: Tokens
    name: str
    verdict: str
    rules: tuple[str, ...] | None = None
    document: str | None = None
    value: Any = None
    request: Mapping[str, Any] | None = None
    source: str | None = None
    hosting: str | None = None
    deployment: Mapping[str, Any] | None = None


KEYS = PolicyCase._fields[1:]


def parse_cases(
    data: Any, known: Known, rules: Collection[str]
) -> tuple[list[PolicyCase], list[Problem]]:
    """Return the cases of a policy that have no problem, and all problems.

    Args:
        data: the policy as a JSON value.
        known: the names of the contract.
        rules: the ids of the rules of the contract and of the policy.
    """
    rows = data.get(SECTION, []) if isinstance(data, Mapping) else []
    if not isinstance(rows, list):
        return [], [Problem((SECTION,), "must be a list of cases")]
    cases, problems = [], []
    for index, row in enumerate(rows):
        at = (SECTION, index)
        found = list(_problems(row, at, known, rules))
        problems += found
        if not found:
            given = {key: row[key] for key in row if key != "rules"}
            expected = tuple(row["rules"]) if "rules" in row else None
            cases.append(PolicyCase(at, **{"name": f"case {index + 1}", **given}, rules=expected))
    return cases, problems


def _problems(row: Any, at: Tokens, known: Known, rules: Collection[str]) -> Iterator[Problem]:
    if not isinstance(row, Mapping):
        yield Problem(at, "a case is an object")
        return
    for key in row:
        if key not in KEYS:
            yield Problem((*at, key), unknown("key", key, "a case has", KEYS))
    if ("request" in row) == ("document" in row):
        yield Problem(at, "a case has either `document` with `value`, or `request`")
    if ("document" in row) != ("value" in row):
        yield Problem(at, "`document` is the kind of `value`; a case has both or none")
    if "verdict" not in row:
        yield Problem(at, f"verdict is missing: {', '.join(VERDICTS)}")
    choices: Mapping[str, Collection[str]] = {
        "verdict": VERDICTS,
        "document": known.kinds,
        "source": known.sources,
        "hosting": known.hostings,
    }
    for key, names in choices.items():
        if key in row and (not isinstance(row[key], str) or row[key] not in names):
            yield Problem((*at, key), not_one_of(row[key], names))
    classes: Mapping[str, tuple[Callable[[Any], bool], str]] = {
        "name": (
            lambda value: isinstance(value, str) and value.isprintable(),
            "a text of one line",
        ),
        "deployment": (lambda value: isinstance(value, Mapping), "an object"),
        "request": (lambda value: isinstance(value, Mapping), "an object"),
        "rules": (lambda value: isinstance(value, list), "a list of ids of rules"),
    }
    for key, (fits, text) in classes.items():
        if key in row and not fits(row[key]):
            yield Problem((*at, key), f"must be {text}")
    if isinstance(row.get("rules"), list):
        for index, name in enumerate(row["rules"]):
            if not isinstance(name, str) or name not in rules:
                yield Problem((*at, "rules", index), not_one_of(name, sorted(rules)))
    if isinstance(row.get("request"), Mapping):
        yield from _request_problems(row["request"], (*at, "request"))


def _request_problems(request: Mapping[str, Any], at: Tokens) -> Iterator[Problem]:
    for key, value in request.items():
        if key not in _REQUEST:
            yield Problem((*at, key), unknown("key", key, "a request has", tuple(_REQUEST)))
        elif not isinstance(value, _REQUEST[key]):
            kind = "an object of names and texts" if key == "headers" else "a text"
            yield Problem((*at, key), f"must be {kind}")
    headers = request.get("headers", {})
    if isinstance(headers, Mapping) and not all(isinstance(one, str) for one in headers.values()):
        yield Problem((*at, "headers"), "must be an object of names and texts")
    for key in ("method", "path"):
        if key not in request:
            yield Problem(at, f"{key} is missing")
    if "value" in request and "text" in request:
        yield Problem(at, "the body is either `value` or `text`")
