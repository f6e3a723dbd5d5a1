"""The command line, and the exit codes of commands."""

AGREE = 0
"""Yes, or the standards or programs agree."""
DISAGREE = 1
"""No, or they differ."""
TROUBLE = 2
"""What was asked for could not be done, or not all of it."""
