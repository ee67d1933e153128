"""One part of the project at a time."""
