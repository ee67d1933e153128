"""Formats that the spec, policies and the library share: texts, schemas, rules and bundles.

The generator and the library import this package, and it imports neither.
"""
