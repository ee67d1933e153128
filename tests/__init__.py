"""Tests of the contract."""
