"""What the command ends with: 0 where specs agree, 1 where they disagree, 2 for the rest."""

import contextlib
from collections.abc import Iterator

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


@contextlib.contextmanager
def misuse(*errors: type[Exception], of: str = "") -> Iterator[None]:
    """Turn errors whose message says what to do into an error of usage.

    Args:
        errors: The classes of the errors.
        of: The option that is misused, if it is one.

    Raises:
        click.UsageError: One of them was raised.
    """
    try:
        yield
    except errors as error:
        raise click.UsageError(f"{of}: {error}" if of else str(error)) from error
