"""Values that do not change."""
