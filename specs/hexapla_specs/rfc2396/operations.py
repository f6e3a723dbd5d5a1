"""RFC 2396: escaping, equivalence, establishing a base URI, and finding URIs in context."""

import functools
from collections.abc import Iterator, Mapping
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
from hexapla.operations.escaping import Escaping, Kept
from hexapla.operations.extraction import Extraction, delimiters
from hexapla.standard.component import recombined
from hexapla.text import escapes
from hexapla.text.escapes import ascii_lower, unescaped_where, with_lower_scheme, with_upper_digits
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc2396.syntax import (
    ESCAPE_DATA,
    RFC2396,
    UriReference,
    cite,
    is_hierarchical,
    parse,
    provision,
)

# RFC 2396, 2: URI Characters and Escape Sequences.

# For each component: the rule for its characters, the characters that the component reserves, the
# section that reserves them, and the component's name in messages. Section 3.3 is about path
# segments.
COMPONENTS = {
    "authority": ("userinfo", ";:@?/", "3.2", "an authority"),
    "path": ("pchar", "/;=?", "3.3", "a path segment"),
    "query": ("uric", ";/?:@&=+,$", "3.4", "a query"),
    "fragment": ("uric", "", "4.1", "a fragment"),
}
ALL_BUT_UNRESERVED = provision("2.4", "escapes all characters except unreserved ones")
MALFORMED_ESCAPE = provision("2.4.1", "needs two hexadecimal digits after a percent sign")


class Rfc2396Escaping(Escaping):
    """Escaping; each component reserves its own characters (2.2, 2.4.3, and section 3)."""

    charset = "ascii"
    charset_provision = provision(
        "2.1", "leaves the charset of octets beyond US-ASCII to each scheme"
    )
    malformed = MALFORMED_ESCAPE
    class_rules = ("unreserved", "mark", "reserved", "control", "space", "delims", "unwise")

    @functools.cached_property
    def kept(self) -> Mapping[str, Kept]:
        """The characters that aren't escaped in each component, under the chosen options."""
        if self.spec.options[ESCAPE_DATA.name] == "all-but-unreserved":
            unreserved = Kept(self.characters("unreserved"), ALL_BUT_UNRESERVED)
            return FrozenMapping(dict.fromkeys(COMPONENTS, unreserved))
        return FrozenMapping(
            (component, Kept(self.characters(rule, but=reserved), _conflicting(section, where)))
            for component, (rule, reserved, section, where) in COMPONENTS.items()
        )


def _conflicting(section: str, where: str) -> Provision:
    does = f"escapes the characters that {where} reserves or that URIs exclude"
    return provision(f"2.2, {section}", does)


# RFC 2396, 6: URI Normalization and Equivalence.

# 2 URI Characters and Escape Sequences: the changes to escapes that keep a URI equivalent.

UNRESERVED_MAY_BE_ESCAPED = provision("2.3", "allows unreserved characters to be escaped")
HEX_DIGITS = provision("2.4.1", "allows the hexadecimal digits of an octet in either case")
RESERVED_CHANGES = {
    component: provision(
        f"2.2, {section}",
        f"reserves the character in {where}, so escaping it changes the meaning of a URI",
    )
    for component, (_, _, section, where) in COMPONENTS.items()
}
FRAGMENT_DELIMITER = provision("2.4.3", "delimits a fragment by a number sign")

# 4 URI References.

FRAGMENT_MEANING = provision(
    "4, 4.1", "does not count a fragment as part of the URI; its meaning depends on the media type"
)
NOT_ABSOLUTE = provision("4", "calls a relative reference a URI only after it is resolved")

# 6 URI Normalization and Equivalence.

SCHEME_CASE = provision("3.1, 6", "treats upper case in a scheme name as lower case")
HOST_CASE = provision("6", "ignores case in the host of a server")
DEFAULT_PORT = provision("6", "omits a port that is the scheme's default")
SCHEME_DEPENDENT = provision("6", "leaves all other equivalence of URIs to their scheme")
SCHEME_FACTS = load_scheme_facts(Path(__file__).parents[1] / "schemes.json", RFC2396.date)


class Rfc2396Equivalence(EquivalenceRules):
    """Which differences matter (2.2), and which don't (2.3, 2.4.1, 3.1 and 6)."""

    def incomparable(self, text: str) -> Provision | None:
        """Return the provision that rules out comparing a string, if any."""
        if self._parsed(text).scheme is None:
            return NOT_ABSOLUTE
        if escapes.MALFORMED.search(text):
            return MALFORMED_ESCAPE
        return None

    def _parsed(self, text: str) -> UriReference:
        return parse(text, self.spec.options, None)

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Return the rewritings that keep a URI equivalent under 2.3, 2.4.1, 3.1 and 6."""
        return (
            Rewriting(SCHEME_CASE, with_lower_scheme, Rung.CASE),
            Rewriting(HEX_DIGITS, with_upper_digits, Rung.CASE),
            Rewriting(UNRESERVED_MAY_BE_ESCAPED, self._with_unreserved_unescaped, Rung.ESCAPES),
            Rewriting(HOST_CASE, self._with_lower_host, Rung.CASE),
            Rewriting(DEFAULT_PORT, self._without_default_port, Rung.SCHEME),
        )

    def _with_unreserved_unescaped(self, text: str) -> str:
        unreserved = self.characters("unreserved")
        return escapes.behind_scheme(text, lambda rest: unescaped_where(rest, unreserved))

    def _with_lower_host(self, text: str) -> str:
        """Convert the host of a server to lower case; a registry-based name has no host."""
        _, scheme, authority, path, query, fragment = self._parsed(text)
        if authority is None or ascii_lower(authority) == authority:
            return text
        for part in self.spec.subdivide("authority", authority):
            if part.name == "host":
                host = ascii_lower(part.raw)
                authority = authority[: part.start] + host + authority[part.stop :]
        return recombined(scheme, authority, path, query, fragment)

    def _without_default_port(self, text: str) -> str:
        """Remove the default port of a server; a registry-based name has no port."""
        without_port = SCHEME_FACTS.apply("default-port", text)
        if without_port == text:
            return text
        parts = self.spec.subdivide("authority", self._parsed(text).authority or "")
        return without_port if any(part.name == "port" for part in parts) else text

    def distinguish(self, left: str, right: str) -> tuple[Sameness, Provision | None]:
        """Return the verdict on two URIs that still differ after all rewritings.

        If only their fragments differ, the verdict is undecided. Otherwise, they are different if
        they differ only in escapes, and one of them escapes a "#" or a character that is reserved
        in its component (2.2). All other differences leave the decision to the scheme.
        """
        if left.partition("#")[0] == right.partition("#")[0]:
            return Sameness.UNDECIDED, FRAGMENT_MEANING
        if unescaped_where(left, escapes.OCTETS) != unescaped_where(right, escapes.OCTETS):
            return Sameness.UNDECIDED, SCHEME_DEPENDENT
        here, there = escapes.units(left), escapes.units(right)
        for text, mine, others in ((left, here, there), (right, there, here)):
            for name, character in self._escaped_instead(text, mine, others):
                if character == "#":
                    return Sameness.DIFFERENT, FRAGMENT_DELIMITER
                if name in COMPONENTS and character in COMPONENTS[name][1]:
                    return Sameness.DIFFERENT, RESERVED_CHANGES[name]
        return Sameness.UNDECIDED, SCHEME_DEPENDENT

    def _escaped_instead(
        self, text: str, mine: list[str], others: list[str]
    ) -> Iterator[tuple[str, str]]:
        """Yield each character that only `text` escapes, with the name of its component.

        The name of an opaque part is given as "", because an opaque part reserves nothing (3).
        """
        parts = self._parsed(text)
        names = {} if is_hierarchical(parts.authority, parts.path) else {"path": ""}
        components = iter((self.spec.standard.ends_of(parts) or {}).items())
        name, end = next(components)
        offset = 0
        for unit, other in zip(mine, others, strict=True):
            while end <= offset:
                name, end = next(components)
            if unit != other and len(unit) > 1:
                yield names.get(name, name), escapes.character_of(unit)
            offset += len(unit)


# RFC 2396, 5.1: Establishing a Base URI, and D: Embedding the Base URI in HTML documents.
#
# The header fields are defined in RFC 2110, to which 5.1.1 refers.

_ENCAPSULATING = provision("5.1.2", "takes the base of the entity that encloses a document")


class Rfc2396BasePrecedence(BasePrecedence):
    """The four layers of precedence in 5.1."""

    rules = (
        BaseRule(
            BaseSource.BASE_ELEMENT,
            provision("5.1.1, D", "takes the base that is embedded in the content"),
        ),
        *(
            BaseRule(
                BaseSource.HEADER,
                provision("5.1.1", f"takes the base from the header field {field} (RFC 2110)"),
                field,
                _ENCAPSULATING,
            )
            for field in ("Content-Base", "Content-Location")
        ),
        BaseRule(
            BaseSource.RETRIEVAL,
            provision("5.1.3", "takes the URI used to retrieve the document"),
        ),
        BaseRule(
            BaseSource.DEFAULT, provision("5.1.4", "leaves the default base to the application")
        ),
    )
    absolute = provision("5.1.1, D", "requires an absolute URI as a base")
    fragment = provision("4", "excludes the fragment from the URI")


# RFC 2396, E: Recommendations for Delimiting URI in Context.


class Rfc2396Extraction(Extraction):
    """A URI in angle brackets or double quotes, or delimited by white space."""

    wrappers = delimiters(cite("E"))
    hyphen = provision("E", "leaves open whether a hyphen at the end of a line is part of the URI")

    def is_uri(self, text: str) -> bool:
        """Return whether a string is an absolute URI, with or without a fragment."""
        uri, number_sign, fragment = text.partition("#")
        return self.grammar.matches("absoluteURI", uri) and (
            not number_sign or self.grammar.matches("fragment", fragment)
        )
