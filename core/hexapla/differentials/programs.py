"""What is compared: callables, specs, and programs that are named by a word."""

import shlex
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from hexapla.implementations.asking import Parse, RejectionError
from hexapla.implementations.named_program import (
    ADAPTER,
    PYTHON,
    NamedProgram,
    ProgramNameError,
    check_prefix,
    named_program,
)
from hexapla.implementations.parsing import division_of
from hexapla.implementations.process import Program
from hexapla.jobs.time_limit import TimeLimit
from hexapla.operations.url_components import UrlComponents
from hexapla.standard.registry import spec as spec_of
from hexapla.standard.registry import specs
from hexapla.standard.spec import Spec
from hexapla.values.checked import checked_call

Asked = Parse | Spec | str
"""What can be asked: a callable, a spec, or a word that names a program (see `differential`)."""

SPEC = "spec:"
TIMEOUT = 10.0
"""How many seconds an answer of a program may take, its start included."""
# After how many failures, in a row or in all, a program is no longer asked. There are thousands of
# questions, and each that is not asked is one of which nothing is known.
_PATIENCE = 10
_RESTARTS = 500


def version_of(word: str) -> str | None:
    """Return the version of a program that an adapter tells; None for any other, and for a spec.

    Raises:
        ProgramNameError: The word names no program.
        SelectorError: There is no such adapter, or it does not parse.
        AbsentError: What it asks is not on this machine.
    """
    return None if word.startswith(SPEC) else _named(word).version()


def _named(word: str) -> NamedProgram:
    if any(word == spec.id for spec in specs()):
        check_prefix(word, SPEC)
    try:
        words = [word] if word.startswith(PYTHON) else shlex.split(word)
    except ValueError as error:
        raise ProgramNameError(f"{word!r} is no command: {error}") from error
    return named_program(words, "parse")


def parse_by(spec: Spec) -> Parse:
    """Return a function that divides URLs as a spec does; raise `ValueError` if it does not."""
    division = division_of(spec)

    def parse(url: str) -> UrlComponents:
        divided = division.divide(url)
        if divided.refusal is not None:
            raise RejectionError(str(divided.refusal))
        if not divided.has_rule:
            raise RejectionError("has no rule for this text")
        return divided.components

    return parse


@contextmanager
def started(
    programs: Sequence[Asked], timeout: float = TIMEOUT, limit: TimeLimit | None = None
) -> Iterator[list[Parse]]:
    """Start the programs among what is asked, and return what parses, in the same order.

    Args:
        programs: What is to be asked.
        timeout: How many seconds an answer of a program may take.
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
        asked = Program(named.command, timeout, _PATIENCE, _RESTARTS, named.plain, limit)
        return stack.enter_context(asked)
    if isinstance(program, Spec):
        return parse_by(program)
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
    if isinstance(program, str):
        return program.removeprefix(ADAPTER).removeprefix(SPEC)
    if isinstance(program, Spec):
        return program.label
    return str(getattr(program, "__qualname__", None) or type(program).__name__)
