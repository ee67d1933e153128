"""Errors that keep the service from starting, or from answering a request."""

from deploy_contract.exceptions import ContractError


class ServiceError(ContractError):
    """A mistake of the operator or of the environment, in one line without values of documents."""


class UnavailableError(Exception):
    """The database cannot be reached now."""
