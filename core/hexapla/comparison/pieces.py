"""What a sentence about a difference is made of: words, and pieces that a page shows or links."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import ClassVar

import attrs

from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import target_text
from hexapla.documents.citation import Citation
from hexapla.standard.rule import Rule
from hexapla.standard.spec import Spec


@attrs.frozen
class Quoted:
    """Characters of the input, or of what has become of it."""

    kind: ClassVar[str] = "quoted"

    text: str

    def __str__(self) -> str:
        return f'"{target_text(self.text)}"' if self.text else "the empty text"


@attrs.frozen
class Column:
    """The name of a column."""

    kind: ClassVar[str] = "column"

    spec: Spec

    def __str__(self) -> str:
        return label_of(self.spec)


@attrs.frozen
class Does:
    """What a rule does."""

    kind: ClassVar[str] = "does"

    text: str

    def __str__(self) -> str:
        return self.text


@attrs.frozen
class Passage:
    """Where a standard says so; `rule` is the rule that is cited, where there is one."""

    kind: ClassVar[str] = "passage"

    spec: Spec
    citation: Citation
    rule: Rule | None = None

    def __str__(self) -> str:
        return self.citation.section


Piece = str | Quoted | Column | Does | Passage
Pieces = tuple[Piece, ...]


def plain(pieces: Iterable[Piece]) -> str:
    """Return pieces as plain text; every code point of the input is visible in it."""
    return "".join(map(str, pieces))


def joined(items: Sequence[Pieces], between: str) -> Pieces:
    """Return pieces one behind the other, with words between them."""
    separated = ((between, *item) if number else item for number, item in enumerate(items))
    return tuple(chain.from_iterable(separated))
