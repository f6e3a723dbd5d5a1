"""Find URIs in running text, which may be delimited, prefixed, or broken across lines."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import ClassVar, NamedTuple

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
    delimiters and the prefix. `uri` is the URI without white space. If a line break follows a
    hyphen, and the standard has a rule on this, `alternatives` contains other possible URIs.

    Attributes:
        selector: The selector of the standard.
        wrapper: The name of the wrapper, such as angle brackets or white space.
        provision: The provision under which the text is a URI.
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

    A standard provides a subclass that defines the class attributes and, if needed, overrides
    `is_uri` and `reach`. The `wrappers` are tried in order. `hyphen` is the rule on a hyphen before
    a line break; None if the standard has no such rule.
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
            The end, in code points; None if no URI starts at `start`, or if the standard has no
            wrapper that consists only of a prefix.
        """
        return None

    # Methods for users.

    def find(self, text: str) -> tuple[ExtractedUri, ...]:
        """Return the URIs in running text, in order."""
        extracted: list[ExtractedUri] = []
        length = len(checked(text, "text"))
        for wrapper in self.wrappers:
            taken = sorted(item.wrapped for item in extracted)
            for gap in _gaps(taken, length):
                extracted += self._in(text, gap, wrapper)
        return tuple(sorted(extracted, key=_place))

    def _in(self, text: str, gap: Span, wrapper: Wrapper) -> Iterator[ExtractedUri]:
        if not wrapper.opening:
            yield from self._words(text, gap, wrapper)
            return
        wrapped = _pairs if wrapper.closing else self._prefixed
        end = gap.start
        for item in wrapped(text, gap, wrapper):
            if item.whole.start < end:
                continue
            extracted = self._extracted(text, item, wrapper)
            if extracted is not None:
                end = item.whole.stop
                yield extracted

    def _words(self, text: str, gap: Span, wrapper: Wrapper) -> Iterator[ExtractedUri]:
        """Yield URIs delimited by white space, skipping words that touch a URI already found."""
        for word in _WORD.finditer(text, *gap):
            uri = word[0]
            start, stop = word.span()
            before = text[start - 1 : start]
            after = text[stop : stop + 1]
            if self.is_uri(uri) and not (before + after).strip():
                span = Span(start, stop)
                yield ExtractedUri(self.selector, span, span, uri, wrapper.name, wrapper.provision)

    def _prefixed(self, text: str, gap: Span, wrapper: Wrapper) -> "Iterator[_Wrapped]":
        opening = re.compile(rf"(?<![A-Za-z0-9+.\-]){re.escape(wrapper.opening)}")
        prefix = opening.search(text, *gap)
        while prefix is not None:
            end = self.reach(text, prefix.end(), gap.stop)
            if end is not None:
                yield _Wrapped(Span(prefix.start(), end), Span(prefix.end(), end))
            prefix = opening.search(text, end or prefix.end(), gap.stop)

    def _extracted(self, text: str, wrapped: "_Wrapped", wrapper: Wrapper) -> ExtractedUri | None:
        start, stop = _stripped(text, wrapped.inside)
        if start >= stop or (wrapper.line_breaks_only and (start, stop) != wrapped.inside):
            return None
        prefix = next((p for p in wrapper.prefixes if text.startswith(p, start, stop)), None)
        if prefix is None:
            return None
        span = _stripped(text, Span(start + len(prefix), stop))
        uris = _without_gaps(span.of(text), wrapper.line_breaks_only, self.hyphen is not None)
        if not uris or not self.is_uri(uris[0]):
            return None
        return ExtractedUri(
            self.selector,
            span,
            wrapped.whole,
            uris[0],
            wrapper.name,
            wrapper.provision,
            tuple(filter(self.is_uri, uris[1:])),
        )


class _Wrapped(NamedTuple):
    """The spans of a wrapped text, with and without the delimiters or the prefix."""

    whole: Span
    inside: Span


def _place(extracted: ExtractedUri) -> Span:
    return extracted.wrapped


def _gaps(taken: Iterable[Span], length: int) -> Iterator[Span]:
    """Yield the nonempty spans outside the given spans, which must be in order."""
    start = 0
    for span in (*taken, Span(length, length)):
        if start < span.start:
            yield Span(start, span.start)
        start = span.stop


def _stripped(text: str, span: Span) -> Span:
    """Return a span without the white space at its start and end."""
    part = span.of(text)
    return Span(span.stop - len(part.lstrip()), span.start + len(part.rstrip()))


def _pairs(text: str, gap: Span, wrapper: Wrapper) -> Iterator[_Wrapped]:
    """Yield the delimited texts.

    If a second opening delimiter comes before the closing delimiter, the first opening delimiter is
    ignored.
    """
    opened: int | None = None
    marks = re.compile(f"{re.escape(wrapper.opening)}|{re.escape(wrapper.closing)}")
    for mark in marks.finditer(text, *gap):
        if opened is not None and mark[0] == wrapper.closing:
            inside = Span(opened + len(wrapper.opening), mark.start())
            yield _Wrapped(Span(opened, mark.end()), inside)
        opened = None
        if mark[0] == wrapper.opening:
            opened = mark.start()


_WORD = re.compile(r"\S+")
_SPACE = re.compile(r"\s+")
_BREAKS = r"\n\r\v\f\x85\u2028\u2029"
_LINE_BREAK = re.compile(f"[{_BREAKS}]")
_HYPHEN_BREAK = re.compile(rf"-(?=[^\S{_BREAKS}]*[{_BREAKS}])")
_MOST_HYPHENS = 3


def _without_gaps(written: str, line_breaks_only: bool, hyphen: bool) -> list[str]:
    """Return the string without white space, and the variants without hyphens at line breaks.

    If `hyphen` is false, there are no variants. If there are more than three such hyphens, the only
    variant is the one without all of them. The result is empty if the string contains white space
    that isn't allowed, or only white space.
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
    if len(pieces) - 1 > _MOST_HYPHENS:
        return [uri, "".join(pieces)]
    uris = pieces[:1]
    for piece in pieces[1:]:
        uris = [uri + joint + piece for uri in uris for joint in ("-", "")]
    return list(dict.fromkeys(uris))


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


def regions_of(extracted: Mapping[str, Iterable[ExtractedUri]]) -> Iterator[Region]:
    """Yield the regions in which specs find URIs, in the order of the text.

    URIs that overlap are in the same region.

    Args:
        extracted: The URIs that each spec finds, keyed by the selector of the spec.
    """
    groups: list[list[ExtractedUri]] = []
    stop = 0
    for item in sorted(chain.from_iterable(extracted.values()), key=_place):
        if item.wrapped.start >= stop:
            groups.append([])
        groups[-1].append(item)
        stop = max(stop, item.wrapped.stop)
    for group in groups:
        start = group[0].wrapped.start
        stop = max(item.wrapped.stop for item in group)
        by_spec = {}
        for selector in extracted:
            by_spec[selector] = tuple(item for item in group if item.selector == selector)
        yield Region(Span(start, stop), FrozenMapping(by_spec))
