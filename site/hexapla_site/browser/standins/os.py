"""A stand-in for `os`: a page has no environment."""

environ = {}
