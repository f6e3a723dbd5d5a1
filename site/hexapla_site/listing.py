"""A block of code in the documentation: what it is, and what the tests need to run it.

In Markdown, the line that opens the block tells it: the language, then, where the reader is to save
the code, the file's name, and then words for the tests:

- `slow`: it is run in the slow part of the tests;
- `needs=node,go`: it is run only where these programs are;
- `exit=2`: a command in it ends with this exit code; 0 or 1 where nothing is said;
- `unrun`: the tests of the documentation do not run it, since another check does.

A file whose block is empty is in the folder `snippets`.
"""

import re
from collections.abc import Mapping
from typing import Self

import attrs

from hexapla_site.folders import SNIPPETS, read_data

_LANGUAGES: Mapping[str, str] = read_data("languages.json")
_PROMPTS = {"console": re.compile(r"\$ "), "pycon": re.compile(r">>> |\.\.\. |\.\.\.(?=\n)")}


@attrs.frozen
class Listing:
    """A block of code.

    Attributes:
        language: As Markdown names it. In `console` and `pycon`, a line with a prompt is input, and
            all others are what is printed.
        file: The file's name, "" for what is not saved.
        marks: The words for the tests, with their values.
        text: The code.
    """

    language: str
    file: str
    marks: Mapping[str, str]
    text: str = attrs.field(repr=False)

    @classmethod
    def of(cls, info: str, text: str) -> Self:
        """Return the block that a line opens, and that has a text."""
        language, *words = info.split()
        file = next((word for word in words if "." in word), "")
        marks = dict(word.partition("=")[::2] for word in words if word != file)
        if file and not text:
            text = (SNIPPETS / file).read_text("utf-8")
        return cls(language, file, marks, text)

    @property
    def caption(self) -> str:
        """The file's name, or else the language."""
        return self.file or _LANGUAGES[self.language]

    @property
    def pieces(self) -> list[tuple[str, str]]:
        """The text in pieces, each with the prompt before it; "" where no reader types it."""
        prompt = _PROMPTS.get(self.language)
        if prompt is None:
            return [("", self.text)]
        matches = ((prompt.match(line), line) for line in self.text.splitlines(keepends=True))
        return [(match[0], line[match.end() :]) if match else ("", line) for match, line in matches]
