"""Programs by their names: `adapter:NAME`, `python:module:function`, or a command."""

import os
import shutil
import sys
from collections.abc import Sequence

import attrs

from hexapla.implementations.adapters import ADAPTERS, AbsentError, Adapter, adapter
from hexapla.values.errors import HexaplaError

ADAPTER, PYTHON = "adapter:", "python:"


class ProgramNameError(HexaplaError, ValueError):
    """Words name no program; the message says what to write."""


@attrs.frozen
class NamedProgram:
    """A program, as it was named, its command, and the adapter that it is, if any."""

    words: tuple[str, ...]
    command: tuple[str, ...]
    adapter: Adapter | None = None

    @property
    def plain(self) -> bool:
        """Whether it is known to use the plain protocol."""
        return self.adapter is not None and self.adapter.plain

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
        ProgramNameError: They name no program, or can't be given to one.
        SelectorError: There is no such adapter, or it does not answer the question.
    """
    if not words:
        raise ProgramNameError("an empty text names no program")
    if not words[0].startswith(ADAPTER):
        return NamedProgram(tuple(words), command_of(words))
    if len(words) > 1:
        raise ProgramNameError(f"{words[0]} takes no arguments")
    named = adapter(words[0].removeprefix(ADAPTER), question)
    return NamedProgram(tuple(words), named.command, named)


def command_of(words: Sequence[str]) -> tuple[str, ...]:
    """Return the command for words: the words themselves, or what runs `python:module:function`.

    Raises:
        ProgramNameError: A `python:` names no function, a word can't be given to a program, or the
            first is the name of an adapter alone.
    """
    for word in words:
        try:
            is_given = b"\0" not in os.fsencode(word)
        except UnicodeEncodeError:  # a surrogate that stands for no octet
            is_given = False
        if not is_given:
            raise ProgramNameError(f"{word!r} has a NUL or no octets, and names no program")
    if any(words[0] == item.name for item in ADAPTERS):
        check_prefix(words[0], ADAPTER)
    if not words[0].startswith(PYTHON):
        return tuple(words)
    module, colon, function = words[0].removeprefix(PYTHON).partition(":")
    if len(words) > 1 or not module or not colon or not function:
        shown = " ".join(words)
        raise ProgramNameError(f"{shown!r} names no callable; write python:module:function")
    return sys.executable, "-m", "hexapla.implementations.serving", module, function


def check_prefix(word: str, prefix: str) -> None:
    """Raise `ProgramNameError` for a word without its prefix, unless it is a program's name."""
    if shutil.which(word) is None:
        raise ProgramNameError(f"{word} is no program on this machine; write {prefix}{word}")
