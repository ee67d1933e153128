"""Coverage as text, as JSON and as a page."""

from deploy_contract.cli.lines import as_json
from deploy_contract.cli.printing import Printer
from deploy_contract.exceptions import ContractError
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


def print_coverage(coverage: Coverage, style: str, printer: Printer) -> None:
    """Print coverage.

    Args:
        coverage: the counts.
        style: "text", "json" or "html".
        printer: where it is printed.

    Raises:
        ContractError: a page is asked for, and the extra [pages] is not installed.
    """
    if style == "json":
        printer.data(as_json(coverage.to_dict()))
    elif style == "html":
        printer.data(_page(coverage))
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


def _page(coverage: Coverage) -> str:
    """Return a page that needs no other file and no script."""
    try:
        from deploy_contract_pages import embedded, environment, policy, style
    except ModuleNotFoundError as error:
        raise ContractError(
            f"--format html needs {error.name}: pip install 'deploy-contract[pages]'"
        ) from None
    templates = environment(__package__)
    templates.filters["line"] = as_line
    sheet = embedded(style())
    return templates.get_template("coverage.html").render(
        columns=COLUMNS,
        coverage=coverage,
        policy=policy(sheet),
        sections=SECTIONS,
        style=sheet,
        titles=_TITLES,
    )
