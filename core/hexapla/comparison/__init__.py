"""Comparing standards side by side on the same input."""
