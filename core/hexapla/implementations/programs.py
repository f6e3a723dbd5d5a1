"""Programs under test: callables, specs, and programs given by name.

A program is named by `adapter:NAME`, `python:module:function`, `spec:SELECTOR` or a command.
"""

import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import attrs

from hexapla.documents.reading import nearest_name
from hexapla.implementations.adapters import ADAPTERS, AbsentError, Adapter, adapter, answering
from hexapla.implementations.asking import NoAnswerError, Parse, RejectionError
from hexapla.implementations.process import EndedError, Program
from hexapla.jobs.time_limit import TimeLimit
from hexapla.operations.authority import UrlComponents
from hexapla.standard.dividing import divided_by, division_of
from hexapla.standard.registry import spec as spec_of
from hexapla.standard.registry import specs
from hexapla.standard.spec import Spec
from hexapla.values.checked import checked_call
from hexapla.values.errors import HexaplaError

ADAPTER, PYTHON, SPEC = "adapter:", "python:", "spec:"


class ProgramNameError(HexaplaError, ValueError):
    """A string doesn't name a usable program; the message gives the reason."""


@attrs.frozen
class NamedProgram:
    """A program given by name: the words of the name, the command, and the adapter, if any."""

    words: tuple[str, ...]
    command: tuple[str, ...]
    adapter: Adapter | None = None

    def version(self) -> str | None:
        """Return the version that the adapter reports; None if the program isn't an adapter.

        Raises:
            AbsentError: The parser isn't installed.
        """
        try:
            return None if self.adapter is None else self.adapter.version()
        except AbsentError as error:
            name = " ".join(self.words)
            raise AbsentError(f"{name} is not on this machine: {error}") from error

    @contextmanager
    def started(self, timeout: float, **settings: Any) -> Iterator[Program]:
        """Start the program, and kill it on leaving the context.

        Args:
            timeout: The number of seconds allowed for each answer.
            settings: Other attributes of `Program`.

        Raises:
            ProgramNameError: The program is a Python callable that can't be loaded.
            OSError: The program can't be started.
        """
        is_callable = self.words[0].startswith(PYTHON)
        command = (*self.command, "--version") if is_callable else self.command
        with Program(command, timeout, tells_version=is_callable, **settings) as program:
            if is_callable:
                self._check_loaded(program)
            yield program

    def _check_loaded(self, program: Program) -> None:
        try:
            program.read_version()
        except EndedError as error:
            wrong = f"{self.words[0]} can't be loaded: {error.words}"
            raise ProgramNameError(wrong) from error
        except NoAnswerError:  # it may still answer; otherwise, the results show why not
            pass


def named_program(words: Sequence[str], question: str) -> NamedProgram:
    """Return the program with the given name and arguments.

    Args:
        words: A program with its arguments, or `python:module:function` or `adapter:NAME` alone.
        question: The question for the program, `resolve` or `parse`.

    Raises:
        ProgramNameError: The words don't name a program on this machine, or can't be passed to a
            program, or the first word is the name of an adapter without its prefix.
        SelectorError: The adapter is unknown, or it doesn't answer the question.
    """
    if not words or not words[0]:
        raise ProgramNameError("the name of the program is empty; give a name")
    for word in words:
        try:
            is_given = b"\0" not in os.fsencode(word)
        except UnicodeEncodeError:  # a surrogate that doesn't represent a byte
            is_given = False
        if not is_given:
            raise ProgramNameError(
                f"{word!r} can't name a program: it contains a NUL or can't be encoded"
            )
    first, *arguments = words
    if first.startswith(ADAPTER):
        if arguments:
            raise ProgramNameError(f"{first} takes no arguments")
        named = adapter(first.removeprefix(ADAPTER), question)
        return NamedProgram(tuple(words), named.command, named)
    if any(first == item.name for item in ADAPTERS):
        _check_prefix(first, ADAPTER)
    if not first.startswith(PYTHON):
        _check_present(first, question)
        return NamedProgram(tuple(words), tuple(words))
    module, _, function = first.removeprefix(PYTHON).partition(":")
    if arguments or not module or not function:
        shown = " ".join(words)
        raise ProgramNameError(f"{shown!r} doesn't name a callable; write python:module:function")
    serving = (sys.executable, "-m", "hexapla.implementations.serving", module, function)
    return NamedProgram(tuple(words), serving)


def _check_prefix(word: str, prefix: str) -> None:
    """Raise `ProgramNameError` for a name without its prefix, unless a program has this name."""
    if shutil.which(word) is None:
        raise ProgramNameError(f"{word} isn't a program on this machine; write {prefix}{word}")


def _check_present(word: str, question: str) -> None:
    """Raise `ProgramNameError` if a word isn't a command on this machine.

    A path isn't checked here: if no program can be started from it, the system's error says why.
    """
    if os.sep in word or shutil.which(word) is not None:
        return
    nearest = nearest_name(word, [item.name for item in answering(question)])
    cure = f"write {ADAPTER}NAME for a parser, python:MODULE:FUNCTION, or a command"
    if nearest is not None:
        cure = f"did you mean {ADAPTER}{nearest}? Or {cure}"
    raise ProgramNameError(f"{word} isn't a program on this machine; {cure}")


Asked = Parse | Spec | str
"""A program under test: a callable, a spec, or a name (see `differential`)."""

TIMEOUT = 10.0
"""The number of seconds allowed for each answer of a program, including the time to start it."""
# The numbers of failures, consecutive and in total, after which a program is no longer asked. They
# are high because there are thousands of questions, and a question that isn't asked has no result.
_PATIENCE = 10
_RESTARTS = 500


def version_of(word: str) -> str | None:
    """Return the version that an adapter reports; None for specs and for other programs.

    Raises:
        ProgramNameError: The word doesn't name a program.
        SelectorError: The adapter is unknown or can't parse.
        AbsentError: The parser isn't installed.
    """
    return None if word.startswith(SPEC) else _named(word).version()


def _named(word: str) -> NamedProgram:
    if any(word == spec.id for spec in specs()):
        _check_prefix(word, SPEC)
    try:
        words = [word] if word.startswith(PYTHON) else shlex.split(word)
    except ValueError as error:
        raise ProgramNameError(f"{word!r} isn't a valid command: {error}") from error
    return named_program(words, "parse")


@attrs.frozen
class StandardParser:
    """A callable that parses URLs under a spec.

    Attributes:
        spec: The spec.

    Raises:
        ValueError: The spec doesn't define how to split URLs.
    """

    spec: Spec

    def __attrs_post_init__(self) -> None:
        division_of(self.spec)

    def __call__(self, url: str) -> UrlComponents:
        """Parse a URL; raise `RejectionError` if the spec rejects it or has no rule for it."""
        divided = divided_by(self.spec, url)
        if divided.refusal is not None or not divided.has_rule:
            raise RejectionError(str(divided.refusal or "has no rule for this text"))
        return divided.components


@contextmanager
def started(
    programs: Sequence[Asked], timeout: float = TIMEOUT, limit: TimeLimit | None = None
) -> Iterator[list[Parse]]:
    """Start all adapters, commands and named callables; yield a parser for each program, in order.

    Args:
        programs: Callables, specs, and names of programs.
        timeout: The number of seconds allowed for each answer of a program.
        limit: The time limit for all answers together; None for no limit.

    Raises:
        LookupError: A spec or an adapter is unknown.
        TypeError: An item is neither a callable, nor a spec, nor a string.
        ValueError: A name doesn't name a program, or a spec doesn't define how to split URLs.
        OSError: A program can't be started.
        RunError: Hexapla is running on Windows, where it can't ask other programs.
    """
    with ExitStack() as stack:
        yield [_parse_of(program, timeout, limit, stack) for program in programs]


def _parse_of(program: Asked, timeout: float, limit: TimeLimit | None, stack: ExitStack) -> Parse:
    if isinstance(program, str) and program.startswith(SPEC):
        program = spec_of(program.removeprefix(SPEC))
    if isinstance(program, str):
        named = _named(program)
        limit = limit or TimeLimit()
        asked = named.started(
            timeout,
            patience=_PATIENCE,
            restarts=_RESTARTS,
            plain=named.adapter is not None and named.adapter.plain,
            limit=limit,
        )
        return stack.enter_context(asked)
    if isinstance(program, Spec):
        return StandardParser(program)
    return checked_call(program, "each of programs")


def names_of(programs: Sequence[Asked]) -> tuple[str, ...]:
    """Return a distinct name for each program; repeated names are numbered."""
    names: list[str] = []
    for program in programs:
        name = _name(program)
        alike = sum(other == name or other.startswith(f"{name} (") for other in names)
        names.append(f"{name} ({alike + 1})" if alike else name)
    return tuple(names)


def _name(program: Asked) -> str:
    if isinstance(program, str) and program.startswith(SPEC):
        program = spec_of(program.removeprefix(SPEC))
    if isinstance(program, str):
        return program.removeprefix(ADAPTER)
    if isinstance(program, Spec):
        return program.label
    return str(getattr(program, "__qualname__", None) or type(program).__name__)
