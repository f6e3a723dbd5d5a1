"""Going on with a run: only with one that was asked for, and only with the same one.

What a run leaves is a folder that one process holds as long as it works on it, or until it is
killed.
"""

import contextlib
import json
import reprlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hexapla.jobs.atomic import held, json_line, remove_held_folder, written_whole
from hexapla.text.json_text import json_value
from hexapla.text.signs import sanitized
from hexapla.values.errors import RunError
from hexapla.values.provenance import Provenance, provenance_now

_LOCK = "lock"
_DESCRIPTION, _UNFINISHED = "run.json", "run.unfinished"


@contextlib.contextmanager
def run_folder(folder: Path, run: Mapping[str, Any], *, resume: bool) -> Iterator[Provenance]:
    """Hold the folder of a run, which is made, or is the one of the run to go on with.

    An empty folder is taken. `run` tells the run from others, fit for JSON.

    Yields:
        What made the run when it began.

    Raises:
        RunError: There is a run already, none to go on with, or another; or it is worked on.
    """
    path = folder / _DESCRIPTION
    if resume and not path.exists():
        raise RunError(f"no unfinished run to resume: {path} doesn't exist; start without --resume")
    if not resume:
        _check_ours(folder, is_held=False)
        with contextlib.suppress(FileExistsError):
            folder.mkdir()
    with held(folder, folder / _LOCK):
        if not resume:
            _check_ours(folder, is_held=True)
            if path.exists():
                wrong = "has an unfinished run; continue it with --resume, or remove it"
                raise RunError(f"{folder} {wrong}")
            with written_whole(path, folder / _UNFINISHED) as file:
                provenance = provenance_now()
                file.write(json_line({"hexapla": provenance.to_dict(), "run": run}))
        elif (description := _read(path)) is None:
            raise RunError(f"{path} is damaged; remove {folder} to start again")
        else:
            provenance, before = description
            check_same(folder, before, run)
        try:
            yield provenance
        except KeyboardInterrupt:
            kept = f"{sanitized(str(folder))} has the finished part; continue with --resume"
            raise KeyboardInterrupt(f"stopped; {kept}") from None


def _check_ours(folder: Path, *, is_held: bool) -> None:
    """Check that a run has left a folder, or that it is empty, or not there.

    Only in a folder that is held it is sure what a run has left: another process may be removing
    it. Its lock is there before all else, and after all else.
    """
    try:
        names = {path.name for path in folder.iterdir()}
    except FileNotFoundError:
        return
    except NotADirectoryError:
        names = {folder.name}
    is_lock_enough = not is_held and _LOCK in names
    is_empty = not names - {_LOCK, _UNFINISHED}
    is_ours = is_empty or is_lock_enough or _read(folder / _DESCRIPTION) is not None
    if folder.is_symlink() or not is_ours:
        wrong = f"{folder} is nothing that a run has left; move it, or name another file"
        raise RunError(wrong)


def _read(path: Path) -> tuple[Provenance, dict[str, Any]] | None:
    """Return what made a run, and what tells it from others; None if a file says neither."""
    try:
        form = json_value(path.read_bytes())
    except (ValueError, OSError):
        return None
    match form:
        case {
            "hexapla": {"version": str(version), "date": str(date), "license": str(license)},
            "run": dict(run),
        }:
            return Provenance(version, date, license), run
    return None


def remove_run(folder: Path) -> None:
    """Remove the folder of a run that is finished, which this process holds.

    It is one of a run until its description is gone.
    """
    for path in folder.iterdir():
        if path.name not in (_DESCRIPTION, _LOCK):
            path.unlink()
    remove_held_folder(folder, folder / _LOCK)


def check_same(place: Path, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Check by what tells runs from others that one left at a place is the one to go on with."""
    wanted: dict[str, Any] = json.loads(json.dumps(now))
    differences = [
        f"{name}: was {reprlib.repr(before.get(name))}, is {reprlib.repr(value)} now"
        for name, value in wanted.items()
        if before.get(name) != value
    ]
    if differences:
        raise RunError(
            f"{place} holds another run ({'; '.join(differences)}); use the options of that run, "
            "or remove it to start again"
        )
