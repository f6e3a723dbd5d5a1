"""An adapter: what is known of a small program that asks a real parser, and how it is started."""

import subprocess
import sys
from pathlib import Path

import attrs

from hexapla.implementations.child_process import run_to_end
from hexapla.values.frozen import FrozenMapping

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


class AbsentError(Exception):
    """A parser is not on this machine; the message says why, and how to install it."""


@attrs.frozen(repr=False)
class Adapter:
    """What makes a parser testable: the program in this folder that asks it.

    Attributes:
        name: The name by which a command selects it, as in `adapter:ada`.
        library: The library, or the program.
        resolving: What resolves a reference; None where nothing does.
        parsing: What takes a URL apart; None where nothing does.
        language: The programming language of the parser.
        file: The name of the file in this folder.
        install: How to install the parser.
        arguments: The arguments of the program.
        note: What one has to know to read the parser's URIs.
        parsing_note: What one has to know to read the parser's components.
    """

    name: str
    library: str
    resolving: str | None
    parsing: str | None
    language: str
    file: str
    install: str
    arguments: tuple[str, ...] = ()
    note: str | None = attrs.field(default=None, kw_only=True)
    parsing_note: str | None = attrs.field(default=None, kw_only=True)

    def __repr__(self) -> str:
        return f"<Adapter {self.name}: {self.title}>"

    @property
    def title(self) -> str:
        """Which function of which library is called: the one that resolves, if there is one."""
        return f"{self.library}, {self.resolving or self.parsing}"

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
        """Return the parser's version; raise `AbsentError` where it is not on this machine."""
        try:
            ended = run_to_end((*self.command, "--version"), _SECONDS_FOR_A_VERSION)
        except FileNotFoundError:
            raise self._absent(f"there is no {self.command[0]}") from None
        except subprocess.TimeoutExpired:
            raise self._absent(f"it gave no version in {_SECONDS_FOR_A_VERSION} s") from None
        said = ended.stdout.decode("utf-8", "backslashreplace").strip()
        if ended.returncode or not said:
            words = ended.stderr.decode("utf-8", "backslashreplace").strip().splitlines()
            raise self._absent(words[-1] if words else "it gave no version")
        return said.splitlines()[0]

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "name": self.name,
            "title": self.title,
            "resolving": self.resolving,
            "parsing": self.parsing,
            "language": self.language,
            "install": self.install,
            "note": self.note,
            "parsing_note": self.parsing_note,
        }

    def _absent(self, why: str) -> AbsentError:
        return AbsentError(f"{why}; to have it: {self.install}")
