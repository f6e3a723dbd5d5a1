"""Adapters: small programs, each of which asks a real parser and answers for it.

Each is a file in this folder that answers the questions on its standard input: to resolve, to
parse, or both. With `--version` after its other arguments it first writes a line, the version that
the parser itself tells; where it can't, the parser is not on this machine.
`adapters.toml` has what is known of each.

Components are what the parser tells of them, as it gives them. Where it has "", or a number such as
-1, both for an empty component and for one that is not there, the component is not there. Where it
gives a userinfo only decoded, and there is one, nothing is told of it.
"""

import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import attrs

from hexapla.documents.reading import SelectorError, unknown
from hexapla.implementations.asking import NoAnswerError
from hexapla.implementations.process import ChildProcess
from hexapla.values.errors import HexaplaError
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import Value

__all__ = ["ADAPTERS", "PARSERS", "RESOLVERS", "AbsentError", "Adapter", "adapter"]

_FOLDER = Path(__file__).parent
# What runs a file, by the suffix of its name. With -P, Python does not look for modules in this
# folder, where a file may have the name of the module that it imports.
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
    """A parser is not on this machine; the message says why, and how to install it."""


@attrs.frozen(repr=False)
class Adapter(Value):
    """What makes a parser testable: the program in this folder that asks it.

    Attributes:
        name: The name by which a command selects it, as in `adapter:ada`.
        library: The library, or the program.
        language: The programming language of the parser.
        file: The name of the file in this folder.
        install: How to install the parser.
        functions: What is called to answer each question that it answers, `resolve` or `parse`.
        notes: What one has to know to read its answers, by the question.
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
        """Return which function of which library is called to answer a question."""
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
        """Return the parser's version; raise `AbsentError` if it is not on this machine."""
        try:
            process = ChildProcess((*self.command, "--version"))
        except FileNotFoundError:
            raise self._absent(f"{self.command[0]} isn't installed") from None
        try:
            line = process.exchange(b"", _SECONDS_FOR_A_VERSION)
        except NoAnswerError as error:
            raise self._absent(f"it {error}") from None
        finally:
            process.kill()
        return line.decode("utf-8", "backslashreplace").strip()

    def _absent(self, why: str) -> AbsentError:
        return AbsentError(f"{why}; to install it: {self.install}")


ADAPTERS = tuple(
    Adapter(**entry)
    for entry in tomllib.loads((_FOLDER / "adapters.toml").read_text("utf-8"))["adapter"]
)
"""All adapters, in the order in which they are listed."""

RESOLVERS = tuple(item for item in ADAPTERS if "resolve" in item.functions)
"""Those that can be asked to resolve."""

PARSERS = tuple(item for item in ADAPTERS if "parse" in item.functions)
"""Those that can be asked to parse."""


def adapter(name: str, question: str | None = None) -> Adapter:
    """Return the adapter of a name.

    Args:
        name: The name.
        question: What it is to answer, `resolve` or `parse`; None for whatever it answers.

    Raises:
        SelectorError: The adapter is unknown, and the message lists all names; or it does not
            answer the question.
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
