"""The deployment management service of `interface.md`."""
