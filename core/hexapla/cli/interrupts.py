"""Ctrl-C before, during and after a command.

While Python imports a command, or ends, an exception could be raised anywhere, and print a stack
trace. So during that time, Ctrl-C ends the process with the signal, as in other programs. The same
applies while a command runs that has nothing to keep or to remove.

Other commands ask for `KeyboardInterrupt`. If it is raised while a module is imported, another
error may replace it. So this module records that it was raised.
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
    """Return whether there was a Ctrl-C since `raise_interrupts` was called."""
    return bool(_received)


def _interrupt(number: int, frame: FrameType | None) -> None:
    _received.append(number)
    raise KeyboardInterrupt
