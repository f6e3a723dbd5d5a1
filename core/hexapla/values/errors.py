"""Errors whose messages tell the user what to do."""

import errno

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The error numbers of the system for a full disk."""


class HexaplaError(Exception):
    """An unusable argument or a missing resource; the message says what to do."""


class RunError(HexaplaError, RuntimeError):
    """A run that can't begin, continue or give a result; the message says what to do."""


class InputError(HexaplaError, ValueError):
    """An unusable argument, or an unusable file."""


class DocumentError(HexaplaError, ValueError):
    """A page whose links can't be read or resolved; the message says what to do."""
