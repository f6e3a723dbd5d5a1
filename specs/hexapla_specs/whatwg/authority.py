"""URL Standard, 4.4: the boundaries of the components, with the states that set them.

The components are those of the URL record, with username and password joined as userinfo. The
pieces are the components as written in the cleaned input.
"""

from collections.abc import Iterator, Mapping

import attrs

from hexapla.documents.citation import Provision
from hexapla.documents.reading import Choice
from hexapla.operations.authority import COMPONENT_NAMES, Piece, UrlComponents
from hexapla.operations.division import DividedUrl, UrlDivision
from hexapla.standard.phases import NoUri
from hexapla.values.checked import checked
from hexapla_specs.whatwg import former, phases, rules
from hexapla_specs.whatwg.cleaning import scalar_values
from hexapla_specs.whatwg.components import (
    FRAGMENT,
    HOST,
    PASSWORD,
    PATH,
    PORT,
    QUERY,
    SCHEME,
    USERNAME,
    Url,
    provision,
)
from hexapla_specs.whatwg.history import AS_OF, PARSERS, parser_as_of
from hexapla_specs.whatwg.parsing import TextParser
from hexapla_specs.whatwg.phases import WatchedRun
from hexapla_specs.whatwg.states import UrlParser

# Removed characters: steps before the states.

STRIPS = provision("4.4", "strips controls and spaces from the start and the end of the input")
REMOVES = provision("4.4", "removes all tabs and line ends")

# Earlier versions stripped other characters, and skipped tabs and line ends in the states.

STRIPS_WHITE_SPACE = provision(
    "4.4", "strips ASCII whitespace from the start and the end of the input"
)
SKIPS_TABS = provision(
    "4.4, authority state to fragment state", "skips tabs and line ends in components"
)

# Scheme state, and the states that look for an authority.

SCHEME_ENDS = provision("4.4, scheme state", "ends the scheme at the first colon")
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


ENDS = _ends("authority", "the authority", ", because the scheme is special")
FILE_ENDS = _ends("file host", "the host of a file URL")
AT_SIGN = provision("4.4, authority state", 'ends username and password at the "@"')
LAST_AT_SIGN = provision(
    "4.4, authority state",
    'ends username and password at the last "@", and percent-encodes each "@" before it',
)
COLON = provision("4.4, host state", 'begins the port after the ":" that follows the host')
FIRST_COLON = provision(
    "4.4, host state", 'begins the port after the first ":" outside square brackets'
)
BRACKET = provision("4.4, host state", "treats a colon inside square brackets as part of the host")

# The states that end the path or the query.


def _ends_at(sign: str, component: str, *states: str) -> dict[str, Provision]:
    """Return the provision that begins a component in each of the states."""
    does = f'begins the {component} after the first "{sign}"'
    return {state: provision(f"4.4, {state}", does) for state in states}


_PATH_STATES = ("path start state", "path state", "opaque path state")
QUERY_BEGINS = _ends_at("?", "query", *_PATH_STATES)
FRAGMENT_BEGINS = _ends_at("#", "fragment", *_PATH_STATES, "query state")


class WhatwgDivision(UrlDivision):
    """The components of the URL record, with the parser states that set their boundaries."""

    @property
    def _parser(self) -> TextParser:
        """The parser as of the date chosen by the reading as-of."""
        return parser_as_of(self.spec.options)

    def divide(self, text: str) -> DividedUrl:
        """Split the URL record that a string parses to without a base; any `str` is accepted."""
        told = phases.watched(self._parser, checked(text, "text"), None)
        pieces = tuple(_pieces(told.run))
        url = told.run.url
        if isinstance(url, NoUri):
            assert url.reason is not None
            refusal = Provision(url.reason.citation, f"says that {url.reason.says}")
            return DividedUrl(self.selector, text, UrlComponents.of({}), pieces, refusal=refusal)
        rewriting = _rewriting(told)
        return DividedUrl(
            self.selector,
            text,
            _components(url),
            tuple(_with_further(piece, rewriting.get(piece.name, ())) for piece in pieces),
            no_authority=NO_AUTHORITY if url.host is None and url.path[:1] == "/" else None,
        )

    def consulted(self, divided: DividedUrl) -> tuple[Choice, ...]:
        """Return the chosen date if the parser's result depends on the date; otherwise nothing."""
        # Failures are equal even if their reasons differ.
        records = {parser.url_of(divided.text) for parser in PARSERS.values()}
        return (Choice(AS_OF.name, self.spec.options[AS_OF.name]),) if len(records) > 1 else ()

    def host(self, text: str) -> str | None:
        """Return the host of the URL record; raise `LookupError` if parsing returns failure."""
        url = self._parser.url_of(text)
        if isinstance(url, NoUri):
            raise LookupError(url)
        return url.host


def _pieces(run: UrlParser) -> Iterator[Piece]:
    """Yield the components of an input as written, after cleaning; none if it has no scheme."""
    written = {place: run.text[start:stop] for place, (start, stop, _) in run.cuts.items()}
    if SCHEME not in written:
        return
    yield Piece("scheme", written[SCHEME], ends=SCHEME_ENDS)
    separator = ":"
    begins = SCHEME_ENDS
    if HOST in written:
        separator = ""
        begins = _authority_ends(run)
        yield from _pieces_of_authority(run, written, begins)
    elif run.scheme == "file":
        separator = ""
        begins = FILE_WITHOUT_HOST
        yield Piece("host", "", ":", begins, begins)
    yield Piece("path", written[PATH], separator, begins)
    state = _state_after_path(run)
    if QUERY in written:
        yield Piece("query", written[QUERY], "?", QUERY_BEGINS[state])
        state = "query state"
    if FRAGMENT in written:
        yield Piece("fragment", written[FRAGMENT], "#", FRAGMENT_BEGINS[state])


def _state_after_path(run: UrlParser) -> str:
    """Return the state that finds the end of the path of a URL with a scheme."""
    if run.has_opaque_path:
        return "opaque path state"
    _, _, section = run.cuts[PATH]
    return section if section == "path start state" else "path state"


def _pieces_of_authority(
    run: UrlParser, written: Mapping[int, str], ends: Provision
) -> Iterator[Piece]:
    """Yield the username and password, the host and the port, given what ends the authority."""
    host = written[HOST]
    host_start, _, _ = run.cuts[HOST]
    start, _, _ = run.cuts.get(USERNAME, run.cuts[HOST])
    separator = run.text[len(written[SCHEME]) : start]
    begins = _authority_begins(run, separator)
    if start < host_start:
        userinfo = run.text[start : host_start - len("@")]
        yield Piece("userinfo", userinfo, separator, begins)
        separator = "@"
        begins = LAST_AT_SIGN if "@" in userinfo else AT_SIGN
    further = (BRACKET,) if "[" in host and run.scheme != "file" else ()
    if PORT not in written:
        yield Piece("host", host, separator, begins, ends, further)
    else:
        yield Piece("host", host, separator, begins, further=further)
        colon = FIRST_COLON if ":" in written[PORT] else COLON
        yield Piece("port", written[PORT], ":", colon, ends)


def _authority_begins(run: UrlParser, separator: str) -> Provision:
    """Return the provision that sets the start of the authority, given the text before it."""
    if run.scheme == "file":
        return FILE_BEGINS
    if not run.special:
        return BEGINS
    if "\\" in separator:
        return BACKSLASHES
    return SPECIAL_BEGINS if separator == "://" else ANY_SLASHES


def _authority_ends(run: UrlParser) -> Provision:
    """Return the provision that sets the end of the authority."""
    _, stop, _ = run.cuts.get(PORT, run.cuts[HOST])
    c = run.text[stop : stop + 1]
    return FILE_ENDS.get(c, DRIVE_LETTER) if run.scheme == "file" else ENDS[c]


def _components(url: Url) -> UrlComponents:
    """Return the components of a URL record, with username and password as the userinfo."""
    scheme, userinfo, password, *others = url
    if password is not None:
        userinfo = f"{userinfo or ''}:{password}"
    values = (scheme, userinfo, *others)
    return UrlComponents.of(dict(zip(COMPONENT_NAMES, values, strict=True)))


def _removed(told: WatchedRun) -> tuple[Provision, ...]:
    """Return the provisions under which characters before or in the authority were removed.

    If the authority ends the input, characters removed after it count as well. In a file URL
    without an authority, the characters removed before or in the scheme and its colon count.
    """
    run = told.run
    cuts = run.cuts
    _, length, _ = cuts.get(PORT, cuts.get(HOST, (0, len("file:"), "")))
    text = scalar_values(told.text)
    offsets = run.cleaning.removing_tabs().kept(text)[:-1]
    kept = offsets[:length]
    behind = len(text) if len(offsets) <= length else kept[-1] + 1
    provisions: list[Provision] = []
    if kept[0] > 0 or kept[-1] + 1 < behind:
        provisions.append(_STRIPPING[run.cleaning.strips])
    if kept[-1] - kept[0] != length - 1:
        provisions.append(REMOVES if run.cleaning.removes_tabs else SKIPS_TABS)
    return tuple(provisions)


_STRIPPING = {rules.STRIPS: STRIPS, former.STRIPS_WHITE_SPACE: STRIPS_WHITE_SPACE}


_NAMES = {USERNAME: "userinfo", PASSWORD: "userinfo", HOST: "host", PORT: "port"}


def _rewriting(told: WatchedRun) -> Mapping[str, tuple[Provision, ...]]:
    """Return the provisions that change a piece of the authority, keyed by the piece's name.

    Characters removed in or around the authority count as a change of the host; see `_removed`.
    """
    found: dict[str, dict[Provision, None]] = {"host": dict.fromkeys(_removed(told))}
    for rule, place, _ in told.trace.rewritings:
        if place in _NAMES:
            provision = Provision(rule.citation, f"says that {rule.says}")
            found.setdefault(_NAMES[place], {})[provision] = None
    return {name: tuple(provisions) for name, provisions in found.items()}


def _with_further(piece: Piece, rewritten_by: tuple[Provision, ...]) -> Piece:
    """Add the provisions that changed the text of a piece of the authority."""
    return attrs.evolve(piece, further=(*piece.further, *rewritten_by), rewritten_by=rewritten_by)
