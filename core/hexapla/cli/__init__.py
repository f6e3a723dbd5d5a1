"""The command line, and the exit codes of commands."""

AGREE = 0
"""Yes, or the standards or programs agree."""
DISAGREE = 1
"""No, or they differ."""
TROUBLE = 2
"""The request failed, completely or in part."""
