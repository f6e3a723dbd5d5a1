"""Find URIs in running text, which may be delimited, prefixed, or broken across lines."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, product
from typing import ClassVar

import attrs

from hexapla.documents.citation import Citation, Provision
from hexapla.operations.operation import Operation
from hexapla.text.span import Span
from hexapla.values.checked import checked
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import AS_SPEC, Value


@attrs.frozen
class Wrapper:
    """The delimiters, the prefix or the white space by which a standard recognizes a URI.

    A wrapper with an `opening` and a `closing` is a pair of delimiters. With only an opening, it is
    a prefix, and the grammar decides where the URI after the prefix ends. With neither, it is white
    space. The opening may be followed by one of `prefixes` (longest first), which isn't part of the
    URI. White space inside the wrapper is removed. If `line_breaks_only` is true, this white space
    must include a line break and must not be next to a delimiter, so that text between two wrapped
    URIs doesn't count as wrapped.
    """

    name: str
    provision: Provision
    opening: str = ""
    closing: str = ""
    prefixes: tuple[str, ...] = ("",)
    line_breaks_only: bool = False


def delimiters(citation: Citation) -> tuple[Wrapper, ...]:
    """Return the delimiters that an RFC's appendix on URIs in context defines.

    The appendix says to ignore white space that was added to break a long URI across lines. It also
    recommends angle brackets for URIs that contain white space. Hexapla applies this as follows: in
    angle brackets, all white space is ignored; in double quotes, only white space with a line break
    is ignored, because words that aren't URIs are also quoted.
    """
    in_brackets = Provision(
        citation,
        "delimits a URI by angle brackets, recommends them for URIs that contain white space, and "
        "ignores that white space",
    )
    in_quotes = Provision(
        citation,
        "delimits a URI by double quotes, and ignores white space that breaks it across lines",
    )
    prefixes = ("URL:", "")
    return (
        Wrapper("angle brackets", in_brackets, "<", ">", prefixes),
        Wrapper("double quotes", in_quotes, '"', '"', prefixes, line_breaks_only=True),
        Wrapper("white space", Provision(citation, "delimits a URI by white space alone")),
    )


@attrs.frozen(repr=False)
class ExtractedUri(Value):
    """A URI found in running text.

    `span` is the position of the URI in code points, without its delimiters; `wrapped` includes the
    delimiters. `uri` is the URI without white space. If a line break follows a hyphen,
    `alternatives` contains the other possible URIs.

    Attributes:
        selector: The selector of the standard.
        wrapper: The name of the wrapper, such as angle brackets or white space.
        provision: The provision under which this text is a URI.
    """

    selector: str = attrs.field(metadata=AS_SPEC)
    span: Span
    wrapped: Span
    uri: str
    wrapper: str
    provision: Provision
    alternatives: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.uri


class Extraction(Operation):
    """A standard's way to find the URIs in running text.

    A standard subclasses this and defines the class attributes; if needed, it overrides `is_uri`
    and `reach`. The `wrappers` are tried in order. `hyphen` is the rule on a hyphen before a line
    break; None if the standard has no such rule.
    """

    wrappers: ClassVar[tuple[Wrapper, ...]] = ()
    hyphen: ClassVar[Provision | None] = None

    # Methods that a standard defines.

    def is_uri(self, text: str) -> bool:
        """Return whether the content of a wrapper, without white space, is a URI."""
        return self.spec.standard.split(text)[1] is not None

    def reach(self, text: str, start: int, stop: int) -> int | None:
        """Return the end of the longest URI that starts at an offset, after a prefix.

        Args:
            text: The running text.
            start: The start of the URI, in code points.
            stop: The maximum end of the URI, in code points.

        Returns:
            The end, in code points; None if no URI starts there, or if the standard has no wrapper
            that consists of a prefix only.
        """
        return None

    # Methods for users.

    def find(self, text: str) -> tuple[ExtractedUri, ...]:
        """Return the URIs in a running text, in order."""
        extracted: list[ExtractedUri] = []
        length = len(checked(text, "text"))
        for wrapper in self.wrappers:
            edges = (0, *chain.from_iterable(sorted(item.wrapped for item in extracted)), length)
            for start, stop in zip(edges[::2], edges[1::2], strict=True):
                extracted += self._in(text, start, stop, wrapper) if start < stop else ()
        return tuple(sorted(extracted, key=lambda item: item.wrapped))

    def _in(self, text: str, start: int, stop: int, wrapper: Wrapper) -> Iterator[ExtractedUri]:
        if not wrapper.opening:
            yield from self._words(text, start, stop, wrapper)
            return
        spans = _pairs if wrapper.closing else self._prefixed
        end = start
        for wrapped, inside in spans(text, start, stop, wrapper):
            if wrapped.start < end:
                continue
            extracted = self._extracted(text, wrapped, inside, wrapper)
            if extracted is not None:
                end = wrapped.stop
                yield extracted

    def _words(self, text: str, start: int, stop: int, wrapper: Wrapper) -> Iterator[ExtractedUri]:
        """Yield URIs delimited by white space, skipping words that touch a URI already found."""
        for word in _WORD.finditer(text, start, stop):
            uri, (here, there) = word[0], word.span()
            if self.is_uri(uri) and not (text[here - 1 : here] + text[there : there + 1]).strip():
                span = Span(here, there)
                yield ExtractedUri(self.selector, span, span, uri, wrapper.name, wrapper.provision)

    def _prefixed(
        self, text: str, start: int, stop: int, wrapper: Wrapper
    ) -> Iterator[tuple[Span, Span]]:
        opening = re.compile(rf"(?<![A-Za-z0-9+.\-]){re.escape(wrapper.opening)}")
        prefix = opening.search(text, start, stop)
        while prefix is not None:
            end = self.reach(text, prefix.end(), stop)
            if end is not None:
                yield Span(prefix.start(), end), Span(prefix.end(), end)
            prefix = opening.search(text, end or prefix.end(), stop)

    def _extracted(
        self, text: str, wrapped: Span, inside: Span, wrapper: Wrapper
    ) -> ExtractedUri | None:
        start, stop = _stripped(text, *inside)
        if start >= stop or (wrapper.line_breaks_only and (start, stop) != inside):
            return None
        prefix = next((p for p in wrapper.prefixes if text.startswith(p, start, stop)), None)
        if prefix is None:
            return None
        start, _ = _stripped(text, start + len(prefix), stop)
        written = text[start:stop]
        candidates = _without_gaps(written, wrapper.line_breaks_only, self.hyphen is not None)
        if not candidates or not self.is_uri(candidates[0]):
            return None
        return ExtractedUri(
            self.selector,
            Span(start, stop),
            wrapped,
            candidates[0],
            wrapper.name,
            wrapper.provision,
            tuple(candidate for candidate in candidates[1:] if self.is_uri(candidate)),
        )


def _stripped(text: str, start: int, stop: int) -> tuple[int, int]:
    """Return the start and the end of a part of a string after stripping white space."""
    part = text[start:stop]
    return stop - len(part.lstrip()), start + len(part.rstrip())


def _pairs(text: str, start: int, stop: int, wrapper: Wrapper) -> Iterator[tuple[Span, Span]]:
    """Yield the spans of delimited texts, each with and without the delimiters.

    If two opening delimiters follow each other, the first is ignored.
    """
    opened: int | None = None
    marks = re.compile(f"{re.escape(wrapper.opening)}|{re.escape(wrapper.closing)}")
    for mark in marks.finditer(text, start, stop):
        if opened is not None and mark[0] == wrapper.closing:
            yield Span(opened, mark.end()), Span(opened + len(wrapper.opening), mark.start())
        opened = mark.start() if mark[0] == wrapper.opening else None


_WORD = re.compile(r"\S+")
_SPACE = re.compile(r"\s+")
_BREAKS = r"\n\r\v\f\x85\u2028\u2029"
_LINE_BREAK = re.compile(f"[{_BREAKS}]")
_HYPHEN_BREAK = re.compile(rf"-(?=[^\S{_BREAKS}]*[{_BREAKS}])")
_MOST_HYPHENS = 3


def _without_gaps(written: str, line_breaks_only: bool, hyphen: bool) -> list[str]:
    """Return a string without white space, then the variants that lack hyphens at line breaks.

    The result is empty if the string contains white space that isn't allowed, or only white space.
    """
    if _SPACE.search(written) is None:
        return [written] if written else []
    spaces = _SPACE.findall(written)
    if line_breaks_only and not all(map(_LINE_BREAK.search, spaces)):
        return []
    pieces = [_SPACE.sub("", piece) for piece in _HYPHEN_BREAK.split(written)]
    uri = "-".join(pieces)
    if not uri or not hyphen or len(pieces) == 1:
        return [uri] if uri else []
    count = len(pieces) - 1
    if count > _MOST_HYPHENS:
        return [uri, "".join(pieces)]
    texts = (
        pieces[0] + "".join(map("".join, zip(joints, pieces[1:], strict=True)))
        for joints in product(("-", ""), repeat=count)
    )
    return list(dict.fromkeys(texts))


# Comparing several specs.


@attrs.frozen(repr=False)
class Region(Value):
    """A region of a string in which at least one spec extracts URIs.

    `span` is in code points. `extracted` maps the selector of each spec that has a rule to the URIs
    that the spec extracts from the region.
    """

    _json_members = ("span", "extracted", "agrees")

    span: Span
    extracted: Mapping[str, tuple[ExtractedUri, ...]]

    @property
    def agrees(self) -> bool:
        """Whether all specs with a rule extract the same URIs from the region."""
        return len({tuple(item.uri for item in items) for items in self.extracted.values()}) < 2


@attrs.frozen(repr=False)
class ExtractionComparison(Value):
    """The URIs that several specs extract from one text; `silent` lists the specs without a rule.

    Attributes:
        text: The text, as it was given.
        regions: The regions in which at least one spec finds URIs, in the order of the text.
    """

    _json_members = ("text", "regions", "silent", "agrees")

    text: str
    regions: tuple[Region, ...]
    silent: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether all specs with a rule extract the same URIs."""
        return all(region.agrees for region in self.regions)


def regions_of(extracted: Iterable[tuple[str, Iterable[ExtractedUri]]]) -> Iterator[Region]:
    """Yield the regions in which the URIs of different specs overlap, in the order of the text."""
    by_spec = {selector: tuple(items) for selector, items in extracted}
    every = [(selector, item) for selector, items in by_spec.items() for item in items]
    regions: list[dict[str, list[ExtractedUri]]] = []
    stop = 0
    for selector, item in sorted(every, key=lambda pair: pair[1].wrapped):
        if item.wrapped.start >= stop:
            regions.append({name: [] for name in by_spec})
        regions[-1][selector].append(item)
        stop = max(stop, item.wrapped.stop)
    for region in regions:
        starts, stops = zip(*(item.wrapped for item in chain(*region.values())), strict=True)
        extracted_by = FrozenMapping((name, tuple(items)) for name, items in region.items())
        yield Region(Span(min(starts), max(stops)), extracted_by)
