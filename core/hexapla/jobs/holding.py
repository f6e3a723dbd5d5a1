"""What one process holds as long as it works on it, or until it is killed."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from hexapla.jobs.errors import BusyError, ForeignFileError
from hexapla.jobs.files import has_content

_IN_A_FOLDER = "lock"
_BESIDE = ".lock"


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder; the lock stays in it, and is removed with it.

    Raises:
        BusyError: Another process holds it.
    """
    with _locked(folder / _IN_A_FOLDER, folder):
        yield


@contextlib.contextmanager
def held_beside(file: Path) -> Iterator[None]:
    """Hold a file that is replaced now and then; the lock stands beside it meanwhile.

    Raises:
        BusyError: Another process holds it.
        ForeignFileError: What has the name of the lock is none.
    """
    lock = file.with_name(file.name + _BESIDE)
    if has_content(lock):
        raise ForeignFileError(f"{lock} is no lock; move it, or name another file")
    with _locked(lock, file):
        try:
            yield
        finally:
            # While it is held: whoever comes now makes another lock, nobody gets this one.
            with contextlib.suppress(OSError):
                lock.unlink()


@contextlib.contextmanager
def _locked(file: Path, place: Path) -> Iterator[None]:
    lock = FileLock(file)
    try:
        lock.acquire(blocking=False)
    except Timeout as error:
        raise BusyError(
            f"another process is at work in {place}; wait until it ends, or name another output"
        ) from error
    try:
        yield
    finally:
        lock.release()
