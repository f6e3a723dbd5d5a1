"""What the command ends with: 0 where columns agree, 1 where they disagree, 2 for the rest."""

import click

AGREE = 0
DISAGREE = 1
TROUBLE = 2
# As shells have it: 128 and the number of the signal, SIGINT or SIGPIPE.
INTERRUPTED = 130
CLOSED_PIPE = 141


class Trouble(click.ClickException):
    """What is no misuse of the command: a plug-in that does not load, a disk that is full."""

    exit_code = TROUBLE
