"""Files that are there only when all of them is.

An output replaces nothing but a regular file: a symbolic link stays one, and what is no regular
file, such as a device or a FIFO, is written through.
"""

import errno
import hashlib
import json
import os
import shutil
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import BinaryIO

from filelock import FileLock, Timeout

from hexapla.values.errors import FULL, RunError


@contextmanager
def held(place: Path, lock: Path) -> Iterator[None]:
    """Hold a place for this process; what is called so in a message, and the lock that says it.

    Who removes the place removes the lock last, while it is held: another process that has opened
    the lock before is told that it is gone, and one that comes later makes a new one.
    """
    try:
        holding = FileLock(lock).acquire(blocking=False)
    except (Timeout, FileNotFoundError, FileExistsError) as error:  # or the other has just ended
        raise _at_work(place) from error
    with holding:
        yield


def _at_work(place: Path) -> RunError:
    return RunError(
        f"another process is at work in {place}; wait until it ends, or name another output"
    )


def remove_held_folder(folder: Path, lock: Path) -> None:
    """Remove a folder that this process holds, and its lock as the last thing in it.

    Another process may hold the folder as soon as the lock is gone; then the folder stays.
    """
    for path in folder.iterdir():
        if path == lock:
            continue
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
    lock.unlink()
    with suppress(OSError):
        folder.rmdir()


# In bytes: how long a name may be where the system does not say.
_LONGEST_NAME = 255


def name_beside(path: Path, before: str, after: str) -> Path:
    """Return the path of a file or folder beside another, whose name it has with more around it.

    Where the system allows no name of that length, the name is told by a digest.
    """
    name = f"{before}{path.name}{after}"
    longest = _LONGEST_NAME
    with suppress(OSError, AttributeError, ValueError):
        longest = os.pathconf(path.parent, "PC_NAME_MAX")
    if len(os.fsencode(name)) > longest:
        digest = hashlib.sha256(os.fsencode(path.name)).hexdigest()[:16]
        name = f"{before}{digest}{after}"
    return path.with_name(name)


@contextmanager
def work_folder(target: Path) -> Iterator[Path]:
    """Hold a folder beside what is to be written, which is removed at the end.

    What a killed process left in it is still there. Where another writes the same, a `RunError`
    says so.
    """
    work = name_beside(target, ".", ".hexapla-unfinished")
    lock = work / "lock"
    with told_as(target, work), suppress(FileExistsError):
        work.mkdir()
    try:
        status = work.lstat()
    except FileNotFoundError as error:
        raise _at_work(target) from error
    # Who made it may put links in it.
    is_own = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
    if not stat.S_ISDIR(status.st_mode) or not is_own:
        raise RunError(f"{work} isn't a folder left by one of your runs; remove it")
    with held(target, lock):
        try:
            yield work
        finally:
            with suppress(OSError):
                remove_held_folder(work, lock)


@contextmanager
def told_as(target: Path, work: Path) -> Iterator[None]:
    """Name what is to be written in an error, and not what is written meanwhile or copied."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL or Path(str(error.filename)).is_relative_to(work):
            raise OSError(error.errno, error.strerror, str(target)) from error
        raise


@contextmanager
def reserved(path: Path | None) -> Iterator[Path | None]:
    """Hold a file that a run is to write at its end, by `work_folder`.

    Yields:
        Where it is until it is whole; None if there is no file, or one that is written through.
    """
    if path is None or not is_replaced(path):
        yield None
        return
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))
    with work_folder(Path(os.path.realpath(path))) as folder:
        yield folder / "new"


def is_replaced(path: Path) -> bool:
    """Return whether a file is a regular one, or not there yet."""
    status = _status(path)
    if status is None or not stat.S_ISREG(status.st_mode):
        return status is None
    if not os.access(path, os.W_OK):  # to replace it is allowed anyway
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return True


@contextmanager
def written_whole(path: Path, unfinished: Path | None = None) -> Iterator[BinaryIO]:
    """Open a file for writing that has its name only when all of it is written.

    A file that was there keeps its permissions, and one that may not be written to stays.

    Args:
        path: The file.
        unfinished: Where the file is until then, on the same file system and held; by default
            where `reserved` says.
    """
    with reserved(path) if unfinished is None else nullcontext(unfinished) as place:
        if place is None or not is_replaced(path):
            with path.open("wb") as file:
                yield file
            return
        place.unlink(missing_ok=True)
        try:
            with told_as(path, place), place.open("xb") as file:  # through no link
                if path.exists():
                    place.chmod(stat.S_IMODE(path.stat().st_mode))
                yield file
                file.flush()
                os.fsync(file.fileno())
            place.replace(os.path.realpath(path))
        finally:
            place.unlink(missing_ok=True)


def write_whole(path: Path, text: str, unfinished: Path | None = None) -> None:
    """Write a text into a file, as UTF-8, which has it only when all of it is written."""
    with written_whole(path, unfinished) as file:
        file.write(text.encode())


def has_content(path: Path) -> bool:
    """Return whether a path leads to a regular file that is not empty; a loop of links fails."""
    status = _status(path)
    return status is not None and stat.S_ISREG(status.st_mode) and status.st_size > 0


def _status(path: Path) -> os.stat_result | None:
    """Return what a path leads to; None if there is nothing yet."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def json_line(form: Mapping[str, object]) -> bytes:
    """Return a JSON document on a line, in ASCII, so that lone surrogates survive as escapes."""
    return json_text(form).encode("ascii") + b"\n"


json_text = json.JSONEncoder(separators=(",", ":")).encode
"""Return a value as JSON without spaces, in ASCII."""
