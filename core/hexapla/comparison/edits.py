"""Edits: the pieces that a step removed from a string, and the piece that it inserted.

Two events match if their edits are equal, so the pieces must be delimited in the same way for all
rules. Usually, the edit consists of the spans that the step reports as removed. There are three
exceptions:

- Adjacent spans of dot segments form one piece, which begins with a segment: removing "/b/.."
  before a slash is the same as removing "b/../" after a slash.
- Some rules remove the last two segments but keep the slash between them. The edit then extends
  from the first segment to the last.
- If a step doesn't report spans, the strings before and after it are compared. If part of a word or
  an address changed, the whole word or address counts as replaced.
"""

from collections.abc import Sequence
from typing import NamedTuple

from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.text.span import Span, changed_spans

_KEEPING_A_SLASH = frozenset({RuleKind.DROP_FINAL_PAIR, RuleKind.FINAL_CLIMB})
"""Kinds of rules that remove two pieces but keep the slash between them."""


class Edit(NamedTuple):
    """The pieces removed from a string, and the piece inserted.

    Attributes:
        gone: The pieces that were removed.
        put: The piece that was inserted; "" if nothing was inserted.
    """

    gone: tuple[str, ...]
    put: str = ""


NO_EDIT = Edit(())


def edit_of(before: str, after: str, removed: Sequence[Span], rule: Rule) -> Edit:
    """Return the edit with which a rule changed a string.

    `removed` contains the removed spans if the rule only removed text; otherwise, it is empty.
    """
    if not removed:
        return _edit_of_rewriting(before, after, rule.kind)
    if rule.phase is Phase.DOTS:
        return _edit_of_dots(before, after, removed, rule.kind)
    return edit_of_removal(before, removed)


def edit_of_removal(before: str, removed: Sequence[Span]) -> Edit:
    """Return the edit that removes spans from a string, each as one piece."""
    return Edit(tuple([before[span.start : span.stop] for span in removed]))


def edit_within(before: str, after: str, span: Span) -> Edit:
    """Return the edit of a string in which only one span changed."""
    gone = before[span.start : span.stop]
    put = after[span.start : len(after) - (len(before) - span.stop)]
    return Edit((gone,) if gone else (), put)


def without_gaps(spans: Sequence[Span]) -> list[Span]:
    """Merge adjacent spans; the spans must be in order."""
    merged: list[Span] = []
    for span in spans:
        if merged and merged[-1].stop == span.start:
            merged[-1] = Span(merged[-1].start, span.stop)
        else:
            merged.append(span)
    return merged


def from_segments(text: str, spans: Sequence[Span]) -> list[Span]:
    """Merge adjacent spans, and shift spans to begin with a segment if this leaves the same text.

    For example, removing "/.." leaves the same text as removing the "../" one character later.
    """
    shifted = []
    for start, stop in without_gaps(spans):
        shift = text[start] == "/" == text[stop : stop + 1]
        shifted.append(Span(start + shift, stop + shift))
    return without_gaps(shifted)


def _edit_of_dots(before: str, after: str, removed: Sequence[Span], kind: RuleKind) -> Edit:
    """Return the edit that removes dot segments."""
    pieces = from_segments(before, removed)
    if len(pieces) > 1 and kind in _KEEPING_A_SLASH:
        return edit_within(before, after, Span(pieces[0].start, pieces[-1].stop))
    return edit_of_removal(before, pieces)


def _edit_of_rewriting(before: str, after: str, kind: RuleKind) -> Edit:
    """Return the edit that turns one string into the other."""
    if after and before.endswith(after):
        return Edit((before.removesuffix(after),))
    old, new = changed_spans(before, after)
    if kind is RuleKind.ADDRESS:
        old = _whole_word(before, old, ".")
    elif before[old.start : old.stop].isalnum() and after[new.start : new.stop].isalnum():
        old = _whole_word(before, old)
    return edit_within(before, after, old)


def _whole_word(text: str, span: Span, also: str = "") -> Span:
    """Extend a span on both sides over letters, digits, and the characters in `also`."""
    start, stop = span
    while start and (text[start - 1].isalnum() or text[start - 1] in also):
        start -= 1
    while stop < len(text) and (text[stop].isalnum() or text[stop] in also):
        stop += 1
    return Span(start, stop)


def repeated_unit(text: str) -> str:
    """Return the unit that a string repeats at least three times, or else the whole string."""
    period = (text + text).find(text, 1)
    if len(text) >= 3 * period:
        return text[:period]
    return text
