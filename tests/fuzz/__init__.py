"""Targets for a coverage-guided fuzzer, and their corpus; `make fuzz` runs them."""
