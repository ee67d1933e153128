"""Samples from spec/suite: for each rule a case that breaks it, and a near one that keeps it."""

import json
import re
from base64 import b64decode
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from deploy_contract_codegen.cases import SUITE, SuiteCase, cases, expected_rules
from deploy_contract_codegen.description import operations
from deploy_contract_codegen.spec import Spec
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Rule, Rulebook
from deploy_contract_format.shapes import EXCHANGES

LONGEST = 1500  # characters of a sample; the rest is cut off
NEIGHBOURS = 40  # cases before and after one that are compared with it
CANDIDATES = 12  # cases that break a rule of which the best is shown
FIELDS = 6  # an object with more fields is shown in part
MORE = "\N{HORIZONTAL ELLIPSIS}"  # key that counts the other fields
NAMED = ("id", "name", "source")  # fields that are shown of each object
# what is known beside the message, in the order of the page -> its words
CONTEXT = {
    "source": "source",
    "hosting": "hosting",
    "unknown_fields": "unknown fields",
    "unknown_operations": "unknown operations",
    "base_path": "base path",
    "limits": "limits",
    "modes": "modes",
    "deployment": "stored deployment",
    "known": "known before",
}
COMPARED = ("document", "text", "base64", "yaml", "value", "request", "response", *CONTEXT)
EXPECTED = ("violations", "undecided")
VERDICTS = ("deny", "allow", "indeterminate")  # a case that breaks a rule is best one of the first


class Sample(NamedTuple):
    """A case of the suite: its text in a language of the page, and what is known beside it."""

    case: SuiteCase
    language: str
    text: str
    context: Mapping[str, str]

    @property
    def file(self) -> str:
        """Name of the file in spec/suite."""
        return self.case.file.removeprefix(f"{SUITE}/")


class Pair(NamedTuple):
    """The samples of a rule: one that breaks it and one that keeps it, as far as there are any."""

    broken: Sample | None
    kept: Sample | None


class Suite:
    """The cases of a spec, by the rules that they break."""

    def __init__(self, spec: Spec) -> None:
        self._cases = list(cases(spec)) if (spec.root / SUITE).is_dir() else []
        self._texts: list[str] = []
        self._routes = {}
        for described in operations(spec):
            pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(described.path))
            self._routes[described.operation] = (described.method, re.compile(pattern))
        self._pairs: dict[str, Pair] = {}
        self._broken: defaultdict[str, list[int]] = defaultdict(list)
        for index, case in enumerate(self._cases):
            self._texts.append(_comparable(case.row))
            for rule in sorted(broken_rules(case.row)):
                self._broken[rule].append(index)

    def pair(self, rule: str) -> Pair:
        """Return the samples of a rule: the two cases that differ least."""
        if rule not in self._pairs:
            self._pairs[rule] = self._find_pair(rule)
        return self._pairs[rule]

    def _find_pair(self, rule: str) -> Pair:
        merits = {one: self._merit(one, rule) for one in self._broken.get(rule, ())}
        indexes = sorted(merits, key=lambda one: merits[one])
        if not indexes:
            return Pair(None, None)
        likely = [one for one in indexes[:CANDIDATES] if merits[one][:1] == merits[indexes[0]][:1]]
        pairs = []
        for one in likely:
            pairs += [(one, other) for other in range(max(0, one - NEIGHBOURS), one + NEIGHBOURS)]
        index, other = max(pairs, key=lambda pair: self._likeness(pair[0], pair[1], rule))
        kept: int | None = other
        if self._likeness(index, other, rule) < 0:
            kept = self._elsewhere(self._row(index), rule)
        broken, at = self._cases[index], pointer_of(self._cases[index].row, rule)
        return Pair(sample(broken, at), None if kept is None else sample(self._cases[kept], at))

    def breaking(
        self, rule: Rule, operation: str, kinds: Sequence[str], *, response: bool
    ) -> Sample | None:
        """Return the best case for a rule that a message of an operation can break.

        Args:
            rule: the rule.
            operation: id of the operation.
            kinds: document kinds of the message.
            response: whether the message is a response.
        """
        name = rule.rule
        found = []
        for index in self._broken.get(name, ()):
            row = self._row(index)
            if "request" in row:
                fits = self._leads_to(row, operation) and ("response" in row) == response
            else:  # a file may be YAML, a message is not
                fits = row["document"] in kinds and "yaml" not in row
            if fits and not _only_in_files(row, name):
                found.append(index)
        if not found:
            return None
        whole = rule.shape == "http" or rule.shape in EXCHANGES  # needs more than a document
        best = min(
            found, key=lambda one: (("request" in self._row(one)) != whole, *self._merit(one, name))
        )
        return sample(self._cases[best], pointer_of(self._row(best), name))

    def _row(self, index: int) -> Mapping[str, Any]:
        return self._cases[index].row

    def _merit(self, index: int, rule: str) -> tuple[int, ...]:
        """Return how well a case shows a rule: less is better."""
        row = self._row(index)
        others = {name for name in broken_rules(row) if name != rule and name in _violated(row)}
        known = sum(key in row for key in ("modes", "limits", "base_path", "deployment"))
        return (
            bool(others) + known + ("base64" in row),
            VERDICTS.index(row["verdict"]),
            len(self._texts[index]),
        )

    def _likeness(self, index: int, other: int, rule: str) -> float:
        """Return how like a case is to one that breaks a rule, or -1 if it does not keep it."""
        if not 0 <= other < len(self._cases) or not _keeps(
            self._row(other), self._row(index), rule
        ):
            return -1
        texts = self._texts[index], self._texts[other]
        last = pointer_of(self._row(index), rule).rpartition("/")[2]
        named = not last.isdigit() and f'"{last}"' in texts[1]
        return named + _likeness(*texts)

    def _elsewhere(self, broken: Mapping[str, Any], rule: str) -> int | None:
        """Return the first case of any file that breaks nothing and is of the same sort."""
        usual = {key: value for key, value in broken.items() if key != "limits"}
        for index, case in enumerate(self._cases):
            if _keeps(case.row, broken, rule) or _keeps(case.row, usual, rule):
                return index
        return None

    def _leads_to(self, row: Mapping[str, Any], operation: str) -> bool:
        if "operation" in row:
            return bool(row["operation"] == operation)
        method, path = self._routes[operation]
        request = row["request"]
        return request["method"] == method and path.fullmatch(request["path"]) is not None


def _likeness(one: str, other: str) -> float:
    """Return the share of two texts that they have in common at their ends, from 0 to 1."""
    start = _common(one, other)
    end = _common(one[start:][::-1], other[start:][::-1])
    return (start + end) / max(len(one), len(other))


def _common(one: str, other: str) -> int:
    """Return the number of characters that two texts have in common at their start."""
    least, most = 0, min(len(one), len(other))
    while least < most:
        middle = (least + most + 1) // 2
        if one[:middle] == other[:middle]:
            least = middle
        else:
            most = middle - 1
    return least


def broken_rules(row: Mapping[str, Any]) -> set[str]:
    """Return the rules that a case expects: of violations, of open verdicts and of revisions."""
    return {rule for rule, _ in expected_rules(row)}


def _violated(row: Mapping[str, Any]) -> set[str]:
    return {rule for rule, _ in row.get("violations", ())}


def pointer_of(row: Mapping[str, Any], rule: str) -> str:
    """Return where a case breaks a rule: a JSON Pointer or the name of a parameter or header."""
    for key in EXPECTED:
        for name, pointer in row.get(key, ()):
            if name == rule:
                return str(pointer)
    return ""


def _only_in_files(row: Mapping[str, Any], rule: str) -> bool:
    """Return True if the rule is about values that no JSON text has."""
    return "value" in row and rule.startswith("json-")


def _keeps(row: Mapping[str, Any], broken: Mapping[str, Any], rule: str) -> bool:
    """Return True for a case of the same sort as one that breaks a rule, but breaks nothing."""
    if row["verdict"] != "allow" or row.get("violations") or rule in broken_rules(row):
        return False
    for key in ("modes", "limits", "unknown_operations", "unknown_fields", "base_path"):
        if row.get(key) != broken.get(key):
            return False
    if "request" in broken:
        same = ("response" in row) == ("response" in broken)
        wanted = broken.get("operation")
        return "request" in row and same and wanted in (None, row.get("operation"))
    same = row.get("document") == broken.get("document") and "request" not in row
    return same and ("yaml" in row) == ("yaml" in broken)


def _comparable(row: Mapping[str, Any]) -> str:
    given = {key: row[key] for key in COMPARED if key in row}
    return json.dumps(given, default=str)[:LONGEST]


def sample(case: SuiteCase, at: str = "") -> Sample:
    """Return a case as a sample.

    Args:
        case: the case.
        at: JSON Pointer of the value that matters; fields of large objects beside it are left out.
    """
    row = case.row
    context = {}
    for key, word in CONTEXT.items():
        if key in row:
            value = row[key]
            context[word] = value if isinstance(value, str) else _one_line(value)
    language, text = _message(row, split(at) if at.startswith("/") else ())
    return Sample(case, language, _cut(visible(text)), context)


def _message(row: Mapping[str, Any], at: Sequence[str]) -> tuple[str, str]:
    if "yaml" in row:
        return "yaml", row["yaml"]
    if "request" not in row:
        return "json", _content(row, at)
    request = row["request"]
    target = request["path"] + (f"?{request['query']}" if request.get("query") else "")
    lines = [f"{request['method']} {target}", *_headers(request)]
    parts = ["\n".join(lines), _content(request, at)]
    if "response" in row:
        response = row["response"]
        answer = "\n".join([f"HTTP {response['status']}", *_headers(response)])
        parts += [answer, _content(response, at)]
    return "http", "\n\n".join(filter(None, parts))


def _headers(message: Mapping[str, Any]) -> list[str]:
    return [f"{name}: {value}" for name, value in message.get("headers", ())]


def _content(row: Mapping[str, Any], at: Sequence[str]) -> str:
    if "text" in row:
        return str(row["text"])
    if "base64" in row:
        return b64decode(row["base64"]).decode("utf-8", "backslashreplace")
    return pretty(_reduced(row["value"], at)) if "value" in row else ""


def _reduced(value: Any, at: Sequence[str]) -> Any:
    """Return a value with the fields of large objects around a place counted, not shown."""
    inner, rest = (at[0], at[1:]) if at else ("", ())
    if isinstance(value, list):
        return [_reduced(item, rest) for item in value]
    if not isinstance(value, dict):
        return value
    kept = {}
    for key, member in value.items():
        if len(value) <= FIELDS or key == inner or key in NAMED:
            kept[key] = _reduced(member, rest if key == inner else ())
    hidden = len(value) - len(kept)
    return {**kept, MORE: f"{hidden} more fields"} if hidden else kept


def _one_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def pretty(value: Any, width: int = 60, indent: str = "") -> str:
    """Return JSON text in which what fits on a line is on one line."""
    line = _one_line(value)
    if len(indent) + len(line) <= width or not isinstance(value, dict | list) or not value:
        return line
    inner = indent + "  "
    if isinstance(value, list):
        parts = [inner + pretty(item, width, inner) for item in value]
        start, end = "[]"
    else:
        start, end = "{}"
        parts = []
        for key, member in value.items():
            parts.append(f"{inner}{_one_line(key)}: {pretty(member, width, inner)}")
    return "\n".join([start, ",\n".join(parts), indent + end])


def visible(text: str) -> str:
    """Return a text with escapes in place of characters that cannot be seen."""
    return "".join(map(_visible, text))


def _visible(sign: str) -> str:
    if sign in "\n " or sign.isprintable():
        return sign
    number = ord(sign)
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]} ... ({len(text)} characters)"


Row = dict[str, str]


def samples_table(suite: Suite, book: Rulebook) -> dict[str, dict[str, Row]]:
    """Return the samples of each rule: `broken` breaks it, and `kept` keeps it.

    Args:
        suite: the cases of the spec.
        book: the rules.
    """
    found = {}
    for rule in book.rules:
        pair = suite.pair(rule.rule)
        rows = {name: _row(one) for name, one in pair._asdict().items() if one is not None}
        if rows:
            found[rule.rule] = rows
    return found


def _row(sample: Sample) -> Row:
    known = ", ".join([f"{name} {value}" for name, value in sample.context.items()])
    return {"text": sample.text, "language": sample.language, "known": known}
