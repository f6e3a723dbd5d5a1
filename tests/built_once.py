"""Folders that are built once per test run, by whichever process needs them first."""

import fcntl
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

SHARED_FOLDER = "HEXAPLA_TESTS_SHARED_FOLDER"


def built_once(name: str, build: Callable[[Path], object]) -> Path:
    """Return the folder with a name; build it first if no process of this run has done so.

    Args:
        name: The folder's name in the folder that all processes of a run share.
        build: Fills a new folder. If it raises an error, the next caller tries again.
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
