"""Samples from spec/suite: for each rule a case that breaks it, and a similar one that keeps it."""

import json
import re
from base64 import b64decode
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from deploy_contract_codegen.cases import SuiteCase, cases, expected_rules
from deploy_contract_codegen.description import bundle, operations
from deploy_contract_codegen.spec import Spec
from deploy_contract_format.pointer import split
from deploy_contract_format.rules import Rule, Rulebook
from deploy_contract_format.shapes import EXCHANGE_RELATIONS

LONGEST = 1500  # characters of a sample; the rest is cut off
FIELDS = 6  # an object with more fields is shown in part
NEIGHBOURS = 40  # cases before and after a case that are likely to be variants of it
CANDIDATES = 5  # cases considered for the best sample of a rule
MORE = "\N{HORIZONTAL ELLIPSIS}"  # key that counts the other fields
NAMED = ("id", "name", "source")  # fields that are shown of each object
# context of a case, in the order of the page -> its label
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
SAME = ("document", "modes", "unknown_operations", "unknown_fields", "base_path")
PARTS = ("request", "response", "yaml")
# the best cases have none of these keys
ODD = ("modes", "limits", "base_path", "deployment", "hosting", "base64", "request")
# A path such as refs/tags/v1 counts as one word. Otherwise x/refs/tags/v1 would seem more alike to
# it than main, and is no better sample.
_WORD = re.compile(r'(?<=")\w+(?:/\w+)+(?=")|\w+|[^\w\s]+')
VERDICTS = ("deny", "allow", "indeterminate")  # of a case that breaks a rule, the best first


class Sample(NamedTuple):
    """A case of the suite: its text in a language of the page, and its context.

    `can_be_tried`: the text is complete, and the context has only the source.
    """

    case: SuiteCase
    language: str
    text: str
    context: Mapping[str, str]
    can_be_tried: bool


class Pair(NamedTuple):
    """The sample that breaks a rule and the sample that keeps it, or None."""

    broken: Sample | None
    kept: Sample | None


class Suite:
    """The cases of a spec, by the rules that they break."""

    def __init__(self, spec: Spec) -> None:
        self._operations = operations(bundle(spec))
        self._rows = list(map(_Row, cases(spec)))

    @cache  # noqa: B019 - a suite lasts as long as the generator
    def pair(self, rule: str) -> Pair:
        """Return the samples of a rule: the two of its best cases that are most alike."""
        ranked = sorted(self._breaking(rule), key=lambda row: row.demerit(rule))
        if not ranked:
            return Pair(None, None)
        fewest = ranked[0].demerit(rule)[0]
        best = [row for row in ranked[:CANDIDATES] if row.demerit(rule)[0] == fewest]
        pairs = [(broken, row) for broken in best for row in self._rows if row.keeps(rule, broken)]
        if not pairs:
            return Pair(sample(ranked[0].case, pointer_of(ranked[0].case.row, rule)), None)
        broken, kept = max(pairs, key=lambda pair: pair[0].likeness(pair[1], rule))
        at = pointer_of(broken.case.row, rule)
        return Pair(sample(broken.case, at), sample(kept.case, at))

    def breaking(
        self, rule: Rule, operation: str, kinds: Sequence[str], *, response: bool
    ) -> Sample | None:
        """Return the best case for a rule that a message of an operation can break.

        `kinds`: the document kinds of the message; `response`: whether it is a response.
        """
        name = rule.rule
        found = []
        for candidate in self._breaking(name):
            row = candidate.case.row
            if "request" in row:
                fits = ("response" in row) == response and operation == self._operation(row)
            else:  # a file may be YAML, a message is not
                fits = row["document"] in kinds and "yaml" not in row
            is_only_in_files = "value" in row and name.startswith("json-")  # no text has the value
            if fits and not is_only_in_files:
                found.append(candidate)
        if not found:
            return None
        whole = (
            rule.shape == "http" or rule.shape in EXCHANGE_RELATIONS
        )  # needs more than a document
        best = min(found, key=lambda row: (("request" in row.case.row) != whole, row.demerit(name)))
        return sample(best.case, pointer_of(best.case.row, name))

    def _breaking(self, rule: str) -> list["_Row"]:
        return [row for row in self._rows if rule in row.broken]

    def _operation(self, row: Mapping[str, Any]) -> str | None:
        """Return the operation of the request of a case, or None."""
        request = row["request"]
        for described in self._operations:
            pattern = re.sub(r"\\{\w+\\}", "[^/]+", re.escape(described["path"]))
            if request["method"] == described["method"] and re.fullmatch(pattern, request["path"]):
                return str(described["operation"])
        return row.get("operation")


class _Row:
    """A case of the suite, with the rules that it breaks and the words in it.

    `broken` has the rules of its violations, of its indeterminate verdict and of its revision.
    """

    def __init__(self, case: SuiteCase) -> None:
        row = case.row
        self.case = case
        self.broken = {rule for rule, _ in expected_rules(row)}
        is_usual = not row.get("yaml", "").startswith("? ")  # nobody writes such a key
        self.is_harmless = row["verdict"] == "allow" and not row.get("violations") and is_usual
        self.form = json.dumps([row.get(key) for key in SAME] + [key in row for key in PARTS])
        text = json.dumps({key: row[key] for key in COMPARED if key in row}, default=str)
        self._length = len(text)
        self.words = set(_WORD.findall(text[:LONGEST]))
        if {"text", "yaml"} & row.keys():  # texts differ by their names, not by their fields
            self.words |= set(re.findall(r"\w+", row["name"]))

    def demerit(self, rule: str) -> tuple[int, ...]:
        """Return a sort key: oddities, rank of the verdict, length. The best case has the least."""
        row = self.case.row
        others = {name for name, _ in row.get("violations", ())} - {rule}
        oddities = sum(key in row for key in ODD) + (1 if others else 0)
        return oddities, VERDICTS.index(row["verdict"]), self._length

    def keeps(self, rule: str, other: "_Row") -> bool:
        """Return True if this case keeps a rule that another case of the same form breaks."""
        wanted = other.case.row.get("operation")
        is_like = self.form == other.form and wanted in (None, self.case.row.get("operation"))
        return self.is_harmless and is_like and rule not in self.broken

    def likeness(self, other: "_Row", rule: str) -> float:
        """Return a score: the share of common words of this case and a case that keeps a rule.

        The score rises if the other case is near, and if it has the field by which this case breaks
        the rule.
        """
        field = pointer_of(self.case.row, rule).rpartition("/")[2]
        share = len(self.words & other.words) / len(self.words | other.words)
        distance = abs(self.case.number - other.case.number)
        is_near = self.case.file == other.case.file and distance <= NEIGHBOURS
        has_field = field in other.words and not field.isdigit()
        return share + 2 * is_near + has_field


def pointer_of(row: Mapping[str, Any], rule: str) -> str:
    """Return the place where a case breaks a rule: a JSON Pointer, or a parameter or header."""
    for key in ("violations", "undecided"):
        for name, pointer in row.get(key, ()):
            if name == rule:
                return str(pointer)
    return ""


def sample(case: SuiteCase, at: str = "") -> Sample:
    """Return a case as a sample.

    `at`: pointer of the value that matters; other fields of large objects around it are left out.
    """
    row = case.row
    context = {}
    for key, word in CONTEXT.items():
        if key in row:
            value = row[key]
            context[word] = value if isinstance(value, str) else _one_line(value)
    language, text = _message(row, split(at) if at.startswith("/") else ())
    shown = _cut(visible(text))
    is_whole = shown == text and MORE not in text
    return Sample(case, language, shown, context, is_whole and context.keys() <= {"source"})


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
    """Return a value in which large objects show few fields, and count the others."""
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


def pretty(value: Any, width: int = 60, indent: str = "", label: str = "") -> str:
    """Return JSON text after its label, with each value on one line if it fits there."""
    line = label + _one_line(value)
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
            parts.append(inner + pretty(member, width, inner, f"{_one_line(key)}: "))
    return "\n".join([label + start, ",\n".join(parts), indent + end])


def visible(text: str) -> str:
    """Return a text with escapes in place of characters that cannot be seen."""
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character in "\n " or character.isprintable():
        return character
    number = ord(character)
    return f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}"


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST]} ... ({len(text)} characters)"


def samples_table(suite: Suite, book: Rulebook) -> dict[str, dict[str, dict[str, str]]]:
    """Return the samples of each rule: `broken` breaks it, and `kept` keeps it."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for rule in book.rules:
        for name, one in suite.pair(rule.rule)._asdict().items():
            if one is not None:
                known = ", ".join([f"{word} {value}" for word, value in one.context.items()])
                row = {"text": one.text, "language": one.language, "known": known}
                found.setdefault(rule.rule, {})[name] = row
    return found
