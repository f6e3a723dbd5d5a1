"""Standards side by side on the same input."""
