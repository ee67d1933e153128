"""Reports as HTML: the verdict, the violations with their places, and whether a revision comes."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from deploy_contract import Report, Violation
from deploy_contract.files.documents import Checked
from deploy_contract.wording import MODES, REVISIONS, UNDECIDED, VERDICTS
from deploy_contract_format.html import Child, Html, chip, code, element, join, join_with
from deploy_contract_service.console.effects import effect
from deploy_contract_service.console.messages import CheckedMessage
from deploy_contract_service.fields import patch_kind

Found: TypeAlias = Checked | CheckedMessage
MOST_DOCUMENTS = 20  # of a text, that are shown
# classes of the style sheet
_MODE_STYLES = {"enforce": "deny", "report": "report"}
_UNDECIDED_STYLE = "indeterminate"
_REVISION_STYLES = {"yes": "practice", "unknown": "indeterminate", "no": ""}


def passes(report: Report, *, strict: bool) -> bool:
    """Return True if `deploy-contract check` would end with exit status 0.

    Args:
        report: the report on a document.
        strict: whether violations of reported rules and open verdicts count.
    """
    if not strict:
        return report.ok
    return report.verdict == "allow" and not report.violations


def reports(
    found: Sequence[Found],
    at: str,
    *,
    strict: bool,
    deployment: Mapping[str, Any] | None = None,
) -> Html:
    """Return the reports on the documents of a text as HTML.

    Args:
        found: the reports; beyond MOST_DOCUMENTS, they are left out with a notice.
        at: path to the console's root.
        strict: see `passes`.
        deployment: the deployment that patches are for, whose change is shown, or None.
    """
    several = len(found) > 1
    shown = found[:MOST_DOCUMENTS]
    articles: list[Child] = []
    for one in shown:
        result = None if deployment is None else effect(deployment, one.report)
        articles.append(_article(one, at, result, several=several, strict=strict))
    if len(found) > MOST_DOCUMENTS:
        notice = "There are more documents; these are the first."
        articles.append(element("p", notice, class_="notice"))
    return join(*articles)


def _article(checked: Found, at: str, result: Html | None, *, several: bool, strict: bool) -> Html:
    report = checked.report
    parts: list[Child] = []
    if several:
        parts.append(element("h3", f"Document {checked.number}"))
    parts.append(_outcome(report, strict=strict))
    if report.verdict == "indeterminate":
        parts.append(_needs(checked, at))
    if report.verdict != "deny" and report.document == patch_kind():
        parts.append(_revision(report, checked, at))
    parts.append(result)
    violations = list(_violations(checked, at))
    if violations:
        parts.append(element("ol", *violations, class_="violations"))
    else:
        parts.append(element("p", "There are no violations.", class_="quiet"))
    if report.truncated:
        parts.append(element("p", "There are more; these are the first.", class_="quiet"))
    return element("article", *parts)


def _outcome(report: Report, *, strict: bool) -> Html:
    """Return the verdict, large, with its meaning. Violations beside it are never green."""
    kind: str = report.verdict
    if report.verdict == "allow" and report.violations:
        kind = "allow noted"
    mark = chip(VERDICTS[report.verdict], f"verdict {kind}")
    meaning = element("span", " ", _meaning(report), class_="meaning")
    result = None
    if strict:
        outcome = "passes" if passes(report, strict=True) else "does not pass"
        result = element("span", " and ", outcome, " a strict check")
    return element("p", mark, result, meaning, class_=f"outcome {kind}")


def _meaning(report: Report) -> str:
    count = len(report.violations)
    if report.verdict == "deny":
        errors = sum(one.mode == "enforce" for one in report.violations)
        more = " or more" if report.truncated else ""
        return f"The contract refuses it: {errors}{more} error{'s' * (errors != 1)}."
    if report.verdict == "indeterminate":
        return "The contract refuses it for some deployments, and admits it for others."
    if not count:
        return "The contract admits it."
    if count == 1:
        return "The contract admits it, with 1 note. Read it first."
    return f"The contract admits it, with {count} notes. Read them first."


def _needs(checked: Found, at: str) -> Html:
    """Return the facts that would settle the verdict, and the sources that are still possible."""
    report = checked.report
    needs = [element("strong", name) for name in report.needs]
    text = join("It depends. To settle it, give the ", join_with(needs, " or the "), ".")
    contract = checked.contract
    sources = contract.bundle.book.admitted(contract.hosting)
    if "source" not in report.needs or not sources:
        return element("p", text)
    rows = []
    for name in sources:
        mark = chip("denied", "deny")
        if name in report.sources:
            mark = chip("open", "indeterminate")
        rows.append(element("li", mark, " ", code(name)))
    matrix = _new_tab(f"{at}reference#matrix", "source")
    return join(element("p", text, " By ", matrix, ":"), element("ul", *rows, class_="sources"))


def _revision(report: Report, checked: Found, at: str) -> Html:
    """Return whether the patch creates a revision, and the rules that say so."""
    messages = {rule.rule: rule.message for rule in checked.contract.rules}
    rules = [element("li", _rule(name, at), ": ", messages[name]) for name in report.revision_rules]
    mark = chip(REVISIONS[report.creates_revision], _REVISION_STYLES[report.creates_revision])
    reasons = element("ul", *rules) if rules else None
    return element("div", element("p", mark), reasons, class_="revision")


def _violations(checked: Found, at: str) -> Iterator[Html]:
    for one in checked.report.violations:
        yield _violation(checked, one, MODES[one.mode], _MODE_STYLES[one.mode], at)
    for one in checked.report.undecided:
        yield _violation(checked, one, UNDECIDED, _UNDECIDED_STYLE, at)


def _violation(checked: Found, violation: Violation, word: str, style: str, at: str) -> Html:
    place = checked.place(violation)
    position = element(
        "span",
        f"line {place.line}, column {place.column}",
        class_="place",
        data_line=place.line,
        data_column=place.column,
        data_kind=style,
    )
    pointer: Child = None
    if violation.pointer:
        pointer = join(" ", element("span", *_breakable(violation.pointer), class_="pointer"))
    return element(
        "li",
        element("p", chip(word, style), " ", position, pointer),
        element("p", violation.message, class_="message"),
        element("p", "Hint: ", checked.hint(violation), class_="hint"),
        element("p", "Rule ", _rule(violation.rule, at), class_="quiet"),
    )


def _breakable(pointer: str) -> Iterator[Html]:
    """Yield the parts of a pointer, which may continue on the next line before each of them."""
    if not pointer.startswith("/"):
        yield join(element("wbr"), code(pointer))
        return
    for token in pointer.split("/")[1:]:
        yield join(element("wbr"), code(f"/{token}"))


def _rule(name: str, at: str) -> Html:
    return _new_tab(f"{at}reference#rule-{name}", code(name))


def _new_tab(address: str, text: Child) -> Html:
    """Return a link that opens another tab, so that the text of the form stays."""
    return element("a", text, href=address, target="_blank", rel="noopener")
