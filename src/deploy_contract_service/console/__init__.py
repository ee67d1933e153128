"""The console: pages for browsers at the root of the service.

They show deployments and check patches, and change nothing.
"""
