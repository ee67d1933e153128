"""Comparison of two contracts: the changes, and the users that they break."""
