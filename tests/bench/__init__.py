"""What a verdict costs: `make bench`."""
