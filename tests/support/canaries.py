"""The suite with canaries in all its parts, and tables of places that it does not have."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from deploy_contract import Request, Response
from tests.support.applications import PATH, deployment
from tests.support.generator import parsed
from tests.support.suite import OF_CONTRACT, SuiteRow, of_each_class, request_of, response_of

TABLES = Path(__file__).with_suffix(".yaml")
MARK = "c4n4ry"  # none of it is escaped, encoded or folded by anything
NUMBER = 7391846205  # the same, as a number
Exchange = tuple[Request, Response | None]


@cache
def hidden() -> dict[str, Any]:
    """Return the tables of `canaries.yaml`."""
    found: dict[str, Any] = parsed(TABLES.read_text("utf-8"))[0].value
    return found


def filled(value: Any, shape: str) -> Any:
    """Return a value of these tables with a canary for each mark."""
    return json.loads(json.dumps(value).replace("@", json.dumps(shape)[1:-1]))


def everywhere(value: Any, shape: str) -> Any:
    """Return the value with a canary for each text and each number."""
    if isinstance(value, dict):
        return {key: everywhere(member, shape) for key, member in value.items()}
    if isinstance(value, list):
        return [everywhere(item, shape) for item in value]
    if isinstance(value, str):
        return shape
    return NUMBER if isinstance(value, int | float) and not isinstance(value, bool) else value


def beside(value: Any, shape: str) -> Any:
    """Return the value with canaries beside what it holds: it breaks the rules that it broke before."""
    if not isinstance(value, dict):
        return value
    free = {"zz_more": {"a": [shape, NUMBER], "b": {"c": shape}}}
    return {
        key: beside(member, shape) if key != "secrets" else member for key, member in value.items()
    } | free


def _texts(text: str, shape: str) -> str:
    """Return a text with a canary for every plain string in it that is no key, whatever is wrong with it."""

    def put(found: re.Match[str]) -> str:
        is_kept = found[2] or "\\" in found[1]
        return found[0] if is_kept else json.dumps(shape)

    return re.sub(r'("(?:[^"\\]|\\.)*")(\s*:)?', put, text)


def planted(case: SuiteRow, shape: str, plant: Callable[[Any, str], Any]) -> SuiteRow:
    """Return a case of the suite with canaries in all its parts."""
    whole = dict(case)
    if "value" in case:
        whole["value"] = plant(case["value"], shape)
    if "text" in case:
        whole["text"] = _texts(case["text"], shape)
    if "yaml" in case:
        whole["yaml"] = f"{case['yaml']}\n# {json.dumps(shape)}"
    if "deployment" in case:
        kept = {name: value for name, value in case["deployment"].items() if name == "source"}
        whole["deployment"] = everywhere(case["deployment"], shape) | kept
    if "known" in case:
        whole["known"] = [everywhere(known, shape) | {"id": known["id"]} for known in case["known"]]
    header = shape.encode("unicode_escape").decode()[:1000]
    for part in ("request", "response"):
        if part in case:
            message = dict(case[part])
            if "value" in message:
                message["value"] = plant(message["value"], shape)
            more = [["authorization", header], ["x-" + MARK, header], ["cookie", header]]
            message["headers"] = [*message.get("headers", []), *more]
            if part == "request" and "#" not in message.get("query", ""):
                message["query"] = _query(message.get("query", ""), quote(shape), plant)
            whole[part] = message
    return whole


def _query(query: str, value: str, plant: Callable[[Any, str], Any]) -> str:
    if plant is everywhere:
        return re.sub("=[^&;]*", lambda _: f"={value}", query)
    return "&".join(filter(None, [query, f"zz_more={value}"]))


def exchanges(shape: str, step: int = 1) -> Iterator[Exchange]:
    """Yield requests of the suite, some with a response, with canaries in all their parts."""
    usual = [case for _, case in of_each_class(3) if "request" in case]
    usual = [case for case in usual if not OF_CONTRACT & case.keys()]
    for number, case in enumerate(usual[::step]):
        whole = planted(case, shape, (beside, everywhere)[number % 2])
        yield request_of(whole), response_of(whole) if "response" in whole else None
    safe, header = quote(shape, safe=""), shape.encode("unicode_escape").decode()[:1000]
    word = header.replace("\\", "")
    body = json.dumps({"secrets": [{"name": shape, "value": shape}]}).encode()
    typed = ("content-type", "application/json")
    for method, path, query, headers in (
        ("PATCH", f"/v2/{safe}/../deployments/{safe}", "", [typed]), ("GET", f"/v3/{word}", "", []),
        ("DELETE", PATH, "", [typed]), ("PATCH", f"/v2/deployments/{word}", "", [typed]),
        ("GET", "/v2/deployments", f"name_contains={safe * (66_000 // len(safe) + 1)}", []),
        ("GET", "/v2/deployments", f"limit=-{NUMBER}&offset={NUMBER}{NUMBER}", []),
        ("GET", "/v2/deployments", f"status={safe}&status={safe}%ff", []),
        ("PATCH", PATH, "", [("content-type", f"{header}/{header}")]),
        ("PATCH", PATH, "", [("content-type", f"application/json;charset={MARK}")]),
        ("PATCH", PATH, "", [typed, ("content-encoding", header)]),
        ("PATCH", PATH, "", [typed, ("content-encoding", "gzip")]),
    ):  # fmt: skip
        yield Request(method, path, query, headers, b"" if method == "GET" else body), None
    listed = {"resources": [deployment(name=shape[-300:])] * 3, "offset": 0}
    asking = Request("GET", "/v2/deployments", "limit=2")
    for headers in ([typed], [("content-type", f"application/json; charset={MARK}")]):
        yield asking, Response(200, headers, json.dumps(listed).encode())


def line(request: Request, response: Response | None, shape: str) -> dict[str, Any]:
    """Return a line of recorded traffic."""
    method, path, query, headers, body = request
    asked = {"method": method, "path": path, "query": query, "body": body.decode("latin-1")}
    row: dict[str, Any] = {"time": shape, shape: shape, "request": asked}
    asked["headers"] = [list(pair) for pair in headers]  # type: ignore[assignment]
    if response:
        row["response"] = {"status": response.status, "headers": dict(response.headers)}
        row["response"]["body"] = response.body.decode("latin-1")
    return row
