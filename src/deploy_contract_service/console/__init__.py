"""The console: pages for browsers, which show deployments and check patches."""
