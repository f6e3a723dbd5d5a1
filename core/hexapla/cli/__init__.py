"""The command line, and the exit codes of commands."""

AGREE = 0
"""The exit code for "yes", for agreement, and for commands that only print or write something."""
DISAGREE = 1
"""The exit code for "no", for a difference, or if no standard gives an answer."""
TROUBLE = 2
"""The exit code if the command failed, completely or in part."""
