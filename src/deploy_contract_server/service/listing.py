"""A page of a listing as SQL: filters combined, deployments in their order ("interface.md", 2. List deployments)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import ColumnElement, Connection, Row, Select, String, bindparam, func, select, union_all

from deploy_contract.walker import fits
from deploy_contract_server.service import fields
from deploy_contract_server.service.tables import deployments, names, tags

SHOWN = [column for column in deployments.columns if column.name not in ("folded", "deployment_type", "remote_reconciled")]
NUMBER = deployments.c.number
GRAM = 3  # characters of the shortest text that an index of trigrams finds
STEPS = 200  # deployments that are found to see how far apart those are that fit
FAR = 1000  # deployments that are passed over: from here on by their numbers alone, which indexes have, a fraction of the table
MOST_TAGS = 50  # that are looked for one by one: SQLite takes no more than 500 parts in a union

Parameters = Mapping[str, Any]
Condition = ColumnElement[bool]


class _Wanted(NamedTuple):
    """Conditions on columns, tags of which a deployment has one, and a text in its name."""

    conditions: list[Condition]
    tags: list[str]
    text: str


_Way: TypeAlias = Callable[[Select[Any], _Wanted, int], Select[Any]]  # the last: how many may have to be found


def page(connection: Connection, parameters: Parameters) -> Sequence[Row[Any]]:
    """The rows of a page. `parameters`: as a report of `check_request` has them."""
    found = statement(connection, parameters)
    return () if found is None else connection.execute(found).all()


def statement(connection: Connection, parameters: Parameters) -> Select[Any] | None:
    """The statement for a page; None where nothing can be found."""
    wanted = _wanted(parameters)
    if wanted is None:
        return None
    limit, offset = parameters["limit"], parameters["offset"]
    is_sqlite = connection.dialect.name == "sqlite"
    numbers_first = offset >= FAR
    find: _Way = _filtered
    if wanted.text and is_sqlite and _leads(connection, wanted):
        find = _by_text
    elif wanted.text:
        numbers_first = numbers_first or not is_sqlite or not (wanted.tags or wanted.conditions)
        wanted.conditions.append(_contains(wanted.text, is_sqlite=is_sqlite))
    if not numbers_first:
        return find(select(*SHOWN), wanted, limit + offset).limit(limit).offset(offset)
    numbers = find(select(NUMBER), wanted, limit + offset).limit(limit).offset(offset)
    return select(*SHOWN).where(NUMBER.in_(numbers)).order_by(NUMBER)


def _wanted(parameters: Parameters) -> _Wanted | None:
    """What the parameters ask for; None where nothing fits."""
    wanted = _Wanted([], [], "")
    for name, how, field, item in fields.filters():
        value = parameters.get(name)
        if value in (None, "", ()):
            continue  # no filter
        if any("\0" in one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, str)):
            return None  # no text that is stored has one
        if how == "contains":
            wanted = wanted._replace(text=folded(value))
        elif how == "among":
            fitting = sorted({one.lower() if field == "id" else one for one in value if one and fits(item or {}, one)})
            if not fitting:
                return None
            if field in deployments.c:
                wanted.conditions.append(deployments.c[field].in_(fitting))
            else:
                wanted.tags.extend(fitting)
        else:
            wanted.conditions.append(deployments.c[field] == value)
    return wanted


def _filtered(some: Select[Any], wanted: _Wanted, most: int) -> Select[Any]:
    """By the indexes of columns and tags, in order."""
    if len(wanted.tags) == 1:
        some = some.join(tags, tags.c.number == NUMBER).where(tags.c.tag_value_id == wanted.tags[0], *wanted.conditions)
        return some.order_by(tags.c.number)
    if wanted.tags:
        some = some.where(NUMBER.in_(_tagged(wanted.tags, wanted.conditions, most)))
    return some.where(*wanted.conditions).order_by(NUMBER)


def _by_text(some: Select[Any], wanted: _Wanted, _most: int) -> Select[Any]:
    """By SQLite's index of trigrams, which gives names in their order; all else is looked at one by one."""
    some = some.join(names, names.c.rowid == NUMBER).where(_matching(wanted.text)).order_by(names.c.rowid)
    if wanted.tags:
        one = (tags.c.number == NUMBER) & tags.c.tag_value_id.in_(wanted.tags)
        some = some.where(select(tags.c.number).where(one).exists())
    return some.where(*[func.likely(condition) for condition in wanted.conditions])


def _leads(connection: Connection, wanted: _Wanted) -> bool:
    """Whether the text, rather than the other filters, is to lead to what is wanted: what fits it is further apart."""
    if len(wanted.text) < GRAM:
        return False
    if not wanted.conditions and not wanted.tags:
        return True
    by_text = select(names.c.rowid).where(_matching(wanted.text)).order_by(names.c.rowid)
    reached = connection.scalar(by_text.limit(1).offset(STEPS))
    if reached is None:
        return True
    by_others = connection.scalar(_filtered(select(NUMBER), wanted, STEPS + 1).limit(1).offset(STEPS))
    return by_others is not None and reached >= by_others


def folded(name: str) -> str:
    """A name as it is searched, whatever the letter case (the contract's rule list-name-contains)."""
    return name.casefold()


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


def _contains(text: str, *, is_sqlite: bool) -> Condition:
    """Names with the text in them: looked at one by one in SQLite; PostgreSQL chooses, by its trigrams or not."""
    if is_sqlite:
        return func.instr(deployments.c.folded, text) > 0
    return deployments.c.folded.like(f"%{_escaped(text)}%", escape="\\")


def _matching(text: str) -> Condition:
    """Names with the text in them, by SQLite's trigrams: a phrase in quotes is taken as it stands."""
    quoted = '"{}"'.format(text.replace('"', '""'))
    return names.c.folded.match(bindparam(None, quoted, String))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
