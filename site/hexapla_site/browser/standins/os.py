"""A stand-in for `os`, without any environment variables."""

environ = {}
