"""Compare how specs resolve the links of a page."""
