"""Violations in a data file, beyond those that the contract finds in its documents."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from deploy_contract import Violation
from deploy_contract.judge.python.schema import failed_keywords, is_type
from deploy_contract_service.fields import Schema, uuid_pattern
from deploy_contract_service.listing import fold

RULE = "serve --data"  # in place of a rule id
# Bytes of a text that lists filter by: an index row of PostgreSQL has 2,704 at most.
LONGEST_TEXT = 2000


def violation(pointer: str, message: str, hint: str) -> Violation:
    """Return a violation of a requirement of the service on a data file."""
    return Violation(RULE, "enforce", "body", pointer, message, hint)


def nested(at: str, violations: Iterable[Violation]) -> Iterator[Violation]:
    """Yield the enforced violations of a part of the file, with pointers into the whole file."""
    for one in violations:
        if one.mode == "enforce":
            yield Violation(one.rule, one.mode, "body", at + one.pointer, one.message, one.hint)


def duplicates(items: list[Any], at: str, key: tuple[str, ...]) -> Iterator[Violation]:
    """Yield a violation for each object whose key fields equal those of an earlier one."""
    seen: set[tuple[str, ...]] = set()
    for index, item in enumerate(items):
        if not isinstance(item, dict):
            continue
        values = tuple(str(item.get(name)).lower() for name in key)
        if values in seen:
            pointer = f"{at}/{index}/{key[-1]}"
            yield violation(pointer, "another one has the same", "give each its own")
        seen.add(values)


def unsearchable(text: str, at: str) -> Iterator[Violation]:
    """Yield violations of a text that lists filter by."""
    hint = "databases do not accept it in a text that is searched"
    if "\0" in text:
        yield violation(at, "must not contain NUL", hint)
    sizes = [len(one.encode("utf-8", "surrogatepass")) for one in (text, fold(text))]
    if max(sizes) > LONGEST_TEXT:
        yield violation(at, f"must not be longer than {LONGEST_TEXT} bytes", hint)


def is_valid(schema: Mapping[str, Any], value: Any) -> bool:
    """Return True if a scalar fits both the schema and a database."""
    if isinstance(value, str) and "\0" in value:
        return False
    if schema.get("format") == "uuid":
        schema = {**schema, "pattern": uuid_pattern()}
    return is_type(value, schema["type"]) and not failed_keywords(schema, value)


def expectation(schema: Schema) -> str:
    """Return the values that the schema of a scalar accepts, in words."""
    if "enum" in schema:
        values = [value for value in schema["enum"] if value is not None]
        return f"one of {', '.join(map(str, values))}"
    if "format" in schema:
        return f"a {schema['format']}"
    types = schema["type"]
    return types if isinstance(types, str) else " or ".join(types)
