"""A page of a listing as SQL: filters combined, deployments in their order ("interface.md", 2. List deployments)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Text,
    and_,
    bindparam,
    func,
    literal_column,
    select,
    union_all,
)
from sqlalchemy.dialects.postgresql import ARRAY

from deploy_contract.document.walker import fits
from deploy_contract_service import fields
from deploy_contract_service.tables import deployments, names, pairs, tags

SHOWN = [
    column
    for column in deployments.columns
    if column.name not in ("folded", "deployment_type", "remote_reconciled")
]
NUMBER = deployments.c.number
GRAM = 3  # characters of the shortest text that an index of trigrams finds
SPACE = "A"  # between the characters of a folded name, which never has it
FIRST = 1000  # deployments: a short text that none of them has is rare enough for PostgreSQL's index of short texts
STEPS = 50  # deployments that are found to see how far apart those are that fit
DEAR = 8  # times what one costs that is found by other filters: one that SQLite finds by a text
FAR = 1000  # deployments that are passed over: from here on by their numbers alone, which indexes have, a fraction of the table
MOST_TAGS = 50  # that are looked for one by one: SQLite takes no more than 500 parts in a union

Parameters = Mapping[str, Any]
Condition = ColumnElement[bool]


class _Wanted(NamedTuple):
    """Conditions on columns, tags of which a deployment has one, and a text in its name."""

    conditions: list[Condition]
    tags: list[str]
    text: str


_Way: TypeAlias = Callable[
    [Select[Any], _Wanted, int], Select[Any]
]  # the last: how many may have to be found


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
        wanted.conditions.append(_contains(connection, wanted.text))
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
        if any(
            "\0" in one
            for one in (value if isinstance(value, tuple) else (value,))
            if isinstance(one, str)
        ):
            return None  # no text that is stored has one
        if how == "contains":
            wanted = wanted._replace(text=folded(value))
        elif how == "among":
            fitting = sorted(
                {
                    one.lower() if field == "id" else one
                    for one in value
                    if one and fits(item or {}, one)
                }
            )
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
        some = some.join(tags, tags.c.number == NUMBER).where(
            tags.c.tag_value_id == wanted.tags[0], *wanted.conditions
        )
        return some.order_by(tags.c.number)
    if wanted.tags:
        some = some.where(NUMBER.in_(_tagged(wanted.tags, wanted.conditions, most)))
    return some.where(*wanted.conditions).order_by(NUMBER)


def _by_text(some: Select[Any], wanted: _Wanted, _most: int) -> Select[Any]:
    """By SQLite's indexes of names, which give them in their order; all else is looked at one by one."""
    number, matching = _matching(wanted.text)
    some = some.join(number.table, number == NUMBER).where(matching).order_by(number)
    if wanted.tags:
        one = (tags.c.number == NUMBER) & tags.c.tag_value_id.in_(wanted.tags)
        some = some.where(select(tags.c.number).where(one).exists())
    return some.where(*[func.likely(condition) for condition in wanted.conditions])


def _leads(connection: Connection, wanted: _Wanted) -> bool:
    """Whether the text, rather than the other filters, is to lead to what is wanted: what fits it is much further apart."""
    if not wanted.conditions and not wanted.tags:
        return True
    number, matching = _matching(wanted.text)
    reached = connection.scalar(
        select(number).where(matching).order_by(number).limit(1).offset(STEPS)
    )
    if reached is None:
        return True
    by_others = connection.scalar(
        _filtered(select(NUMBER), wanted, STEPS + 1).limit(1).offset(STEPS)
    )
    return by_others is not None and reached >= DEAR * by_others


def folded(name: str) -> str:
    """A name as it is searched, whatever the letter case (the contract's rule list-name-contains)."""
    return name.casefold()


def spaced(name: str) -> str:
    """A folded name so that each trigram is a character of it, or two that follow each other."""
    return SPACE + SPACE.join(name) + SPACE


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


def _contains(connection: Connection, text: str) -> Condition:
    """Names with the text in them: looked at one by one in SQLite; PostgreSQL chooses, by its indexes of names or not.

    It is not to choose the index of short texts for those that many have, for it gives all that have one, in no order.
    """
    if connection.dialect.name == "sqlite":
        return func.instr(deployments.c.folded, text) > 0
    like = _like(deployments.c.folded, text)
    if len(text) >= GRAM:
        return like
    first = select(deployments.c.folded).order_by(NUMBER).limit(FIRST).subquery()
    if connection.scalar(select(select(first).where(_like(first.c.folded, text)).exists())):
        return like
    # says no more than that, but has an index
    return and_(like, func.pairs(deployments.c.folded, type_=ARRAY(Text)).overlap([text]))


def _like(column: ColumnElement[str], text: str) -> Condition:
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return column.like(f"%{escaped}%", escape="\\")


def _matching(text: str) -> tuple[ColumnElement[int], Condition]:
    """The numbers in SQLite's index that has the text, and what finds it there: a phrase in quotes is taken as it stands."""
    table, phrase = names, text
    if len(text) < GRAM:
        table, phrase = pairs, SPACE.join(text) if len(text) > 1 else spaced(text)
    quoted = '"{}"'.format(phrase.replace('"', '""'))
    return table.c.rowid, literal_column(table.name).match(bindparam(None, quoted, Text))
