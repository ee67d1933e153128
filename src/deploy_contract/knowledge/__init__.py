"""What is known of stored deployments."""
