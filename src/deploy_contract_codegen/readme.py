"""Write tables into guides, between marks."""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from itertools import chain

from deploy_contract_codegen.page.matrix import Matrix
from deploy_contract_format.rules import Rulebook

RULES = "from spec/rules.yaml"
EXTRAS = "extras from pyproject.toml"
# mark of a cell of the matrix -> its word
_WORDS = {"denied": "-", "reported": "(note)", "fixed": "once", "allowed": "yes"}
_MARKED = re.compile(r"<!-- (?P<name>[^\n]*), by make generate -->.*?<!-- end -->", re.DOTALL)


Table = list[Sequence[str]]
"""The rows of a table, the head first."""


def with_tables(text: str, tables: Mapping[str, Table]) -> str:
    """Return a page with each table after `<!-- NAME, by make generate -->`, before `<!-- end -->`.

    `tables`: by the names of the marks. Other marks are left alone.
    """

    def fill(found: re.Match[str]) -> str:
        name = found["name"]
        if name not in tables:
            return found[0]
        head, *rows = [f"| {' | '.join(cells)} |" for cells in tables[name]]
        lines = [head, "|---" * len(tables[name][0]) + "|", *rows, "<!-- end -->"]
        return "\n".join([f"<!-- {name}, by make generate -->", *lines])

    return _MARKED.sub(fill, text)


def table_of_rules(matrix: Matrix, book: Rulebook) -> Table:
    """Return the table of the sources that may set a field of a patch."""
    table: Table = [["field of a patch", *book.sources]]
    for kind in [kind for kind, kind_row in book.kinds.items() if kind_row.stored]:
        for row in chain.from_iterable(matrix.rows(kind).values()):
            marks = [row.cells[source].mark for source in book.sources]
            if len(set(marks)) > 1:
                value = f": {json.dumps(row.when['const'])}" if "const" in row.when else ""
                name = f"`{'.'.join(row.tokens)}{value}`"
                table.append([name, *map(_WORDS.__getitem__, marks)])
    hostings = [", ".join(hostings) for hostings in book.sources.values()]
    return [*table, ["runs on hosting", *hostings]]


def table_of_extras(pyproject: str) -> Table:
    """Return the table of the extras for users: their purposes and the packages that they install.

    In pyproject.toml, the table `tool.deploy-contract-extras` has the texts; extras that it does
    not name are for developers.
    """
    settings = tomllib.loads(pyproject)
    needed = settings["project"]["optional-dependencies"]
    table: Table = [["extra", "adds", "installs"]]
    for name, text in settings["tool"]["deploy-contract-extras"].items():
        packages = [re.split("[<>=!~; ]", requirement)[0] for requirement in needed[name]]
        installs = ", ".join([f"`{package}`" for package in packages])
        table.append([f"`{name}`", text, installs])
    return table
