"""Benchmarks of a verdict; `make bench` runs them."""
