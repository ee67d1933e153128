"""A report as HTML: the verdict, what there is against the document and where, whether a revision would come."""

from collections.abc import Iterator, Sequence
from typing import Any

from deploy_contract import Report, Violation
from deploy_contract.cli.rendering import REVISIONS, WORDS, admitted
from deploy_contract.files.documents import Checked
from deploy_contract_service.console.markup import Html, chip, code, element, joined, listed

MODES = {"enforce": ("error", "deny"), "report": ("note", "report")}
DOCUMENTS = 20  # of a text, that are judged
DEPENDS = ("depends", "indeterminate")


def passes(report: Report, *, strict: bool) -> bool:
    """Whether `deploy-contract check` would end with exit status 0."""
    return report.ok and not (strict and (report.verdict != "allow" or bool(report.violations)))


def shown(found: Sequence[Checked], at: str, *, strict: bool) -> Html:
    """The reports on the documents of a text, the first of them. `at`: the way to the console's root."""
    several = len(found) > 1
    return joined(
        *(_document(one, at, several=several, strict=strict) for one in found[:DOCUMENTS]),
        element("p", "There are more documents; these are the first.", class_="notice")
        if len(found) > DOCUMENTS
        else None,
    )


def _document(checked: Checked, at: str, *, several: bool, strict: bool) -> Html:
    report = checked.report
    against = [
        *((violation, MODES[violation.mode]) for violation in report.violations),
        *((violation, DEPENDS) for violation in report.undecided),
    ]
    outcome = "passes" if passes(report, strict=strict) else "does not pass"
    return element(
        "article",
        element("h3", f"Document {checked.number}") if several else None,
        element(
            "p",
            chip(WORDS[report.verdict][0], f"verdict {report.verdict}"),
            element("span", " and ", outcome, " a strict check") if strict else None,
            class_="outcome",
        ),
        _settling(checked, at) if report.verdict == "indeterminate" else None,
        _revision(report, checked, at) if report.verdict != "deny" else None,
        element("ol", *(_violation(checked, *one, at) for one in against), class_="violations")
        if against
        else None,
        element("p", "There are no violations.", class_="quiet") if not against else None,
        element("p", "There are more; these are the first.", class_="quiet")
        if report.truncated
        else None,
    )


def _settling(checked: Checked, at: str) -> Html:
    """What is to be known for a verdict, and which sources are still possible."""
    report = checked.report
    needs = joined(
        "It depends. To settle it, give the ", listed(map(_strong, report.needs), " or the "), "."
    )
    sources = admitted(checked.contract.hosting)
    if "source" not in report.needs or not sources:
        return element("p", needs)
    rows = [
        element(
            "li",
            chip(
                "open" if name in report.sources else "denied",
                "indeterminate" if name in report.sources else "deny",
            ),
            " ",
            code(name),
        )
        for name in sources
    ]
    return joined(
        element(
            "p",
            needs,
            " By ",
            element("a", "source", href=f"{at}reference#matrix", target="_blank", rel="noopener"),
            ":",
        ),
        element("ul", *rows, class_="sources"),
    )


def _strong(text: str) -> Html:
    return element("strong", text)


def _revision(report: Report, checked: Checked, at: str) -> Html:
    """Whether a revision would come, and the rules that say so."""
    kinds = {"yes": "practice", "unknown": "indeterminate", "no": ""}
    rules: dict[str, Any] = {rule.rule: rule for rule in checked.contract.rules}
    reasons = [
        element("li", _rule(name, at), ": ", rules[name].message) for name in report.revision_rules
    ]
    return element(
        "div",
        element("p", chip(REVISIONS[report.creates_revision], kinds[report.creates_revision])),
        element("ul", *reasons) if reasons else None,
        class_="revision",
    )


def _violation(checked: Checked, violation: Violation, kind: tuple[str, str], at: str) -> Html:
    place = checked.place(violation)
    word, style = kind
    return element(
        "li",
        element(
            "p",
            chip(word, style),
            " ",
            element(
                "span", f"line {place.line}, column {place.column}", class_="place",
                data_line=place.line, data_column=place.column, data_kind=style,
            ),
            joined(" ", element("span", *_broken(violation.pointer), class_="pointer")) if violation.pointer else None,
        ),
        element("p", violation.message, class_="message"),
        element("p", "Hint: ", checked.hint(violation), class_="hint"),
        element("p", "Rule ", _rule(violation.rule, at), class_="quiet"),
    )  # fmt: skip


def _broken(pointer: str) -> Iterator[Html]:
    """A pointer that may go on in the next line before each of its names."""
    for token in pointer.split("/")[1:] or [pointer]:
        yield joined(element("wbr"), code(f"/{token}" if pointer.startswith("/") else token))


def _rule(name: str, at: str) -> Html:
    """A link to a rule. What one has written stays where it is: the page of the rule comes beside it."""
    return element(
        "a", code(name), href=f"{at}reference#rule-{name}", target="_blank", rel="noopener"
    )
