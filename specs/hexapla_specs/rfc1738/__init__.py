"""RFC 1738, Uniform Resource Locators (T. Berners-Lee, L. Masinter, M. McCahill, December 1994).

The memo defines absolute URLs only (2.3), so that resolving what has no scheme is undefined here.
"""

import functools
import re
from datetime import date
from pathlib import Path

from hexapla.documents.citation import Citation, Document, Provision
from hexapla.grammar import Grammar
from hexapla.operations.equivalence import UNDECIDED, Judgement, Rewriting, Sameness
from hexapla.operations.escaping import EscapingRules, Kept
from hexapla.operations.extraction import ExtractionRules, Wrapper
from hexapla.operations.schemes import load_scheme_facts
from hexapla.standard.reference import Component, Form, Span
from hexapla.standard.resolution import (
    Move,
    NoUri,
    Outcome,
    Phase,
    Reason,
    Rule,
    Target,
    Trace,
    conclude,
    error,
)
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Syntax
from hexapla.text.escapes import MALFORMED, ascii_lower, unescaped_where, with_upper_digits
from hexapla.values.frozen import FrozenMapping

RFC1738 = Document(
    id="rfc1738",
    siglum="1738",
    label="RFC 1738",
    title="Uniform Resource Locators (URL)",
    date=date(1994, 12, 1),
    url="https://www.rfc-editor.org/rfc/rfc1738",
    authors=("T. Berners-Lee", "L. Masinter", "M. McCahill"),
    develops=("rfc1630",),
)


def _cite(section: str, title: str = "") -> Citation:
    return Citation(RFC1738, section, title)


# 2.1 The main parts of URLs, 3.1 Common Internet Scheme Syntax. The slash between host or port and
# url-path is no part of the url-path. A schemepart that does not begin with // is one part.

_COMMON = "Common Internet Scheme Syntax"
COMPONENTS = (
    Component("scheme", "scheme", _cite("2.1", "The main parts of URLs"), suffix=":"),
    Component("schemepart", "path", _cite("2.1", "The main parts of URLs")),
    Component("user", "authority", _cite("3.1", _COMMON), prefix="//"),
    Component("password", "authority", _cite("3.1", _COMMON), prefix=":"),
    Component("host", "authority", _cite("3.1", _COMMON), prefix="//"),
    Component("port", "authority", _cite("3.1", _COMMON), prefix=":"),
    Component("url-path", "path", _cite("3.1", _COMMON), prefix="/"),
)
# The text, then scheme, schemepart, user, password, host, port, url-path.
Split = tuple[
    str,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
    str | None,
]

FORM_NAMES = {
    Form.ABSOLUTE: "URL of the common Internet scheme syntax",
    Form.OPAQUE: "URL",
    Form.RELATIVE_PATH: "no URL",
    Form.EMPTY: "no URL",
}

# 2.1: scheme names; programs should take upper case for lower.

SCHEME = re.compile(r"[A-Za-z0-9+.\-]+")

# 5 BNF for specific URL schemes.

SYNTAX = Syntax(
    Grammar(Path(__file__).with_name("grammar.abnf")),
    roles={
        "reference": "url",
        "absolute": "genericurl",
        "scheme": "scheme",
        "authority": "login",
        "user information": "user",
        "host": "host",
        "port": "port",
        "path": "urlpath",
        "segment": "hsegment",
        "query": "search",
        "unreserved": "unreserved",
        "reserved": "reserved",
        "escape": "escape",
    },
    components=("scheme", "user", "password", "host", "port", "urlpath"),
    scheme_productions={
        "http": ("httpurl", "host", "port", "hpath", "search"),
        "ftp": ("ftpurl", "user", "password", "host", "port", "fpath", "ftptype"),
        "file": ("fileurl", "host", "fpath"),
        "gopher": ("gopherurl", "host", "port", "gtype", "selector", "search", "gopher-string"),
        "mailto": ("mailtourl", "encoded822addr"),
        "news": ("newsurl", "group", "article"),
        "nntp": ("nntpurl", "host", "port", "group", "digits"),
        "telnet": ("telneturl", "user", "password", "host", "port"),
        "wais": ("waisurl", "host", "port", "database", "search", "wtype", "wpath"),
        "prospero": ("prosperourl", "host", "port", "ppath", "fieldname", "fieldvalue"),
    },
    # 3.4.3: a tab, written %09, ends the selector.
    lazy=("selector", "search"),
    scheme_remark="the memo has no production for this scheme but genericurl",
)

# Rules.

CUT_SCHEME = Rule(
    Phase.SPLIT,
    Move.CUT_SCHEME,
    _cite("2.1", "The main parts of URLs"),
    "cuts the scheme at the colon",
)
CUT_COMMON = Rule(
    Phase.SPLIT,
    Move.CUT_AUTHORITY,
    _cite("3.1", _COMMON),
    "cuts user, password, host, port and url-path out of what follows //",
)
UNUSABLE_BASE = Rule(
    Phase.CLASSIFY, Move.TEST, _cite("2.1", "The main parts of URLs"), "needs a base that is a URL"
)
ABSOLUTE = Rule(
    Phase.CLASSIFY,
    Move.TEST,
    _cite("2.1", "The main parts of URLs"),
    "takes what has a scheme as a URL",
)
NO_RELATIVE = Rule(
    Phase.CLASSIFY,
    Move.TEST,
    _cite("2.3", "Hierarchical schemes and relative links"),
    "knows no URL without a scheme, and leaves relative ones to others",
)

# 2.1, 2.2: what may be written in more than one way; 3.1 to 3.11: what a scheme takes for granted.

_ENCODING = "URL Character Encoding Issues"
UNSAFE = frozenset(' <>"#%{}|\\^~[]`')

SCHEME_CASE = Provision(
    _cite("2.1", "The main parts of URLs"), "takes upper case in a scheme name for lower case"
)
HEXADECIMAL_DIGITS = Provision(
    _cite("2.2", _ENCODING), "writes the hexadecimal digits of an encoding in either case"
)
MAY_BE_ENCODED = Provision(
    _cite("2.2", _ENCODING),
    "interprets an octet alike, encoded or not, where its character is not reserved in the scheme",
)
RESERVED_MAY_CHANGE = Provision(
    _cite("2.2", _ENCODING),
    "says of a character reserved in the scheme that encoding it may change what a URL means",
)
MALFORMED_ENCODING = Provision(
    _cite("2.2", _ENCODING), "needs two hexadecimal digits behind a percent sign"
)
EMPTY_OR_NONE = Provision(
    _cite("3.1", _COMMON), "tells an empty user name or password from none at all"
)
OTHER_COMMANDS = Provision(
    _cite("3.2.2", "FTP url-path"),
    "reads the url-path of ftp as a series of commands, and these differ",
)
NO_URL = Provision(
    _cite("2.1", "The main parts of URLs"), "knows no URL without a scheme, and has none to compare"
)
MUST_BE_ENCODED = Provision(
    _cite("2.2", _ENCODING),
    'has alphanumerics and "$-_.+!*\'()," for data, and encodes the rest',
)
OCTETS = Provision(
    _cite("2.2", _ENCODING),
    "encodes octets, and knows the characters only of those that US-ASCII has",
)
SCHEME_FACTS = load_scheme_facts(Path(__file__).parents[1] / "schemes.json", RFC1738.date, ends="/")

# 3.2.2, 3.3, 3.4.1, 3.5: what these schemes reserve behind the login; 2.2: what others may.
RESERVED = frozenset(";/?:@=&")
RESERVED_IN = {"ftp": "/;", "http": "/;?", "gopher": "", "mailto": ""}

# Appendix: Recommendations for URLs in Context.

_APPENDIX = _cite("Appendix", "Recommendations for URLs in Context")
EXTRACTION = ExtractionRules(
    (
        Wrapper(
            "angle brackets and URL:",
            Provision(
                _APPENDIX,
                "delimits a URL by angle brackets with the prefix URL:, and ignores "
                "white space in between",
            ),
            "<",
            ">",
            prefixes=("URL:",),
        ),
        Wrapper(
            "prefix URL:",
            Provision(_APPENDIX, "sets a URL apart by the prefix URL: in front of it"),
            "URL:",
        ),
    ),
    hyphen=Provision(
        _APPENDIX, "leaves open whether a hyphen at the end of a line is part of the URL"
    ),
)

_NO_SCHEME = error("the base has no scheme: it is no URL", UNUSABLE_BASE.citation)
_UNDEFINED = NoUri(
    Outcome.UNDEFINED,
    reason=Reason("relative forms are not defined in this memo", NO_RELATIVE.citation),
)


class Rfc1738(Spec[Split]):
    """RFC 1738: absolute URLs, and a grammar for each scheme."""

    document = RFC1738
    components = COMPONENTS
    form_names = FORM_NAMES
    syntax = SYNTAX
    rules = (CUT_SCHEME, CUT_COMMON, UNUSABLE_BASE, ABSOLUTE, NO_RELATIVE)
    default_column = False
    extraction = EXTRACTION

    def split(self, text: str, trace: Trace | None = None) -> Split:
        """Cut the scheme (2.1), and what the common Internet scheme syntax (3.1) tells apart."""
        if trace is not None:
            trace.step(CUT_SCHEME, text)
            trace.step(CUT_COMMON, text)
        scheme, colon, rest = text.partition(":")
        if not colon or not SCHEME.fullmatch(scheme):
            return text, None, text, None, None, None, None, None
        if not rest.startswith("//"):
            return text, scheme, rest, None, None, None, None, None
        login, slash, url_path = rest[2:].partition("/")
        user, password, host, port = _login(login)
        return text, scheme, None, user, password, host, port, url_path if slash else None

    def form(self, parts: Split) -> Form:
        """Say whether a text is a URL, and of which kind."""
        text, scheme, schemepart, *_ = parts
        if scheme is None:
            return Form.RELATIVE_PATH if text else Form.EMPTY
        return Form.ABSOLUTE if schemepart is None else Form.OPAQUE

    def place(self, parts: Split) -> tuple[Span | None, ...]:
        """Give the span of each part; before a host stands // or, behind a user, @."""
        _, scheme, schemepart, user, password, host, port, url_path = parts
        spans: list[Span | None] = []
        position = 0
        for part, before in (
            (scheme, 0),
            (schemepart, 0 if scheme is None else 1),
            (user, 3),
            (password, 1),
            (host, 3 if user is None else 1),
            (port, 1),
            (url_path, 1),
        ):
            if part is None:
                spans.append(None)
                continue
            start = position + before
            position = start + len(part)
            spans.append(Span(start, position))
        return tuple(spans)

    def has_production(self, parts: Split) -> bool:
        """Say whether a text is a URL at all; the memo has no production for other ones."""
        return parts[1] is not None

    # 2.2 URL Character Encoding Issues.

    def escaping_rules(self) -> EscapingRules:
        """Give what may be written unencoded as data; it is the same in all parts of a URL."""
        return self._escaping_rules

    @functools.cached_property
    def _escaping_rules(self) -> EscapingRules:
        kept = Kept(self.characters("unreserved"), MUST_BE_ENCODED)
        classes = self.classes("safe", "extra", "unreserved", "reserved", "national", "punctuation")
        return EscapingRules(
            FrozenMapping(dict.fromkeys(("authority", "path", "query"), kept)),
            "ascii",
            OCTETS,
            MALFORMED_ENCODING,
            FrozenMapping({**classes, "unsafe": UNSAFE}),
        )

    def incomparable(self, text: str) -> Provision | None:
        """Refuse what is no URL."""
        if self.split(text)[1] is None:
            return NO_URL
        return MALFORMED_ENCODING if MALFORMED.search(text) else None

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Give the other ways of writing a URL: case, encoding, and what a scheme supplies."""
        return (
            Rewriting(SCHEME_CASE, _with_lower_scheme),
            Rewriting(HEXADECIMAL_DIGITS, with_upper_digits),
            Rewriting(MAY_BE_ENCODED, self._unencoded),
            *SCHEME_FACTS.rewritings("default-port", "void-path", "void-host"),
        )

    def _unencoded(self, text: str) -> str:
        """Decode what is not reserved; in a login, nothing that is (3.1)."""
        scheme, colon, schemepart = text.partition(":")
        needless = self.characters("unreserved")
        not_reserved = RESERVED - frozenset(RESERVED_IN.get(scheme, RESERVED))
        login, slash, url_path = schemepart[2:].partition("/")
        if not schemepart.startswith("//"):
            return scheme + colon + unescaped_where(schemepart, needless | not_reserved)
        url_path, semicolon, typecode = (
            url_path.partition(";") if scheme == "ftp" else (url_path, "", "")
        )
        return (
            f"{scheme}://{unescaped_where(login, needless)}"
            f"{slash}{unescaped_where(url_path, needless | not_reserved)}"
            f"{semicolon}{unescaped_where(typecode, needless)}"
        )

    def distinguish(self, left: str, right: str) -> Judgement:
        """Judge by an empty user name or password (3.1), by the commands of ftp (3.2.2)."""
        here, there = self.split(left), self.split(right)
        for field, other in zip(here[3:5], there[3:5], strict=True):
            if field != other and {field, other} == {None, ""}:
                return Judgement(Sameness.DIFFERENT, EMPTY_OR_NONE)
        same_login = here[1:7] == there[1:7] and here[1] == "ftp"
        if same_login and _other_commands(here[7], there[7]):
            return Judgement(Sameness.DIFFERENT, OTHER_COMMANDS)
        if unescaped_where(left, RESERVED) == unescaped_where(right, RESERVED):
            return Judgement(Sameness.UNDECIDED, RESERVED_MAY_CHANGE)
        return UNDECIDED

    # Appendix.

    def is_extracted_uri(self, text: str) -> bool:
        """Say whether a text is a URL, with or without a fragment identifier behind it."""
        text = _with_lower_scheme(text)
        return self.reach(text, 0, len(text)) == len(text)

    def reach(self, text: str, start: int, stop: int) -> int | None:
        """Give how far genericurl goes, and the fragment identifier behind it."""
        assert self.grammar is not None
        reached = self.grammar.reach("genericurl", text, start, stop)
        if reached is None or not text.startswith("#", reached) or reached >= stop:
            return reached
        return self.grammar.reach("urlpath", text, reached + 1, stop)

    def resolve_parts(self, base: Split, reference: Split, trace: Trace | None = None) -> Target:
        """Give a URL as it is written; of relative ones the memo says nothing."""
        if base[1] is None:
            return conclude(UNUSABLE_BASE, _NO_SCHEME, trace)
        if reference[1] is None:
            return conclude(NO_RELATIVE, _UNDEFINED, trace)
        return conclude(ABSOLUTE, reference[0], trace)


def _with_lower_scheme(text: str) -> str:
    scheme, colon, schemepart = text.partition(":")
    return ascii_lower(scheme) + colon + schemepart


_OCTETS = frozenset(map(chr, range(256)))
_TYPECODE = re.compile(r"(?P<arguments>[^;]*)(?:;type=(?P<typecode>.))?", re.IGNORECASE | re.DOTALL)


def _other_commands(url_path: str | None, other: str | None) -> bool:
    """3.2.2: say whether two url-paths give other commands.

    The arguments of CWD and the name are decoded; a typecode that is omitted is guessed (3.2.3),
    and a fragment is no part of the URL (2.2). Nothing is said of a url-path that is omitted.
    """
    if url_path is None or other is None:
        return False
    here = _TYPECODE.fullmatch(url_path.partition("#")[0])
    there = _TYPECODE.fullmatch(other.partition("#")[0])
    if here is None or there is None:
        return False
    types = [found["typecode"] and ascii_lower(found["typecode"]) for found in (here, there)]
    arguments = [
        [unescaped_where(argument, _OCTETS) for argument in found["arguments"].split("/")]
        for found in (here, there)
    ]
    return arguments[0] != arguments[1] or (None not in types and types[0] != types[1])


def _login(login: str) -> tuple[str | None, str | None, str, str | None]:
    """3.1: [ user [ ":" password ] "@" ] host [ ":" port ]; empty and none differ."""
    user: str | None = None
    password: str | None = None
    before, at, hostport = login.rpartition("@")
    if at:
        user, colon, after = before.partition(":")
        password = after if colon else None
    host, colon, after = hostport.partition(":")
    return user, password, host, after if colon else None


SPEC = Rfc1738()
