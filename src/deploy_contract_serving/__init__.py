"""Serve HTTP: what the gateway and the service share."""
