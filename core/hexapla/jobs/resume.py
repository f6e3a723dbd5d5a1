"""Going on with a run: only with one that was asked for, and only with the same one."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hexapla.jobs.errors import ResumeError
from hexapla.jobs.files import json_line
from hexapla.text.json_text import json_value


def check_free(place: Path) -> None:
    """Check that no run was left where one is to begin.

    Raises:
        ResumeError: There is a file or a folder of another run.
    """
    if place.exists():
        raise ResumeError(
            f"{place} holds a run that was not finished; go on with it by --resume, or remove it"
        )


def sealed(form: Mapping[str, Any]) -> bytes:
    """Return the content of a file that `read_form` reads: a JSON object, and its digest."""
    return json_line({_DIGEST: _digest(form), _FORM: form})


def read_form(path: Path, advice: str) -> dict[str, Any]:
    """Return the JSON object in a file that an earlier run left, which is as it was written.

    Args:
        path: The file.
        advice: What to do where it is damaged, for the message.

    Raises:
        ResumeError: It is damaged, or something else was written.
    """
    try:
        whole = json_value(path.read_bytes())
    except ValueError:
        whole = None
    form = whole.get(_FORM) if isinstance(whole, dict) else None
    if not isinstance(form, dict) or whole.get(_DIGEST) != _digest(form):
        raise ResumeError(f"{path} is damaged; {advice}")
    return form


_DIGEST, _FORM = "digest", "form"


def _digest(form: Mapping[str, Any]) -> str:
    return hashlib.sha256(json_line(form)).hexdigest()


def check_same(place: Path, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Check that a run that was left is the one to go on with.

    Args:
        place: Where it was left, for the message.
        before: What tells that run from others, as its JSON form has it.
        now: What tells this run from others, by the same names.

    Raises:
        ResumeError: Something differs.
    """
    wanted: dict[str, Any] = json.loads(json.dumps(now))
    differences = [
        _difference(name, before.get(name), value)
        for name, value in wanted.items()
        if before.get(name) != value
    ]
    if differences:
        raise ResumeError(
            f"{place} holds another run ({'; '.join(differences)}); give the options of that one, "
            "or remove it to begin anew"
        )


def _difference(name: str, before: Any, now: Any) -> str:
    """Say what differs; of lists, which may be long, the first items that do, or their lengths."""
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        pairs = zip(before, now, strict=True)
        before, now = next((one, other) for one, other in pairs if one != other)
    elif isinstance(now, list):
        return f"{name}: had {len(before or [])} items, has {len(now)} now"
    return f"{name}: was {before!r}, is {now!r} now"
