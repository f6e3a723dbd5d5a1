"""Files that are there only when all of them is, and what is written into them."""

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """Open a file for writing that has its name only when all of it is written."""
    unfinished = path.with_name(f"{path.name}.{os.getpid()}.unfinished")
    try:
        with unfinished.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def join_files(parts: Iterable[Path], file: BinaryIO) -> None:
    """Write the octets of several files into one."""
    for part in parts:
        with part.open("rb") as source:
            shutil.copyfileobj(source, file)


def json_line(form: Mapping[str, object]) -> bytes:
    """Return a JSON document on a line, in ASCII, so that lone surrogates survive as escapes."""
    return _COMPACT.encode(form).encode("ascii") + b"\n"


_COMPACT = json.JSONEncoder(separators=(",", ":"))
