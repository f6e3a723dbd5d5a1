r"""URL Standard, 4.4: the boundaries that the parser's states set for userinfo, host and port.

The components are those of the URL record. The boundaries are offsets in the input; they are set by
the states from the scheme start state to the port state.
"""

from collections.abc import Iterator, Mapping

import attrs

from hexapla.documents.citation import Provision
from hexapla.documents.reading import Choice
from hexapla.operations.authority import (
    AuthorityRules,
    Delimiter,
    HostOffsets,
    Piece,
    UrlComponents,
)
from hexapla.operations.division import DividedUrl, Outline, UrlDivision
from hexapla.standard.phases import NoUri
from hexapla.values.checked import checked
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.whatwg import components, phases
from hexapla_specs.whatwg.cleaning import Cleaning
from hexapla_specs.whatwg.components import PATH, USERNAME, Url, provision
from hexapla_specs.whatwg.history import AS_OF, PARSERS, parser_as_of
from hexapla_specs.whatwg.parsing import TextParser, components_as_written
from hexapla_specs.whatwg.phases import WatchedRun
from hexapla_specs.whatwg.states import BEFORE_PORT, UrlParser

# Steps before the states: removing characters.

STRIPS = provision("4.4", "strips controls and spaces from the start and the end of the input")
REMOVES = provision("4.4", "removes all tabs and line ends")

# Scheme state, and the states that look for an authority.

BEGINS = provision("4.4, path or authority state", 'begins the authority after "//"')
NO_AUTHORITY = provision("4.4, path or authority state", 'finds no authority without "//"')
SPECIAL_BEGINS = provision(
    "4.4, special authority slashes state", 'begins the authority after "//"'
)
ANY_SLASHES = provision(
    "4.4, special authority ignore slashes state",
    "begins the authority of a special scheme after any number of slashes, or none",
)
BACKSLASHES = provision(
    "4.4, special authority ignore slashes state",
    "treats a backslash after a special scheme as a slash",
)
FILE_BEGINS = provision("4.4, file slash state", "begins the host of a file URL after two slashes")
FILE_WITHOUT_HOST = provision(
    "4.4, file state", "gives a file URL without two slashes an empty host"
)
DRIVE_LETTER = provision(
    "4.4, file host state", "treats a drive letter after two slashes as part of the path"
)

# Authority state, host state and port state.


def _ends(state: str, what: str, if_special: str = "") -> dict[str, Provision]:
    return {
        sign: provision(f"4.4, {state} state", f"ends {what} at {where}")
        for sign, where in (
            ("/", "the first slash"),
            ("\\", f"a backslash{if_special}"),
            ("?", "the first question mark"),
            ("#", "the first number sign"),
            ("", "the end of the input"),
        )
    }


class HostState(AuthorityRules):
    """The host state: a ":" after "[" doesn't begin a port, even if the bracket isn't closed."""

    def offsets(self, authority: str, options: Mapping[str, str]) -> HostOffsets:
        """Return the offsets of the host and its brackets in an authority."""
        begin, closed, _ = super().offsets(authority, options)
        host = BEFORE_PORT.match(authority, begin)
        assert host is not None  # the pattern also matches the empty string
        end = host.end()
        opened = authority.find("[", begin, end)
        if opened >= 0:
            closed = max(authority.rfind("]", opened, end) + 1, closed)
            is_open = authority.rfind("[", opened, end) >= closed
            closed = end if is_open else closed
        return HostOffsets(begin, closed, end)


ENDS = _ends("authority", "the authority", ", because the scheme is special")
FILE_ENDS = _ends("file host", "the host of a file URL")
AUTHORITY_RULES = HostState(
    at_sign=Delimiter(
        provision("4.4, authority state", 'ends username and password at the "@"'),
        last=provision(
            "4.4, authority state",
            'ends username and password at the last "@", and percent-encodes each "@" before it',
        ),
    ),
    colon=Delimiter(
        provision("4.4, host state", 'begins the port after the ":" that follows the host'),
        first=provision(
            "4.4, host state", 'begins the port after the first ":" outside square brackets'
        ),
    ),
    bracket=provision(
        "4.4, host state", "treats a colon inside square brackets as part of the host"
    ),
)
FILE_RULES = AuthorityRules()

_TO_AUTHORITY = frozenset({"scheme", "userinfo", "host", "port"})


class WhatwgDivision(UrlDivision):
    """The components of the URL record, with the parser states that set their boundaries."""

    scheme_ends = provision("4.4, scheme state", "ends the scheme at the first colon")
    authority_ends = ENDS
    query_begins = provision("4.4, path state", 'begins the query after the first "?"')
    fragment_begins = provision("4.4, path state", 'begins the fragment after the first "#"')

    @property
    def _parser(self) -> TextParser:
        """The parser as of the date chosen by the reading as-of."""
        return parser_as_of(self.spec.options)

    def divide(self, text: str) -> DividedUrl:
        """Split the URL record that a string parses to without a base; any `str` is accepted."""
        told = phases.watched(self._parser, checked(text, "text"), None)
        outline = _outline(told.run)
        pieces = () if outline is None else tuple(self.pieces(outline))
        url = told.run.url
        if isinstance(url, NoUri):
            assert url.reason is not None
            refusal = Provision(url.reason.citation, f"says that {url.reason.says}")
            return DividedUrl(self.selector, text, UrlComponents.of({}), pieces, refusal=refusal)
        removed = _removed(told, pieces)
        further = _rewriting(told)
        return DividedUrl(
            self.selector,
            text,
            _components(url),
            tuple(_with_further(piece, removed, further) for piece in pieces),
            no_authority=_no_authority(outline),
        )

    def consulted(self, divided: DividedUrl) -> tuple[Choice, ...]:
        """Return the choice of the date if the URL record depends on the date."""
        # Failures are equal even if their reasons differ.
        records = {parser.url_of(divided.text) for parser in PARSERS.values()}
        return (Choice(AS_OF.name, self.spec.options[AS_OF.name]),) if len(records) > 1 else ()

    def host(self, text: str) -> str | None:
        """Return the host of the URL record; raise `LookupError` if parsing returns failure."""
        url = self._parser.url_of(text)
        if isinstance(url, NoUri):
            raise LookupError(url)
        return url.host

    def outline(self, text: str) -> Outline | None:
        """Return the components of an input; None if the input has no scheme."""
        return _outline(self._parser.parse(text).run)

    def divide_authority(self, outline: Outline, separator: str) -> Iterator[Piece]:
        """Yield the username, password, host and port as written in the input."""
        assert outline.authority is not None
        rules = FILE_RULES if _is_file(outline) else AUTHORITY_RULES
        start = Piece("", "", separator, _begins(outline))
        yield from rules.divide(outline.authority, start, self.spec.options)

    def ends_authority(self, outline: Outline) -> Provision:
        """Return the state that ends the authority."""
        if not _is_file(outline):
            return ENDS[outline.behind_authority]
        if not outline.mark:
            return FILE_WITHOUT_HOST
        return FILE_ENDS.get(outline.behind_authority, DRIVE_LETTER)


def _outline(run: UrlParser) -> Outline | None:
    """Return the components of an input as written; None if the input has no scheme."""
    scheme, *_, query, fragment = components_as_written(run)
    if scheme is None:
        return None
    inside = [run.cuts[place] for place in range(USERNAME, PATH) if place in run.cuts]
    mark = ""
    authority = "" if scheme.lower() == "file" else None
    if inside:
        start = inside[0][0]
        mark = run.text[len(scheme) + 1 : start]
        authority = run.text[start : inside[-1][1]]
    start, stop = run.cuts[PATH]
    return Outline(scheme, authority, run.text[start:stop], query, fragment, mark=mark)


def _is_file(outline: Outline) -> bool:
    return outline.scheme is not None and outline.scheme.lower() == "file"


def _begins(outline: Outline) -> Provision:
    """Return the provision that sets the start of the authority."""
    if _is_file(outline):
        return FILE_BEGINS if outline.mark else FILE_WITHOUT_HOST
    if outline.scheme is None or outline.scheme.lower() not in components.SPECIAL_SCHEMES:
        return BEGINS
    if "\\" in outline.mark:
        return BACKSLASHES
    return SPECIAL_BEGINS if outline.mark == "//" else ANY_SLASHES


def _no_authority(outline: Outline | None) -> Provision | None:
    """Return the provision under which no authority comes before a path with a leading slash."""
    if outline is None or outline.authority is not None or not outline.path:
        return None
    return NO_AUTHORITY if outline.path.startswith("/") else None


def _components(url: Url) -> UrlComponents:
    """Return the components of a URL record, with username and password as the userinfo."""
    userinfo = url.username
    if url.password is not None:
        userinfo = f"{url.username or ''}:{url.password}"
    members = {
        "scheme": url.scheme,
        "userinfo": userinfo,
        "host": url.host,
        "port": url.port,
        "path": url.path,
        "query": url.query,
        "fragment": url.fragment,
    }
    return UrlComponents.of(members)


def _removed(told: WatchedRun, pieces: tuple[Piece, ...]) -> tuple[Provision, ...]:
    """Return the provisions under which characters before or in the authority were removed."""
    text = told.text
    ends = [number for number, piece in enumerate(pieces, 1) if piece.name in _TO_AUTHORITY]
    length = sum(len(piece.separator) + len(piece.text) for piece in pieces[: max(ends)])
    offsets = Cleaning().kept(text)[:-1]
    kept = offsets[:length]
    behind = len(text) if len(offsets) <= length else kept[-1] + 1
    strips = (STRIPS,) if kept[0] > 0 or kept[-1] + 1 < behind else ()
    return strips if kept[-1] - kept[0] == length - 1 else (*strips, REMOVES)


_NAMES = {
    components.USERNAME: "userinfo",
    components.PASSWORD: "userinfo",
    components.HOST: "host",
    components.PORT: "port",
}


def _rewriting(run: WatchedRun) -> Mapping[str, tuple[Provision, ...]]:
    """Return the parser's steps that rewrite a piece, keyed by the piece's name."""
    told: dict[str, dict[Provision, None]] = {}
    for rule, place, _ in run.trace.rewritings:
        if place in _NAMES:
            provision = Provision(rule.citation, f"says that {rule.says}")
            told.setdefault(_NAMES[place], {})[provision] = None
    return FrozenMapping((name, tuple(provisions)) for name, provisions in told.items())


def _with_further(
    piece: Piece, removed: tuple[Provision, ...], further: Mapping[str, tuple[Provision, ...]]
) -> Piece:
    """Add the provisions that changed the text of a piece of the authority."""
    own = removed if piece.name == "host" else ()
    rewritten_by = (*own, *further.get(piece.name, ()))
    return attrs.evolve(piece, further=(*piece.further, *rewritten_by), rewritten_by=rewritten_by)
