"""Comparison of two contracts: the changes, and the clients that they break."""
