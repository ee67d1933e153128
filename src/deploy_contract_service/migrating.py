"""Migrations of the tables. A database that is up to date needs none, and no Alembic."""

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

MIGRATIONS = "deploy_contract_service:migrations"


def upgrade(connection: Connection) -> bool:
    """Bring the tables up to date. Return False if a newer version of this package made them."""
    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    script = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    known = {None, *(one.revision for one in script.walk_revisions())}
    if current not in known:
        return False
    if current != script.get_current_head():
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
    return True
