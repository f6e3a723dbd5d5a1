"""Adapters: small programs that ask real parsers and return their answers.

Each is a file in this folder that answers the questions on its standard input: to resolve, to
parse, or both. If its last argument is `--version`, it first writes a line with the version that
the parser reports. If the parser isn't on this machine, it ends, and its last line on standard
error says what is missing. `adapters.toml` describes each adapter.

Components are reported as the parser gives them. If a parser uses "", or a number such as -1, both
for an empty and for an absent component, the component counts as absent. If it gives a userinfo
only in decoded form, the userinfo isn't reported.
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
# The command that runs a file, by suffix. With -P, Python doesn't look for modules in this folder,
# where a file may have the name of the module that it imports.
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
# Languages without JSON in their standard library.
_PLAIN = frozenset({".java", ".ml"})
_SECONDS_FOR_A_VERSION = 60


class AbsentError(HexaplaError):
    """A parser isn't on this machine; the message gives the reason, and how to install it."""


@attrs.frozen(repr=False)
class Adapter(Value):
    """An adapter: the program in this folder that asks a parser.

    Attributes:
        name: The name by which a command selects it, as in `adapter:ada`.
        library: The library or program that is asked.
        language: The programming language of the parser.
        file: The name of the file in this folder.
        install: How to install the parser.
        functions: The function that is called for each question that it answers, `resolve` or
            `parse`.
        notes: Notes for readers of its answers, by question.
        arguments: The arguments of the program.
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
        """Return the library and function called for a question."""
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
        """Return the parser's version; raise `AbsentError` if it isn't on this machine."""
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
        """Return the error for a parser whose program can't be started, or gives no version."""
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
"""All adapters, in the order in which they are listed."""


def answering(question: str) -> tuple[Adapter, ...]:
    """Return the adapters that answer a question, `resolve` or `parse`."""
    return tuple(item for item in ADAPTERS if question in item.functions)


RESOLVERS = answering("resolve")
"""The adapters that can resolve."""

PARSERS = answering("parse")
"""The adapters that can parse."""


def adapter(name: str, question: str | None = None) -> Adapter:
    """Return the adapter with a name.

    Args:
        name: The name.
        question: A question that it must answer, `resolve` or `parse`; None for no requirement.

    Raises:
        SelectorError: The adapter is unknown, and the message lists all names; or it doesn't answer
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
