"""RFC 1738, 2.1, 2.2 and 3: what may be written in more than one way, and what may not."""

import re
from collections.abc import Callable
from pathlib import Path

from hexapla.documents.citation import Provision
from hexapla.operations.equivalence import EquivalenceRules, Judgement, Rewriting, Sameness
from hexapla.operations.scheme_facts import load_scheme_facts
from hexapla.text.escapes import (
    MALFORMED,
    OCTETS,
    ascii_lower,
    unescaped_where,
    with_lower_scheme,
    with_upper_digits,
)
from hexapla_specs.rfc1738.document import RFC1738, cite
from hexapla_specs.rfc1738.escaping import MALFORMED_ENCODING

# 2.1 The main parts of URLs.

NO_URL = Provision(
    cite("2.1", "The main parts of URLs"), "knows no URL without a scheme, and has none to compare"
)
SCHEME_CASE = Provision(
    cite("2.1", "The main parts of URLs"), "treats upper case in a scheme name as lower case"
)

# 2.2 URL Character Encoding Issues.

_ENCODING = "URL Character Encoding Issues"
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

# 3 Specific Schemes: what a scheme takes for granted (3.2 to 3.11), and what it reserves after the
# login (3.2.2, 3.3, 3.4.1, 3.5); 2.2: what others may reserve.

EMPTY_OR_NONE = Provision(
    cite("3.1", "Common Internet Scheme Syntax"),
    "tells an empty user name or password from none at all",
)
OTHER_COMMANDS = Provision(
    cite("3.2.2", "FTP url-path"),
    "reads the url-path of ftp as a series of commands, and these differ",
)
# A login ends at a slash (3.1), a URL before a fragment identifier (2.2).
SCHEME_FACTS = load_scheme_facts(
    Path(__file__).parents[1] / "schemes.json", RFC1738.date, ends="/#"
)
RESERVED = frozenset(";/?:@=&")
# 3.6: the at-sign tells an article from a group, and nothing else is reserved.
RESERVED_IN = {"ftp": "/;", "http": "/;?", "gopher": "", "mailto": "", "news": "@"}


class Rfc1738Equivalence(EquivalenceRules):
    """The ways of writing a URL: case, encoding, and what a scheme supplies."""

    def incomparable(self, text: str) -> Provision | None:
        """Refuse what is no URL."""
        if self.spec.split(text)[1] is None:
            return NO_URL
        return MALFORMED_ENCODING if MALFORMED.search(text) else None

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Return the other ways of writing a URL."""
        return (
            Rewriting(SCHEME_CASE, with_lower_scheme),
            Rewriting(HEXADECIMAL_DIGITS, in_the_url(with_upper_digits)),
            Rewriting(MAY_BE_ENCODED, in_the_url(self._unencoded)),
            *SCHEME_FACTS.rewritings("default-port", "void-path", "void-host"),
        )

    def _unencoded(self, url: str) -> str:
        """Decode what is not reserved; in a login, nothing that is (3.1)."""
        scheme, colon, schemepart = url.partition(":")
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
        here, there = (self.spec.split(text.partition("#")[0]) for text in (left, right))
        for field, other in zip(here[3:5], there[3:5], strict=True):
            if field != other and {field, other} == {None, ""}:
                return Sameness.DIFFERENT, EMPTY_OR_NONE
        same_login = here[1:7] == there[1:7] and here[1] == "ftp"
        if same_login and _other_commands(here[7], there[7]):
            return Sameness.DIFFERENT, OTHER_COMMANDS
        if unescaped_where(left, RESERVED) == unescaped_where(right, RESERVED):
            return Sameness.UNDECIDED, RESERVED_MAY_CHANGE
        return Sameness.UNDECIDED, None


def in_the_url(rewrite: Callable[[str], str]) -> Callable[[str], str]:
    """2.2: return a rewriting that leaves a fragment identifier alone: it is no part of a URL."""

    def rewritten(text: str) -> str:
        url, mark, fragment = text.partition("#")
        return rewrite(url) + mark + fragment

    return rewritten


_TYPECODE = re.compile(r"(?P<arguments>[^;]*)(?:;type=(?P<typecode>.))?", re.IGNORECASE | re.DOTALL)


def _other_commands(url_path: str | None, other: str | None) -> bool:
    """3.2.2: return whether two url-paths give other commands.

    The arguments of CWD and the name are decoded; a typecode that is omitted is guessed (3.2.3).
    Nothing is said of a url-path that is omitted.
    """
    if url_path is None or other is None:
        return False
    here = _TYPECODE.fullmatch(url_path)
    there = _TYPECODE.fullmatch(other)
    if here is None or there is None:
        return False
    types = [match["typecode"] and ascii_lower(match["typecode"]) for match in (here, there)]
    arguments = [
        [unescaped_where(argument, OCTETS) for argument in match["arguments"].split("/")]
        for match in (here, there)
    ]
    return arguments[0] != arguments[1] or (None not in types and types[0] != types[1])
