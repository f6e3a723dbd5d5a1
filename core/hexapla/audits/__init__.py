"""Comparing the links of a page under every spec."""
