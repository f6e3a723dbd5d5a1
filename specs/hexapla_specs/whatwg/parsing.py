"""URL Standard, 4.4: what the parser removes, and where its states put the components.

In a URL of a special scheme a backslash counts as a slash. A reference without a scheme is one if
its base is, so that parsing a reference is told the components of the base.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial

from hexapla.standard.component import Form, form_without_scheme
from hexapla.standard.rule import Phase
from hexapla.text.span import Span
from hexapla_specs.whatwg import components
from hexapla_specs.whatwg.components import Kind, Parsed, has_opaque_path, kind_of, rule
from hexapla_specs.whatwg.substeps import Edit, ParsingStep, Substep, cut_behind, cut_rest

# Basic URL parser, steps 1 to 3.

_clean = partial(rule, Phase.CLEAN, "clean")
CONVERTS = _clean("4.4", "a lone surrogate", "becomes U+FFFD", "4.4-scalar-values")
STRIPS = _clean("4.4 step 1.3", "a control or space at either end", "goes")
REMOVES = _clean("4.4 step 3", "a tab or line end", "goes")
C0_CONTROL_OR_SPACE = "".join(map(chr, range(0x21)))
_TABS_AND_NEWLINES = "\t\n\r"
_REMOVED = str.maketrans("", "", _TABS_AND_NEWLINES)
TABS = re.compile(f"[{_TABS_AND_NEWLINES}]+")
_PAIRS = re.compile("(?:[\ud800-\udbff][\udc00-\udfff])+")
_SURROGATES = re.compile("[\ud800-\udfff]+")


def strip(text: str) -> str:
    """4.4, step 1.3: remove leading and trailing C0 controls and spaces."""
    return text.strip(C0_CONTROL_OR_SPACE)


def _stripped(text: str) -> tuple[Edit, ...]:
    start = len(text) - len(text.lstrip(C0_CONTROL_OR_SPACE))
    stop = max(start, len(text.rstrip(C0_CONTROL_OR_SPACE)))
    spans = Span(0, start), Span(stop, len(text))
    return (Edit(STRIPS, tuple(span for span in spans if span.start < span.stop)),)


def remove_tabs(text: str) -> str:
    """4.4, step 3: remove all ASCII tabs and newlines."""
    return text.translate(_REMOVED)


def _removed_tabs(text: str) -> tuple[Edit, ...]:
    return (Edit(REMOVES, tuple(Span(*match.span()) for match in TABS.finditer(text))),)


def scalar_values(text: str) -> str:
    """Return a text as the parser is given it: with U+FFFD for each surrogate without its pair."""
    paired = _PAIRS.sub(_joined, text)
    return _SURROGATES.sub(lambda match: "\ufffd" * len(match[0]), paired)


def _joined(match: re.Match[str]) -> str:
    return match[0].encode("utf-16", "surrogatepass").decode("utf-16")


CLEANING = (
    Substep(CONVERTS, scalar_values, lambda text: _SURROGATES.search(text) is not None),
    Substep(STRIPS, strip, lambda text: text != strip(text), _stripped),
    Substep(REMOVES, remove_tabs, lambda text: TABS.search(text) is not None, _removed_tabs),
)


def kept_offsets(text: str) -> Sequence[int]:
    """Return the offsets of the code points that are left after steps 1 to 3."""
    start = len(text) - len(text.lstrip(C0_CONTROL_OR_SPACE))
    stop = len(text.rstrip(C0_CONTROL_OR_SPACE))
    if TABS.search(text, start, stop) is None:
        return range(start, stop)
    return [offset for offset in range(start, stop) if text[offset] not in _TABS_AND_NEWLINES]


# 9: the state machine.

_split = partial(rule, Phase.SPLIT)
_backslash = partial(_split, "backslash")

CUTS_FRAGMENT = _split(
    "cut-fragment", "path state 1.7", "the first number sign", "begins the fragment"
)
CUTS_QUERY = _split("cut-query", "path state 1.6", "the first question mark", "begins the query")
CUTS_SCHEME = _split(
    "cut-scheme", "scheme state 2", "a letter, then letters, digits, +, - or .,", "are the scheme"
)
REFERENCE_WITH_BACKSLASH = _backslash(
    "relative state 4", "a backslash under a special base", "counts as a slash"
)
SECOND_BACKSLASH = _backslash(
    "relative slash state 1", "a backslash behind the first slash", "counts as a slash"
)
BEGINS_WITH_BACKSLASH = _backslash(
    "special authority ignore slashes state 1",
    "a backslash before a special authority",
    "counts as a slash",
)
FILE_WITH_BACKSLASH = _backslash("file state 3", "a backslash at the front", "counts as a slash")
SECOND_FILE_BACKSLASH = _backslash(
    "file slash state 1", "a backslash behind a file's first slash", "counts as a slash"
)
BACKSLASH_ENDS_AUTHORITY = _backslash(
    "authority state 2", "a backslash", "ends the authority of a special URL"
)
BACKSLASH_ENDS_FILE_HOST = _backslash(
    "file host state 1", "a backslash", "ends the host of a file URL"
)
BACKSLASH_IN_PATH = _backslash(
    "path state 1", "a backslash", "separates path segments of a special URL"
)
ANY_SLASHES = _split(
    "slashes",
    "special authority ignore slashes state 1",
    "any number of slashes",
    "leads to the authority of a special URL",
)
DRIVE_LETTER_IS_NO_HOST = _split(
    "drive-letter", "file host state 1.1", "a drive letter", "is not the host, but begins the path"
)
CUTS_AUTHORITY = _split(
    "cut-authority",
    "authority state 2",
    "two slashes",
    "begin the authority, which the next slash ends",
)
CUTS_PATH = _split("cut-path", "path state 1.4.2", "what is left", "is the path")
KEEPS_EMPTY = tuple(
    _split(kind, section, about, "stays with its mark", keeps=True)
    for kind, section, about in (
        ("drop-empty-query", "path state 1.6", "an empty query"),
        ("drop-empty-fragment", "path state 1.7", "an empty fragment"),
    )
)

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+\-.]*(?=:)")


def cut_scheme(text: str) -> tuple[str, str | None]:
    """Scheme start state and scheme state; what is no scheme is left to the no scheme state."""
    match = _SCHEME.match(text)
    return (text, None) if match is None else (text[match.end() + 1 :], match[0])


def kind_with_base(scheme: str | None, base: Parsed | None) -> Kind:
    """Return the kind of a URL: that of its own scheme; without one, that of the base's."""
    if scheme is not None:
        return kind_of(scheme)
    return Kind.OTHER if base is None else kind_of(base[1])


def _is_base_s(scheme: str | None, base: Parsed | None) -> bool:
    """Say whether a reference has no scheme, or the base's own (scheme state, 2.6)."""
    if scheme is None or base is None or base[1] is None:
        return scheme is None
    return scheme.lower() == base[1].lower()


# Backslashes in URLs of special schemes: at the front, behind the authority, in the path.


def _turning(
    kinds: tuple[Kind, ...], pattern: str, own: bool | None = None
) -> Callable[..., tuple[str]]:
    """Return a step that makes slashes of backslashes in URLs of some kinds.

    It turns those in the beginning of a text that matches the pattern. `own` says whether it is for
    references without a scheme, or with the base's; None where it is for all.
    """
    begins = re.compile(pattern, re.DOTALL).match

    def turn(text: str, scheme: str | None, base: Parsed | None) -> tuple[str]:
        turned = begins(text)
        if turned is None or kind_with_base(scheme, base) not in kinds:
            return (text,)
        if own not in (None, _is_base_s(scheme, base)):
            return (text,)
        return (turned[0].replace("\\", "/") + text[turned.end() :],)

    return turn


# The authority.


def count_slashes(text: str, scheme: str | None, base: Parsed | None) -> tuple[str]:
    """Special authority ignore slashes state: any number of them counts as two.

    Where the reference has no scheme, or the base's, it needs two (relative slash state, special
    relative or authority state).
    """
    if kind_with_base(scheme, base) is not Kind.SPECIAL:
        return (text,)
    if not text.startswith("//") and _is_base_s(scheme, base):
        return (text,)
    return ("//" + text.lstrip("/"),)


def skip_drive_letter(text: str, scheme: str | None, base: Parsed | None) -> tuple[str]:
    """File host state, 1.1: a drive letter is no host, and the path begins with it."""
    if not text.startswith("//") or kind_with_base(scheme, base) is not Kind.FILE:
        return (text,)
    is_drive_letter = components.DRIVE_LETTER.fullmatch(text[2:].partition("/")[0])
    return ("///" + text[2:],) if is_drive_letter else (text,)


def cut_authority(
    text: str, scheme: str | None, base: Parsed | None
) -> tuple[str, str | None, str | None, str | None, str | None]:
    """Authority, host and port states; file host state.

    The last "@" ends username and password, the first ":" in them the username; the first ":"
    outside square brackets ends the host.
    """
    if not text.startswith("//"):
        return text, None, None, None, None
    authority, slash, path = text[2:].partition("/")
    if kind_with_base(scheme, base) is Kind.FILE:
        return slash + path, None, None, authority, None
    credentials, at_sign, host_and_port = authority.rpartition("@")
    username, colon, password = credentials.partition(":")
    host, port = _divide(host_and_port)
    own_username = username if at_sign else None
    return slash + path, own_username, password if colon else None, host, port


HOST_BEFORE_PORT = re.compile(r"(?:\[[^\]]*\]?|[^:\[])*")


def _divide(text: str) -> tuple[str, str | None]:
    """Return host and port; a ":" in square brackets is not before a port (host state, 4)."""
    if "[" not in text:
        host, colon, port = text.partition(":")
        return host, port if colon else None
    match = HOST_BEFORE_PORT.match(text)
    assert match is not None
    return match[0], text[match.end() + 1 :] if match.end() < len(text) else None


_SPECIAL, _FILE = (Kind.SPECIAL,), (Kind.FILE,)
_TURNING = (
    (REFERENCE_WITH_BACKSLASH, _turning(_SPECIAL, r"\\", own=True)),
    (SECOND_BACKSLASH, _turning(_SPECIAL, r"/\\", own=True)),
    (BEGINS_WITH_BACKSLASH, _turning(_SPECIAL, r"//[/\\]*", own=True)),
    (BEGINS_WITH_BACKSLASH, _turning(_SPECIAL, r"[/\\]*", own=False)),
    (FILE_WITH_BACKSLASH, _turning(_FILE, r"\\")),
    (SECOND_FILE_BACKSLASH, _turning(_FILE, r"/\\")),
    (BACKSLASH_ENDS_AUTHORITY, _turning(_SPECIAL, r"//+[^/\\]*\\", own=True)),
    (BACKSLASH_ENDS_AUTHORITY, _turning(_SPECIAL, r"/*[^/\\]*\\", own=False)),
    (BACKSLASH_ENDS_FILE_HOST, _turning(_FILE, r"//[^/\\]*\\")),
    (BACKSLASH_IN_PATH, _turning(_SPECIAL + _FILE, ".*")),
)
PARSING = (
    ParsingStep(CUTS_FRAGMENT, ("fragment",), cut_behind("#"), mark="#"),
    ParsingStep(CUTS_QUERY, ("query",), cut_behind("?"), mark="?"),
    ParsingStep(CUTS_SCHEME, ("scheme",), cut_scheme, mark=":"),
    *(ParsingStep(rule, (), turn, mark="\\") for rule, turn in _TURNING),
    ParsingStep(ANY_SLASHES, (), count_slashes),
    ParsingStep(DRIVE_LETTER_IS_NO_HOST, (), skip_drive_letter, mark="//"),
    ParsingStep(CUTS_AUTHORITY, ("username", "password", "host", "port"), cut_authority, mark="//"),
    ParsingStep(CUTS_PATH, ("path",), cut_rest),
)


def form(parts: Parsed) -> Form:
    """Return what kind of reference a text is."""
    text, scheme, _, _, host, _, path, _, _ = parts
    if scheme is not None:
        return Form.OPAQUE if has_opaque_path(parts[1:]) else Form.ABSOLUTE
    return form_without_scheme(host, path, text)


# Where the components stand in a text, whatever the parser makes of them.


def spans_in(text: str, cleaned: str, parts: Parsed) -> tuple[Span | None, ...]:
    """Return the spans of the components in a text as it was given.

    Args:
        text: The text.
        cleaned: The text as it is parsed, without what the parser removes.
        parts: Its components.
    """
    spans = spans_in_cleaned(cleaned, parts)
    if text == cleaned == remove_tabs(text):
        return spans
    offsets = (*kept_offsets(text), len(text))
    # Two surrogates may have become one character, or the steps are those of a date.
    if len(offsets) != len(cleaned) + 1:
        return (None,) * len(components.COMPONENTS)
    return tuple(span and _moved(span, offsets) for span in spans)


def _moved(span: Span, offsets: Sequence[int]) -> Span:
    start = offsets[span.start]
    return Span(start, offsets[span.stop - 1] + 1 if span.stop > span.start else start)


def spans_in_cleaned(text: str, parts: Parsed) -> tuple[Span | None, ...]:
    """Return the spans of the components in a text of which the parser removes nothing."""
    _, scheme, username, password, host, port, _, query, fragment = parts
    query_stop = len(text) if fragment is None else len(text) - len(fragment) - 1
    path_stop = query_stop if query is None else query_stop - len(query) - 1
    spans: list[Span | None] = [None if scheme is None else Span(0, len(scheme))]
    position = 0 if scheme is None else len(scheme) + 1
    if host is not None:
        position += mark_length(text, position, parts)
    before_host = 0 if username is None else 1
    for part, mark in ((username, 0), (password, 1), (host, before_host), (port, 1)):
        if part is None:
            spans.append(None)
        else:
            spans.append(Span(position + mark, position + mark + len(part)))
            position += mark + len(part)
    spans.append(Span(position, path_stop))
    spans.append(None if query is None else Span(path_stop + 1, query_stop))
    spans.append(None if fragment is None else Span(query_stop + 1, len(text)))
    return tuple(spans)


def mark_length(text: str, start: int, parts: Parsed) -> int:
    """Return how many slashes and backslashes stand before an authority: two, or all there are."""
    count = len(text) - start - len(text[start:].lstrip("/\\"))
    _, scheme, username, password, host, _, path, _, _ = parts
    if count <= 2:
        return count
    first = next((part for part in (username, password, host) if part), None)
    if scheme is not None and kind_of(scheme) is Kind.SPECIAL:
        return count
    if scheme is not None and first is None:
        return 2
    # Under a special base, or a scheme that was special once, the authority has all before it.
    if first is None:
        return 2 if path.startswith("/") else count
    return 2 if text.startswith(first, start + 2) else count
