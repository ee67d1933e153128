"""The native core: it judges the bytes of messages, in Rust.

Importing it raises ImportError if the crate was not built; see README.md.
"""

from deploy_contract_native._native import Core, Messages, Outcome

__all__ = ["Core", "Messages", "Outcome"]
