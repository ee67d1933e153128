"""What the ASGI and WSGI middlewares share."""
