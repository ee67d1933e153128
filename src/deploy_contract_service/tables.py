"""The tables.

A deployment is a row. Columns are the fields that lists filter by and the fields that the service
changes itself; `document` is the JSON text of the other fields. JSON is stored as text, since
PostgreSQL's type for JSON rejects some values, such as NUL characters and large numbers.
"""

import sqlalchemy as sa

VERSION = 1  # of the tables; a change of a table needs another version
METADATA = sa.MetaData()
Id = sa.Uuid(as_uuid=False)
# SQLite generates numbers only for columns of type INTEGER.
Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")

# One row: the version of the tables, and a known text that is encrypted with the key for secrets.
service = sa.Table(
    "service",
    METADATA,
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("token", sa.Text, nullable=False),
)

integrations = sa.Table(
    "integrations",
    METADATA,
    sa.Column("id", Id, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
)

repositories = sa.Table(
    "repositories",
    METADATA,
    sa.Column("integration_id", Id, sa.ForeignKey("integrations.id"), primary_key=True),
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("document", sa.Text, nullable=False),
)

deployments = sa.Table(
    "deployments",
    METADATA,
    sa.Column("number", Number, primary_key=True),  # ascending: lists are in this order
    sa.Column("id", Id, nullable=False, unique=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("folded", sa.Text, nullable=False),  # the name, case folded
    sa.Column("status", sa.Text, nullable=False, index=True),
    sa.Column("image_version", sa.Text),
    sa.Column("deployment_type", sa.Text),
    sa.Column("remote_reconciled", sa.Boolean),
    sa.Column("latest_revision_id", Id),
    sa.Column("updated_at", sa.Text, nullable=False),
    sa.Column("document", sa.Text, nullable=False),
    sa.Column("secrets", sa.Text),  # encrypted; null without secrets
)

tags = sa.Table(
    "deployment_tags",
    METADATA,
    sa.Column("tag_value_id", sa.Text, nullable=False),
    sa.Column("number", Number, sa.ForeignKey("deployments.number"), nullable=False, index=True),
)

# The newest revision that is due is the active revision of its deployment, so nothing has to be
# written when a rollout ends. Revisions that were active when they were added are due since 0.
revisions = sa.Table(
    "revisions",
    METADATA,
    sa.Column("number", Number, primary_key=True),  # ascending with time
    sa.Column("id", Id, nullable=False, unique=True),
    sa.Column("deployment", Number, sa.ForeignKey("deployments.number"), nullable=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("source_revision_config", sa.Text, nullable=False),
    sa.Column("created_at", sa.Text, nullable=False),
    sa.Column("due", sa.BigInteger, nullable=False, index=True),  # milliseconds since 1970
)
sa.Index("revisions_by_deployment", revisions.c.deployment, revisions.c.number)
