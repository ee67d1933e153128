"""Shared by tests: servers, clients, readers, examples."""
