"""RFC 2396, sections 3 and 4 and appendices A and B: components, grammar, and parsing."""

import re
from datetime import date
from pathlib import Path
from typing import NamedTuple

from hexapla.documents.citation import Citation, rfc, sections_of
from hexapla.documents.reading import Choice, Rationale, Reading, at_signs, colons
from hexapla.grammar import Grammar
from hexapla.standard.component import Component, Form, form_without_scheme
from hexapla.standard.phases import Options, new_record
from hexapla.standard.rule import Phase, rules_by
from hexapla.standard.syntax import Subdivision, Syntax, roles
from hexapla.standard.trace import Trace

RFC2396 = rfc(
    2396,
    "Uniform Resource Identifiers (URI): Generic Syntax",
    date(1998, 8, 1),
    "T. Berners-Lee",
    "R. Fielding",
    "L. Masinter",
    updates=("rfc1738", "rfc1808"),
)
# RFC 2732 amended only the grammar, in December 1999.
RFC2732 = rfc(
    2732,
    "Format for Literal IPv6 Addresses in URL's",
    date(1999, 12, 1),
    "R. Hinden",
    "B. Carpenter",
    "L. Masinter",
    updates=("rfc2396",),
)
cite = sections_of(RFC2396, Path(__file__).with_name("headings.json"))
provision, rule = cite.provision, rules_by(cite)

# 3 URI Syntactic Components, 3.1 to 3.4, and 4.1. An undefined component differs from an empty one;
# a path is never undefined (5.2).

COMPONENTS = (
    Component(
        "scheme",
        "scheme",
        cite("B"),
        suffix=":",
        made_of=Rationale("anything but : / ? and #", cite("B")),
        under=Choice("scheme-test", "appendix-b"),
    ),
    Component("authority", "authority", cite("3.2"), prefix="//"),
    Component("path", "path", cite("3.3")),
    Component("query", "query", cite("B"), prefix="?"),
    Component("fragment", "fragment", cite("4.1"), prefix="#"),
)


class UriReference(NamedTuple):
    """The text of a URI reference and its components, including the fragment identifier (4)."""

    text: str
    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None


class TargetUri(NamedTuple):
    """The components that step 7 joins into the absolute URI (5.2)."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None


# Appendix A: the grammar, and the roles of its rules.

SYNTAX = Syntax(
    Grammar(Path(__file__).with_name("grammar.abnf")),
    roles=roles(
        "reference=URI-reference, absolute=absoluteURI, relative=relativeURI, scheme, authority, "
        "user information=userinfo, host, port, path, segment, query, fragment, unreserved, "
        "reserved, escape=escaped"
    ),
    components=("scheme", "authority", "abs-path", "opaque-part", "rel-path", "query", "fragment"),
    variant_readings=("ipv6-literals",),
    settled_by=Rationale(
        "The leftmost rule matches as much as it can, so the authority wins.", cite("4.3")
    ),
    subdivisions={
        # 3.2.1, 3.2.2
        "authority": Subdivision(("authority",), ("userinfo", "host", "port", "reg-name")),
        # 3.3, and 5 for a path that begins without a slash
        "path": Subdivision(("abs-path", "rel-path"), ("rel-segment", "segment", "param")),
    },
)

# 3.1 Scheme Component.

SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+\-.]*")

# 3, 4.2 and 5: the kinds of references.

FORM_NAMES = {
    Form.ABSOLUTE: "absolute URI, hierarchical",
    Form.OPAQUE: "absolute URI, opaque",
    Form.NETWORK_PATH: "network-path reference",
    Form.ABSOLUTE_PATH: "absolute-path reference",
    Form.RELATIVE_PATH: "relative-path reference",
    Form.EMPTY: "same-document reference",
}


def form(parts: UriReference) -> Form:
    """Return the kind of a reference, under sections 3, 4.2 and 5."""
    _, scheme, authority, path, query, _ = parts
    if scheme is not None:
        return Form.ABSOLUTE if is_hierarchical(authority, path) else Form.OPAQUE
    return form_without_scheme(authority, path, query is not None)


def is_hierarchical(authority: str | None, path: str) -> bool:
    """Return whether a URI has a hier_part (3), which is a net_path or an abs_path."""
    return authority is not None or path.startswith("/")


# Readings.

SCHEME_TEST = Reading(
    "scheme-test",
    "Which text before the first colon is a scheme?",
    {
        "appendix-b": Rationale('Any text without ":", "/", "?" or "#".', cite("B")),
        "grammar": Rationale(
            "A letter, then letters, digits, +, - and periods; any other text is part of the path.",
            cite("3.1"),
        ),
    },
)
OPAQUE_PART = Reading(
    "opaque-part",
    "Can an opaque URI have a query?",
    {
        "appendix-b": Rationale("Yes: a question mark begins a query in every URI.", cite("B")),
        "grammar": Rationale(
            "No: a question mark is a character of the opaque part like any other.", cite("3")
        ),
    },
)
IPV6_LITERALS = Reading(
    "ipv6-literals",
    "May a host be an IPv6 address in brackets?",
    {
        "none": Rationale(
            "No: the grammar has no literal IPv6 addresses, and brackets are unwise characters.",
            cite("3.2.2, 2.4.3"),
        ),
        "rfc2732": Rationale(
            "Yes: RFC 2732 amends the grammar, and makes brackets reserved characters.",
            Citation(RFC2732, "3", "Changes to RFC 2396"),
        ),
        "rfc2732-examples": Rationale(
            "Yes, including [::192.9.5.5]: RFC 2732 gives this address as an example, although the "
            "grammar from RFC 2373 does not derive it.",
            Citation(RFC2732, "2", "Literal IPv6 Address Format in URL's Syntax"),
        ),
    },
)
AT_SIGNS = at_signs(cite("3.2.2"), cite("3.2.2"), "a userinfo has")
COLONS = colons(cite("3.2.2"), cite("3.2.2"))
REG_NAME = Reading(
    "reg-name",
    "Is an authority split if only reg_name derives it?",
    {
        "undivided": Rationale(
            "No: the structure of such an authority is specific to the scheme.", cite("3.2.1")
        ),
        "as-server": Rationale(
            "Yes: schemes with an IP-based protocol have userinfo, host and port in the authority.",
            cite("3.2.2"),
        ),
    },
)
ESCAPE_DATA = Reading(
    "escape-data",
    "Which characters of data are escaped?",
    {
        "conflicting": Rationale(
            "The characters that their component reserves, and the characters that are excluded "
            "from URIs.",
            cite("2.2, 2.4.3"),
        ),
        "all-but-unreserved": Rationale("All characters that are not unreserved.", cite("2.4")),
    },
)

# 4.3 Parsing a URI Reference, with the regular expression of appendix B:
# ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?


APPENDIX_B = rule(Phase.SPLIT, "cut-all", "B", "the components", "are matched by one expression")
# No step applies this rule. A comparison cites it if another standard drops an empty part.
KEEPS_EMPTY = rule(
    Phase.SPLIT, "drop-empty", "B", "an empty part", "keeps its delimiter", keeps=True
)


def parse(text: str, options: Options, trace: Trace | None) -> UriReference:
    """Return what appendix B's regular expression would capture (4.3, which is step 1 of 5.2).

    The groups are captured in a different order than in the expression. Only the fragment may
    contain a "#", and only the query and the fragment may contain a "?". Therefore, the first "#"
    begins the fragment, and the first "?" before the fragment begins the query, whatever the other
    groups match. The scheme is captured before the query, because under opaque-part=grammar, a URI
    with a scheme may have an opaque part and no query.
    """
    rest = text
    scheme = authority = query = fragment = None
    if "#" in rest:  # (#(.*))?, group 9
        rest, _, fragment = rest.partition("#")
    if ":" in rest:  # (([^:/?#]+):)?, group 2
        before, _, after = rest.partition(":")
        # Fast path for most schemes: letters alone are a scheme under both options.
        if (before.isalpha() and before.isascii()) or _is_scheme(before, options):
            scheme, rest = before, after
    # (\?([^#]*))?, group 7
    if "?" in rest and (scheme is None or not _is_opaque_throughout(rest, options)):
        rest, _, query = rest.partition("?")
    # (//([^/?#]*))?, group 4; under 4.3, the authority wins over a path that begins with "//".
    if rest.startswith("//"):
        authority, slash, after = rest[2:].partition("/")
        rest = slash + after
    path = rest  # ([^?#]*), group 5
    reference = new_record(UriReference, (text, scheme, authority, path, query, fragment))
    if trace:
        trace.cuts(APPENDIX_B, reference[1:])
    return reference


def _is_scheme(before_colon: str, options: Options) -> bool:
    """Return whether the text before a colon is a scheme, under appendix B or under 3.1.

    Appendix B requires one or more characters, none of them ":", "/", "?" or "#". `parse` has
    already split at "#" and ":", so only "/" and "?" need to be tested for.
    """
    if not before_colon or "/" in before_colon or "?" in before_colon:
        return False
    if SCHEME.fullmatch(before_colon):
        return True
    return options[SCHEME_TEST.name] == "appendix-b"


def _is_opaque_throughout(rest: str, options: Options) -> bool:
    """Return whether all text after the scheme, including any "?", is an opaque part (3)."""
    return not rest.startswith("/") and options[OPAQUE_PART.name] == "grammar"
