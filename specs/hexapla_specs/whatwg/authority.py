r"""URL Standard, 4.4: where the states of the parser put userinfo, host and port.

The components are those of the URL record, as the library gives it. The boundaries are those of the
input, from the scheme start state to the port state; what becomes of a host is for `hosts`.
"""

import re
from collections.abc import Iterator
from itertools import islice

import attrs

from hexapla.documents.citation import Provision
from hexapla.operations.division import (
    AuthorityRules,
    Delimiter,
    DividedUrl,
    Outline,
    Piece,
    UrlDivision,
)
from hexapla.operations.url_components import UrlComponents
from hexapla.values.checked import checked
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.whatwg.document import cite
from hexapla_specs.whatwg.hosts import host_refusal, host_rewriting
from hexapla_specs.whatwg.parsing import SPECIAL_SCHEMES, Parsed, parse


def _state(state: str, does: str) -> Provision:
    return Provision(cite(f"4.4, {state} state", "URL parsing"), does)


# Before the states: what is removed.

_PARSER = cite("4.4", "URL parsing")
STRIPS = Provision(_PARSER, "strips controls and spaces off the start and the end of the input")
REMOVES = Provision(_PARSER, "removes tabs and line ends wherever they stand")
_ENDS = "".join(map(chr, range(0x21)))
_TABS = "\t\n\r"
_REMOVED = str.maketrans("", "", _TABS)

# Scheme state, and the states that look for an authority.

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+\-.]*):")
SCHEME_ENDS = _state("scheme", "ends the scheme at the first colon")
NO_SCHEME = _state("no scheme", "refuses what has no scheme and no base")
BEGINS = _state("path or authority", 'begins the authority after "//"')
SPECIAL_BEGINS = _state("special authority slashes", 'begins the authority after "//"')
ANY_SLASHES = _state(
    "special authority ignore slashes",
    "begins the authority of a special scheme after any number of slashes, or none",
)
BACKSLASHES = _state(
    "special authority ignore slashes",
    "treats a backslash after a special scheme as a slash",
)
FILE_BEGINS = _state("file slash", "begins the host of a file URL after two slashes")
FILE_WITHOUT_HOST = _state("file", "has an empty host in a file URL without two slashes")
DRIVE_LETTER = _state("file host", "treats a drive letter after two slashes as part of the path")

# Authority state, host state and port state.


def _ends(state: str, what: str) -> FrozenMapping[str, Provision]:
    return FrozenMapping(
        {
            "/": _state(state, f"ends {what} at the first slash"),
            "\\": _state(state, f"ends {what} at a backslash, as the scheme is special"),
            "?": _state(state, f"ends {what} at the first question mark"),
            "#": _state(state, f"ends {what} at the first number sign"),
            "": _state(state, f"ends {what} at the end of the input"),
        }
    )


ENDS = _ends("authority", "the authority")
FILE_ENDS = _ends("file host", "the host of a file URL")
AUTHORITY_RULES = AuthorityRules(
    at_sign=Delimiter(
        _state("authority", 'ends username and password at the "@"'),
        last=_state(
            "authority",
            'ends username and password at the last "@", and percent-encodes the others',
        ),
    ),
    colon=Delimiter(
        _state("host", 'begins the port after the ":" that follows the host'),
        first=_state("host", 'begins the port after the first ":" outside square brackets'),
    ),
    bracket=_state("host", "treats a colon inside square brackets as part of the host"),
)
FILE_RULES = AuthorityRules()
NO_HOST_BEHIND = _state("authority", 'refuses an "@" without a host after it')
NO_HOST_BEFORE = _state("host", "refuses a port without a host before it")
HOST_MISSING = _state("host", "refuses a special scheme without a host")
NO_NUMBER = _state("port", "refuses a port that has more than digits")
TOO_LARGE = _state("port", "refuses a port above 65535")
FAILURE = Provision(_PARSER, "returns failure")

# What becomes of what was read.

ENCODES = Provision(
    cite("1.3", "Percent-encoded bytes"), "percent-encodes characters of username and password"
)
DROPS_EMPTY = Provision(
    cite("4.1", "URL representation"), "does not tell an empty username and password from none"
)
DEFAULT_PORT = _state("port", "has no port where it is the default port of the scheme")
DECIMAL_PORT = _state("port", "reads the port as a decimal number, and none where it is empty")

QUERY_BEGINS = _state("path", 'begins the query after the first "?"')
FRAGMENT_BEGINS = _state("path", 'begins the fragment after the first "#"')

_STOP = re.compile(r"[/?#]")
_SPECIAL_STOP = re.compile(r"[/\\?#]")
_DRIVE_LETTER = re.compile(r"[A-Za-z][:|]")
_TO_AUTHORITY = frozenset({"scheme", "userinfo", "host", "port"})
_MOST = 65535


class WhatwgDivision(UrlDivision):
    """The URL record, with the states of the parser that put the boundaries."""

    scheme_ends = SCHEME_ENDS
    authority_ends = ENDS
    query_begins = QUERY_BEGINS
    fragment_begins = FRAGMENT_BEGINS

    def divide(self, text: str) -> DividedUrl:
        """Return the URL record that a text parses to without a base; any `str` is legal."""
        stripped = checked(text, "text").strip(_ENDS)
        outline = self.outline(stripped.translate(_REMOVED))
        pieces = () if outline is None else tuple(self.pieces(outline))
        record = parse(text)
        if record[1] is None:
            refusal = NO_SCHEME if outline is None else _refusal(outline, pieces)
            components = UrlComponents.of({})
            return DividedUrl(self.selector, text, components, pieces, refusal=refusal)
        components = _components(record)
        removed = _removed(text, stripped, pieces)
        return DividedUrl(
            self.selector,
            text,
            components,
            tuple(_rewritten(piece, components, removed) for piece in pieces),
        )

    def outline(self, text: str) -> Outline | None:
        """Return the components of an input; None where there is no scheme."""
        match = _SCHEME.match(text)
        if match is None:
            return None
        scheme, rest = match[1], text[match.end() :]
        special = scheme.lower() in SPECIAL_SCHEMES
        mark = _mark(scheme.lower(), rest)
        authority = None
        if special or mark:
            stop = (_SPECIAL_STOP if special else _STOP).search(rest, len(mark))
            authority = rest[len(mark) : stop.start() if stop else len(rest)]
        if scheme.lower() == "file" and (len(mark) < 2 or _DRIVE_LETTER.fullmatch(authority or "")):
            mark, authority = mark[: len(mark) // 2 * 2], ""
        behind, number_sign, fragment = rest[len(mark) + len(authority or "") :].partition("#")
        path, question_mark, query = behind.partition("?")
        return Outline(
            scheme,
            authority,
            path,
            query if question_mark else None,
            fragment if number_sign else None,
            mark=mark,
        )

    def divide_authority(self, outline: Outline, separator: str) -> Iterator[Piece]:
        """Yield username and password, host and port of the input."""
        assert outline.authority is not None
        rules = FILE_RULES if _is_file(outline) else AUTHORITY_RULES
        start = Piece("", "", separator, _begins(outline))
        yield from rules.divide(outline.authority, start, self.spec.options)

    def ends_authority(self, outline: Outline) -> Provision:
        """Return the state that ends the authority; before a drive letter, there is none."""
        if not _is_file(outline):
            return ENDS[outline.behind_authority]
        if not outline.mark:
            return FILE_WITHOUT_HOST
        return FILE_ENDS.get(outline.behind_authority, DRIVE_LETTER)


def _mark(scheme: str, rest: str) -> str:
    """Return what stands between scheme and authority; "" where an authority does not follow."""
    if scheme not in SPECIAL_SCHEMES:
        return "//" if rest.startswith("//") else ""
    slashes = rest[: len(rest) - len(rest.lstrip("/\\"))]
    return slashes[:2] if scheme == "file" else slashes


def _is_file(outline: Outline) -> bool:
    return outline.scheme is not None and outline.scheme.lower() == "file"


def _begins(outline: Outline) -> Provision:
    """Return the provision by which the authority begins where it does."""
    if _is_file(outline):
        return FILE_BEGINS if outline.mark else FILE_WITHOUT_HOST
    if outline.scheme is None or outline.scheme.lower() not in SPECIAL_SCHEMES:
        return BEGINS
    if "\\" in outline.mark:
        return BACKSLASHES
    return SPECIAL_BEGINS if outline.mark == "//" else ANY_SLASHES


def _components(record: Parsed) -> UrlComponents:
    """Return the components of a URL record, username and password as one."""
    _, scheme, username, password, *others = record
    userinfo = username if password is None else f"{username or ''}:{password}"
    names = ("host", "port", "path", "query", "fragment")
    told = dict(zip(names, others, strict=True))
    return UrlComponents.of({"scheme": scheme, "userinfo": userinfo, **told})


def _removed(text: str, stripped: str, pieces: tuple[Piece, ...]) -> tuple[Provision, ...]:
    """Return on what was removed in front of the authority, and in it."""
    ends = [number for number, piece in enumerate(pieces, 1) if piece.name in _TO_AUTHORITY]
    length = sum(len(piece.separator) + len(piece.text) for piece in pieces[: max(ends)])
    kept = (place for place, character in enumerate(stripped) if character not in _TABS)
    place = next(islice(kept, length - 1, None))
    strips = (STRIPS,) if text[0] in _ENDS else ()
    return strips if place == length - 1 else (*strips, REMOVES)


def _rewritten(piece: Piece, components: UrlComponents, removed: tuple[Provision, ...]) -> Piece:
    """Return a piece of the authority with what made its text that of the URL record."""
    told = components.stated.get(piece.name)
    scheme = components.stated["scheme"] or ""
    further = piece.further
    if piece.name == "host":
        further += (*removed, *host_rewriting(piece.text, told or "", scheme))
    elif piece.name == "userinfo" and told != piece.text:
        further += (DROPS_EMPTY if (told or "") == piece.text.rstrip(":") else ENCODES,)
    elif piece.name == "port" and told != piece.text:
        further += (DECIMAL_PORT if told is not None or not piece.text else DEFAULT_PORT,)
    return attrs.evolve(piece, further=further)


def _refusal(outline: Outline, pieces: tuple[Piece, ...]) -> Provision:
    """Return why the parser returns failure: the first state that does."""
    parts = {piece.name: piece.text for piece in pieces}
    host, port = parts.get("host", ""), parts.get("port")
    scheme = (outline.scheme or "").lower()
    if not host and "userinfo" in parts and port is None:
        return NO_HOST_BEHIND
    if not host and port is not None:
        return NO_HOST_BEFORE
    if not host and scheme in SPECIAL_SCHEMES:
        return HOST_MISSING
    if parse(f"{scheme}://{host}/")[1] is None:
        return host_refusal(host, scheme)
    if port is not None and not (port.isascii() and port.isdigit()):
        return NO_NUMBER
    digits = (port or "").lstrip("0")
    return TOO_LARGE if len(digits) > len(str(_MOST)) or int(digits or 0) > _MOST else FAILURE
