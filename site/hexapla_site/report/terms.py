"""The terms of an answer, explained for those who have never opened an RFC."""

import tomllib

from hexapla_site.folders import DATA

TERMS = tomllib.loads((DATA / "terms.toml").read_text("utf-8"))["term"]
"""Each with its `names`, the usual one first, and its `explanation`."""
