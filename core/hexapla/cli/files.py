"""Check that the outputs of a command don't overwrite its inputs or other programs' files."""

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path

from hexapla.cli.options import STANDARD_STREAM
from hexapla.jobs.atomic import has_content
from hexapla.jobs.folder import check_replaceable, read_mark
from hexapla.text.signs import sanitized
from hexapla.values.errors import RunError

Files = Mapping[str, Path | None]
"""Paths, keyed by the names that messages use for the files; None and `-` aren't checked."""
_STANDARD_STREAMS = {"standard output": 1, "standard error": 2}

# The following patterns match the beginning of a file that a command wrote or, if the file is in
# the Parquet format, its end.
_MADE = rb'"version":[ ]?"[^"{}]*",[ ]?"date":[ ]?"[-\d]+",[ ]?"license":[ ]?"MIT"\}'
_BEGINNING = re.compile(
    rb"""
      \{\s*"schema":[ ]?\d+,\s*"command":[ ]?"(corpus|discover|differential)"
    | \{"schema":\d+,"hexapla":\{%b                    # vectors
    | \{\s*"\$schema":.*\s*"\$id":[ ]"https://hexapla\.invalid/
    | \{"source":.*,"row":\d+,"wrong":"               # rows that were set aside
    | .*"hexapla":\{%b\}$                              # the first row of a corpus
    | <svg[ ][^>]*>\s*(<title>[^<]*</title>\s*)?<metadata>Hexapla[ ]
    """
    % (_MADE, _MADE),
    re.VERBOSE | re.MULTILINE,
)
_PARQUET = b"PAR1"
_FOOTER = re.compile(rb"hexapla.{1,9}\{" + _MADE, re.DOTALL)
# A row of a corpus may be long.
_LONGEST_LINE = 1 << 24
_LONGEST_FOOTER = 1 << 26
_HEAD = 5  # lines


def check_outputs(
    outputs: Files, inputs: Files | None = None, *, report: Path | None = None, force: bool = False
) -> None:
    """Check that writing the outputs and the report doesn't destroy any other file.

    Args:
        outputs: The files to write.
        inputs: The files to read.
        report: The folder of a report, which is written after the outputs.
        force: Whether to overwrite files that Hexapla didn't write.

    Raises:
        RunError: An output is the same file as an input or another output; standard output or
            standard error is redirected to an input or an output; an output would be inside the
            folder of a new report; an output that isn't empty wasn't written by Hexapla, and
            `force` is false; or the folder of the report can't be replaced.
        OSError: An output or the folder of the report can't be read, or a path is invalid.
    """
    written = _regular(outputs)
    _check_different(_regular(inputs or {}), written)
    if report is not None:
        check_replaceable(report, "report")
        if read_mark(report) is None:
            _check_outside(report, written)
    for name, path in written.items():
        if not force and has_content(path) and not _is_own(path):
            raise RunError(
                f"refusing to overwrite {named(path)} ({name}), which Hexapla didn't write; name "
                "another file, or use --force"
            )


def _regular(files: Files) -> dict[str, Path]:
    """Return the paths that name a file rather than a standard stream."""
    regular = {}
    for name, path in files.items():
        if path is not None and str(path) != STANDARD_STREAM:
            regular[name] = path
    return regular


def _check_different(read: Mapping[str, Path], written: Mapping[str, Path]) -> None:
    """Check that no output is the same file as an input or another output.

    Standard output and standard error count as outputs, but may be redirected to the same file.
    """
    for stream, number in _STANDARD_STREAMS.items():
        names = {_identity(path): name for name, path in read.items()}
        outgoing: dict[str, Path | int] = {stream: number, **written}
        for name, file in outgoing.items():
            other = names.setdefault(_identity(file), name)
            if other != name:
                raise RunError(f"{name} is the same file as {other}; name a different one")


def _check_outside(report: Path, written: Mapping[str, Path]) -> None:
    """Check that no file to write is inside the folder of a new report."""
    folder = os.path.realpath(report)
    for name, path in written.items():
        if Path(os.path.realpath(path)).is_relative_to(folder):
            where = f"{name} is inside {named(report)}"
            raise RunError(f"{where}, the folder of the report; name a different file")


def _identity(file: Path | int) -> object:
    """Return a value that identifies a regular or missing file, whichever path leads to it.

    For any other file, such as a device, each call returns a new value, so no two are equal.
    """
    try:
        status = os.stat(file)  # noqa: PTH116
    except OSError:
        if isinstance(file, int):
            return object()
        return os.path.realpath(file)
    if stat.S_ISREG(status.st_mode):
        return status.st_dev, status.st_ino
    return object()


def _is_own(path: Path) -> bool:
    """Return whether Hexapla wrote a file, judging by its first lines or its Parquet footer."""
    with path.open("rb") as file:
        if file.read(len(_PARQUET)) == _PARQUET:
            size = max(0, file.seek(0, os.SEEK_END) - 8)
            file.seek(size)
            footer = min(size, int.from_bytes(file.read(4), "little"), _LONGEST_FOOTER)
            file.seek(size - footer)
            return _FOOTER.search(file.read(footer)) is not None
        file.seek(0)
        lines = [file.readline(_LONGEST_LINE) for _ in range(_HEAD)]
        return _BEGINNING.match(b"".join(lines)) is not None


def named(path: Path) -> str:
    """Return the name of a file for a message: on one line, escaped and shortened."""
    return sanitized(str(path))
