"""One module a migration, each of which says which one it follows."""
