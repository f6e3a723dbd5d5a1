"""The story of how URLs changed: its documents, changes and counts, its pictures, and its text."""
