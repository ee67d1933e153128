"""The same PATCH over servers of several kinds, each validated by its usual means; `make compare` runs it."""
