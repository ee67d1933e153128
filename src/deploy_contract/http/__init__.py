"""The HTTP half of the contract: how a request is addressed and written, and what its response must hold to."""
