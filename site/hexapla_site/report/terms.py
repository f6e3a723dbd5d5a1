"""The terms of an answer, explained for those who have never opened an RFC."""

from hexapla_site.folders import read_data

TERMS = read_data("terms.toml")["term"]
"""Each with its `names`, the usual one first, and its `explanation`."""
