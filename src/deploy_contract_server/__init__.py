"""Programs on the contract: the reference service, its console, and a validating gateway. They need `[server]`."""
