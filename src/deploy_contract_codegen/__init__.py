"""`make generate`: from spec/ to everything in generated/. Needs the extra [codegen]; the library imports nothing of it."""
