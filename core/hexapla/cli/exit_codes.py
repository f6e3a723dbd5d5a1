"""What the command ends with: 0 where specs agree, 1 where they disagree, 2 for the rest."""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from hexapla.jobs.time_limit import TimeLimit

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


def out_of_time(limit: "TimeLimit", done: int, of: int, things: str, further: str = "") -> Trouble:
    """Return the error of a run that took too long, which says how far it came.

    Args:
        limit: How long it may take.
        done: How many things were done.
        of: How many there are.
        things: What they are.
        further: What follows.
    """
    return Trouble(
        f"stopped after {limit} (--total-timeout) with {done:,} of {of:,} {things}; "
        f"the result is of these{further}"
    )
