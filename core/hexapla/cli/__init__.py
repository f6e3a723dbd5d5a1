"""The command line, and the exit codes of commands."""

AGREE = 0
"""The exit code if the answer is yes, or the standards or programs agree."""
DISAGREE = 1
"""The exit code if the answer is no, or the standards or programs differ."""
TROUBLE = 2
"""The exit code if the command failed, completely or in part."""
