"""Write tables into guides, between marks."""

import json
import re
import tomllib
from collections.abc import Mapping
from itertools import chain
from typing import Any

from deploy_contract_codegen.page.matrix import Matrix
from deploy_contract_format.rules import Rulebook

RULES = "from spec/rules.yaml"
EXTRAS = "extras from pyproject.toml"
# mark of a cell of the matrix -> its word
_WORDS = {"denied": "-", "reported": "(note)", "fixed": "once", "allowed": "yes"}
_MARKED = re.compile(r"<!-- (?P<name>[^\n]*), by make generate -->.*?<!-- end -->", re.DOTALL)


def with_tables(text: str, tables: Mapping[str, str]) -> str:
    """Return a page with each table after `<!-- NAME, by make generate -->`, before `<!-- end -->`.

    `tables`: Markdown by the names of the marks. Other marks are left alone.
    """

    def fill(found: re.Match[str]) -> str:
        name = found["name"]
        if name not in tables:
            return found[0]
        return f"<!-- {name}, by make generate -->\n{tables[name]}\n<!-- end -->"

    return _MARKED.sub(fill, text)


def table_of_rules(matrix: Matrix, book: Rulebook) -> str:
    """Return the table of the sources that may set a field of a patch."""
    lines = [_line(["field of a patch", *book.sources]), "|---" * (len(book.sources) + 1) + "|"]
    for kind in [kind for kind, kind_row in book.kinds.items() if kind_row.stored]:
        for row in chain.from_iterable(matrix.rows(kind).values()):
            marks = [row.cells[source].mark for source in book.sources]
            if len(set(marks)) > 1:
                value = f": {json.dumps(row.when['const'])}" if "const" in row.when else ""
                name = f"`{'.'.join(row.tokens)}{value}`"
                lines.append(_line([name, *map(_WORDS.__getitem__, marks)]))
    hostings = [", ".join(hostings) for hostings in book.sources.values()]
    return "\n".join([*lines, _line(["runs on hosting", *hostings])])


def table_of_extras(pyproject: str) -> str:
    """Return the table of the extras for users: their purposes and the packages that they install.

    In pyproject.toml, the table `tool.deploy-contract-extras` has the texts; extras that it does
    not name are for developers.
    """
    settings = tomllib.loads(pyproject)
    needed = settings["project"]["optional-dependencies"]
    lines = [_line(["extra", "adds", "installs"]), "|---|---|---|"]
    for name, text in settings["tool"]["deploy-contract-extras"].items():
        packages = [re.split("[<>=!~; ]", requirement)[0] for requirement in needed[name]]
        installs = ", ".join([f"`{package}`" for package in packages])
        lines.append(_line([f"`{name}`", text, installs]))
    return "\n".join(lines)


def _line(cells: Any) -> str:
    return f"| {' | '.join(cells)} |"
