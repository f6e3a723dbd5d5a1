"""URL Standard, 4.4: where the components stand in a text, whatever the parser makes of them."""

import re
from collections.abc import Sequence

from hexapla.text.span import Span
from hexapla_specs.whatwg.components import COMPONENTS, Kind, Parsed, kind_of
from hexapla_specs.whatwg.parsing import kept_offsets, remove_tabs

Spans = tuple[Span | None, ...]
"""Where each component stands, in code points; None for one that is not there."""

_NOWHERE: Spans = (None,) * len(COMPONENTS)
_SLASHES = re.compile(r"[/\\]*")


def spans_in(text: str, cleaned: str, parts: Parsed) -> Spans:
    """Return the spans of the components in a text as it was given.

    Args:
        text: The text.
        cleaned: The text as it is parsed, without what the parser removes.
        parts: Its components.
    """
    spans = spans_in_cleaned(cleaned, parts)
    if text == cleaned == remove_tabs(text):
        return spans
    offsets = kept_offsets(text)
    if len(offsets) != len(cleaned):
        return _NOWHERE  # two surrogates became one character, or the steps are those of a date
    return tuple(span and _moved(span, offsets, len(text)) for span in spans)


def _moved(span: Span, offsets: Sequence[int], length: int) -> Span:
    start = offsets[span.start] if span.start < len(offsets) else length
    return Span(start, offsets[span.stop - 1] + 1 if span.stop > span.start else start)


def spans_in_cleaned(text: str, parts: Parsed) -> Spans:
    """Return the spans of the components in a text of which the parser removes nothing."""
    _, scheme, username, password, host, port, _, query, fragment = parts
    fragment_start = len(text) - (0 if fragment is None else len(fragment))
    query_stop = len(text) if fragment is None else fragment_start - 1
    query_start = query_stop - (0 if query is None else len(query))
    path_stop = query_stop if query is None else query_start - 1
    scheme_span = None if scheme is None else Span(0, len(scheme))
    position = 0 if scheme is None else len(scheme) + 1
    spans: list[Span | None] = [scheme_span]
    if host is None:
        spans += [None] * 4
    else:
        position += mark_length(text, position, parts)
        for part, mark in ((username, 0), (password, 1), (host, None), (port, 1)):
            if mark is None:
                mark = int(username is not None or password is not None)
            if part is None:
                spans.append(None)
                continue
            spans.append(Span(position + mark, position + mark + len(part)))
            position += mark + len(part)
    spans.append(Span(position, path_stop))
    spans.append(None if query is None else Span(query_start, query_stop))
    spans.append(None if fragment is None else Span(fragment_start, len(text)))
    return tuple(spans)


def mark_length(text: str, start: int, parts: Parsed) -> int:
    """Return how many slashes and backslashes stand before an authority: two, or all there are."""
    match = _SLASHES.match(text, start)
    assert match is not None
    count = match.end() - start
    _, scheme, username, password, host, _, path, _, _ = parts
    if count <= 2:
        return count
    if scheme is not None:
        return count if kind_of(scheme) is Kind.SPECIAL else 2
    # Under a special base the authority has all of them before it.
    first = next((part for part in (username, password, host) if part), None)
    if first is None:
        return 2 if path.startswith("/") else count
    return 2 if text.startswith(first, start + 2) else count
