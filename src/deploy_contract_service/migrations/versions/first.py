"""The first tables."""

from itertools import combinations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")
EQUALITIES = ("status", "image_version", "deployment_type", "remote_reconciled")


def upgrade() -> None:
    """Make the tables.

    Migrations import no tables: a later change of those must not change the tables made here.
    """
    uuid = sa.Uuid(as_uuid=False)
    op.create_table(
        "integrations",
        sa.Column("id", uuid, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
    )
    op.create_table(
        "repositories",
        sa.Column("integration_id", uuid, sa.ForeignKey("integrations.id"), primary_key=True),
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("document", sa.Text, nullable=False),
    )
    op.create_table(
        "deployments",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("id", uuid, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("folded", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("image_version", sa.Text),
        sa.Column("deployment_type", sa.Text),
        sa.Column("remote_reconciled", sa.Boolean),
        sa.Column("latest_revision_id", uuid),
        sa.Column("active_revision_id", uuid),
        sa.Column("updated_at", sa.Text, nullable=False),
        sa.Column("document", sa.Text, nullable=False),
        sa.Column("secrets", sa.Text),
    )
    filtered: list[tuple[str, ...]] = []
    for size in (1, 2, 3, 4):
        filtered += combinations(EQUALITIES, size)
    for index, columns in enumerate(filtered):
        op.create_index(f"deployments_filtered_{index}", "deployments", [*columns, "number"])
    op.create_index("deployments_by_number_folded", "deployments", ["number", "folded"])
    op.create_table(
        "deployment_tags",
        sa.Column("tag_value_id", sa.Text, primary_key=True),
        sa.Column(
            "number",
            NUMBER,
            sa.ForeignKey("deployments.number"),
            primary_key=True,
            autoincrement=False,
        ),
    )
    op.create_table(
        "revisions",
        sa.Column("number", NUMBER, primary_key=True),
        sa.Column("id", uuid, nullable=False, unique=True),
        sa.Column("deployment", NUMBER, sa.ForeignKey("deployments.number"), nullable=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("source_revision_config", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("rolled_out_at", sa.Text),
    )
    op.create_index("revisions_by_deployment", "revisions", ["deployment", "number"])
    waiting = sa.text("rolled_out_at IS NULL")
    op.create_index(
        "revisions_waiting", "revisions", ["due"], sqlite_where=waiting, postgresql_where=waiting
    )
    op.create_table(
        "key_check",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("token", sa.Text, nullable=False),
    )
    if op.get_bind().dialect.name == "sqlite":
        # contentless: trigrams only. Case is folded before, the same for both databases.
        op.execute(
            "CREATE VIRTUAL TABLE names"
            " USING fts5(folded, content='', tokenize='trigram case_sensitive 1')"
        )
    else:
        # PostgreSQL estimates from samples how many names contain a text; few samples suggest none
        op.execute("ALTER TABLE deployments ALTER COLUMN folded SET STATISTICS 1000")
