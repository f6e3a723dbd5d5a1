"""Readers of URLs: standards and programs, with a common interface."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from hexapla.divergence.answers import Compared, compared, read_by
from hexapla.divergence.model import HOST
from hexapla.implementations.asking import Parse, UrlCase, ask
from hexapla.implementations.programs import SPEC, Asked, started, version_of
from hexapla.jobs.time_limit import TimeLimit
from hexapla.operations.authority import connected_to
from hexapla.standard.dividing import division_of
from hexapla.standard.registry import spec as spec_of
from hexapla.standard.registry import specs as installed
from hexapla.standard.spec import Spec
from hexapla.values.checked import checked_call
from hexapla.values.errors import RunError
from hexapla.values.frozen import FrozenMapping

_PATIENCE = 200
"""The maximum number of consecutive URLs for which a program may give no answer."""

Values = tuple[Compared, ...]
"""The values that a reader reports about a URL: one for each aspect, in the aspects' order."""


class Reader(NamedTuple):
    """A reader of URLs: a standard or a program.

    Attributes:
        name: The name of the reader.
        read: A function that returns the reader's values for a URL, or None if the reader rejects
            the URL.
    """

    name: str
    read: Callable[[str], Values | None]


def reader_of_spec(name: str, spec: Spec, aspects: Sequence[str]) -> Reader:
    """Create a reader from a spec.

    Args:
        name: The name of the reader.
        spec: The spec.
        aspects: The aspects to compare.

    Raises:
        ValueError: The spec doesn't split URLs.
    """
    division = division_of(spec)

    def read_host(url: str) -> Values | None:
        try:
            host = division.host(url)
        except LookupError:
            return None
        if not host:
            return (None,)
        return (connected_to(host) or None,)

    def read(url: str) -> Values | None:
        divided = division.divide(url)
        if not divided.has_rule or not divided.accepts:
            return None
        values = tuple(read_by(divided, aspect) for aspect in aspects)
        if False in values:
            return None
        return values

    if tuple(aspects) == (HOST,):
        return Reader(name, read_host)
    return Reader(name, read)


def reader_of_program(name: str, parse: Parse, aspects: Sequence[str]) -> Reader:
    """Create a reader from a program or a callable; an error counts as a rejection.

    A URL for which the program gives no answer also counts as rejected. After too many consecutive
    URLs without an answer, the reader raises `RunError`.

    Args:
        name: The name of the reader.
        parse: The program, or a callable that takes a URL and returns its components.
        aspects: The aspects to compare.
    """
    silent = 0

    def read(url: str) -> Values | None:
        nonlocal silent
        answer = ask(parse, UrlCase(url))
        if answer.trouble is None:
            silent = 0
        else:
            silent += 1
        if silent > _PATIENCE:
            raise RunError(f"{name} stopped answering; the last problem: {answer.trouble}")
        if answer.value is None:
            return None
        return tuple(compared(aspect, answer.value) for aspect in aspects)

    return Reader(name, read)


def named_reader(reader: Asked) -> Asked:
    """Replace the selector of a standard with its spec; return any other reader unchanged.

    Raises:
        SelectorError: The string begins like a selector, but selects nothing.
        TypeError: The reader isn't a string, a spec or a callable.
    """
    if isinstance(reader, Spec):
        return reader
    if not isinstance(reader, str):
        return checked_call(reader, "each of readers")
    word = reader.removeprefix(SPEC)
    name = word.partition("[")[0]
    if word != reader or any(name == spec.id for spec in installed()):
        return spec_of(word)
    return reader


@contextmanager
def readers_of(
    asked: Sequence[Asked],
    names: Sequence[str],
    aspects: Sequence[str],
    timeout: float,
    limit: TimeLimit | None = None,
) -> Iterator[list[Reader]]:
    """Start the programs among the readers, and yield all readers in the given order.

    Args:
        asked: The readers, as returned by `named_reader`.
        names: The names of the readers.
        aspects: The aspects to compare.
        timeout: The time limit for each answer of a program, in seconds.
        limit: The time limit for all answers together; None if there is no limit.
    """
    programs = [each for each in asked if not isinstance(each, Spec)]
    with ExitStack() as stack:
        parsing = iter(stack.enter_context(started(programs, timeout, limit)))
        readers = []
        for name, each in zip(names, asked, strict=True):
            if isinstance(each, Spec):
                readers.append(reader_of_spec(name, each, aspects))
            else:
                readers.append(reader_of_program(name, next(parsing), aspects))
        yield readers


def versions_of(asked: Sequence[Asked], names: Sequence[str]) -> Mapping[str, str | None]:
    """Return the version of each reader, keyed by name; None for readers other than adapters.

    Raises:
        AbsentError: The parser of an adapter isn't installed.
    """
    versions: dict[str, str | None] = dict.fromkeys(names)
    for name, each in zip(names, asked, strict=True):
        if isinstance(each, str):
            versions[name] = version_of(each)
    return FrozenMapping(versions)
