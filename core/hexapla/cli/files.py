"""Files that a command line names."""

from collections.abc import Mapping
from pathlib import Path

import click

from hexapla.cli.parameters import STANDARD_STREAM
from hexapla.jobs.errors import ForeignFileError, SameFileError
from hexapla.jobs.files import check_apart
from hexapla.jobs.own_files import check_own
from hexapla.text.signs import told

Files = Mapping[str, Path | None]
"""Files, each by what it is called in a message; None and `-` are no file."""


def check_outputs(outputs: Files, inputs: Files | None = None, *, force: bool = False) -> None:
    """Check that what is to be written destroys nothing.

    Args:
        outputs: The files that are written.
        inputs: The files that are read.
        force: Whether a file may be overwritten that Hexapla did not write.

    Raises:
        click.UsageError: Two of all these are one file, or an output has something else.
    """
    written = _named(outputs)
    try:
        check_apart(_named(inputs or {}), written)
        if not force:
            check_own(written)
    except (SameFileError, ForeignFileError) as error:
        raise click.UsageError(str(error)) from error


def named(path: Path) -> str:
    """Return the name of a file as a message repeats it: on one line, visible and cut."""
    return told(str(path))


def _named(files: Files) -> dict[str, Path]:
    return {
        name: path
        for name, path in files.items()
        if path is not None and str(path) != STANDARD_STREAM
    }
