"""RFC 3986, sections 3 and 4 and appendices A and B: components, grammar, and parsing."""

import re
from datetime import date
from pathlib import Path
from typing import NamedTuple

from hexapla.documents.citation import rfc, sections_of
from hexapla.documents.reading import Choice, Rationale, Reading, at_signs, colons
from hexapla.grammar import Grammar
from hexapla.standard.component import Component, Form, form_without_scheme
from hexapla.standard.phases import Options, new_record
from hexapla.standard.rule import Phase, rules_by
from hexapla.standard.syntax import Subdivision, Syntax, roles
from hexapla.standard.trace import Trace

RFC3986 = rfc(
    3986,
    "Uniform Resource Identifier (URI): Generic Syntax",
    date(2005, 1, 1),
    "T. Berners-Lee",
    "R. Fielding",
    "L. Masinter",
    obsoletes=("rfc2396", "rfc1808"),
    updates=("rfc1738",),
)
cite = sections_of(RFC3986, Path(__file__).with_name("headings.json"))
provision, rule = cite.provision, rules_by(cite)

# 3 Syntax Components. An undefined component differs from an empty one; a path is never undefined
# (3.3, 5.2.1).

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
    Component("query", "query", cite("3.4"), prefix="?"),
    Component("fragment", "fragment", cite("3.5"), prefix="#"),
)


class UriReference(NamedTuple):
    """The text of a URI reference (4.1) and its components; it is R or Base in 5.2.2."""

    text: str
    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None


class TargetUri(NamedTuple):
    """The components of the target URI, which is T in the pseudocode of 5.2.2."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    fragment: str | None


# Appendix A: the grammar, and the roles of its rules.

SYNTAX = Syntax(
    Grammar(Path(__file__).with_name("grammar.abnf")),
    roles=roles(
        "reference=URI-reference, absolute=URI, relative=relative-ref, scheme, authority, "
        "user information=userinfo, host, port, path, segment, query, fragment, unreserved, "
        "reserved, escape=pct-encoded"
    ),
    components=("scheme", "authority", "query", "fragment"),
    subdivisions={
        # 3.2.1, 3.2.2
        "authority": Subdivision(("authority",), ("userinfo", "host", "port")),
        # 3.3: all other path rules derive only paths that these two derive as well.
        "path": Subdivision(("path-abempty", "path-rootless"), ("segment-nz", "segment")),
    },
)

# 4.2 Relative Reference, 4.4 Same-Document Reference.

FORM_NAMES = {
    Form.ABSOLUTE: "URI",
    Form.NETWORK_PATH: "network-path reference",
    Form.ABSOLUTE_PATH: "absolute-path reference",
    Form.RELATIVE_PATH: "relative-path reference",
    Form.EMPTY: "relative reference with an empty path",
}


def form(parts: UriReference) -> Form:
    """Return the kind of a reference, under sections 3, 4.2 and 4.4."""
    _, scheme, authority, path, query, _ = parts
    if scheme is not None:
        return Form.ABSOLUTE
    return form_without_scheme(authority, path, query is not None)


# Readings. 3.2 shows only a single "@" before the host and a single ":" after it.

SCHEME = re.compile("[A-Za-z][A-Za-z0-9+.-]*")

SCHEME_TEST = Reading(
    "scheme-test",
    "Which text before the first colon is a scheme?",
    {
        "appendix-b": Rationale('Any text without ":", "/", "?" or "#".', cite("B")),
        "grammar": Rationale(
            "A letter, then letters, digits, +, - and periods; a reference that begins with any "
            "other text is relative.",
            cite("3.1, 4.1"),
        ),
    },
)
_HOST, _PORT = cite("3.2.2"), cite("3.2.3")
AT_SIGNS = at_signs(_HOST, cite("3.2.1"), "a userinfo has")
COLONS = colons(_HOST, _PORT)

# Appendix B: ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?

APPENDIX_B = rule(Phase.SPLIT, "cut-all", "B", "the components", "are matched by one expression")
# No step applies this rule. A comparison cites it if another standard drops an empty part.
KEEPS_EMPTY = rule(
    Phase.SPLIT, "drop-empty", "B", "an empty part", "keeps its delimiter", keeps=True
)


def parse(text: str, options: Options, trace: Trace | None) -> UriReference:
    """Return what the regular expression of appendix B would capture.

    The groups are captured in a different order than in the expression. Only the fragment may
    contain a "#", and only the query and the fragment may contain a "?". Therefore, the first "#"
    begins the fragment, and the first "?" before the fragment begins the query, whatever the other
    groups match.
    """
    rest = text
    scheme = authority = query = fragment = None
    if "#" in rest:  # (#(.*))?, group 9
        rest, _, fragment = rest.partition("#")
    if "?" in rest:  # (\?([^#]*))?, group 7
        rest, _, query = rest.partition("?")
    if ":" in rest:  # (([^:/?#]+):)?, group 2
        before, _, after = rest.partition(":")
        # Fast path for most schemes: letters alone are a scheme under both options.
        if (before.isalpha() and before.isascii()) or _is_scheme(before, options):
            scheme, rest = before, after
    if rest.startswith("//"):  # (//([^/?#]*))?, group 4
        authority, slash, after = rest[2:].partition("/")
        rest = slash + after
    path = rest  # ([^?#]*), group 5
    reference = new_record(UriReference, (text, scheme, authority, path, query, fragment))
    if trace:
        trace.cuts(APPENDIX_B, reference[1:])
    return reference


def _is_scheme(before_colon: str, options: Options) -> bool:
    """Return whether the text before a colon is a scheme, under appendix B or 3.1 and 4.1.

    Appendix B requires one or more characters, none of them ":", "/", "?" or "#". `parse` has
    already split at "#", "?" and ":", so only "/" needs to be tested for.
    """
    if not before_colon or "/" in before_colon:
        return False
    if SCHEME.fullmatch(before_colon):
        return True
    return options[SCHEME_TEST.name] == "appendix-b"
