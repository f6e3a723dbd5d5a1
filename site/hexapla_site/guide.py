"""The guide: how a parser in each of some languages is asked, in about ten lines that tests run."""

from pathlib import Path

import attrs

_SNIPPETS = Path(__file__).parent / "snippets"


@attrs.frozen
class Snippet:
    """A program that the guide shows as it stands, with the command that asks it.

    Attributes:
        id: What names it on the page.
        language: The programming language.
        file: The name of the file.
        command: What follows `hexapla identify`.
        resolver: The parser that stands in the place of the reader's own.
    """

    id: str
    language: str
    file: str
    command: tuple[str, ...]
    resolver: str

    @property
    def text(self) -> str:
        """The content of the file."""
        return read_snippet(self.file)


def read_snippet(file: str) -> str:
    """Return the content of a file of the guide."""
    return (_SNIPPETS / file).read_text("utf-8")


SNIPPETS = (
    Snippet(
        "python", "Python", "my_parser.py", ("python3", "my_parser.py"), "CPython’s own urljoin"
    ),
    Snippet(
        "javascript", "JavaScript", "my_parser.mjs", ("node", "my_parser.mjs"), "Node’s own URL"
    ),
    Snippet("java", "Java", "MyParser.java", ("--plain", "java", "MyParser.java"), "java.net.URI"),
    Snippet(
        "shell",
        "Shell",
        "my_parser.sh",
        ("--plain", "sh", "my_parser.sh"),
        "six patterns that leave every dot in the path, so that no standard explains half of it",
    ),
)
"""The programs that the guide shows, in this order."""
