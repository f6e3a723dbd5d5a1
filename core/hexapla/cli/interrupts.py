"""What a Ctrl-C does before, while and after a command runs.

While Python imports a command, or ends, an exception could be raised anywhere, and end in a trace.
So a Ctrl-C ends the process then as it ends other programs: by the signal. It does so as well while
a command runs that has nothing to keep or to remove.

Another command asks for `KeyboardInterrupt`. Where that comes while a module is imported, another
error may be raised in its place. So it is kept in mind that there was one.
"""

import signal
from types import FrameType

_received: list[int] = []


def end_at_interrupts() -> None:
    """Let a Ctrl-C end the process, unless it is ignored."""
    if signal.getsignal(signal.SIGINT) in (signal.default_int_handler, _interrupt):
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def raise_interrupts() -> None:
    """Let a Ctrl-C raise `KeyboardInterrupt`, if it would end the process."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, _interrupt)


def is_interrupted() -> bool:
    """Return whether there was a Ctrl-C since they raise an error."""
    return bool(_received)


def _interrupt(number: int, frame: FrameType | None) -> None:
    _received.append(number)
    raise KeyboardInterrupt
