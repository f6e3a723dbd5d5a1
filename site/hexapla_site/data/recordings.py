"""What implementations of today answered, as data: where they resolve, and where they parse."""

import functools

from hexapla.implementations.recording import Recording, Recordings, read_recordings
from hexapla_site.folders import DATA

RECORDINGS = DATA / "recordings.json"
PARSINGS = DATA / "parsings.json"


@functools.cache
def current_recordings() -> tuple[Recording, ...]:
    """Read what implementations of today answered; all were asked the same cases."""
    return read_recordings(RECORDINGS.read_text("utf-8")).implementations


@functools.cache
def current_parsings() -> Recordings:
    """Read what implementations of today read in URLs."""
    return read_recordings(PARSINGS.read_text("utf-8"))
