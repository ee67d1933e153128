"""Code that the ASGI and WSGI middlewares share."""
