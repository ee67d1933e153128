"""What alembic runs around migrations: on the connection that it was given, within the transaction that is open there."""

from alembic import context

from deploy_contract_service.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
