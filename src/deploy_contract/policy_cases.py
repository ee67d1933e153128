"""Judge the cases of a policy: each must get the verdict that its file states."""

import json
from collections.abc import Iterator, Mapping
from os import PathLike, fspath
from typing import Any, NamedTuple, cast

from deploy_contract.bundle import Bundle
from deploy_contract.contract import Contract
from deploy_contract.exceptions import ContractError
from deploy_contract.http.messages import Request
from deploy_contract.policies import read
from deploy_contract.report import Report
from deploy_contract_format.errors import Place
from deploy_contract_format.printing import escape_name
from deploy_contract_format.rules import by_id


class JudgedCase(NamedTuple):
    """A case of a policy, and how its verdict differs.

    `fault` is the difference in one line without values; "" if there is none.
    """

    name: str
    place: Place
    fault: str


def judged_cases(path: str | PathLike[str], bundle: Bundle | None = None) -> Iterator[JudgedCase]:
    """Yield the cases of a policy, in their order.

    `path`: the path of the policy; `bundle`: the contract, or None for the installed one.

    Raises:
        ContractError: the policy or a case is wrong, with a line for each fault.
    """
    bundle = bundle or Bundle.installed()
    contracts: dict[str | None, Contract] = {}
    for number, (case, place) in enumerate(read(path, bundle).cases, 1):
        hosting = cast("Any", case.get("hosting"))
        if hosting not in contracts:
            contracts[hosting] = Contract(policies=[path], bundle=bundle, hosting=hosting)
        contract = contracts[hosting]
        own = by_id(contract.rules).keys() - by_id(bundle.book.rules).keys()
        try:
            report = _report(case, contract)
        except ContractError as error:  # such as a deployment whose source contradicts the case
            where = f"{escape_name(fspath(path))}:{place.line}:{place.column}"
            raise ContractError(f"policy {where}: {error}") from None
        yield JudgedCase(case.get("name", f"case {number}"), place, _fault(case, report, own))


def _report(case: Mapping[str, Any], contract: Contract) -> Report:
    facts: dict[str, Any] = {"source": case.get("source"), "deployment": case.get("deployment")}
    if "request" in case:
        return contract.check_request(_request(case["request"]), **facts)
    body = json.dumps(case["value"]).encode()  # a str would be parsed as JSON
    return contract.check(body, case["document"], **facts)


def _request(given: Mapping[str, Any]) -> Request:
    headers, body = dict(given.get("headers", {})), str(given.get("text", "")).encode()
    if "value" in given:
        body = json.dumps(given["value"]).encode()
        headers = {"content-type": "application/json"} | headers
    return Request(given["method"], given["path"], given.get("query", ""), headers, body)


def _fault(case: Mapping[str, Any], report: Report, own: set[str]) -> str:
    """Return the difference between a report and the statements of a case, or "".

    `own`: the ids of the rules of policies. A violation of another rule counts only if the case
    names the rule.
    """
    found = {one.rule for one in (*report.violations, *report.undecided)}
    parts = []
    if "request" in case and report.operation is None and not found:  # no rule was evaluated
        parts.append("the request is of no operation; correct its method or path")
    if report.verdict != case["verdict"]:
        rules = f" ({', '.join(sorted(found))})" if found else ""
        parts.append(f"the verdict is {report.verdict}{rules}, not {case['verdict']}")
    if "rules" in case:
        missing = [rule for rule in case["rules"] if rule not in found]
        others = sorted(found & own - set(case["rules"]))
        parts += [f"{rule} is not violated" for rule in missing]
        parts += [f"{rule} is violated, too" for rule in others]
    return "; ".join(parts)
