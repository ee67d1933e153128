"""Real programs that read what the contract lets through: an upstream of each framework, and readers of JSON."""
