"""The operations, other than parsing and resolving, that standards define."""
