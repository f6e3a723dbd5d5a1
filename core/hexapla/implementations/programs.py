"""What can be asked: callables, specs, and programs by their names.

A program is named by `adapter:NAME`, `python:module:function`, `spec:SELECTOR` or a command.
"""

import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

import attrs

from hexapla.implementations.adapters import ADAPTERS, AbsentError, Adapter, adapter
from hexapla.implementations.asking import Parse, RejectionError
from hexapla.implementations.process import Program
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
    """Words name no program; the message says what to write."""


@attrs.frozen
class NamedProgram:
    """A program, as it was named, its command, and the adapter that it is, if any."""

    words: tuple[str, ...]
    command: tuple[str, ...]
    adapter: Adapter | None = None

    def version(self) -> str | None:
        """Return the version that its adapter tells; None for another program."""
        try:
            return None if self.adapter is None else self.adapter.version()
        except AbsentError as error:
            name = " ".join(self.words)
            raise AbsentError(f"{name} is not on this machine: {error}") from error


def named_program(words: Sequence[str], question: str) -> NamedProgram:
    """Return the program that words name.

    Args:
        words: A program with its arguments, or `python:module:function` or `adapter:NAME` alone.
        question: What it is to answer, `resolve` or `parse`.

    Raises:
        ProgramNameError: They name no program, or can't be given to one; or the first is the name
            of an adapter alone.
        SelectorError: The adapter is unknown, or it does not answer the question.
    """
    if not words or not words[0]:
        raise ProgramNameError("the name of the program is empty; give a name")
    for word in words:
        try:
            is_given = b"\0" not in os.fsencode(word)
        except UnicodeEncodeError:  # a surrogate that stands for no octet
            is_given = False
        if not is_given:
            raise ProgramNameError(
                f"{word!r} can't name a program: it has a NUL or can't be encoded"
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
        return NamedProgram(tuple(words), tuple(words))
    module, _, function = first.removeprefix(PYTHON).partition(":")
    if arguments or not module or not function:
        shown = " ".join(words)
        raise ProgramNameError(f"{shown!r} doesn't name a callable; write python:module:function")
    serving = (sys.executable, "-m", "hexapla.implementations.serving", module, function)
    return NamedProgram(tuple(words), serving)


def _check_prefix(word: str, prefix: str) -> None:
    """Raise `ProgramNameError` for a word without its prefix, unless it is a program's name."""
    if shutil.which(word) is None:
        raise ProgramNameError(f"{word} isn't a program on this machine; write {prefix}{word}")


Asked = Parse | Spec | str
"""What can be asked: a callable, a spec, or a word that names a program (see `differential`)."""

TIMEOUT = 10.0
"""Seconds allowed for each answer of a program, its start included."""
# After how many failures, in a row or in all, a program is no longer asked. There are thousands of
# questions, and each that is not asked is one of which nothing is known.
_PATIENCE = 10
_RESTARTS = 500


def version_of(word: str) -> str | None:
    """Return the version of a program that an adapter tells; None for any other, and for a spec.

    Raises:
        ProgramNameError: The word names no program.
        SelectorError: The adapter is unknown, or it does not parse.
        AbsentError: What it asks is not on this machine.
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
    """Parses URLs as a spec divides them; a function that takes a URL.

    Attributes:
        spec: The spec.

    Raises:
        ValueError: The spec does not divide URLs.
    """

    spec: Spec

    def __attrs_post_init__(self) -> None:
        division_of(self.spec)

    def __call__(self, url: str) -> UrlComponents:
        """Return what the spec reads in a URL; raise `RejectionError` if it reads nothing."""
        divided = divided_by(self.spec, url)
        if divided.refusal is not None or not divided.has_rule:
            raise RejectionError(str(divided.refusal or "has no rule for this text"))
        return divided.components


@contextmanager
def started(
    programs: Sequence[Asked], timeout: float = TIMEOUT, limit: TimeLimit | None = None
) -> Iterator[list[Parse]]:
    """Start the programs among what is asked, and return what parses, in the same order.

    Args:
        programs: What is to be asked.
        timeout: Seconds allowed for each answer of a program.
        limit: How long all answers may take together; by default as long as they like.

    Raises:
        LookupError: A word names nothing.
        ValueError: A word names no program, or a spec does not divide a URL.
        OSError: A program can't be started.
    """
    with ExitStack() as stack:
        yield [_parse_of(program, timeout, limit, stack) for program in programs]


def _parse_of(program: Asked, timeout: float, limit: TimeLimit | None, stack: ExitStack) -> Parse:
    if isinstance(program, str) and program.startswith(SPEC):
        program = spec_of(program.removeprefix(SPEC))
    if isinstance(program, str):
        named = _named(program)
        limit = limit or TimeLimit()
        plain = named.adapter is not None and named.adapter.plain
        asked = Program(named.command, timeout, _PATIENCE, _RESTARTS, plain, limit)
        return stack.enter_context(asked)
    if isinstance(program, Spec):
        return StandardParser(program)
    return checked_call(program, "each of programs")


def names_of(programs: Sequence[Asked]) -> tuple[str, ...]:
    """Return a name for each of several programs; those that are alike get a number."""
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
