"""Sentences about rules, for the command `explain` and the reference page."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from deploy_contract_format.definitions import types_of
from deploy_contract_format.rules import Rule
from deploy_contract_format.suggestions import listed

TITLES: Mapping[str, str] = {  # section of the rule file -> title of its rules
    "fields": "Fields and sources",
    "rules": "Relations between values",
    "revisions": "Changes that create a revision",
    "undeclared": "Undeclared members",
    "schema": "Schemas",
    "wire": "Parsing",
    "http": "Requests and responses",
    "exchange": "Exchanges: a response and its request",
}
# parameter of a rule -> a sentence about it. Parameters of one rule come in this order.
_SENTENCES: Mapping[str, str] = {
    "field": "It is about the field {}.",
    "fields": "It is about the fields {}.",
    "each": "It is about each value at {}.",
    "names": "It is about each name at {}.",
    "sources": "The field may be set only for {}.",
    "admitted": "The source of {} must run on the hosting.",
    "when": "Only a value of this form counts: {}.",
    "schema": "A value that keeps it has this form: {}.",
    "never": "These values must not occur together: {}.",
    "array": "It compares the items of {}",
    "key": "by their member {}.",
    "within": "It compares members of {}:",
    "pairs": "{}.",
    "operation": "It is about the operation {}",
    "parameter": "and its parameter {}.",
    "keyword": "It is the rule for the keyword {} of the schemas.",
    "location": "It is about the {}.",
    "status": "The answer to a message that violates it has the status {}.",
    "creates": "Whether a revision is created: {}.",
    "fix": "`deploy-contract check --fix` {}.",
    "fixed": "Its mode cannot be relaxed.",
}
_LOCATIONS = {"wire": "transport of a body", "exchange": "response as a whole"}
_FORMS: Mapping[str, str] = {
    "const": "equal to {}",
    "enum": "one of {}",
    "pattern": "matching {}",
    "minItems": "with at least {} items",
    "maxItems": "with at most {} items",
    "minLength": "with at least {} characters",
    "maxLength": "with at most {} characters",
    "minimum": "at least {}",
    "maximum": "at most {}",
    "required": "with the members {}",
}
_TYPES = {"array": "an array", "integer": "an integer", "null": "null", "object": "an object"}


def facts(rule: Rule) -> str:
    """Return the sentences about the parameters of a rule; none if it has no parameters."""
    return " ".join(_sentences(rule))


def _sentences(rule: Rule) -> Iterator[str]:
    given = dict(rule.parameters)
    if rule.shape == "schema" and "sources" in given:
        yield f"It applies to deployments with {_value('sources', given.pop('sources'))}."
    if "hosting" in given:
        yield f"It applies to deployments on {listed(given.pop('hosting'))}."
    for name, sentence in _SENTENCES.items():
        if name in given:
            yield sentence.format(_value(name, given.pop(name)))
    for name, value in given.items():  # parameters that are newer than this list
        yield f"Its {name}: {_value(name, value)}."


def _value(name: str, value: Any) -> str:
    if name == "sources":
        return listed([f"source {source}" for source in value], "or") or "no source"
    if name == "location":
        return _LOCATIONS.get(value, str(value))
    if name == "fix":
        return {"remove": "removes the field", "null": "sets the field to null"}[value]
    if name == "admitted" and value == "context":
        return "the deployment"
    if name == "pairs":
        return listed([f"{lower} with {upper}" for lower, upper in value])
    if name == "never":
        return "; ".join([_form(schema, field) for field, schema in value.items()])
    if isinstance(value, Mapping):
        return _form(value)
    if isinstance(value, str):
        return value
    return listed(list(map(str, value))) if isinstance(value, list | tuple) else str(value)


def _form(schema: Mapping[str, Any], at: str = "") -> str:
    """Return a schema in words, with the pointers of its properties; `at`: its own pointer.

    Keywords that `_FORMS` lacks are shown as JSON.
    """
    words = []
    rest = dict(schema)
    if rest.pop("type", None):
        words.append(" or ".join([_TYPES.get(kind, f"a {kind}") for kind in types_of(schema)]))
    for keyword, text in _FORMS.items():
        if keyword in rest:
            value = rest.pop(keyword)
            values = listed(map(str, value)) if isinstance(value, list | tuple) else None
            phrase = text.format(values or json.dumps(value))
            words.append(phrase.removesuffix("s") if value == 1 else phrase)  # "1 item"
    members = rest.pop("properties", {})
    if "not" in rest:
        words.append(f"not ({_form(rest.pop('not'))})")
    for keyword, value in rest.items():
        words.append(f"{keyword} {json.dumps(value)}")
    if not words and not members:
        words.append("any value")
    own = ", ".join(words)
    parts = [f"{at}: {own}".removeprefix(": ")] if words else []
    parts += [_form(member, f"{at}/{name}") for name, member in members.items()]
    return "; ".join(parts)
