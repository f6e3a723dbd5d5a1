"""The guide: how a parser in some language is asked, in about ten lines that the tests run."""

from pathlib import Path

import attrs

_SNIPPETS = Path(__file__).parent / "snippets"


@attrs.frozen
class Snippet:
    """A file that the guide shows as it stands, and the command that has it asked.

    `command` is what follows `hexapla identify`; `resolver` is what stands for the reader's own.
    """

    id: str
    language: str
    file: str
    command: tuple[str, ...]
    resolver: str

    @property
    def text(self) -> str:
        """What is in the file."""
        return read_snippet(self.file)


def read_snippet(file: str) -> str:
    """Read a file of the guide."""
    return (_SNIPPETS / file).read_text("utf-8")


SNIPPETS = (
    Snippet("python", "Python", "witness.py", ("python3", "witness.py"), "CPython’s own urljoin"),
    Snippet("javascript", "JavaScript", "witness.mjs", ("node", "witness.mjs"), "Node’s own URL"),
    Snippet("java", "Java", "Witness.java", ("--plain", "java", "Witness.java"), "java.net.URI"),
    Snippet(
        "shell",
        "Shell",
        "witness.sh",
        ("--plain", "sh", "witness.sh"),
        "six patterns that leave every dot in the path, so that no memo explains half of it well",
    ),
)
