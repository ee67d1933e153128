"""The service and its console, over real sockets and in their parts. They need [service]."""
