"""Resume a run, but only on request and with the same settings.

A run has a folder, which is locked by the process that performs the run.
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
    """Lock the folder of a run: a new folder, or the folder of the run to resume.

    A new run also accepts an empty folder. `run` contains the values that identify the run; JSON
    must be able to represent these values.

    Yields:
        The provenance recorded when the run began.

    Raises:
        RunError: The folder already contains a run or isn't the folder of a run, there is no run to
            resume, the run to resume has other settings or is damaged, or another process is using
            the folder.
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
                wrong = "has an unfinished run; continue it with --resume, or remove the folder"
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
    """Check that a folder is missing, empty, or left by a run.

    If `is_held` is false, this process hasn't locked the folder yet, and another process may be
    removing it. Then a folder with a lock file is accepted, and the check must be repeated after
    locking. The lock file is the first file that a run creates, and the last that it removes.

    Raises:
        RunError: The folder isn't empty and wasn't left by a run, or it is a link or a file.
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
        wrong = f"{folder} wasn't left by a run; move it, or name another output file"
        raise RunError(wrong)


def _read(path: Path) -> tuple[Provenance, dict[str, Any]] | None:
    """Return the provenance of a run and its identifying values; None if they can't be read."""
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
    """Remove the folder of a finished run, which this process has locked.

    The description of the run is removed last, just before the lock. As long as the description
    exists, the folder can be recognized as the folder of a run.
    """
    for path in folder.iterdir():
        if path.name not in (_DESCRIPTION, _LOCK):
            path.unlink()
    remove_held_folder(folder, folder / _LOCK)


def check_same(place: Path, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Raise `RunError` if an identifying value of this run differs from that of an earlier run."""
    wanted: dict[str, Any] = json.loads(json.dumps(now))
    differences = [
        f"{name}: was {reprlib.repr(before.get(name))}, is {reprlib.repr(value)} now"
        for name, value in wanted.items()
        if before.get(name) != value
    ]
    if differences:
        raise RunError(
            f"{place} holds another run ({'; '.join(differences)}); use the options of that run, "
            "or remove the folder to start again"
        )
