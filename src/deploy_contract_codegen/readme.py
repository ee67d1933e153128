"""Tables in guides, between marks: those of other packages, rules of patches, and extras."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

RULES = "from spec/rules.yaml"
EXTRAS = "extras from pyproject.toml"
_MARKED = re.compile(r"<!-- (?P<name>[^\n]*), by make generate -->.*?<!-- end -->", re.DOTALL)


def with_tables(text: str, tables: Mapping[str, str]) -> str:
    """Return a page with each table between its marks, `<!-- NAME, by make generate -->` and an end.

    Args:
        text: the text of the page. Marks of other names are left alone.
        tables: each table in Markdown, by the name of its mark.
    """

    def fill(found: re.Match[str]) -> str:
        name = found["name"]
        if name not in tables:
            return found[0]
        return f"<!-- {name}, by make generate -->\n{tables[name]}\n<!-- end -->"

    return _MARKED.sub(fill, text)


def table_of_rules(rules: str) -> str:
    """Return the table of which source may set which field of a patch.

    Args:
        rules: the generated rules.json.
    """
    return "\n".join(_lines(json.loads(rules)))


def table_of_extras(pyproject: str) -> str:
    """Return the table of the extras for users: what each adds, and the packages that it installs.

    Args:
        pyproject: the content of pyproject.toml. Its table `tool.deploy-contract-extras` has the
            texts; extras that it does not name are for developers.
    """
    settings = tomllib.loads(pyproject)
    needed = settings["project"]["optional-dependencies"]
    lines = [_line(["extra", "adds", "installs"]), "|---|---|---|"]
    for name, text in settings["tool"]["deploy-contract-extras"].items():
        packages = [re.split("[<>=!~; ]", requirement)[0] for requirement in needed[name]]
        installs = ", ".join([f"`{package}`" for package in packages])
        lines.append(_line([f"`{name}`", text, installs]))
    return "\n".join(lines)


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
