"""A page of a listing as SQL: filters combined, deployments in their order ("interface.md", 2. List deployments)."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, String, bindparam, func, select, union_all

from deploy_contract.walker import fits
from deploy_contract_server.service import fields
from deploy_contract_server.service.tables import deployments, names, tags

SHOWN = [column for column in deployments.columns if column.name not in ("folded", "deployment_type", "remote_reconciled")]
GRAM = 3  # characters of the shortest text that an index of trigrams finds
FEW = 2000  # names, so few that each is looked at rather than what other filters leave
MOST_TAGS = 50  # that are looked for one by one: SQLite takes no more than 500 parts in a union

Parameters = Mapping[str, Any]
Condition = ColumnElement[bool]


def page(connection: Connection, parameters: Parameters) -> Sequence[Row[Any]]:
    """The rows of a page. `parameters`: as a report of `check_request` has them."""
    found = statement(connection, parameters)
    return () if found is None else connection.execute(found).all()


def statement(connection: Connection, parameters: Parameters) -> Select[Any] | None:
    """The statement for a page; None where nothing can be found."""
    wanted, items, text = _wanted(parameters)
    if wanted is None:
        return None
    first, last = parameters["offset"], parameters["offset"] + parameters["limit"]
    order: ColumnElement[int] = deployments.c.number
    some = select(*SHOWN)
    if text:
        if connection.dialect.name != "sqlite":
            wanted.append(deployments.c.folded.like(f"%{_escaped(text)}%", escape="\\"))
        elif len(text) >= GRAM and not wanted and not items:  # the index gives them in their order
            matching = _matching(text)
            some, order = some.join(names, names.c.rowid == deployments.c.number).where(matching), names.c.rowid
        elif len(text) >= GRAM and _few(connection, text):
            wanted.append(deployments.c.number.in_(select(names.c.rowid).where(_matching(text))))
        else:
            wanted.append(func.instr(deployments.c.folded, text) > 0)
            if not items and len(wanted) == 1:  # by an index that is a fraction of the table
                some, wanted = some.where(deployments.c.number.in_(_numbers(wanted, last))), []
    if len(items) == 1:
        some, order = some.join(tags, tags.c.number == deployments.c.number), tags.c.number
        some = some.where(tags.c.tag_value_id == items[0])
    elif items:
        some = some.where(deployments.c.number.in_(_tagged(items, wanted, last)))
    return some.where(*wanted).order_by(order).limit(parameters["limit"]).offset(first)


def _wanted(parameters: Parameters) -> tuple[list[Condition] | None, list[str], str]:
    """The conditions on columns, the tags of which a deployment has one, and the text in its name. None: nothing fits."""
    conditions: list[Condition] = []
    items: list[str] = []
    text = ""
    for name, how, field, item in fields.filters():
        value = parameters.get(name)
        if value in (None, "", ()):
            continue  # no filter
        if "\0" in value if isinstance(value, str) else isinstance(value, tuple) and any("\0" in one for one in value):
            return None, [], ""  # no text that is stored has one
        if how == "contains":
            text = folded(value)
        elif how == "among":
            fitting = sorted({one.lower() if field == "id" else one for one in value if one and fits(item or {}, one)})
            if not fitting:
                return None, [], ""
            if field in deployments.c:
                conditions.append(deployments.c[field].in_(fitting))
            else:
                items = fitting
        else:
            conditions.append(deployments.c[field] == value)
    return conditions, items, text


def folded(name: str) -> str:
    """A name as it is searched, whatever the letter case (the contract's rule list-name-contains)."""
    return name.casefold()


def _numbers(wanted: Sequence[Condition], most: int) -> Select[Any]:
    number = deployments.c.number
    return select(number).where(*wanted).order_by(number).limit(most)


def _tagged(items: Sequence[str], wanted: Sequence[Condition], most: int) -> Select[Any]:
    """The numbers of deployments with one of the tags: of each tag the first, for none behind them can be on the page."""
    if len(items) > MOST_TAGS:
        return select(tags.c.number).where(tags.c.tag_value_id.in_(items))
    of_each = [
        select(tags.c.number)
        .join(deployments, deployments.c.number == tags.c.number)
        .where(tags.c.tag_value_id == item, *wanted)
        .order_by(tags.c.number)
        .limit(most)
        .subquery()
        for item in items
    ]
    return select(union_all(*[select(one.c.number) for one in of_each]).subquery().c.number)


def _matching(text: str) -> Condition:
    """Names with the text in them, by SQLite's trigrams: a phrase in quotes is taken as it stands."""
    quoted = '"{}"'.format(text.replace('"', '""'))
    return names.c.folded.match(bindparam(None, quoted, String))


def _few(connection: Connection, text: str) -> bool:
    some = select(names.c.rowid).where(_matching(text)).limit(FEW).subquery()
    return (connection.scalar(select(func.count()).select_from(some)) or 0) < FEW


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
