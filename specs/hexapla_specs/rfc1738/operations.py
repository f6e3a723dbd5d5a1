"""RFC 1738: escaping, equivalence, schemes, FTP access, and finding URLs in context."""

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from hexapla.documents.citation import Provision
from hexapla.operations.equivalence import (
    EquivalenceRules,
    Rewriting,
    Rung,
    Sameness,
    load_scheme_facts,
)
from hexapla.operations.escaping import Escaping
from hexapla.operations.extraction import Extraction, Wrapper
from hexapla.operations.schemes import Access, Command, Schemes, decoded
from hexapla.text import escapes
from hexapla.text.escapes import ascii_lower, unescaped_where, with_lower_scheme, with_upper_digits
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc1738.syntax import RFC1738, Url, parse, provision

# RFC 1738, 2.2: URL Character Encoding Issues.

UNSAFE = frozenset(' <>"#%{}|\\^~[]`')

MUST_BE_ENCODED = provision(
    "2.2", 'writes alphanumerics and "$-_.+!*\'()," as they are, and encodes all other data'
)
ENCODES_OCTETS = provision(
    "2.2", "encodes octets, and assigns characters only to the octets of US-ASCII"
)
MALFORMED_ENCODING = provision("2.2", "needs two hexadecimal digits after a percent sign")


class Rfc1738Escaping(Escaping):
    """Escaping; the same characters are allowed as data in all parts of a URL."""

    charset = "ascii"
    charset_provision = ENCODES_OCTETS
    malformed = MALFORMED_ENCODING
    keeps = dict.fromkeys(("authority", "path", "query"), ("unreserved", MUST_BE_ENCODED))
    class_rules = ("safe", "extra", "unreserved", "reserved", "national", "punctuation")

    @functools.cached_property
    def classes(self) -> Mapping[str, frozenset[str]]:
        """The character classes of the grammar, and the unsafe characters."""
        return FrozenMapping({**super().classes, "unsafe": UNSAFE})


# RFC 1738, 2.1, 2.2 and 3: different ways to write the same URL.

# 2.1 The main parts of URLs.

NO_URL = provision("2.1", "defines no URL without a scheme, so there is none to compare")
SCHEME_CASE = provision("2.1", "treats upper case in a scheme name as lower case")

# 2.2 URL Character Encoding Issues.

HEXADECIMAL_DIGITS = provision("2.2", "allows the hexadecimal digits of an encoding in either case")
MAY_BE_ENCODED = provision(
    "2.2",
    "interprets an octet in the same way, encoded or not, if its character is not reserved in the "
    "scheme",
)
RESERVED_MAY_CHANGE = provision(
    "2.2", "says that encoding a character reserved in the scheme may change the meaning of a URL"
)

# Section 3, Specific Schemes: the defaults of each scheme (3.2 to 3.11), and the characters that a
# scheme reserves after the login (3.2.2, 3.3, 3.4.1, 3.5). Section 2.2 lists the characters that
# other schemes may reserve.

EMPTY_OR_NONE = provision("3.1", "distinguishes an empty user name or password from an absent one")
OTHER_COMMANDS = provision(
    "3.2.2", "reads the url-path of ftp as a series of commands, which differ here"
)
# A slash ends a login (3.1), and a fragment identifier follows a URL (2.2).
SCHEME_FACTS = load_scheme_facts(
    Path(__file__).parents[1] / "schemes.json", RFC1738.date, ends="/#"
)
RESERVED = frozenset(";/?:@=&")
# For news, the at-sign distinguishes an article from a group, and nothing else is reserved (3.6).
RESERVED_IN = {"ftp": "/;", "http": "/;?", "gopher": "", "mailto": "", "news": "@"}


class Rfc1738Equivalence(EquivalenceRules):
    """The different ways to write the same URL: case, encoding, and the defaults of its scheme."""

    def incomparable(self, text: str) -> Provision | None:
        """Return the provision that rules out comparing a string, if any."""
        if self._parsed(text).scheme is None:
            return NO_URL
        if escapes.MALFORMED.search(text):
            return MALFORMED_ENCODING
        return None

    def _parsed(self, text: str) -> Url:
        return parse(text, self.spec.options, None)

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Return the rewritings that keep a URL equivalent."""
        return (
            Rewriting(SCHEME_CASE, with_lower_scheme, Rung.CASE),
            Rewriting(HEXADECIMAL_DIGITS, in_the_url(with_upper_digits), Rung.CASE),
            Rewriting(MAY_BE_ENCODED, in_the_url(self._unencoded), Rung.ESCAPES),
            *SCHEME_FACTS.rewritings("default-port", "void-path", "void-host"),
        )

    def _unencoded(self, url: str) -> str:
        """Decode characters that needn't be encoded.

        In a login (3.1) and in a typecode, the reserved characters stay encoded.
        """
        scheme, colon, schemepart = url.partition(":")
        needless = self.characters("unreserved")
        not_reserved = RESERVED - frozenset(RESERVED_IN.get(scheme, RESERVED))
        login, slash, url_path = schemepart[2:].partition("/")
        if not schemepart.startswith("//"):
            return scheme + colon + unescaped_where(schemepart, needless | not_reserved)
        semicolon = typecode = ""
        if scheme == "ftp":
            url_path, semicolon, typecode = url_path.partition(";")
        return (
            f"{scheme}://{unescaped_where(login, needless)}"
            f"{slash}{unescaped_where(url_path, needless | not_reserved)}"
            f"{semicolon}{unescaped_where(typecode, needless)}"
        )

    def distinguish(self, left: str, right: str) -> tuple[Sameness, Provision | None]:
        """Return the verdict on two URLs that still differ after all rewritings.

        They are different if a user name or a password is empty in one URL and absent in the other
        (3.1), or if they stand for different FTP commands (3.2.2). All other differences leave the
        decision open.
        """
        here = self._parsed(left.partition("#")[0])
        there = self._parsed(right.partition("#")[0])
        for field, other in ((here.user, there.user), (here.password, there.password)):
            if field != other and {field, other} == {None, ""}:
                return Sameness.DIFFERENT, EMPTY_OR_NONE
        same_login = here[1:7] == there[1:7] and here.scheme == "ftp"
        if same_login and _other_commands(here.url_path, there.url_path):
            return Sameness.DIFFERENT, OTHER_COMMANDS
        if unescaped_where(left, RESERVED) == unescaped_where(right, RESERVED):
            return Sameness.UNDECIDED, RESERVED_MAY_CHANGE
        return Sameness.UNDECIDED, None


def in_the_url(rewrite: Callable[[str], str]) -> Callable[[str], str]:
    """Make a rewriting skip the fragment identifier, which isn't part of a URL (2.2)."""

    def rewritten(text: str) -> str:
        url, mark, fragment = text.partition("#")
        return rewrite(url) + mark + fragment

    return rewritten


_TYPECODE = re.compile(r"(?P<arguments>[^;]*)(?:;type=(?P<typecode>.))?", re.IGNORECASE | re.DOTALL)


def _other_commands(url_path: str | None, other: str | None) -> bool:
    """Return whether two url-paths certainly stand for different commands (3.2.2).

    The arguments of CWD and the file name are decoded. If the typecode is omitted, clients guess it
    (3.2.3). The RFC doesn't say what an omitted url-path means.
    """
    if url_path is None or other is None:
        return False
    here = _TYPECODE.fullmatch(url_path)
    there = _TYPECODE.fullmatch(other)
    if here is None or there is None:
        return False
    types = [match["typecode"] and ascii_lower(match["typecode"]) for match in (here, there)]
    arguments = [
        [unescaped_where(argument, escapes.OCTETS) for argument in match["arguments"].split("/")]
        for match in (here, there)
    ]
    return arguments[0] != arguments[1] or (None not in types and types[0] != types[1])


# RFC 1738, 5: BNF for specific URL schemes.

TAB = provision(
    "3.4.1",
    "ends the selector, and the search after it, at an encoded tab, which no selector can contain",
)


class Rfc1738Schemes(Schemes):
    """The production for each scheme defined in 3.2 to 3.11."""

    productions = FrozenMapping(
        {
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
        }
    )
    lazy = ("selector", "search")
    preferences = FrozenMapping({"gopher": TAB})
    # 3.4.4 to 3.4.9.
    divisions = FrozenMapping(
        {
            "gopher-string": (
                "gopher-plus",
                "item-view",
                "item-form",
                "item-attributes",
                "directory-attributes",
                "alternate-view",
                "filled-form",
                "attribute-name",
                "view-name",
                "language-name",
                "ask-item-value",
            )
        }
    )


# RFC 1738, 3.2 FTP: the commands that an FTP URL stands for.
#
# Arguments are decoded (3.2.2). An argument with an encoded line break must not be sent unchanged
# (section 6).

# 3.2.1 FTP Name and Password.

SUPPLIED = provision("3.2.1", "uses the user name and password that the URL supplies")
ANONYMOUS = provision(
    "3.2.1", "supplies the user name anonymous if the URL has none and the server asks for one"
)
MAIL_ADDRESS = provision(
    "3.2.1", "supplies the user's Internet mail address as the password for anonymous"
)
ASK_USER = provision("3.2.1", "asks the user for a password if the URL has only a user name")

# 3.2.2 FTP url-path, 3.2.3 FTP Typecode is Optional.

CWD = provision("3.2.2", "changes the directory to each part of the url-path except the last")
NLST = provision("3.2.2", "lists the names in the directory if the typecode is d")
TYPE = provision("3.2.2", "uses the typecode as the type of the transfer")
GUESSED = provision("3.2.3", "lets the client guess the type if the URL gives none")
RETR = provision("3.2.2", "accesses the file by its name, for example by retrieving it")

_PORT = SCHEME_FACTS.of("ftp", "default-port")


class Rfc1738Access(Access):
    """The commands that a client sends for an FTP URL."""

    productions = FrozenMapping({"ftp": Rfc1738Schemes.productions["ftp"]})
    default_ports = FrozenMapping({} if _PORT is None else {"ftp": _PORT.value})

    def sequence(self, parts: Mapping[str, str]) -> Iterator[Command]:
        """Yield the commands of the login (3.2.1), then those of the url-path (3.2.2).

        If the url-path is omitted, only the commands of the login are yielded. The RFC allows this
        omission, but doesn't say what it means.
        """
        yield from _login(parts.get("user"), parts.get("password"))
        if "fpath" in parts:
            yield from _path(parts["fpath"], parts.get("ftptype"))


def _login(user: str | None, password: str | None) -> Iterator[Command]:
    if user is None:
        yield Command("USER", "anonymous", ANONYMOUS, on_request=True)
        yield Command("PASS", None, MAIL_ADDRESS, on_request=True)
        return
    yield Command("USER", decoded(user), SUPPLIED)
    if password is None:
        yield Command("PASS", None, ASK_USER, on_request=True)
    else:
        yield Command("PASS", decoded(password), SUPPLIED)


def _path(fpath: str, typecode: str | None) -> Iterator[Command]:
    """Yield the commands of a path (3.2.2); an encoded slash is part of an argument."""
    *directories, name = map(decoded, fpath.split("/"))
    for directory in directories:
        yield Command("CWD", directory, CWD)
    if typecode is not None and typecode in "dD":
        yield Command("NLST", name, NLST)
        return
    yield Command("TYPE", typecode, GUESSED if typecode is None else TYPE)
    yield Command("RETR", name, RETR)


# RFC 1738, Appendix: Recommendations for URLs in Context.


class Rfc1738Extraction(Extraction):
    """URLs with the prefix "URL:"; angle brackets may enclose the prefix and the URL."""

    wrappers = (
        Wrapper(
            "angle brackets and URL:",
            provision(
                "Appendix",
                "delimits a URL by angle brackets and the prefix URL:, and ignores white space "
                "inside",
            ),
            "<",
            ">",
            prefixes=("URL:",),
        ),
        Wrapper(
            "prefix URL:",
            provision("Appendix", "marks a URL with the prefix URL:"),
            "URL:",
        ),
    )
    hyphen = provision(
        "Appendix", "leaves open whether a hyphen at the end of a line is part of the URL"
    )

    def is_uri(self, text: str) -> bool:
        """Return whether a string is a URL, possibly with a fragment identifier."""
        text = with_lower_scheme(text)
        return self.reach(text, 0, len(text)) == len(text)

    def reach(self, text: str, start: int, stop: int) -> int | None:
        """Return the offset at which a genericurl ends, including any fragment identifier.

        The result is None if there is no genericurl.
        """
        end = self.grammar.reach("genericurl", text, start, stop)
        if end is None or not text.startswith("#", end) or end >= stop:
            return end
        return self.grammar.reach("urlpath", text, end + 1, stop)
