"""The list of deployments as SQL ("interface.md", 2. List deployments).

Filters combine, and deployments come in the order of their numbers.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Select, bindparam, false, select

from deploy_contract.judge.python.schema import fits
from deploy_contract_service import fields
from deploy_contract_service.tables import deployments, revisions, tags

LONGEST_TEXT = 5000  # characters to search for: SQLite refuses patterns of over 50,000 bytes
_FILTER_ONLY = ("folded", "deployment_type", "remote_reconciled")
_COLUMNS = [column for column in deployments.columns if column.name not in _FILTER_ONLY]
_ACTIVE = revisions.alias("active")
_NEWEST_DUE = (
    select(revisions.c.number)
    .where(revisions.c.deployment == deployments.c.number, revisions.c.due <= bindparam("now"))
    .order_by(revisions.c.number.desc())
    .limit(1)
    .correlate(deployments)
    .scalar_subquery()
)
# All deployments with their active revisions at the time `now`, in milliseconds since 1970.
ROWS: Select[Any] = select(
    *_COLUMNS, _ACTIVE.c.id.label("active_revision_id"), _ACTIVE.c.due
).join_from(deployments, _ACTIVE, _ACTIVE.c.number == _NEWEST_DUE, isouter=True)


def page(parameters: Mapping[str, Any]) -> Select[Any]:
    """Return the query for a page, by the parameters of the report on a request."""
    query = ROWS.order_by(deployments.c.number)
    for row in fields.filters():
        value = parameters.get(row.parameter)
        if value not in (None, "", ()):
            query = query.where(_condition(row, value))
    return query.limit(parameters["limit"]).offset(parameters["offset"])


def _condition(row: fields.Filter, value: Any) -> ColumnElement[bool]:
    """Return the condition of a filter. Texts that no data file may have match nothing."""
    values = list(value) if row.comparison == "among" else [value]
    values = [text for text in values if "\0" not in str(text) and len(str(text)) <= LONGEST_TEXT]
    if row.comparison == "among":
        values = [text for text in values if text and fits(row.schema, text)]
    if not values:
        return false()
    if row.comparison == "contains":
        return deployments.c.folded.contains(value.casefold(), autoescape=True)
    if row.field == "id":
        values = list(map(str.lower, values))
    if row.field in deployments.c:
        return deployments.c[row.field].in_(values)
    tagged = select(tags.c.number).where(tags.c.tag_value_id.in_(values))
    return deployments.c.number.in_(tagged)
