"""The migrations of the service's database: alembic runs them."""
