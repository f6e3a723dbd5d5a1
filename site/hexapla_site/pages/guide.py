"""The guide: how a parser in some language is asked, in about ten lines that the tests run."""

import shlex
from collections.abc import Iterator

import attrs

from hexapla_site.folders import SNIPPETS as FOLDER
from hexapla_site.pages.kind import Kind, Page, Site


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
    return (FOLDER / file).read_text("utf-8")


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
        "six patterns that leave every dot in the path, so that no standard explains them well",
    ),
)

# A program that tells only the host, and the command that compares it with another one.
HOSTS = "my_hosts.mjs"
HOSTS_COMMAND = ("--max-length", "3", f"node {HOSTS}", "adapter:urllib.parse")


def _pages(_: Site) -> Iterator[Page]:
    context = {
        "snippets": SNIPPETS,
        "read_snippet": read_snippet,
        "hosts_file": HOSTS,
        "hosts_command": shlex.join(HOSTS_COMMAND).replace("'", '"'),
    }
    yield Page("guide.html", "guide.html", context)


KIND = Kind("guide", "guide.html", _pages)
