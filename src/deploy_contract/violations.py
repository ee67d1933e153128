"""Violations: frozen values with texts made from the contract alone, never from a document."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from deploy_contract_format.overlay import Schema
from deploy_contract_format.pointer import Tokens, join
from deploy_contract_format.rules import Rule
from deploy_contract_format.text import Place

FILLED = ("keyword", "undeclared", "wire")  # shapes of rules whose texts have {places} for what the contract says


class Violation(NamedTuple):
    """One rule broken at one place (spec/schemas/violation.yaml).

    `mode`: "enforce" or "report". `location`: "body", "wire", "path", "query", "header" or "exchange". `pointer`: RFC 6901;
    a parameter's name for parameters. `message` and `hint` are one line each.
    """

    rule: str
    mode: str
    location: str
    pointer: str
    message: str
    hint: str

    def __str__(self) -> str:
        return f"{self.pointer or self.location}: {self.message} [{self.rule}]"

    def to_dict(self) -> dict[str, str]:
        """The violation as a JSON object."""
        return self._asdict()


class Break(NamedTuple):
    """A rule that is broken at a place. `settled` is False where the stored deployment, which is not known, decides."""

    rule: Rule
    at: Tokens
    settled: bool = True
    name: str = ""  # a declared field that the rule means
    schema: Schema | None = None  # what the value does not fit


def listed(broken: Iterable[Break], most: int) -> tuple[tuple[Violation, ...], bool]:
    """The violations of broken rules, each once, at most so many; and whether there are more."""
    found: dict[Violation, None] = {}
    for item in broken:
        found[_of(item)] = None
        if len(found) > most:
            return tuple(found)[:most], True
    return tuple(found), False


def _of(item: Break) -> Violation:
    rule = item.rule
    if rule.shape not in FILLED:
        return Violation(rule.rule, rule.mode, "body", join(item.at), rule.message, rule.hint)
    schema: Mapping[str, Any] = item.schema or {}
    keyword = rule.parameters.get("keyword", "")
    return violation(
        rule,
        "body",
        item.at,
        name=item.name,
        title=schema.get("title", "the document"),
        format=schema.get("x-format"),
        limit=schema.get("maxItems", schema.get("maxProperties")),
        place=None,
        **{keyword: _either(schema[keyword]) if keyword in ("type", "enum") else schema.get(keyword)},
    )


def violation(rule: Rule, location: str, at: Tokens = (), *, place: Place | None = None, **told: Any) -> Violation:
    """The violation of a rule; `told` and `place` fill its texts."""
    message, hint = rule.message, rule.hint
    if rule.shape in FILLED:
        told |= {"line": place.line if place else "?", "column": place.column if place else "?"}
        message, hint = message.format_map(told), hint.format_map(told)
        if rule.rule == "unknown-field" and told["name"]:
            hint = f"did you mean {told['name']}?"
    return Violation(rule.rule, rule.mode, location, join(at), message, hint)


def _either(names: Any) -> str:
    listed_names = [names] if isinstance(names, str) else ["null" if name is None else str(name) for name in names]
    return " or ".join([", ".join(listed_names[:-1]), listed_names[-1]] if len(listed_names) > 1 else listed_names)


def related(one: Tokens, other: Tokens) -> bool:
    """Whether two places are the same, or one within the other."""
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]
