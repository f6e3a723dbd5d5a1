"""Edits: which characters a rule takes out of a text."""

import itertools
from collections.abc import Iterable, Iterator

import attrs

from hexapla.standard.rule import Rule
from hexapla.text.span import Span, spans_of

LONGEST_EDITED = 16_384
"""Of a component of more code points it is not recorded which characters each rule took out."""


@attrs.frozen(repr=False)
class Edit:
    """What a rule takes out of a text: spans in code points, in their order.

    Attributes:
        rule: The rule.
        removed: What it takes out of the text as it finds it.
    """

    rule: Rule
    removed: tuple[Span, ...]

    def __repr__(self) -> str:
        return f"<Edit {self.rule.name}: {self.removed}>"

    def apply(self, text: str) -> str:
        """Return a text without what is taken out."""
        pieces, start = [], 0
        for span in self.removed:
            pieces.append(text[start : span.start])
            start = span.stop
        return "".join((*pieces, text[start:]))


def merged(text: str, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Return edits of a text, those of one rule that follow each other as one."""
    for rule, several in itertools.groupby(edits, key=lambda edit: edit.rule):
        # The offsets that are left of the text, as the rule found it.
        left = list(range(len(text)))
        for edit in several:
            for span in reversed(edit.removed):
                del left[span.start : span.stop]
        kept = set(left)
        gone = [offset for offset in range(len(text)) if offset not in kept]
        edit = Edit(rule, tuple(spans_of(gone)))
        yield edit
        text = edit.apply(text)
