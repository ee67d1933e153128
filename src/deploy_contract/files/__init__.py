"""Reading files: documents with positions, archives, bounded reads."""
