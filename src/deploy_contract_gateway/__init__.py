"""The validating gateway: a reverse proxy with the contract in front of a service."""
