"""What an operator chooses."""

from typing import NamedTuple

KEY_VARIABLE = "DEPLOY_CONTRACT_KEY"  # of the environment: keys, separated by blanks or commas
DATABASE = ".deploy-contract/deployments.db"  # where none is named
FORMER = "deployments.db"  # the same in earlier versions


class Settings(NamedTuple):
    """How the service runs.

    `database`: the name of a SQLite file, ":memory:", or an address postgresql://... `keys`: for secrets, the current one
    first, or none: see `keys.settle`. `data`: a file that is put in at the start. `hosting`: where all deployments run; None
    where both occur. `base_path`: the prefix of all paths of the API. `rollout_seconds`: from a new revision to its being the
    active one. `allowed_hosts`: the hosts that requests may be for; None if any, see `hosts.allowed`.
    """

    database: str = DATABASE
    keys: tuple[str, ...] = ()
    data: str | None = None
    hosting: str | None = None
    base_path: str = ""
    rollout_seconds: float = 5.0
    allowed_hosts: frozenset[str] | None = None

    def __repr__(self) -> str:
        return "<Settings>"  # keys and the password of a database are in it
