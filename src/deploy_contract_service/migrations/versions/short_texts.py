"""Names are found by one or two characters in them through an index, as they are by more."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

BATCH = 10_000


def upgrade() -> None:
    """Makes the index, of the names that are there too."""
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE pairs"
            " USING fts5(spaced, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1')"
        )
        for batch in connection.execute(
            sa.text("SELECT number, folded FROM deployments")
        ).partitions(BATCH):
            rows = [
                {"number": number, "spaced": f"A{'A'.join(folded)}A"} for number, folded in batch
            ]
            connection.execute(
                sa.text("INSERT INTO pairs (rowid, spaced) VALUES (:number, :spaced)"), rows
            )
        return
    op.execute(
        "CREATE FUNCTION pairs(name text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1 AS $$"
        " SELECT string_to_array(name, NULL)"
        " || ARRAY(SELECT substr(name, first, 2) FROM generate_series(1, length(name) - 1) AS first) $$"
    )
    op.execute("CREATE INDEX deployments_by_pairs ON deployments USING gin (pairs(folded))")
    # no statistics: those of the names themselves tell more of a text, at no cost
    op.execute("ALTER INDEX deployments_by_pairs ALTER COLUMN 1 SET STATISTICS 0")
