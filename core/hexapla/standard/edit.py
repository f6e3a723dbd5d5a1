"""Edits: which characters a rule takes out of a text."""

import itertools
from collections.abc import Iterable, Iterator

import attrs

from hexapla.standard.rule import Rule
from hexapla.text.span import Span, in_pieces, removed_in_all

LONGEST_EDITED = 16_384
"""Of a component of more code points it is not recorded which characters each rule took out."""


@attrs.frozen
class Edit:
    """What a rule takes out of a text: spans in code points, in their order.

    Attributes:
        rule: The rule.
        removed: What it takes out of the text as it finds it.
    """

    rule: Rule
    removed: tuple[Span, ...]

    def apply(self, text: str) -> str:
        """Return a text without what is taken out."""
        return "".join(
            piece for piece, is_removed in in_pieces(text, self.removed) if not is_removed
        )


def merged(text: str, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Return edits of a text, those of one rule that follow each other as one."""
    for rule, several in itertools.groupby(edits, key=lambda edit: edit.rule):
        edit = Edit(rule, removed_in_all(len(text), (item.removed for item in several)))
        yield edit
        text = edit.apply(text)
