"""Errors that keep the service from starting, or from answering a request."""

import logging

from starlette.exceptions import HTTPException

from deploy_contract import logs
from deploy_contract.exceptions import ContractError

LOG = logging.getLogger(logs.NAME)


class ServiceError(ContractError):
    """A mistake of the operator or of the environment, in one line without values of documents."""


class UnavailableError(ServiceError):
    """The database cannot be reached now."""


def failure(error: Exception) -> tuple[int, str]:
    """Return the status and a line for the response to a request that failed; log the failure."""
    if isinstance(error, HTTPException):
        return error.status_code, error.detail
    if isinstance(error, UnavailableError):
        LOG.error("database unavailable: %s", error)
        return 503, "The service cannot reach its database; try again later."
    logs.unexpected("answering a request", error)  # its text may contain values
    return 500, "The service failed to answer."
