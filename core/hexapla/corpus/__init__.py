"""Compare specs on many pairs of a base and a reference, and summarize the differences."""
