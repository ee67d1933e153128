"""Formats that the spec, policies and the library share: texts, schemas, rules, bundles and HTML.

The generator and the library import this package, and it imports neither.
"""
