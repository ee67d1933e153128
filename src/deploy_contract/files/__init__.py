"""Files: documents with the places of their values, their repairs, and bounded reads."""
