"""What users do: the command, the hooks, the documents that they read."""
