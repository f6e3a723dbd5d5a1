"""Edits: the pieces that a step removed from a string, and the piece that it inserted.

Two events are the same if their edits are equal, so an edit has to be cut in the same way for all
rules. A step that only removes characters gives their spans, which are the edit. Three kinds need
more than that:

- Spans of dot segments without a gap are one piece. It begins with a segment: removing "/b/.."
  before a slash is the same as removing "b/../" after one.
- Some rules remove the last two segments but keep the slash between them. The edit is then from
  the first segment to the last.
- If a step doesn't give spans, its two strings are compared. A changed word or address is shown
  whole.
"""

from collections.abc import Sequence
from typing import NamedTuple

from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.text.span import Span, changed_spans

_KEEPING_A_SLASH = frozenset({RuleKind.DROP_FINAL_PAIR, RuleKind.FINAL_CLIMB})
"""Kinds of rules that keep a slash between two pieces which they remove."""


class Edit(NamedTuple):
    """The pieces removed from a string, and the piece inserted.

    Attributes:
        gone: The pieces that were removed.
        put: The piece that was inserted; "" if there is none.
    """

    gone: tuple[str, ...]
    put: str = ""


NO_EDIT = Edit(())


def edit_of(before: str, after: str, removed: Sequence[Span], rule: Rule) -> Edit:
    """Return the edit by which a rule changed a string, perhaps only by removing spans of it."""
    if not removed:
        return _edit_of_rewriting(before, after, rule.kind)
    if rule.phase is Phase.DOTS:
        return _edit_of_dots(before, after, removed, rule.kind)
    return edit_of_removal(before, removed)


def edit_of_removal(before: str, removed: Sequence[Span]) -> Edit:
    """Return the edit that removes spans of a string, each as a piece."""
    return Edit(tuple([before[span.start : span.stop] for span in removed]))


def edit_within(before: str, after: str, span: Span) -> Edit:
    """Return the edit that replaces one span of a string, if nothing else changed."""
    gone = before[span.start : span.stop]
    put = after[span.start : len(after) - (len(before) - span.stop)]
    return Edit((gone,) if gone else (), put)


def without_gaps(spans: Sequence[Span]) -> list[Span]:
    """Return spans in order, merging those without a gap."""
    merged: list[Span] = []
    for span in spans:
        if merged and merged[-1].stop == span.start:
            merged[-1] = Span(merged[-1].start, span.stop)
        else:
            merged.append(span)
    return merged


def _edit_of_dots(before: str, after: str, removed: Sequence[Span], kind: RuleKind) -> Edit:
    """Return the edit that removes dot segments."""
    whole = Span(removed[0].start, removed[-1].stop)
    pieces = without_gaps(removed)
    if len(pieces) == 1:
        return Edit((_from_segment(before, whole),))
    if kind not in _KEEPING_A_SLASH:
        return edit_of_removal(before, pieces)
    edit = edit_within(before, after, whole)
    gone = edit.gone[0]
    if edit.put == "/" and gone.startswith("/"):  # the first slash is kept
        return Edit((gone[1:],))
    return edit


def _from_segment(before: str, span: Span) -> str:
    """Return the text of a removed span as if the span began with a segment."""
    gone = before[span.start : span.stop]
    is_before_slash = before[span.stop : span.stop + 1] == "/"
    return f"{gone[1:]}/" if gone.startswith("/") and is_before_slash else gone


def _edit_of_rewriting(before: str, after: str, kind: RuleKind) -> Edit:
    """Return the edit between two strings."""
    if after and before.endswith(after):
        return Edit((before.removesuffix(after),))
    old, new = changed_spans(before, after)
    if kind is RuleKind.ADDRESS:
        old = _whole_word(before, old, ".")
    elif before[old.start : old.stop].isalnum() and after[new.start : new.stop].isalnum():
        old = _whole_word(before, old)
    return edit_within(before, after, old)


def _whole_word(text: str, span: Span, also: str = "") -> Span:
    """Return a span extended to letters, digits, and other characters on both sides."""
    start, stop = span
    while start and (text[start - 1].isalnum() or text[start - 1] in also):
        start -= 1
    while stop < len(text) and (text[stop].isalnum() or text[stop] in also):
        stop += 1
    return Span(start, stop)
