"""A document's verdict: parsing, engines, the walker that explains, rules."""
