"""The command `deploy-contract`, and what it prints."""
