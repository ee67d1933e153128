"""Violations: frozen values with texts made from the contract alone, never from a document."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from deploy_contract.document.walker import TEXTS
from deploy_contract_format.faults import TextError
from deploy_contract_format.overlay import Schema
from deploy_contract_format.pointer import Tokens, join
from deploy_contract_format.rules import Rule

FILLED = (
    "keyword",
    "undeclared",
)  # shapes of rules whose texts have {places} for what the contract says


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
    name: str = ""  # a declared field, or value, that the rule means
    schema: Schema | None = None  # what the value does not fit
    belongs: tuple[str, ...] = ()  # where in a document that field is declared, if not here


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
    message, hint = rule.message, rule.hint
    if rule.shape in FILLED:
        schema = item.schema or {}
        made = schema.get(TEXTS, {})
        key = (rule.rule, item.name, item.belongs)
        message, hint = made.get(key) or made.setdefault(
            key, _texts(rule, schema, item.name, item.belongs)
        )
    return Violation(rule.rule, rule.mode, "body", join(item.at), message, hint)


def _texts(rule: Rule, schema: Schema, name: str, belongs: tuple[str, ...]) -> tuple[str, str]:
    told = _Told(schema, name)
    hint = rule.hint
    if belongs:
        *around, _ = belongs
        parent = next(
            (token for token in reversed(around) if token != "*"), "the top of the document"
        )
        items = "an item of " if around[-1:] == ["*"] else ""
        hint = f"{name} belongs to {items}{parent}: {join(belongs)}"
    elif name and "{name}" not in hint:
        hint = f"did you mean {name}?"
    return rule.message.format_map(told), hint if hint is not rule.hint else hint.format_map(told)


class _Told(dict[str, Any]):
    """What fills the places in the texts of a rule, each worked out when a text has it."""

    def __init__(self, schema: Schema, name: str) -> None:
        super().__init__(name=name)
        self._schema = schema

    def __missing__(self, place: str) -> Any:
        schema = self._schema
        if place in ("type", "enum"):
            return _either(schema[place])
        if place == "limit":
            return schema.get("maxItems", schema.get("maxProperties"))
        return schema.get({"format": "x-format"}.get(place, place), "the document")


def of_wire(rule: Rule, error: TextError) -> Violation:
    """The violation of a document that could not be read."""
    message, hint = rule.message, rule.hint
    if "{" in message or "{" in hint:
        line, column = error.place or ("?", "?")
        told = {"line": line, "column": column, "limit": error.limit}
        message, hint = message.format_map(told), hint.format_map(told)
    return Violation(rule.rule, rule.mode, "wire", join(error.at), message, hint)


def _either(names: Any) -> str:
    several = (
        [names]
        if isinstance(names, str)
        else ["null" if name is None else str(name) for name in names]
    )
    return " or ".join([", ".join(several[:-1]), several[-1]] if len(several) > 1 else several)


def apart(places: Iterable[Tokens]) -> Callable[[Tokens], bool]:
    """What says of a place whether it is none of `places`, and neither within one of them nor around it."""
    around: set[Tokens] = set()
    ends = set(places)
    for place in ends:
        around.update(place[:end] for end in range(len(place) + 1))

    def is_apart(place: Tokens) -> bool:
        return place not in around and not any(place[:end] in ends for end in range(len(place)))

    return is_apart
