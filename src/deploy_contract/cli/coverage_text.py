"""Coverage as text, as JSON and as a page."""

from collections.abc import Iterator
from html import escape

from deploy_contract.cli.lines import as_json
from deploy_contract.cli.printing import Printer
from deploy_contract.traffic.coverage import COLUMNS, SECTIONS, Coverage, Row
from deploy_contract_format.printing import as_line

_TITLES = {
    "operations": "Operations",
    "parameters": "Parameters",
    "parameter_values": "Values of parameters",
    "fields": "Fields",
    "field_values": "Values of fields",
    "rules": "Rules",
    "needs": "Missing facts",
}
_MAX_NAMES = 12  # that a line of the text lists
_OUTSIDE = "(outside the contract)"
_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; margin: 0.5rem 0 2rem; }
th, td { border-bottom: 1px solid #8884; padding: 0.2rem 1rem 0.2rem 0; text-align: left; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
tr.missing { background: #fa03; }
tr.failed td:first-child { border-left: 4px solid #c33; padding-left: 0.4rem; }
:root { color-scheme: light dark; }
"""


def print_coverage(coverage: Coverage, style: str, printer: Printer) -> None:
    """Print coverage. `style`: "text", "json" or "html"."""
    if style == "json":
        printer.data(as_json(coverage.to_dict()))
    elif style == "html":
        for line in _page(coverage):
            printer.data(line)
    else:
        _print_text(coverage, printer)


def _print_text(coverage: Coverage, printer: Printer) -> None:
    printer.line((f"coverage of contract {coverage.version}", "bold"))
    rows = []
    for section in SECTIONS:
        found = coverage.rows(section)
        exercised = sum(row.is_exercised for row in found)
        failed = sum(bool(row.failed) for row in found)
        rows.append((_TITLES[section].lower(), str(exercised), str(len(found)), str(failed)))
    printer.table(("parts", "exercised", "of", "failed"), rows[:-1], text_columns=1)
    _print_rows("operations", coverage, printer)
    _print_rows("rules", coverage, printer)
    _print_rows("needs", coverage, printer)
    printer.line()
    for section in SECTIONS:
        if section != "needs":
            _print_missing(section, coverage.rows(section), printer)


def _print_rows(section: str, coverage: Coverage, printer: Printer) -> None:
    """Print the exercised rows of a section."""
    rows = []
    for row in coverage.rows(section):
        if row.is_exercised:
            names = [name or _OUTSIDE for name in row.names]
            if section == "rules":
                names[1] = row.names[1] or "any"
            rows.append((*names, *map(str, row[1:])))
    if rows:
        printer.table((*SECTIONS[section], *COLUMNS), rows, text_columns=2)


def _print_missing(section: str, rows: list[Row], printer: Printer) -> None:
    names = [" ".join(filter(None, row.names)) for row in rows if not row.is_exercised]
    if not names:
        return
    more = len(names) - _MAX_NAMES
    text = ", ".join(names[:_MAX_NAMES])
    tail = f" and {more} more" if more > 0 else ""
    printer.line((f"not exercised, {_TITLES[section].lower()}: ", "bold"), (f"{text}{tail}", ""))


def _page(coverage: Coverage) -> Iterator[str]:
    """Yield the lines of a page that needs no other file and no script."""
    title = f"Coverage of contract {escape(as_line(coverage.version))}"
    yield "<!doctype html>"
    yield '<html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<title>{title}</title><style>{_STYLE}</style></head><body><h1>{title}</h1>"
    yield "<p>Parts that no message exercises are highlighted; a red bar marks failures.</p>"
    for section, names in SECTIONS.items():
        yield f"<h2>{_TITLES[section]}</h2><table><thead><tr>"
        yield "".join([f"<th>{name}</th>" for name in names])
        yield "".join([f'<th class="number">{name}</th>' for name in COLUMNS])
        yield "</tr></thead><tbody>"
        for row in coverage.rows(section):
            yield _page_row(row)
        yield "</tbody></table>"
    yield "</body></html>"


def _page_row(row: Row) -> str:
    kind = "failed" if row.failed else ""
    if not row.is_exercised:
        kind = "missing"
    cells = [f"<td>{escape(as_line(name))}</td>" for name in row.names]
    cells += [f'<td class="number">{number}</td>' for number in row[1:]]
    return f'<tr class="{kind}">{"".join(cells)}</tr>'
