"""Tests from a user's view: the command, the hooks, the frameworks, the documentation."""
