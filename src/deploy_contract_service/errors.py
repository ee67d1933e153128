"""Errors that keep the service from starting, or from answering a request."""

import logging

from deploy_contract import logs
from deploy_contract.exceptions import ContractError

LOG = logging.getLogger(logs.NAME)


class ServiceError(ContractError):
    """A mistake of the operator or of the environment, in one line without values of documents."""


class UnavailableError(ServiceError):
    """The database cannot be reached now."""


def unavailable(error: UnavailableError) -> str:
    """Log that the database cannot be reached, and return a line for a response that says so."""
    LOG.error("database unavailable: %s", error)
    return "The service cannot reach its database; try again later."


class PageError(Exception):
    """A reason not to show a page, in one line."""

    def __init__(self, status: int, line: str) -> None:
        super().__init__(line)
        self.status = status
