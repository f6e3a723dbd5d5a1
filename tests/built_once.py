"""Folders that are built once a run of the tests, whichever of its processes asks first."""

import fcntl
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

SHARED_FOLDER = "HEXAPLA_TESTS_SHARED_FOLDER"


def built_once(name: str, build: Callable[[Path], object]) -> Path:
    """Return the folder of this name; build it first where no process of this run has.

    Args:
        name: The folder's name in the folder that the processes of a run share.
        build: Fills a new folder. Where it raises, the next one who asks tries again.
    """
    shared = Path(os.environ[SHARED_FOLDER])
    folder = shared / name
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            unfinished = Path(tempfile.mkdtemp(dir=shared))
            build(unfinished)
            unfinished.rename(folder)
    return folder
