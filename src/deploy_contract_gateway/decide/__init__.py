"""The decision server: other gateways ask it before they forward a request.

The HTTP server is the server of the gateway, because that server refuses requests that two servers
may read in different ways.
"""
