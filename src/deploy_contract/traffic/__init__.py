"""Recorded traffic: HAR files, and replaying them."""
