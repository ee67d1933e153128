"""Alembic's environment: migrations run in the transaction of the connection that is given."""

from alembic import context

from deploy_contract_service.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
