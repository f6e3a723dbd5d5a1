"""The errors of Hexapla, whose messages tell the user what to do."""

import errno

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""The system's error numbers for a full disk, an exceeded quota, and a file that is too large."""


class HexaplaError(Exception):
    """An unusable argument or a missing resource; the message says what to do."""


class RunError(HexaplaError, RuntimeError):
    """A command can't start, resume or finish its work; the message says what to do."""


class InputError(HexaplaError, ValueError):
    """An unusable argument or file; the message says what to do."""


class DocumentError(HexaplaError, ValueError):
    """The links of a page can't be read or resolved; the message says what to do."""
