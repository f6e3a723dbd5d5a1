"""The recorded answers of current implementations: the results of resolving and of parsing."""

import functools
from collections.abc import Mapping

from hexapla.identification.recording import Recording, Recordings
from hexapla.identification.recording_file import read_recordings
from hexapla.implementations.asking import Case, UrlCase
from hexapla.values.frozen import FrozenMapping
from hexapla_site.data.parsers import NO_NAMES, Names, ResolvedBy
from hexapla_site.folders import DATA

RECORDINGS = DATA / "recordings.json"
PARSINGS = DATA / "parsings.json"


@functools.cache
def current_recordings() -> tuple[Recording, ...]:
    """Read the results of resolving; all implementations were tested with the same cases."""
    return read_recordings(RECORDINGS.read_text("utf-8")).implementations


@functools.cache
def current_parsings() -> Recordings:
    """Read the results of parsing URLs."""
    return read_recordings(PARSINGS.read_text("utf-8"))


def recorded_by(question: str) -> Recordings:
    """Read the answers to a question, `resolve` or `parse`."""
    file = PARSINGS if question == UrlCase.question else RECORDINGS
    return read_recordings(file.read_text("utf-8"))


def recorded_answers(base: str, reference: str) -> ResolvedBy:
    """Return the answers of implementations to a case; empty if none were recorded."""
    return ResolvedBy(base, _by_case().get(Case(base, reference), NO_NAMES))


@functools.cache
def _by_case() -> Mapping[Case, Mapping[str | None, Names]]:
    """Return the names of the implementations that give each answer, keyed by case and answer.

    Failures to answer are left out.
    """
    gathered: dict[Case, dict[str | None, Names]] = {}
    for recording in current_recordings():
        for answer in recording.by_case.values():
            if answer.trouble is None:
                of_case = gathered.setdefault(answer.case, {})
                of_case[answer.value] = (*of_case.get(answer.value, ()), recording.name)
    return {case: FrozenMapping(of_case) for case, of_case in gathered.items()}
