"""Fuzzing: bytes that a coverage-guided fuzzer makes up, against what must hold for any bytes. `make fuzz` runs it."""
