"""URL Standard: the components that the parser finds in a string, even if it returns failure."""

import functools
from collections.abc import Mapping, Sequence

from hexapla.standard.component import REMOVED, Form, form_without_scheme
from hexapla.standard.driver import Parts
from hexapla.standard.phases import NoUri, Options, State
from hexapla.text.span import Span
from hexapla.values.checked import checked
from hexapla.values.frozen import FrozenMapping, kept
from hexapla_specs.whatwg import rules
from hexapla_specs.whatwg.cleaning import scalar_components, scalar_values
from hexapla_specs.whatwg.components import COMPONENTS, HOST, PATH, SCHEME, Kind, Url, kind_of
from hexapla_specs.whatwg.serializing import written
from hexapla_specs.whatwg.states import UNKNOWN_BASE, UrlParser
from hexapla_specs.whatwg.trace import ParserTrace

_NONE = FrozenMapping[str, str]()


class Parsed(tuple[str | None, ...]):
    """A string, followed by its components as written, with the parser's run that split them off.

    Two `Parsed` objects are equal if their strings and components are equal, even if their bases
    differ.

    Attributes:
        run: The parser after its run.
        base: The parsed base; None if there is none.
    """

    run: UrlParser
    base: "Parsed | None"

    def __new__(cls, text: str, run: UrlParser, base: "Parsed | None" = None) -> "Parsed":
        """Combine a string with the components that a run split off."""
        parts = tuple.__new__(cls, (text, *components_as_written(run)))
        parts.run = run
        parts.base = base
        return parts

    def __getnewargs__(self) -> tuple[str, UrlParser, "Parsed | None"]:
        """Return the arguments with which a copy is made."""
        return self.text, self.run, self.base

    @property
    def text(self) -> str:
        """The string as given."""
        return str(self[0])

    @property
    def scheme(self) -> str | None:
        """The scheme as written in the cleaned string; None if the string has no scheme."""
        return self[1]

    @functools.cached_property
    def url(self) -> Url | NoUri:
        """The URL record, or failure."""
        return self.run.url


def components_as_written(run: UrlParser) -> State:
    """Return the components that a run split off, as written.

    They are written as in the cleaned string, with two exceptions: a backslash in the path of a
    special URL becomes a slash, and a drive letter after two slashes gets a slash before it.
    """
    text = run.text
    components: list[str | None] = [None] * len(COMPONENTS)
    for place, (start, stop, _) in run.cuts.items():
        components[place] = text[start:stop]
    path = components[PATH] or ""
    if run.special and "\\" in path:
        path = path.replace("\\", "/")
    if path and HOST in run.cuts and not path.startswith("/"):
        path = f"/{path}"  # its drive letter isn't a host (file host state, 1.1)
    components[PATH] = path
    return tuple(components)


def run_on_components(run: UrlParser, components: State) -> UrlParser:
    """Run a parser on a string that another standard has split into components.

    The URL record and a state override (4.4) keep the parser from looking for a scheme or an
    authority where the other standard found none.
    """
    scheme = components[SCHEME]
    path = components[PATH] or ""
    if components[HOST] is not None:
        return run.run()
    if scheme is None and run.base is not UNKNOWN_BASE:
        if not path.startswith(("//", "/\\")):
            return run.run(run.no_scheme_state)
        run.no_scheme_state()
        base = run.base or UNKNOWN_BASE
        run.scheme = base.scheme
        run.special = base.special
        run.pointer = len("/")
        return run.run(run.absolute_path)
    if scheme is not None:
        run.set_scheme(scheme)
        run.host = "" if run.scheme == "file" else None
    run.decides(rules.HAS_SCHEME, rules.KEEPS_ALL)
    run.path_start = run.pointer
    if path.startswith("/"):  # in the string, it may be a backslash
        run.pointer += len("/")
    elif not run.special:
        run.has_opaque_path = True
        return run.run(run.opaque_path_state)
    return run.run(run.path_state)


class TextParser:
    """The URL Standard's parser as of a date, which splits strings and returns URL records.

    Args:
        parser: The state machine as of the date.
    """

    def __init__(self, parser: type[UrlParser]) -> None:
        self.states = parser
        self.clean = parser.cleaning.clean
        self.parse = kept(1024)(self._parse)

    def _parse(self, text: str) -> Parsed:
        """Parse a string without a base."""
        return Parsed(text, self.states(self.clean(checked(text, "text")), None).run())

    def split(self, text: str, base: Parts | None = None, options: Options = _NONE) -> Parsed:
        """Parse a string with or without a parsed base.

        The string is split even if parsing the base failed, or if a base is needed and missing.
        `options` is ignored, because the parser already belongs to a date.
        """
        checked(text, "text")
        if base is None:
            return self.parse(text)
        base_parts = self.of(base)
        return Parsed(text, self.begun(self.clean(text), base_parts).run(), base_parts)

    def of(self, parts: Parts) -> Parsed:
        """Return `parts` if it comes from a parser.

        Otherwise, parse the string, or the given components if the parser doesn't find them in it.
        """
        if isinstance(parts, Parsed):
            return parts
        own = self.parse(str(checked(parts, "parts", tuple)[0]))
        if own == parts or parts[1 + HOST] is not None:
            return own
        components = scalar_components(parts[1:])
        run = self.states(written(components), None)
        return Parsed(own.text, run_on_components(run, components))

    def begun(
        self, cleaned: str, base: Parsed | None, trace: ParserTrace | None = None
    ) -> UrlParser:
        """Return the parser before its run; if parsing the base failed, `failure` is set."""
        if base is None:
            return self.states(cleaned, None, trace)
        run = base.run
        if run.failure is not None:
            assert run.failure.reason is not None  # each failure has a reason
            failure = rules.failing_base(run.failure.reason)
            if trace:
                trace.fails(rules.UNUSABLE_BASE, failure, 0, base.text)
            failed = self.states(cleaned, self._failed_base(run))
            failed.failure = failure
            return failed
        return self.states(cleaned, run, trace)

    def _failed_base(self, run: UrlParser) -> UrlParser:
        """Return a substitute for a base that couldn't be parsed.

        A reference inherits nothing from it but the base's scheme and the path "/".

        If the run itself were returned, its strings would stay in memory for as long as any run
        that refers to it.
        """
        base = self.states("", None)
        base.scheme = run.scheme
        base.special = run.special
        base.path = "/"
        return base

    def url_of(self, text: str) -> Url | NoUri:
        """Return the URL record that a string parses to without a base, or failure."""
        return self.states(self.clean(text), None).run().url

    def resolve_text(self, base: Parts, reference: str) -> str | NoUri:
        """Resolve a reference against a parsed base."""
        return self.begun(self.clean(reference), self.of(base)).run().target

    def resolve(self, base: Parts, reference: Parts, options: Options = _NONE) -> str | NoUri:
        """Resolve a parsed reference against a parsed base."""
        base_parts = self.of(base)
        parts = self.of(reference)
        if parts.base is not base_parts:
            parts = self.split(parts.text, base_parts)
        return parts.run.target


def form(parts: Parts) -> Form:
    """Return the kind of a reference, with today's special schemes."""
    text, scheme, _, _, host, _, path, _, _ = parts
    if scheme is None:
        return form_without_scheme(host, path or "", text)
    is_opaque = host is None and not (path or "").startswith("/")
    return Form.OPAQUE if is_opaque and kind_of(scheme) is Kind.OTHER else Form.ABSOLUTE


# The positions of components in a string.


def spans_of(parts: Parsed) -> tuple[Span | None, ...]:
    """Return the spans of the components in the text as given; all are None if unknown."""
    spans: list[Span | None] = [None] * len(COMPONENTS)
    offsets = offsets_of(parts)
    if offsets is not None:
        for place, (start, stop, _) in parts.run.cuts.items():
            spans[place] = Span(offsets[start], _end_of(start, stop, offsets))
    return tuple(spans)


def ends_of(parts: Parsed) -> Mapping[str, int] | None:
    """Return the end of each component in the text as given, keyed by shared name; None if unknown.

    Removed characters, and characters before a path that the file state skipped at some date, count
    as part of the component after them, or of the last component. Their number, if it isn't 0, has
    the key `REMOVED`.
    """
    text = parts.text
    run = parts.run
    offsets = offsets_of(parts)
    if offsets is None:
        return None
    ends: dict[str, int] = {}
    *_, last = run.cuts
    end = 0
    removed = len(text) + 1 - len(offsets)
    if HOST not in run.cuts and PATH in run.cuts:
        start, _, _ = run.cuts[PATH]
        removed += start - (run.slashes_start if SCHEME in run.cuts else 0)
    for place, (start, stop, _) in run.cuts.items():
        component = COMPONENTS[place]
        is_last = place == last
        with_suffix = stop + len(component.suffix)
        stop = len(text) if is_last else _end_of(start, with_suffix, offsets)
        if stop > end:
            ends[component.shared] = stop
            end = stop
    if removed:
        ends[REMOVED] = removed
    return ends


def _end_of(start: int, stop: int, offsets: Sequence[int]) -> int:
    """Return the end of a component in the text as given."""
    return offsets[stop - 1] + 1 if stop > start else offsets[start]


def offsets_of(parts: Parsed) -> Sequence[int] | None:
    """Return the offset in the given string of each code point of the cleaned string.

    The last item is the length of the given string. The result is None if two surrogates were
    joined to one character, or if the parser removed characters during its run, as an earlier
    version did.
    """
    text = parts.text
    if text == parts.run.text:
        return range(len(text) + 1)
    values = scalar_values(text)
    *offsets, _ = parts.run.cleaning.kept(values)
    if len(values) != len(text) or len(offsets) != len(parts.run.text):
        return None
    return [*offsets, len(text)]
