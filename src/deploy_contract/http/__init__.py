"""Requests and responses: route, parameters, headers, body, and the exchange of both."""
