"""Write files so that they appear only when complete.

Only regular files are replaced. If the path is a symbolic link, the link's target is replaced.
Other kinds of files, such as devices and FIFOs, are written to directly.
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
    """Lock a file or folder for this process during the block.

    A process that removes a locked folder removes the lock file last, while it still holds the
    lock. Another process that has already opened the lock file gets an error; a process that locks
    the folder later creates a new lock file.

    Args:
        place: The path of the file or folder, for error messages.
        lock: The lock file.

    Raises:
        RunError: Another process holds the lock, or has just removed the lock file.
    """
    try:
        holding = FileLock(lock).acquire(blocking=False)
    except (Timeout, FileNotFoundError, FileExistsError) as error:  # in use, or just removed
        raise _at_work(place) from error
    with holding:
        yield


def _at_work(place: Path) -> RunError:
    return RunError(f"another process is using {place}; wait until it ends, or name another output")


def remove_held_folder(folder: Path, lock: Path) -> None:
    """Remove a folder that this process has locked; the lock is the last file removed.

    If another process locks the folder as soon as the lock is removed, the folder itself is kept.
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


# The maximum length of a file name in bytes, if the system doesn't report it.
_LONGEST_NAME = 255


def name_beside(path: Path, before: str, after: str) -> Path:
    """Return a path in the same folder, with text added before and after the name.

    If the name would be too long for the system, a digest replaces the original name.
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
    """Create and lock a temporary folder next to the target, and remove it at the end.

    If an earlier process was killed, the folder may already exist, and contain that process's
    files.

    Raises:
        RunError: Another process is writing to the same target, or the path of the temporary folder
            is taken by something other than a folder that the current user owns.
    """
    work = name_beside(target, ".", ".hexapla-unfinished")
    lock = work / "lock"
    with told_as(target, work), suppress(FileExistsError):
        work.mkdir()
    try:
        status = work.lstat()
    except FileNotFoundError as error:
        raise _at_work(target) from error
    # The folder must be the user's own, because its owner could put links into it.
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
    """Name the target in an error that the block raises about a temporary file or a full disk.

    `work` is the path of the temporary file or of the folder that contains it.
    """
    try:
        yield
    except OSError as error:
        if error.errno in FULL or Path(str(error.filename)).is_relative_to(work):
            raise OSError(error.errno, error.strerror, str(target)) from error
        raise


@contextmanager
def reserved(path: Path | None) -> Iterator[Path | None]:
    """Lock a file that a run will write only at its end; `work_folder` creates the lock.

    Yields:
        The temporary path of the file; None if `path` is None or the file is written to directly.

    Raises:
        FileNotFoundError: The folder of the file doesn't exist.
        PermissionError: The file is read-only.
        RunError: As for `work_folder`.
    """
    if path is None or not is_replaced(path):
        yield None
        return
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))
    with work_folder(Path(os.path.realpath(path))) as folder:
        yield folder / "new"


def is_replaced(path: Path) -> bool:
    """Return whether a file can be replaced: it is a regular file or doesn't exist yet.

    Raises:
        PermissionError: The file is read-only.
    """
    status = _status(path)
    if status is None or not stat.S_ISREG(status.st_mode):
        return status is None
    if not os.access(path, os.W_OK):  # a rename would ignore this
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return True


@contextmanager
def written_whole(path: Path, unfinished: Path | None = None) -> Iterator[BinaryIO]:
    """Open a file for writing; it appears under its name only when complete.

    An existing file's permissions are kept, and a read-only file isn't replaced.

    Args:
        path: The file.
        unfinished: A temporary path on the same file system, which the caller has locked; by
            default, the path from `reserved`.
    """
    with reserved(path) if unfinished is None else nullcontext(unfinished) as place:
        if place is None or not is_replaced(path):
            with path.open("wb") as file:
                yield file
            return
        place.unlink(missing_ok=True)
        try:
            with told_as(path, place), place.open("xb") as file:  # "x": follow no link
                if path.exists():
                    place.chmod(stat.S_IMODE(path.stat().st_mode))
                yield file
                file.flush()
                os.fsync(file.fileno())
            place.replace(os.path.realpath(path))
        finally:
            place.unlink(missing_ok=True)


def write_whole(path: Path, text: str, unfinished: Path | None = None) -> None:
    """Write a string to a file as UTF-8; the file appears only when complete."""
    with written_whole(path, unfinished) as file:
        file.write(text.encode())


def has_content(path: Path) -> bool:
    """Return whether a path is or links to a regular file that isn't empty.

    Raises:
        OSError: The status of the file can't be read, for example because of a link loop.
    """
    status = _status(path)
    return status is not None and stat.S_ISREG(status.st_mode) and status.st_size > 0


def _status(path: Path) -> os.stat_result | None:
    """Return the status of a file, following links; None if the file doesn't exist."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def json_line(form: Mapping[str, object]) -> bytes:
    """Encode a JSON object as a line of ASCII; lone surrogates are represented by escapes."""
    return json_text(form).encode("ascii") + b"\n"


json_text = json.JSONEncoder(separators=(",", ":")).encode
"""Encode a value as JSON in ASCII, without spaces."""
