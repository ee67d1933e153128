"""The native engine: verdicts on the bytes of documents, in Rust.

Importing it raises ImportError if the crate was not built; see README.md.
"""

from deploy_contract_native._native import (
    MOST_ROOTS,
    OPEN,
    Door,
    Judge,
    Program,
    RequestDoor,
    Requests,
    Responses,
    Values,
    parse,
)

__all__ = [
    "MOST_ROOTS",
    "OPEN",
    "Door",
    "Judge",
    "Program",
    "RequestDoor",
    "Requests",
    "Responses",
    "Values",
    "parse",
]
