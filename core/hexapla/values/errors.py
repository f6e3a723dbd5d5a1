"""The errors that tell a user what to do."""

import errno

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system calls it where there is no room to write."""


class HexaplaError(Exception):
    """What was given can't be used, or can't be had; the message says what to do."""


class RunError(HexaplaError, RuntimeError):
    """A run can't begin, or go on, or has no result; the message says what to do."""


class InputError(HexaplaError, ValueError):
    """An argument, or a file that it names, has something that can't be used."""


class DocumentError(HexaplaError, ValueError):
    """A page whose links can't be read or resolved; the message says what to do."""
