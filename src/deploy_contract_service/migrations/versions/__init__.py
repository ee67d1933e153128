"""One module per migration. Each names the migration before it."""
