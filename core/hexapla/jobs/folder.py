"""The folder of a run that is not finished: made at once, held by one process, removed at once."""

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from hexapla.jobs.errors import BusyError
from hexapla.jobs.files import written_whole

_LOCK = "lock"
_FINISHED = ".finished"


def make_folder(folder: Path, name: str, content: bytes) -> None:
    """Make a folder that has a first file from the moment on when it is there.

    Args:
        folder: The folder. An empty one that is there already is taken.
        name: The name of the file.
        content: The octets of the file.

    Raises:
        OSError: The folder can't be made, or holds something.
    """
    unfinished = Path(tempfile.mkdtemp(prefix=f"{folder.name}.", dir=folder.parent))
    try:
        with written_whole(unfinished / name) as file:
            file.write(content)
        unfinished.replace(folder)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Hold a folder as long as this process works on it, or until it is killed.

    Raises:
        BusyError: Another process holds it.
    """
    lock = FileLock(folder / _LOCK)
    try:
        lock.acquire(blocking=False)
    except Timeout as error:
        raise BusyError(
            f"another process is at work in {folder}; wait until it ends, or name another output"
        ) from error
    try:
        yield
    finally:
        lock.release()


def remove_folder(folder: Path) -> None:
    """Remove a folder that is done with: it is gone by its name at once, whatever comes between."""
    finished = folder.with_name(folder.name + _FINISHED)
    shutil.rmtree(finished, ignore_errors=True)
    folder.replace(finished)
    shutil.rmtree(finished)


def remove_leftover(folder: Path) -> None:
    """Remove what a process has left that was killed while it removed a folder."""
    shutil.rmtree(folder.with_name(folder.name + _FINISHED), ignore_errors=True)
