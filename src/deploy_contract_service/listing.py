"""A page of the list of deployments as SQL ("interface.md", 2. List deployments).

Filters combine, and deployments come in the order of their numbers.
"""

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

from deploy_contract.judge.python.schema import fits
from deploy_contract_service import fields
from deploy_contract_service.tables import deployments, names, pairs, tags

_FILTER_ONLY = ("folded", "deployment_type", "remote_reconciled")
COLUMNS = [column for column in deployments.columns if column.name not in _FILTER_ONLY]
NUMBER = deployments.c.number

TRIGRAM = 3  # characters of the shortest text that an index of trigrams finds
SPACER = "A"  # between the characters of a case-folded name, which never contains it
# PostgreSQL's index of short texts is used for a text that none of so many first names contains.
RARE_SAMPLE = 1000
STEPS = 50  # matches that are examined to estimate how far apart matches are
TEXT_COST = 8  # in SQLite, cost of a match found by its text, relative to one by other filters
# From this offset on, numbers are selected first. Indexes contain them, a fraction of the table.
FAR_OFFSET = 1000
MOST_TAGS = 50  # that are searched one by one: SQLite allows 500 parts of a union

Parameters = Mapping[str, Any]
Condition = ColumnElement[bool]


class _Wanted(NamedTuple):
    """Filters of a request.

    Attributes:
        conditions: conditions on columns, all of which hold.
        tags: tags, one of which the deployment has.
        text: a case-folded text within the name, or "".
    """

    conditions: list[Condition]
    tags: list[str]
    text: str


# Adds filters to a statement. The last argument: most deployments that the page may need.
_Finder: TypeAlias = Callable[[Select[Any], _Wanted, int], Select[Any]]


def page(connection: Connection, parameters: Parameters) -> Sequence[Row[Any]]:
    """Return the rows of a page.

    Args:
        connection: connection to the database.
        parameters: parameters of the request, as the report of `check_request` has them.
    """
    found = statement(connection, parameters)
    return () if found is None else connection.execute(found).all()


def statement(connection: Connection, parameters: Parameters) -> Select[Any] | None:
    """Return the statement for a page, or None if nothing can match."""
    wanted = _wanted(parameters)
    if wanted is None:
        return None
    limit, offset = parameters["limit"], parameters["offset"]
    is_sqlite = connection.dialect.name == "sqlite"
    numbers_first = offset >= FAR_OFFSET
    find: _Finder = _by_columns
    if wanted.text and is_sqlite and _text_is_selective(connection, wanted):
        find = _by_text
    elif wanted.text:
        numbers_first = numbers_first or not is_sqlite or not (wanted.tags or wanted.conditions)
        wanted.conditions.append(_name_contains(connection, wanted.text))
    if not numbers_first:
        return find(select(*COLUMNS), wanted, limit + offset).limit(limit).offset(offset)
    numbers = find(select(NUMBER), wanted, limit + offset).limit(limit).offset(offset)
    return select(*COLUMNS).where(NUMBER.in_(numbers)).order_by(NUMBER)


def _wanted(parameters: Parameters) -> _Wanted | None:
    """Return the filters of a request, or None if nothing can match."""
    wanted = _Wanted([], [], "")
    for one in fields.filters():
        value = parameters.get(one.parameter)
        if value in (None, "", ()):
            continue
        if _has_nul(value):
            return None  # no stored text contains one
        if one.how == "contains":
            wanted = wanted._replace(text=fold(value))
        elif one.how == "among":
            values = _valid_values(one, value)
            if not values:
                return None
            if one.field in deployments.c:
                wanted.conditions.append(deployments.c[one.field].in_(values))
            else:
                wanted.tags.extend(values)
        else:
            wanted.conditions.append(deployments.c[one.field] == value)
    return wanted


def _has_nul(value: Any) -> bool:
    values = value if isinstance(value, tuple) else (value,)
    return any(isinstance(one, str) and "\0" in one for one in values)


def _valid_values(wanted: fields.Filter, values: Sequence[str]) -> list[str]:
    """Return the values of a list parameter that can match, ids in lower case."""
    found = {value for value in values if value and fits(wanted.item or {}, value)}
    if wanted.field == "id":
        found = set(map(str.lower, found))
    return sorted(found)


def _by_columns(rows: Select[Any], wanted: _Wanted, most: int) -> Select[Any]:
    """Filter by the indexes of columns and tags, in order."""
    if len(wanted.tags) == 1:
        rows = rows.join(tags, tags.c.number == NUMBER)
        rows = rows.where(tags.c.tag_value_id == wanted.tags[0], *wanted.conditions)
        return rows.order_by(tags.c.number)
    if wanted.tags:
        rows = rows.where(NUMBER.in_(_tagged(wanted.tags, wanted.conditions, most)))
    return rows.where(*wanted.conditions).order_by(NUMBER)


def _by_text(rows: Select[Any], wanted: _Wanted, _most: int) -> Select[Any]:
    """Filter by SQLite's indexes of names, in order; check the other filters row by row."""
    number, matching = _text_match(wanted.text)
    rows = rows.join(number.table, number == NUMBER).where(matching).order_by(number)
    if wanted.tags:
        tagged = (tags.c.number == NUMBER) & tags.c.tag_value_id.in_(wanted.tags)
        rows = rows.where(select(tags.c.number).where(tagged).exists())
    return rows.where(*map(func.likely, wanted.conditions))


def _text_is_selective(connection: Connection, wanted: _Wanted) -> bool:
    """Return True if the text's matches are much further apart than those of other filters."""
    if not wanted.conditions and not wanted.tags:
        return True
    number, matching = _text_match(wanted.text)
    by_text = select(number).where(matching).order_by(number).limit(1).offset(STEPS)
    reached = connection.scalar(by_text)
    if reached is None:
        return True
    by_others = _by_columns(select(NUMBER), wanted, STEPS + 1).limit(1).offset(STEPS)
    reached_by_others = connection.scalar(by_others)
    return reached_by_others is not None and reached >= TEXT_COST * reached_by_others


def fold(name: str) -> str:
    """Return a name for a search without regard to case (the contract's list-name-contains)."""
    return name.casefold()


def spaced(name: str) -> str:
    """Return a folded name with spacers: each trigram is one character, or two neighbours."""
    return SPACER + SPACER.join(name) + SPACER


def _tagged(items: Sequence[str], wanted: Sequence[Condition], most: int) -> Select[Any]:
    """Return the numbers of deployments that have one of the tags.

    Of each tag, only the first `most` are selected: no page needs the others.
    """
    if len(items) > MOST_TAGS:
        return select(tags.c.number).where(tags.c.tag_value_id.in_(items))
    parts = []
    for item in items:
        rows = select(tags.c.number).join(deployments, deployments.c.number == tags.c.number)
        rows = rows.where(tags.c.tag_value_id == item, *wanted)
        first = rows.order_by(tags.c.number).limit(most).subquery()
        parts.append(select(first.c.number))
    return select(union_all(*parts).subquery().c.number)


def _name_contains(connection: Connection, text: str) -> Condition:
    """Return the condition that a name contains the text.

    SQLite checks name by name. PostgreSQL chooses whether to use an index. Its index of short
    texts returns all matches, unordered, so it is offered only for a text that is rare.
    """
    if connection.dialect.name == "sqlite":
        return func.instr(deployments.c.folded, text) > 0
    like = _like(deployments.c.folded, text)
    if len(text) >= TRIGRAM:
        return like
    sample = select(deployments.c.folded).order_by(NUMBER).limit(RARE_SAMPLE).subquery()
    if connection.scalar(select(select(sample).where(_like(sample.c.folded, text)).exists())):
        return like
    from sqlalchemy.dialects.postgresql import ARRAY  # costly, and SQLite does not need it

    # the second condition is implied by the first, and has an index
    return and_(like, func.pairs(deployments.c.folded, type_=ARRAY(Text)).overlap([text]))


def _like(column: ColumnElement[str], text: str) -> Condition:
    escaped = text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    return column.like(f"%{escaped}%", escape="\\")


def _text_match(text: str) -> tuple[ColumnElement[int], Condition]:
    """Return the numbers of SQLite's index for a text, and the condition that finds the text."""
    if len(text) >= TRIGRAM:
        table, phrase = names, text
    elif len(text) > 1:
        table, phrase = pairs, SPACER.join(text)
    else:
        table, phrase = pairs, spaced(text)
    quoted = '"{}"'.format(phrase.replace('"', '""'))  # in quotes, no character is an operator
    return table.c.rowid, literal_column(table.name).match(bindparam(None, quoted, Text))
