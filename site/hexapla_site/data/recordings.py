"""What implementations of today answered, where they resolve and where they parse."""

import functools
from collections.abc import Mapping

from hexapla.identification.recording import Recording, Recordings, read_recordings
from hexapla.implementations.asking import Case, UrlCase
from hexapla.values.frozen import FrozenMapping
from hexapla_site.data.parsers import NO_NAMES, Names, ResolvedBy
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


def recorded_by(question: str) -> Recordings:
    """Return what implementations of today answered to a question, `resolve` or `parse`."""
    file = PARSINGS if question == UrlCase.question else RECORDINGS
    return read_recordings(file.read_text("utf-8"))


def recorded_answers(base: str, reference: str) -> ResolvedBy:
    """Return what implementations answered to a case; nothing where none was asked it."""
    return ResolvedBy(base, _by_case().get(Case(base, reference), NO_NAMES))


@functools.cache
def _by_case() -> Mapping[Case, Mapping[str | None, Names]]:
    """Return the names by case and answer; one that failed to answer is not among them."""
    gathered: dict[Case, dict[str | None, Names]] = {}
    for recording in current_recordings():
        for answer in (*recording.answers, *recording.further):
            if answer.trouble is None:
                of_case = gathered.setdefault(answer.case, {})
                of_case[answer.value] = (*of_case.get(answer.value, ()), recording.name)
    return {case: FrozenMapping(of_case) for case, of_case in gathered.items()}
