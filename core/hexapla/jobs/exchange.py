"""Exchanging two folders in one step, where the system can."""

import ctypes
import errno
import os
import sys
from pathlib import Path

_FROM_WORKING_FOLDER = -100 if sys.platform == "linux" else -2  # AT_FDCWD
_EXCHANGE = 2  # RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS
_CALLS = {"linux": "renameat2", "darwin": "renameatx_np"}


def exchange(one: Path, other: Path) -> None:
    """Exchange the names of two folders, so that no moment is without either.

    Args:
        one: A folder.
        other: Another folder on the same file system.

    Raises:
        OSError: The system, the C library or the file system can't, or one of them is in use as a
            mount point.
    """
    call = None
    if sys.platform in _CALLS:
        call = getattr(ctypes.CDLL(None, use_errno=True), _CALLS[sys.platform], None)
    if call is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS), str(one))
    names = (os.fsencode(one), os.fsencode(other))
    here = _FROM_WORKING_FOLDER
    if call(here, names[0], here, names[1], ctypes.c_uint(_EXCHANGE)) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), str(one), None, str(other))
