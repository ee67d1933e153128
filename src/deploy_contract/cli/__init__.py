"""The command `deploy-contract`, and its output."""
