"""Adapters: small programs that send cases to real parsers and return their answers.

Each adapter runs a file in this folder, which reads questions from standard input, and writes the
answers to standard output. An adapter can resolve references, parse URLs, or do both. If its last
argument is `--version`, the adapter first writes a line with the parser's version. If the parser
isn't installed, the adapter exits, and its last line on standard error says what is missing. The
file `adapters.toml` describes each adapter.

Components are reported as the parser gives them. If a parser uses the same value, such as "" or -1,
for empty and absent components, a component with this value counts as absent. If a parser gives the
userinfo only in decoded form, the adapter reports whether it is absent, but never its text.
"""

import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import attrs

from hexapla.documents.reading import SelectorError, unknown
from hexapla.implementations.asking import NoAnswerError
from hexapla.implementations.process import ChildProcess, EndedError
from hexapla.values.errors import HexaplaError
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value

__all__ = ["ADAPTERS", "PARSERS", "RESOLVERS", "AbsentError", "Adapter", "adapter", "answering"]

_FOLDER = Path(__file__).parent
# The commands that run files, keyed by suffix. With -P, Python doesn't look for modules in this
# folder, where an adapter may have the same name as the module that it imports.
_RUNNERS = FrozenMapping(
    {
        ".go": ("go", "run"),
        ".java": ("java",),
        ".js": ("node",),
        ".ml": ("ocaml",),
        ".php": ("php",),
        ".pl": ("perl",),
        ".py": (sys.executable, "-P"),
        ".rb": ("ruby",),
    }
)
# The suffixes of languages without JSON in their standard library.
_PLAIN = frozenset({".java", ".ml"})
_SECONDS_FOR_A_VERSION = 60


class AbsentError(HexaplaError):
    """A parser isn't installed or reports no version; the message says how to install it."""


@attrs.frozen(repr=False)
class Adapter(Value):
    """An adapter: a program in this folder that passes questions to a parser.

    Attributes:
        name: The name that selects the adapter in a command, as in `adapter:ada`.
        library: The library or program that contains the parser.
        language: The programming language of the parser.
        file: The name of the adapter's file in this folder.
        install: How to install the parser.
        functions: The parser's functions that the adapter calls, keyed by the question that each
            of them answers: `resolve` or `parse`.
        notes: Notes for readers of the answers, keyed by question.
        arguments: The program's arguments.
    """

    name: str
    library: str
    language: str
    file: str
    install: str
    functions: Mapping[str, str] = attrs.field(converter=FrozenMapping)
    notes: Mapping[str, str] = attrs.field(converter=FrozenMapping, default=())
    arguments: tuple[str, ...] = attrs.field(converter=tuple, default=())

    def title(self, question: str) -> str:
        """Return a title: the library, and the function that is called for a question."""
        return f"{self.library}, {self.functions[question]}"

    @property
    def command(self) -> tuple[str, ...]:
        """The command that starts the program."""
        path = _FOLDER / self.file
        return *_RUNNERS[path.suffix], str(path), *self.arguments

    @property
    def plain(self) -> bool:
        """Whether the program uses the plain protocol."""
        return Path(self.file).suffix in _PLAIN

    def version(self) -> str:
        """Return the parser's version; raise `AbsentError` if the program doesn't report it."""
        try:
            process = ChildProcess((*self.command, "--version"))
        except FileNotFoundError as error:
            raise self.absence(error) from None
        try:
            line = process.exchange(b"", _SECONDS_FOR_A_VERSION)
        except NoAnswerError as error:
            raise self.absence(error) from None
        finally:
            process.kill()
        return line.decode("utf-8", "backslashreplace").strip()

    def absence(self, error: OSError | NoAnswerError) -> AbsentError:
        """Return the error to raise if the program can't be started or reports no version."""
        if isinstance(error, EndedError) and error.words:
            why = error.words
        elif isinstance(error, NoAnswerError):
            why = f"it {error}"
        else:
            why = f"{self.command[0]} isn't installed"
        return AbsentError(f"{why}; to install it: {self.install}")


ADAPTERS = tuple(
    Adapter(**entry)
    for entry in tomllib.loads((_FOLDER / "adapters.toml").read_text("utf-8"))["adapter"]
)
"""All adapters, in the order of `adapters.toml`."""


def answering(question: str) -> tuple[Adapter, ...]:
    """Return the adapters that answer a question, `resolve` or `parse`."""
    return tuple(item for item in ADAPTERS if question in item.functions)


RESOLVERS = answering("resolve")
"""The adapters that can resolve."""

PARSERS = answering("parse")
"""The adapters that can parse."""


def adapter(name: str, question: str | None = None) -> Adapter:
    """Return the adapter with the given name.

    Args:
        name: The name.
        question: A question that the adapter must be able to answer, `resolve` or `parse`; None if
            there is no such requirement.

    Raises:
        SelectorError: The adapter is unknown (the message lists all adapters), or it can't answer
            the question.
    """
    by_name = {item.name: item for item in ADAPTERS}
    if name not in by_name:
        raise unknown("adapter", name, by_name)
    named = by_name[name]
    if question is not None and question not in named.functions:
        (answered,) = named.functions
        raise SelectorError(
            f"the adapter {name} only {answered}s and can't {question}; name another"
        )
    return named
