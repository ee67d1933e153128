"""The suite under every implementation; `make conformance` runs it."""
