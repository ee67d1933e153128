"""The tables, as the newest migration leaves them.

A deployment is a row: what is filtered by, what the service changes by itself, and `document`, the JSON text of its other
fields. JSON is text in both databases, for PostgreSQL's own type cannot hold every JSON value (NULs, large numbers).
"""

from itertools import chain, combinations

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

METADATA = MetaData()
Number = BigInteger().with_variant(Integer, "sqlite")  # SQLite counts up only what it calls INTEGER

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
    Column(
        "number", Number, primary_key=True
    ),  # counts up: the order of lists, to which new deployments come last
    Column("id", Uuid(as_uuid=False), nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False),  # the name as it is searched
    Column("status", Text, nullable=False),
    Column("image_version", Text),
    Column("deployment_type", Text),
    Column("remote_reconciled", Boolean),
    Column("latest_revision_id", Uuid(as_uuid=False)),
    Column("active_revision_id", Uuid(as_uuid=False)),
    Column("updated_at", Text, nullable=False),
    Column("document", Text, nullable=False),
    Column("secrets", Text),  # encrypted; none where there are none
)

# Whatever equality filters are combined, an index begins with just these and goes on in the order of lists: a page is a short
# walk, however many deployments there are and however the values are spread. None of the columns is changed by a patch.
EQUALITIES = ("status", "image_version", "deployment_type", "remote_reconciled")
FILTERED = tuple(
    chain.from_iterable(combinations(EQUALITIES, size) for size in range(1, len(EQUALITIES) + 1))
)
for _index, _columns in enumerate(FILTERED):
    Index(
        f"deployments_filtered_{_index}",
        *[deployments.c[name] for name in _columns],
        deployments.c.number,
    )
Index(
    "deployments_by_number_folded", deployments.c.number, deployments.c.folded
)  # short texts are looked for name by name

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
    Column("number", Number, primary_key=True),  # later revisions have higher ones
    Column("id", Uuid(as_uuid=False), nullable=False, unique=True),
    Column("deployment", Number, ForeignKey("deployments.number"), nullable=False),
    Column("source", Text, nullable=False),
    Column("source_revision_config", Text, nullable=False),
    Column("created_at", Text, nullable=False),
    Column(
        "due", BigInteger, nullable=False
    ),  # milliseconds since 1970: when it is to be the active one
    Column("rolled_out_at", Text),
)
Index("revisions_by_deployment", revisions.c.deployment, revisions.c.number)
_waiting = revisions.c.rolled_out_at.is_(None)
Index("revisions_waiting", revisions.c.due, sqlite_where=_waiting, postgresql_where=_waiting)

keys = Table(
    "key_check",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("token", Text, nullable=False),  # a known text, encrypted by the current key
)

# SQLite only, virtual tables: the trigrams of names, and their characters and pairs of characters, as trigrams too of names
# that are spaced out. Apart from METADATA, for no migration tool can look into them. PostgreSQL has indexes instead.
names = Table(
    "names", MetaData(), Column("rowid", Integer, primary_key=True), Column("folded", Text)
)
pairs = Table(
    "pairs", MetaData(), Column("rowid", Integer, primary_key=True), Column("spaced", Text)
)
