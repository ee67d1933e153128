"""`make generate`: from the files of spec/ to everything in generated/. Not part of the wheel."""
