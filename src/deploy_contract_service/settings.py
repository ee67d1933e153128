"""Settings of the service."""

from typing import NamedTuple

from deploy_contract import Bundle

KEY_VARIABLE = "DEPLOY_CONTRACT_KEY"  # environment variable: keys, separated by blanks or commas
DATABASE = ".deploy-contract/deployments.db"  # default of --database
FORMER_DATABASE = "deployments.db"  # the default of earlier versions


class Settings(NamedTuple):
    """Settings of the service.

    Attributes:
        database: name of a SQLite file, ":memory:", or an address postgresql://...
        keys: keys for secrets, the current one first. If empty, see `keys.open_keyring`.
        data: name of a file with deployments to add at start.
        bundle: the contract to judge by, or None for the installed one.
        hosting: the hosting of all deployments, or None if it depends on their source.
        base_path: prefix of all paths of the API.
        rollout_seconds: time until a new revision becomes the active one.
        allowed_hosts: hosts that requests may be for, or None for any; see `hosts.allowed_hosts`.
    """

    database: str = DATABASE
    keys: tuple[str, ...] = ()
    data: str | None = None
    bundle: Bundle | None = None
    hosting: str | None = None
    base_path: str = ""
    rollout_seconds: float = 5.0
    allowed_hosts: frozenset[str] | None = None

    def __repr__(self) -> str:
        """Return text without keys and without the password of a database."""
        return "<Settings>"
