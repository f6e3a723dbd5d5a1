"""Ctrl-C before, during and after a command.

While Python imports a command or shuts down, `KeyboardInterrupt` could be raised anywhere, and
Python would print a stack trace. Therefore, during that time, the signal that Ctrl-C sends (SIGINT)
ends the process directly. The signal also does so while a command that has nothing to save or to
remove is running.

In all other commands, Ctrl-C raises `KeyboardInterrupt`. If this exception is raised while a module
is being imported, another error may replace it, so this module records each Ctrl-C.
"""

import signal
from types import FrameType

_received: list[int] = []


def end_at_interrupts() -> None:
    """Make Ctrl-C end the process, unless SIGINT is ignored or other code has set its handler."""
    if signal.getsignal(signal.SIGINT) in (signal.default_int_handler, _interrupt):
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def raise_interrupts() -> None:
    """Make Ctrl-C raise `KeyboardInterrupt` if it would otherwise end the process."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, _interrupt)


def is_interrupted() -> bool:
    """Return whether Ctrl-C was pressed after `raise_interrupts` was called."""
    return bool(_received)


def _interrupt(number: int, frame: FrameType | None) -> None:
    _received.append(number)
    raise KeyboardInterrupt
