"""Tests of the contract; README.md says which folder shows what."""
