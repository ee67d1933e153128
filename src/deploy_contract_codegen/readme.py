"""The table in a README of which source may set which field of a patch."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

BEGIN = "<!-- from spec/rules.yaml, by make generate -->"
END = "<!-- end -->"


def with_table(text: str, rules: str) -> str:
    """Return a page with the table between its two marks as the rules have it.

    Args:
        text: of the page. Without the marks it is returned as it is.
        rules: the generated rules.json.
    """
    table = "\n".join(_lines(json.loads(rules)))
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    return pattern.sub(lambda _: f"{BEGIN}\n{table}\n{END}", text)


def _lines(rules: Mapping[str, Any]) -> Iterator[str]:
    sources = rules["sources"]
    patches = {kind for kind, how in rules["kinds"].items() if how["stored"]}
    yield _line(["field of a patch", *sources])
    yield "|---" * (len(sources) + 1) + "|"
    on_patches = [rule for rule in rules["rules"] if patches & set(rule["on"] or ())]
    fixed = {
        field
        for rule in on_patches
        if rule["shape"] == "equals_stored"
        for field in rule["parameters"]["fields"]
    }
    for rule in on_patches:
        if rule["shape"] == "field" and rule["parameters"]["sources"]:
            yield _line(_cells(rule, list(sources), fixed))
    yield _line(["runs on hosting", *(", ".join(hostings) for hostings in sources.values())])


def _cells(rule: Mapping[str, Any], sources: list[str], fixed: set[str]) -> Iterator[str]:
    field = rule["parameters"]["field"]
    name = field.removeprefix("/").replace("/", ".")
    when = rule["parameters"].get("when", {})
    yield f"`{name}: {json.dumps(when['const'])}`" if "const" in when else f"`{name}`"
    is_fixed = any(f"{place}/".startswith(f"{field}/") for place in fixed)
    allowed = "once" if is_fixed else "yes"
    refused = "-" if rule["mode"] == "enforce" else "(note)"
    for source in sources:
        yield allowed if source in rule["parameters"]["sources"] else refused


def _line(cells: Any) -> str:
    return f"| {' | '.join(cells)} |"
