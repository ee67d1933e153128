"""The tables, as the newest migration leaves them.

A deployment is a row. Columns are the fields that lists filter by and the fields that the service
changes itself; `document` is the JSON text of the other fields. JSON is stored as text, since
PostgreSQL's type for JSON rejects some values, such as NUL characters and large numbers.
"""

from itertools import combinations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    Uuid,
)

VERSION = "0002"  # of the newest migration
METADATA = MetaData()
# SQLite generates numbers only for columns of type INTEGER.
Number = BigInteger().with_variant(Integer, "sqlite")

integrations = Table(
    "integrations",
    METADATA,
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("name", Text, nullable=False),
)

repositories = Table(
    "repositories",
    METADATA,
    Column("integration_id", Uuid(as_uuid=False), ForeignKey("integrations.id"), primary_key=True),
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("document", Text, nullable=False),
)

deployments = Table(
    "deployments",
    METADATA,
    Column("number", Number, primary_key=True),  # ascending: lists are in this order
    Column("id", Uuid(as_uuid=False), nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False),  # the name, case folded
    Column("status", Text, nullable=False),
    Column("image_version", Text),
    Column("deployment_type", Text),
    Column("remote_reconciled", Boolean),
    Column("latest_revision_id", Uuid(as_uuid=False)),
    Column("active_revision_id", Uuid(as_uuid=False)),
    Column("updated_at", Text, nullable=False),
    Column("document", Text, nullable=False),
    Column("secrets", Text),  # encrypted; null without secrets
)

# For each combination of equality filters, an index starts with their columns and continues in the
# order of lists. So a page is a short walk of one index, for any number of deployments. No patch
# changes any of these columns.
EQUALITIES = ("status", "image_version", "deployment_type", "remote_reconciled")
FILTERED: list[tuple[str, ...]] = []
for _size in range(1, len(EQUALITIES) + 1):
    FILTERED += combinations(EQUALITIES, _size)
for _index, _names in enumerate(FILTERED):
    _columns = [deployments.c[name] for name in _names]
    Index(f"deployments_filtered_{_index}", *_columns, deployments.c.number)
# for short texts, which are searched name by name
Index("deployments_by_number_folded", deployments.c.number, deployments.c.folded)

tags = Table(
    "deployment_tags",
    METADATA,
    Column("tag_value_id", Text, primary_key=True),
    Column(
        "number", Number, ForeignKey("deployments.number"), primary_key=True, autoincrement=False
    ),
)

revisions = Table(
    "revisions",
    METADATA,
    Column("number", Number, primary_key=True),  # ascending with time
    Column("id", Uuid(as_uuid=False), nullable=False, unique=True),
    Column("deployment", Number, ForeignKey("deployments.number"), nullable=False),
    Column("source", Text, nullable=False),
    Column("source_revision_config", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("due", BigInteger, nullable=False),  # time of the rollout, milliseconds since 1970
    Column("rolled_out_at", Text),
)
Index("revisions_by_deployment", revisions.c.deployment, revisions.c.number)
_waiting = revisions.c.rolled_out_at.is_(None)
Index("revisions_waiting", revisions.c.due, sqlite_where=_waiting, postgresql_where=_waiting)

keys = Table(
    "key_check",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("token", Text, nullable=False),  # a known text, encrypted with the current key
)

# Virtual tables of SQLite: the trigrams of names, and the trigrams of spaced names, which are the
# single characters and pairs of the names. They are not in METADATA, since migration tools cannot
# inspect them. PostgreSQL has indexes instead.
names = Table(
    "names", MetaData(), Column("rowid", Integer, primary_key=True), Column("folded", Text)
)
pairs = Table(
    "pairs", MetaData(), Column("rowid", Integer, primary_key=True), Column("spaced", Text)
)
