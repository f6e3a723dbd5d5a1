"""Files that are there only when all of them is, and what is written into them.

An output replaces nothing but a regular file: a symbolic link stays one, and what is no regular
file, such as a device or a FIFO, is written through.
"""

import errno
import json
import os
import shutil
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from hexapla.jobs.errors import SameFileError


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that has its name only when all of it is written.

    A file that was there keeps its permissions, and one that may not be written to stays.

    Args:
        path: The file. A symbolic link stays one; a device or a FIFO is written through.

    Raises:
        OSError: It can't be written.
    """
    before = _status(path)
    if before is not None and not stat.S_ISREG(before.st_mode):
        with path.open("wb") as file:
            yield file
        return
    if before is not None:
        _check_writable(path)
    target = Path(os.path.realpath(path))
    unfinished = target.with_name(f"{target.name}.{os.getpid()}.unfinished")
    unfinished.unlink(missing_ok=True)
    try:
        with unfinished.open("xb") as file:  # through no link that somebody has put there
            if before is not None:
                unfinished.chmod(stat.S_IMODE(before.st_mode))
            yield file
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def move_whole(made: Path, path: Path) -> None:
    """Put a finished file in the place of another, as `written_whole` does; it is gone afterwards.

    Args:
        made: The finished file.
        path: The file that it becomes. A symbolic link stays one; a device or a FIFO is written
            through.

    Raises:
        OSError: It can't be written.
    """
    before = _status(path)
    if before is None or stat.S_ISREG(before.st_mode):
        if before is not None:
            _check_writable(path)
            made.chmod(stat.S_IMODE(before.st_mode))
        try:
            made.replace(os.path.realpath(path))
            return
        except OSError as error:
            if error.errno != errno.EXDEV:  # another file system
                raise
    with written_whole(path) as file:
        join_files([made], file)
    made.unlink()


def _check_writable(path: Path) -> None:
    """Check that a file may be written to, since to replace it is allowed anyway."""
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def has_content(path: Path) -> bool:
    """Return whether a path leads to a regular file that is not empty.

    Raises:
        OSError: It leads nowhere, as a loop of links does.
    """
    status = _status(path)
    return status is not None and stat.S_ISREG(status.st_mode) and status.st_size > 0


def _status(path: Path) -> os.stat_result | None:
    """Return what a path leads to; None where there is nothing yet."""
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def write_whole(path: Path, text: str) -> None:
    """Write a text into a file, as UTF-8, which has it only when all of it is written.

    Args:
        path: The file.
        text: The text.

    Raises:
        OSError: The file can't be written.
    """
    with written_whole(path) as file:
        file.write(text.encode())


def check_apart(inputs: Mapping[str, Path | int], outputs: Mapping[str, Path | int]) -> None:
    """Check that no output is an input or another output, whatever it is called.

    Args:
        inputs: The files that are read, each by what it is called in a message; an open one by its
            number.
        outputs: The files that are written, likewise.

    Raises:
        SameFileError: Two of them are one regular file.
    """
    read = {_identity(path): name for name, path in inputs.items()}
    written: dict[object, str] = {}
    for name, path in outputs.items():
        identity = _identity(path)
        if identity in read:
            raise SameFileError(f"{name} is {read[identity]} as well; name another file for it")
        other = written.setdefault(identity, name)
        if other != name:
            raise SameFileError(f"{name} is {other} as well; name another file for it")


def _identity(file: Path | int) -> object:
    """Return what two names of one file have in common; a device may be named more than once."""
    try:
        status = os.stat(file)  # noqa: PTH116
    except OSError:
        return object() if isinstance(file, int) else os.path.realpath(file)
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else object()


def join_files(parts: Iterable[Path], file: BinaryIO) -> None:
    """Write the octets of several files into one."""
    for part in parts:
        with part.open("rb") as source:
            shutil.copyfileobj(source, file)


def json_line(form: Mapping[str, object]) -> bytes:
    """Return a JSON document on a line, in ASCII, so that lone surrogates survive as escapes."""
    return json_text(form).encode("ascii") + b"\n"


def json_text(value: object) -> str:
    """Return a value as JSON without spaces, in ASCII."""
    return _COMPACT.encode(value)


_COMPACT = json.JSONEncoder(separators=(",", ":"))
