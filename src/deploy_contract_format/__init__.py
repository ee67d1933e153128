"""The formats that the spec, operators' policies and checked files share: texts with positions, the schema subset, rules.

The generator and the library both build on it, and it builds on neither.
"""
