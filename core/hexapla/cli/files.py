"""Files that a command line names."""

from collections.abc import Mapping
from pathlib import Path

import click

from hexapla.cli.parameters import STANDARD_STREAM
from hexapla.jobs.errors import SameFileError
from hexapla.jobs.files import check_apart
from hexapla.text.signs import told


def keep_apart(inputs: Mapping[str, Path | None], outputs: Mapping[str, Path | None]) -> None:
    """Check that nothing is written over what is read, or over something else that is written.

    Args:
        inputs: The files that are read, each by what it is called in a message; None and `-` are
            no file.
        outputs: The files that are written, likewise.

    Raises:
        click.UsageError: Two of them are one file.
    """
    try:
        check_apart(_named(inputs), _named(outputs))
    except SameFileError as error:
        raise click.UsageError(str(error)) from error


def named(path: Path) -> str:
    """Return the name of a file as a message repeats it: on one line, visible and cut."""
    return told(str(path))


def _named(files: Mapping[str, Path | None]) -> dict[str, Path]:
    return {
        name: path
        for name, path in files.items()
        if path is not None and str(path) != STANDARD_STREAM
    }
