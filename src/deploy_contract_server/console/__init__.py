"""The service's pages for a browser."""
