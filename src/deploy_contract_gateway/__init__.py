"""The gateway: a reverse proxy that judges requests and responses by the contract."""
