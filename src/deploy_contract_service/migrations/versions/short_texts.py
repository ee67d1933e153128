"""An index that finds names by one or two characters, as the first migration's does by three."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

BATCH = 10_000


def upgrade() -> None:
    """Make the index, and add the stored names to it."""
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        op.execute(
            "CREATE VIRTUAL TABLE pairs"
            " USING fts5(spaced, content='', columnsize=0, detail=none,"
            " tokenize='trigram case_sensitive 1')"
        )
        add = sa.text("INSERT INTO pairs (rowid, spaced) VALUES (:number, :spaced)")
        names = connection.execute(sa.text("SELECT number, folded FROM deployments"))
        for batch in names.partitions(BATCH):
            rows = [{"number": number, "spaced": f"A{'A'.join(name)}A"} for number, name in batch]
            connection.execute(add, rows)
        return
    op.execute(
        "CREATE FUNCTION pairs(name text) RETURNS text[]"
        " LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1 AS $$"
        " SELECT string_to_array(name, NULL)"
        " || ARRAY(SELECT substr(name, first, 2)"
        " FROM generate_series(1, length(name) - 1) AS first) $$"
    )
    op.execute("CREATE INDEX deployments_by_pairs ON deployments USING gin (pairs(folded))")
    # without statistics: those of the names give better estimates, at no cost
    op.execute("ALTER INDEX deployments_by_pairs ALTER COLUMN 1 SET STATISTICS 0")
