"""Draw the figures of the pages from data."""
