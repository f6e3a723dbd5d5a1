"""Files that a command line names."""

import os
from collections.abc import Mapping
from pathlib import Path

from hexapla.cli.parameters import STANDARD_STREAM
from hexapla.jobs.atomic import check_apart, check_own
from hexapla.jobs.errors import SameFileError
from hexapla.jobs.folder import read_mark
from hexapla.text.signs import sanitized

Files = Mapping[str, Path | None]
"""Files, each by what it is called in a message; None and `-` are no file."""
_STANDARD_STREAMS = {"standard output": 1, "standard error": 2}


def check_outputs(
    outputs: Files,
    inputs: Files | None = None,
    *,
    report: Path | None = None,
    force: bool = False,
) -> None:
    """Check that what is to be written destroys nothing.

    Args:
        outputs: The files that are written.
        inputs: The files that are read.
        report: The folder that a report is written into afterwards.
        force: Whether a file may be overwritten that Hexapla did not write.

    Raises:
        SameFileError: Two of all these, and of what the standard streams lead to, are one file, or
            an output is where the report can't be written any more then.
        ForeignFileError: An output has something else.
    """
    read, written = _named(inputs or {}), _named(outputs)
    for name, number in _STANDARD_STREAMS.items():
        check_apart(read, {name: number, **written})
    if report is not None:
        _check_outside(report, written)
    if not force:
        check_own(written)


def _check_outside(report: Path, written: Mapping[str, Path]) -> None:
    """Check that no output is in a folder that has to be new or empty when the report comes."""
    folder = os.path.realpath(report)
    if read_mark(Path(folder)) is not None:
        return
    for name, path in written.items():
        if Path(os.path.realpath(path)).is_relative_to(folder):
            raise SameFileError(
                f"{name} is in {named(report)}, which is for the report; name another folder for it"
            )


def named(path: Path) -> str:
    """Return the name of a file as a message repeats it: on one line, visible and cut."""
    return sanitized(str(path))


def _named(files: Files) -> dict[str, Path]:
    return {
        name: path
        for name, path in files.items()
        if path is not None and str(path) != STANDARD_STREAM
    }
