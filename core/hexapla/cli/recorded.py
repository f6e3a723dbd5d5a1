"""What `hexapla implementations` asks, records and checks: resolving, or parsing."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import attrs
import click

from hexapla.cli.terminal import GAP
from hexapla.comparison.one_line import show
from hexapla.implementations import (
    Case,
    Identification,
    ParseIdentification,
    candidates,
    default_cases,
)
from hexapla.implementations.adapters import PARSERS, RESOLVERS, Adapter, adapter
from hexapla.implementations.case_files import read_cases, read_urls
from hexapla.implementations.one_line import answer_text, parse_answer_text
from hexapla.implementations.parsing import default_urls
from hexapla.implementations.parsing.recording import (
    ParseRecordings,
    parse_changes,
    read_parse_recordings,
    record_parsing,
)
from hexapla.implementations.process import Program
from hexapla.implementations.recorded import AnyRecordings, RecordingError
from hexapla.implementations.recording import (
    Recordings,
    changes,
    read_recordings,
    record,
)


@attrs.frozen
class Changed:
    """An answer that is another than the file has, in one line and in its JSON form."""

    line: str
    form: dict[str, object]


class Recorder(ABC):
    """Asks implementations one kind of question, and keeps their answers."""

    _kept: AnyRecordings[Any, Any]

    @property
    def names(self) -> frozenset[str]:
        """The implementations whose answers are kept."""
        return self._kept.names

    def version(self, name: str) -> str | None:
        """Return the version of an implementation whose answers are kept; None for any other."""
        recording = self._kept.of(name)
        return None if recording is None else recording.version

    def to_json(self) -> str:
        """Return what was recorded, and what was kept beside it, as a file has it."""
        return self._kept.to_json()

    @property
    @abstractmethod
    def is_current(self) -> bool:
        """Whether what is kept are answers to all that is asked by default."""

    @abstractmethod
    def record(
        self, adapter: Adapter, version: str, program: Program
    ) -> Identification | ParseIdentification:
        """Ask an implementation, keep its answers, and return what they identify it by.

        Args:
            adapter: Its adapter.
            version: Its version.
            program: What answers for it.
        """

    @abstractmethod
    def changes(self, name: str, program: Program) -> Iterator[Changed]:
        """Ask an implementation again, and yield what it answers differently.

        Args:
            name: Its name; its answers are kept.
            program: What answers for it.
        """


def adapters_of(names: Iterable[str], *, parse: bool) -> tuple[Adapter, ...]:
    """Return the adapters of some names, all where none is given.

    Args:
        names: The names.
        parse: Whether they are to parse, and not to resolve.

    Raises:
        LookupError: There is no such adapter, or it answers no such question.
    """
    selected = tuple(
        adapter(name, "parse" if parse else "resolve") for name in dict.fromkeys(names)
    )
    return selected or (PARSERS if parse else RESOLVERS)


def recorder_of(file: Path | None, against: Path | None, *, parse: bool) -> Recorder:
    """Return what asks implementations, with the answers that are kept.

    Args:
        file: The file that has them; None where nothing is kept.
        against: A file with cases or URLs to ask beside those that are asked by default.
        parse: Whether implementations are to parse, and not to resolve.

    Raises:
        click.UsageError: A file has something else.
        OSError: A file can't be read.
    """
    try:
        text = None if file is None else file.read_text("utf-8")
        if parse:
            return _Parsing(text, _asked(against, read_urls))
        return _Resolving(text, _asked(against, read_cases))
    except (RecordingError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{file}: {error}") from error


Item = TypeVar("Item")


def _asked(against: Path | None, read: Callable[[Path], tuple[Item, ...]]) -> tuple[Item, ...]:
    """Return what a file has to ask; nothing where there is no file."""
    try:
        return () if against is None else read(against)
    except (ValueError, OSError) as error:
        raise click.UsageError(f"--against {against}: {error}") from error


class _Resolving(Recorder):
    """Asks to resolve; where no further cases are given, those are asked that are kept."""

    def __init__(self, text: str | None, further: tuple[Case, ...]) -> None:
        self._kept: Recordings = Recordings() if text is None else read_recordings(text)
        self._specs = candidates()
        self._cases = default_cases(self._specs)
        new = further or self._kept.further
        self._further = tuple(case for case in new if case not in self._cases)

    @property
    def is_current(self) -> bool:
        return self._kept.asked == self._cases and set(self._further) <= set(self._kept.further)

    def record(self, adapter: Adapter, version: str, program: Program) -> Identification:
        recording, identification = record(
            adapter, version, program, self._specs, self._cases, self._further
        )
        self._kept = self._kept.updated(self._cases, [recording])
        return identification

    def changes(self, name: str, program: Program) -> Iterator[Changed]:
        recording = self._kept.of(name)
        assert recording is not None
        for change in changes(recording, program):
            case = change.now.case
            now, before = answer_text(change.now), answer_text(change.before)
            line = f"{_apart(case.reference, now, before)}{GAP}base {show(case.base)}"
            yield Changed(line, change.to_dict())


class _Parsing(Recorder):
    """Asks to parse."""

    def __init__(self, text: str | None, further: tuple[str, ...]) -> None:
        self._kept = ParseRecordings() if text is None else read_parse_recordings(text)
        self._urls = tuple(dict.fromkeys((*default_urls(), *further)))

    @property
    def is_current(self) -> bool:
        return set(self._urls) <= set(self._kept.asked)

    def record(self, adapter: Adapter, version: str, program: Program) -> ParseIdentification:
        recording = record_parsing(adapter, version, program.parse, self._urls)
        self._kept = self._kept.updated(self._urls, [recording])
        return recording.identification()

    def changes(self, name: str, program: Program) -> Iterator[Changed]:
        recording = self._kept.of(name)
        assert recording is not None
        for change in parse_changes(recording, program.parse):
            now, before = parse_answer_text(change.now), parse_answer_text(change.before)
            yield Changed(_apart(change.now.url, now, before), change.to_dict())


def _apart(asked: str, now: str, before: str) -> str:
    """Return on one line what was asked, and both answers to it."""
    return f"{show(asked)} ]{GAP}{now}{GAP}now{GAP}·{GAP}{before}{GAP}file"
