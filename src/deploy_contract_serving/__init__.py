"""The HTTP server that the gateway and the reference service share."""
