"""Finding URIs in running text: delimiters, prefixes, and the breaks that typesetters put in."""

import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import product

import attrs

from hexapla.documents.citation import Provision
from hexapla.text.span import Span


class Gaps(StrEnum):
    """Which white space may stand inside delimiters, to be left out.

    Where it may stand around line breaks alone, it may not stand right inside a delimiter, so that
    what lies between two wrapped texts is not taken for a wrapped one.
    """

    ANY = "any"
    LINE_BREAKS = "around line breaks"


@attrs.frozen
class Wrapper:
    """What a memo says may stand around a URI.

    With an `opening` and a `closing` it is a pair of delimiters; with an opening alone, a prefix
    behind which a URI stands up to where the grammar ends it; with neither, white space.
    `prefixes` may stand behind the opening, and are no part of the URI; the longest comes first.
    """

    name: str
    provision: Provision
    opening: str = ""
    closing: str = ""
    prefixes: tuple[str, ...] = ("",)
    gaps: Gaps = Gaps.ANY


@attrs.frozen
class ExtractionRules:
    """What a memo says of URIs in running text.

    The wrappers come in the order in which they are looked for. `hyphen` is the rule on a hyphen
    right before a line break, where the memo has one.
    """

    wrappers: tuple[Wrapper, ...]
    hyphen: Provision | None = None


@attrs.frozen
class Found:
    """A URI found in running text.

    `span` is where it stands, in code points, without its wrapper; `wrapped` with it. `uri` is the
    text with white space left out. `alternatives` are what may be meant instead, where a hyphen
    stood right before a line break.
    """

    spec: str
    span: Span
    wrapped: Span
    uri: str
    wrapper: str
    provision: Provision
    alternatives: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.uri

    def to_dict(self) -> dict[str, object]:
        """Give its JSON form."""
        return {
            "spec": self.spec,
            "span": self.span,
            "wrapped": self.wrapped,
            "uri": self.uri,
            "wrapper": self.wrapper,
            "provision": self.provision.to_dict(),
            "alternatives": list(self.alternatives),
        }


@attrs.frozen
class Extractor:
    """How one memo finds URIs: its delimiters, what it takes for a URI, and how far one reaches.

    `is_uri` tells it of a text without white space; `reach` gives the end of the longest URI that
    starts at an offset and ends before another, None where none does.
    """

    selector: str
    extraction: ExtractionRules
    is_uri: Callable[[str], bool]
    reach: Callable[[str, int, int], int | None]

    def find(self, text: str) -> list[Found]:
        """Find the URIs in a text, in the order in which they stand there."""
        taken: list[Found] = []
        for wrapper in self.extraction.wrappers:
            free = _gaps_between(sorted(item.wrapped for item in taken), len(text))
            taken += [
                found for start, stop in free for found in self._in(text, start, stop, wrapper)
            ]
        return sorted(taken, key=lambda found: found.wrapped)

    def _in(self, text: str, start: int, stop: int, wrapper: Wrapper) -> Iterator[Found]:
        if wrapper.closing:
            spans = _pairs(text, start, stop, wrapper)
        elif wrapper.opening:
            spans = self._prefixed(text, start, stop, wrapper)
        else:
            spans = _words(text, start, stop)
        end = start
        for wrapped, inside in spans:
            found = self._found(text, wrapped, inside, wrapper) if wrapped.start >= end else None
            if found is not None:
                end = wrapped.stop
                yield found

    def _prefixed(
        self, text: str, start: int, stop: int, wrapper: Wrapper
    ) -> Iterator[tuple[Span, Span]]:
        opening = re.compile(rf"(?<![A-Za-z0-9+.\-]){re.escape(wrapper.opening)}")
        found = opening.search(text, start, stop)
        while found is not None:
            reached = self.reach(text, found.end(), stop)
            if reached is not None:
                yield Span(found.start(), reached), Span(found.end(), reached)
            found = opening.search(text, reached or found.end(), stop)

    def _found(self, text: str, wrapped: Span, inside: Span, wrapper: Wrapper) -> Found | None:
        written = text[inside.start : inside.stop]
        if wrapper.gaps is Gaps.LINE_BREAKS and written != written.strip():
            return None
        prefix = next((p for p in wrapper.prefixes if written.lstrip().startswith(p)), None)
        if prefix is None:
            return None
        start = inside.start + len(written) - len(written.lstrip()) + len(prefix)
        stop = inside.start + len(written.rstrip())
        while start < stop and text[start].isspace():
            start += 1
        readings = _without_gaps(text[start:stop], wrapper.gaps, self.extraction.hyphen is not None)
        if not readings or not self.is_uri(readings[0]):
            return None
        return Found(
            self.selector,
            Span(start, stop),
            wrapped,
            readings[0],
            wrapper.name,
            wrapper.provision,
            tuple(reading for reading in readings[1:] if self.is_uri(reading)),
        )


def _words(text: str, start: int, stop: int) -> Iterator[tuple[Span, Span]]:
    """Give what stands between white space, and not right beside what was found already."""
    for found in re.compile(r"\S+").finditer(text, start, stop):
        here, there = found.span()
        if text[here - 1 : here].strip() == "" and text[there : there + 1].strip() == "":
            yield Span(here, there), Span(here, there)


def _gaps_between(spans: Iterable[Span], length: int) -> Iterator[Span]:
    start = 0
    for span in spans:
        yield Span(start, span.start)
        start = span.stop
    yield Span(start, length)


def _pairs(text: str, start: int, stop: int, wrapper: Wrapper) -> Iterator[tuple[Span, Span]]:
    """Give what stands between an opening and the next closing delimiter, with and without them.

    An opening that follows another one begins anew.
    """
    opened: int | None = None
    marks = re.compile(f"{re.escape(wrapper.opening)}|{re.escape(wrapper.closing)}")
    for mark in marks.finditer(text, start, stop):
        if opened is not None and mark[0] == wrapper.closing:
            yield Span(opened, mark.end()), Span(opened + len(wrapper.opening), mark.start())
        opened = mark.start() if mark[0] == wrapper.opening else None


_SPACE = re.compile(r"\s+")
_BREAKS = r"\n\r\v\f\x85\u2028\u2029"
_LINE_BREAK = re.compile(f"[{_BREAKS}]")
_HYPHEN_BREAK = re.compile(rf"-(?=[^\S{_BREAKS}]*[{_BREAKS}])")
_MOST_HYPHENS = 3


def _without_gaps(written: str, gaps: Gaps, hyphen: bool) -> list[str]:
    """Leave the white space out; give the text, then what it may be without broken hyphens.

    Gives nothing where there is white space that may not be there, or nothing else.
    """
    spaces = _SPACE.findall(written)
    if gaps is Gaps.LINE_BREAKS and not all(map(_LINE_BREAK.search, spaces)):
        return []
    pieces = [_SPACE.sub("", piece) for piece in _HYPHEN_BREAK.split(written)]
    uri = "-".join(pieces)
    if not uri or not hyphen or len(pieces) == 1:
        return [uri] if uri else []
    count = len(pieces) - 1
    if count > _MOST_HYPHENS:
        return [uri, "".join(pieces)]
    readings = (
        pieces[0] + "".join(map("".join, zip(joints, pieces[1:], strict=True)))
        for joints in product(("-", ""), repeat=count)
    )
    return list(dict.fromkeys(readings))


# Columns.


@attrs.frozen
class Place:
    """A place in a text where at least one column finds URIs: its span, and what each finds."""

    span: Span
    found: tuple[tuple[str, tuple[Found, ...]], ...]

    @property
    def agrees(self) -> bool:
        """Whether all columns find the same there."""
        return len({tuple(item.uri for item in found) for _, found in self.found}) < 2

    def to_dict(self) -> dict[str, object]:
        """Give its JSON form."""
        return {
            "span": self.span,
            "agrees": self.agrees,
            "found": {
                selector: [item.to_dict() for item in found] for selector, found in self.found
            },
        }


@attrs.frozen
class ExtractionComparison:
    """The URIs that several columns find in the same text; `silent` columns have no rule for it."""

    text: str
    places: tuple[Place, ...]
    silent: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether all columns that have something to say find the same."""
        return all(place.agrees for place in self.places)

    def to_dict(self) -> dict[str, object]:
        """Give the comparison's JSON form."""
        return {
            "text": self.text,
            "agrees": self.agrees,
            "places": [place.to_dict() for place in self.places],
            "silent": list(self.silent),
        }


def places_of(columns: Iterable[tuple[str, Iterable[Found]]]) -> Iterator[Place]:
    """Put together what columns find at places that overlap."""
    by_column = [(selector, tuple(found)) for selector, found in columns]
    every = sorted(item.wrapped for _, found in by_column for item in found)
    merged: list[Span] = []
    for span in every:
        if merged and span.start < merged[-1].stop:
            merged[-1] = Span(merged[-1].start, max(merged[-1].stop, span.stop))
        else:
            merged.append(span)
    left = [(selector, list(reversed(found))) for selector, found in by_column]
    for span in merged:
        there = []
        for selector, rest in left:
            mine = []
            while rest and rest[-1].wrapped.start < span.stop:
                mine.append(rest.pop())
            there.append((selector, tuple(mine)))
        yield Place(span, tuple(there))
