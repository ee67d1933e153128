"""What keeps the service from starting, or from answering."""

from deploy_contract.report import ContractError


class ServiceError(ContractError):
    """The operator's mistake, or the surroundings': its text is one line that holds no value of any document."""


class UnavailableError(Exception):
    """The database cannot be asked now."""
