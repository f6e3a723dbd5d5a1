"""RFC 1630: escaping, equivalence, schemes, FTP access, the context, and finding URLs in text."""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from hexapla.documents.citation import Provision
from hexapla.operations.base import BasePrecedence, BaseRule, BaseSource
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
from hexapla.standard.component import recombined
from hexapla.text.escapes import MALFORMED, OCTETS, ascii_lower, escaped_octets, unescaped_where
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc1630.syntax import RESERVED_SET, RFC1630, Uri, parse, provision

# RFC 1630, "Reserved characters", "Unsafe characters", "Encoding reserved characters".

ENCODING = "Encoding reserved characters"
SAFE_SETS = "REDUCED OR INCREASED SAFE CHARACTER SETS"

IN_A_PATH = provision(
    "BNF of Generic URI Syntax",
    "allows the characters of xpalpha in a path, and encodes all others",
    "xpalpha",
)
IN_XALPHAS = provision(
    "BNF of Generic URI Syntax",
    "allows the characters of xalpha, and encodes all others, including real plus signs",
    "xalpha",
)
LATIN_1 = provision(
    ENCODING,
    "encodes characters by their ISO Latin 1 codes, and can't encode any others",
    "CONVENTIONAL URI ENCODING SCHEME",
)
RESERVED_PERCENT = provision(
    ENCODING,
    "reserves a percent sign without two hexadecimal digits for future use, so it is illegal",
    f"{SAFE_SETS}; Example 3",
)


class Rfc1630Escaping(Escaping):
    """Escaping with the conventional encoding scheme; the grammar decides what is not escaped."""

    charset = "latin-1"
    charset_provision = LATIN_1
    malformed = RESERVED_PERCENT
    keeps = {"path": ("xpalpha", IN_A_PATH)} | dict.fromkeys(
        ("query", "fragment"), ("xalpha", IN_XALPHAS)
    )
    class_rules = ("alpha", "digit", "safe", "extra", "reserved", "national", "punctuation")
    reserved_segments = frozenset((".", ".."))


# RFC 1630, "Encoding reserved characters" and "Unsafe characters", define which URIs are identical.

# The characters in "The percent sign", "Hierarchical forms", "Hash", "Query strings" and "Other
# reserved characters".
RESERVED_BY_PROSE = frozenset("%/#?*!")
RESERVED_IN_A_SEARCH = frozenset("+")

PARTIAL_IS_NO_URI = provision(
    "Partial (relative) form", "gives a partial form a meaning only in a context"
)
VOID_FRAGMENTID = provision(
    "Fragment-id", "treats a void fragment-id as absent, with or without its hash sign"
)
PLUS_IS_SPACE = provision(
    "Reserved characters", "reads a plus sign in a search as a space", "QUERY STRINGS"
)
_level = partial(provision, ENCODING, title=SAFE_SETS)
SAME_LEVEL = _level("brings both URIs to the same encoding level before comparing them")
NEVER_DECODED = _level("gives a reserved character a different significance when it is encoded")
NOT_IDENTICAL = _level(
    "compares both URIs at the same encoding level, where they are not identical"
)
CANONICAL = provision(
    "Unsafe characters",
    "encodes white space, control characters, characters of national variants and characters "
    "beyond DEL in the canonical form",
)
SPACE_IS_RESERVED = provision(
    f"{ENCODING}; BNF of Generic URI Syntax",
    "gives a reserved character a different significance when it is encoded, and lists the space "
    "as reserved in its grammar, so a URI with a space has no canonical form",
    f"{SAFE_SETS}; reserved",
)
SCHEME_FACTS = load_scheme_facts(Path(__file__).parents[1] / "schemes.json", RFC1630.date)


class Rfc1630Equivalence(EquivalenceRules):
    """The rewritings that keep a URI identical, and the canonical form."""

    # "Encoding reserved characters".

    def incomparable(self, text: str) -> Provision | None:
        """Return the provision that rules out comparing a string, if any."""
        if self._parsed(text).scheme is None:
            return PARTIAL_IS_NO_URI
        if not text.isascii() and max(text) > "\xff":
            return LATIN_1
        if MALFORMED.search(text):
            return RESERVED_PERCENT
        return None

    def _parsed(self, text: str) -> Uri:
        return parse(text, self.spec.options, None)

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Return the rewritings that keep a URI identical, such as decoding unreserved octets."""
        return (
            Rewriting(VOID_FRAGMENTID, self._without_void_fragmentid, Rung.EMPTY_PARTS),
            Rewriting(PLUS_IS_SPACE, self._with_spaces_in_search, Rung.ESCAPES),
            Rewriting(SAME_LEVEL, self._at_the_same_level, Rung.ESCAPES),
            *SCHEME_FACTS.rewritings("void-host", "void-path"),
        )

    def _without_void_fragmentid(self, text: str) -> str:
        if self._parsed(text).fragmentid == "":
            return text[:-1]
        return text

    def _with_spaces_in_search(self, text: str) -> str:
        _, scheme, path, search, fragmentid = self._parsed(text)
        return recombined(scheme, None, path, search and search.replace("+", "%20"), fragmentid)

    def _at_the_same_level(self, text: str) -> str:
        """Decode unreserved characters; fully encode an element that would become "." or ".."."""
        _, scheme, path, search, fragmentid = self._parsed(text)
        free = OCTETS - self._reserved()
        if scheme is not None:
            scheme = unescaped_where(scheme, free - {":"})
        path = _decoded_path(path, free)
        if search is not None:
            search = unescaped_where(search, free - RESERVED_IN_A_SEARCH)
        if fragmentid is not None:
            fragmentid = unescaped_where(fragmentid, free)
        return recombined(scheme, None, path, search, fragmentid)

    def _reserved(self) -> frozenset[str]:
        by_grammar = self.characters("reserved") | {"%"}
        return {
            "both": RESERVED_BY_PROSE | by_grammar - {" "},
            "prose": RESERVED_BY_PROSE,
            "grammar": by_grammar,
        }[self.spec.options[RESERVED_SET.name]]

    def distinguish(self, left: str, right: str) -> tuple[Sameness, Provision | None]:
        """Return the verdict on two URIs that aren't identical at the same encoding level.

        They are different, unless the RFC doesn't mention their differences; then, the verdict is
        undecided.
        """
        if unescaped_where(left, OCTETS) == unescaped_where(right, OCTETS):
            return Sameness.DIFFERENT, NEVER_DECODED
        if _without_open_differences(left, right) == _without_open_differences(right, left):
            return Sameness.UNDECIDED, None
        return Sameness.DIFFERENT, NOT_IDENTICAL

    # "Unsafe characters": the canonical form.

    def normal_form(self) -> tuple[Rewriting, ...]:
        """Return the rewriting to the canonical form, in which unsafe characters are encoded."""
        return (Rewriting(CANONICAL, self._canonical, Rung.ESCAPES),)

    def without_normal_form(self, text: str) -> Provision | None:
        """Return the reason why a string with a space has no canonical form, if any."""
        if " " in text and " " in self._reserved():
            return SPACE_IS_RESERVED
        return None

    def _canonical(self, text: str) -> str:
        unsafe = {*self.characters("national"), *map(chr, (*range(0x21), *range(0x7F, 0x100)))}
        octets = {ord(character): f"%{ord(character):02X}" for character in unsafe}
        return text.translate(octets)


def _decoded_path(path: str, free: frozenset[str]) -> str:
    """Decode the characters in `free`; fully encode an element that would become "." or ".."."""
    elements = path.split("/")
    for place, element in enumerate(elements):
        decoded = unescaped_where(element, free)
        if decoded in (".", "..") and decoded != element:
            decoded = escaped_octets(decoded.encode("ascii"))
        elements[place] = decoded
    return "/".join(elements)


# The RFC doesn't mention these differences: the case of letters; a login or port in only one of two
# URIs; the host localhost in only one of them; and dot segments in an absolute form.

_ADDRESS = re.compile(
    r"(?P<scheme>[^:]*:)//(?:(?P<user>[^/@]*)@)?(?P<host>[^/:]*)(?::(?P<port>\d*))?(?P<rest>.*)",
    re.DOTALL,
)


def _without_open_differences(text: str, other: str) -> str:
    """Rewrite a string so that it differs from `other` in nothing that the RFC doesn't mention."""
    text, other = ascii_lower(text), ascii_lower(other)
    here, there = _ADDRESS.fullmatch(text), _ADDRESS.fullmatch(other)
    if here is not None:
        both = {name for name in ("user", "port") if here[name] and there and there[name]}
        login = here["host"]
        if login == "localhost":
            login = ""
        if "user" in both:
            login = f"{here['user']}@{login}"
        if "port" in both:
            login = f"{login}:{here['port']}"
        if login:
            login = f"//{login}"
        text = here["scheme"] + login + here["rest"]
    return _without_dot_elements(text)


def _without_dot_elements(text: str) -> str:
    path, mark, rest = text.partition("?")
    kept: list[str] = []
    for element in path.split("/"):
        if element == ".." and len(kept) > 1 and kept[-1] not in ("", ".."):
            kept.pop()
        elif element != ".":
            kept.append(element)
    return "/".join(kept) + mark + rest


# RFC 1630, "Specific Schemes" and "BNF for specific URL schemes".

# The first rule applies under data-type=bnf, and the second under data-type=prose.
TYPES = ("ftptype", "type-code")

ARTICLE = provision(
    "News", 'distinguishes the message identifier of an article from a group name by its "@"'
)
VERSION = provision("Prospero", 'separates the object name and the version by "%00"')


class Rfc1630Schemes(Schemes):
    """The production of each scheme."""

    productions = FrozenMapping(
        {
            "http": ("httpaddress", "host", "port", "url-path", "url-search"),
            "ftp": ("ftpaddress", "user", "password", "host", "port", "url-path", *TYPES),
            "afs": ("afsaddress", "cellname", "url-path"),
            "news": ("newsaddress", "group", "article"),
            "nntp": ("nntpaddress", "group", "digits"),
            "mid": ("midaddress", "addr-spec"),
            "cid": ("cidaddress", "content-identifier"),
            "mailto": ("mailtoaddress", "url-xalphas", "hostname"),
            "wais": ("waisaddress", "host", "port", "database", "url-search", "wtype", "wpath"),
            "prospero": ("prosperoaddress", "host", "port", "hsoname", "version", "attributes"),
            "telnet": ("telnetaddress", "user", "password", "host", "port"),
            "gopher": ("gopheraddress", "host", "port", "gtype", "gcommand"),
        }
    )
    lazy = ("hsoname",)
    preferences = FrozenMapping({"news": ARTICLE, "prospero": VERSION})


# RFC 1630, "FTP": the commands that an FTP URL stands for.

_user = partial(provision, "FTP", title="User name and password")
SUPPLIED = _user("allows a user name and a password in the URL")
ANONYMOUS = _user("uses anonymous as the user name if the URL has none")
MAIL_ADDRESS = _user("uses the user's Internet mail address as the password for anonymous")

CWD = provision("FTP", "changes the directory to each segment of the path except the last", "Path")
RETR = provision("FTP", "retrieves the file that the last segment names", "Path")

_type = partial(provision, "FTP", title="Data type")
TYPE = _type("transfers the file with the type that the URL gives")
DEDUCED = _type("deduces the type from the kind of content, usually by the suffix of the name")
DIRECTORY = _type("lists the directory if the URL ends in a slash")


class Rfc1630Access(Access):
    """The commands that a client sends for an FTP URL; the RFC doesn't state the default port."""

    productions = FrozenMapping({"ftp": Rfc1630Schemes.productions["ftp"]})

    def sequence(self, parts: Mapping[str, str]) -> Iterator[Command]:
        """Yield the commands of the login ("User name and password"), then of the path ("Path")."""
        yield from _login(parts.get("user"), parts.get("password"))
        *directories, last = map(decoded, parts["url-path"].split("/"))
        for directory in directories:
            yield Command("CWD", directory, CWD)
        given = next((parts[name] for name in TYPES if name in parts), None)
        if last or given:
            yield Command("TYPE", _with_space(given), TYPE if given else DEDUCED)
            yield Command("RETR", last, RETR)
        else:
            yield Command("NLST", last, DIRECTORY)


def _login(user: str | None, password: str | None) -> Iterator[Command]:
    """Yield the commands of the login.

    For a user without a password, which the RFC doesn't mention, there is only USER.
    """
    if user is None:
        yield Command("USER", "anonymous", ANONYMOUS)
        yield Command("PASS", None, MAIL_ADDRESS)
        return
    yield Command("USER", decoded(user), SUPPLIED)
    if password is not None:
        yield Command("PASS", decoded(password), SUPPLIED)


def _with_space(code: str | None) -> str | None:
    """Insert the space that a URL omits after the first letter of a type code; keep None."""
    if code is None or len(code) == 1:
        return code
    return f"{code[0]} {code[1:]}"


# RFC 1630, "Partial (relative) form": the context is the document's URI.


class Rfc1630BasePrecedence(BasePrecedence):
    """The base is always the URI of the document."""

    rules = (
        BaseRule(
            BaseSource.RETRIEVAL,
            provision(
                "Partial (relative) form",
                "uses the URI of the document as the context of the references in it",
            ),
        ),
    )
    absolute = provision("Partial (relative) form", "requires a context with a well-defined URI")
    fragment = provision("Fragment-id", "puts a fragment-id after the URI of the whole object")


# RFC 1630, "BNF for specific URL schemes": prefixedurl.


class Rfc1630Extraction(Extraction):
    """URLs in running text, each after the prefix "url:"."""

    wrappers = (
        Wrapper(
            "prefix url:",
            provision(
                "BNF for specific URL schemes", "marks a URL with the prefix url:", "prefixedurl"
            ),
            opening="url:",
        ),
    )

    def reach(self, text: str, start: int, stop: int) -> int | None:
        """Return the end of the longest URL (rule `url`) from `start` on; None if there is none."""
        return self.grammar.reach("url", text, start, stop)
