"""Tests of the programs, for which [server] is installed."""
