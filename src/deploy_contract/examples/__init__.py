"""Small documents that break or keep rules, for tests and explanations."""
