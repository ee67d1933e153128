"""Settings of the service."""

from dataclasses import dataclass, field

from deploy_contract import Bundle

KEY_VARIABLE = "DEPLOY_CONTRACT_KEY"  # environment variable with the key for secrets
DATABASE = ".deploy-contract/deployments.db"  # default of --database


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the service. Their text has neither the key nor the password of a database."""

    database: str = field(default=DATABASE, repr=False)  # see `Database`
    key: str | None = field(default=None, repr=False)  # for secrets; see `keys.open_cipher`
    bundle: Bundle | None = None  # the contract to judge by; None: the installed one
    hosting: str | None = None  # of all deployments; None: it depends on their source
    base_path: str = ""  # prefix of all paths of the API
    rollout_seconds: float = 5.0  # until a new revision becomes active
    allowed_hosts: frozenset[str] | None = None  # hosts that requests may be for; None: any host
