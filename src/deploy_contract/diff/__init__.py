"""Two contracts compared: what changed, and whom it breaks."""
