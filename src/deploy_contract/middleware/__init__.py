"""Code that the ASGI and WSGI middlewares share, and `report_of` for handlers behind them."""

from deploy_contract.middleware.handlers import report_of

__all__ = ["report_of"]
