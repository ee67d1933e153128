"""The console: pages for people, at the root of the service. It looks at deployments and judges patches; it changes nothing."""
