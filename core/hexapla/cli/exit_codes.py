"""What the command ends with: 0 where specs agree, 1 where they disagree, 2 for the rest."""

from typing import TYPE_CHECKING

from hexapla.values.errors import HexaplaError

if TYPE_CHECKING:
    from hexapla.jobs.time_limit import TimeLimit

AGREE = 0
DISAGREE = 1
TROUBLE = 2
# As shells have it: 128 and the number of the signal, SIGINT or SIGPIPE.
INTERRUPTED = 130
CLOSED_PIPE = 141


class NoResultError(HexaplaError):
    """A command has no result, and was not misused: a program gave no answer, or time was over."""


def out_of_time(
    limit: "TimeLimit", done: int, of: int, things: str, further: str = ""
) -> NoResultError:
    """Return the error of a run that took too long: so many of so many things were done."""
    return NoResultError(
        f"stopped after {limit} (--total-timeout) with {done:,} of {of:,} {things}; "
        f"the result is of these{further}"
    )
