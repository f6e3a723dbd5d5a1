"""The links of a page under every spec."""
