"""RFC 1738, Uniform Resource Locators (T. Berners-Lee, L. Masinter, M. McCahill, December 1994).

It defines absolute URLs only (2.3), so that resolving what has no scheme is undefined here.
"""

import functools
import re
from pathlib import Path

from hexapla.documents.citation import Provision
from hexapla.operations.equivalence import UNDECIDED, Judgement, Rewriting, Sameness
from hexapla.operations.escaping import EscapingRules, Kept
from hexapla.operations.extraction import ExtractionRules, Wrapper
from hexapla.operations.schemes import load_scheme_facts
from hexapla.standard.spec import Spec
from hexapla.text.escapes import MALFORMED, ascii_lower, unescaped_where, with_upper_digits
from hexapla.text.span import Span
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc1738 import resolving
from hexapla_specs.rfc1738.document import RFC1738, cite
from hexapla_specs.rfc1738.syntax import (
    COMPONENTS,
    FORM_NAMES,
    PARSING,
    SYNTAX,
    Parsed,
    form,
    spans,
)

_COMMON = "Common Internet Scheme Syntax"

# 2.1, 2.2: what may be written in more than one way; 3.1 to 3.11: what a scheme takes for granted.

_ENCODING = "URL Character Encoding Issues"
UNSAFE = frozenset(' <>"#%{}|\\^~[]`')

SCHEME_CASE = Provision(
    cite("2.1", "The main parts of URLs"), "takes upper case in a scheme name for lower case"
)
HEXADECIMAL_DIGITS = Provision(
    cite("2.2", _ENCODING), "writes the hexadecimal digits of an encoding in either case"
)
MAY_BE_ENCODED = Provision(
    cite("2.2", _ENCODING),
    "interprets an octet alike, encoded or not, where its character is not reserved in the scheme",
)
RESERVED_MAY_CHANGE = Provision(
    cite("2.2", _ENCODING),
    "says of a character reserved in the scheme that encoding it may change what a URL means",
)
MALFORMED_ENCODING = Provision(
    cite("2.2", _ENCODING), "needs two hexadecimal digits behind a percent sign"
)
EMPTY_OR_NONE = Provision(
    cite("3.1", _COMMON), "tells an empty user name or password from none at all"
)
OTHER_COMMANDS = Provision(
    cite("3.2.2", "FTP url-path"),
    "reads the url-path of ftp as a series of commands, and these differ",
)
NO_URL = Provision(
    cite("2.1", "The main parts of URLs"), "knows no URL without a scheme, and has none to compare"
)
MUST_BE_ENCODED = Provision(
    cite("2.2", _ENCODING),
    'has alphanumerics and "$-_.+!*\'()," for data, and encodes the rest',
)
OCTETS = Provision(
    cite("2.2", _ENCODING),
    "encodes octets, and knows the characters only of those that US-ASCII has",
)
SCHEME_FACTS = load_scheme_facts(Path(__file__).parents[1] / "schemes.json", RFC1738.date, ends="/")

# 3.2.2, 3.3, 3.4.1, 3.5: what these schemes reserve behind the login; 2.2: what others may.
RESERVED = frozenset(";/?:@=&")
RESERVED_IN = {"ftp": "/;", "http": "/;?", "gopher": "", "mailto": ""}

# Appendix: Recommendations for URLs in Context.

_APPENDIX = cite("Appendix", "Recommendations for URLs in Context")
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


class Rfc1738(Spec):
    """RFC 1738: absolute URLs, and a grammar for each scheme."""

    document = RFC1738
    components = COMPONENTS
    form_names = FORM_NAMES
    syntax = SYNTAX
    rules = (*(step.rule for step in PARSING if step.rule), *resolving.RULES)
    candidate = True
    extraction = EXTRACTION

    parsing = PARSING
    form = staticmethod(form)
    classify = staticmethod(resolving.classify)
    combine = staticmethod(resolving.combine)
    remove_dots = staticmethod(resolving.remove_dots)
    recombine = staticmethod(resolving.recombine)

    def spans_of(self, parts: Parsed) -> tuple[Span | None, ...]:
        """Return the span of each part, in code points."""
        return spans(parts)

    def has_production(self, parts: Parsed) -> bool:
        """Say whether a text is a URL at all; there is no production for other ones."""
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


SPEC = Rfc1738()
