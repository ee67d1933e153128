"""One suite, every implementation: `make conformance`."""
