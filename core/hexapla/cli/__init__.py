"""The command line, and the exit codes of commands."""

AGREE = 0
DISAGREE = 1
TROUBLE = 2
