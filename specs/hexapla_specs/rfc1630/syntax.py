"""RFC 1630: the vocabulary, the two BNFs, and how a URI is parsed."""

import re
from datetime import date
from functools import partial
from pathlib import Path

from hexapla.documents.citation import Citation, rfc
from hexapla.documents.reading import Choice, Rationale, Reading, colons
from hexapla.grammar import Grammar
from hexapla.standard.component import Component, Form, form_without_scheme
from hexapla.standard.phases import Options, ParsingStep, cut_behind, cut_rest
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.standard.syntax import Syntax, roles

# It numbers neither its sections nor its rules. Sections are cited by their headings; the four
# paragraphs of "Partial (relative) form" that state the rules are cited as rule 1 to rule 4, and
# the four before them as paragraph 1 to paragraph 4.

RFC1630 = rfc(1630, "Universal Resource Identifiers in WWW", date(1994, 6, 1), "T. Berners-Lee")
cite = partial(Citation, RFC1630)
"""A section, with its own heading."""

# "URI syntax", "Reserved characters", "Fragment-id". There is no authority: whatever follows the
# scheme's colon, up to "?", is path.

SCHEME = Component(
    "scheme",
    "scheme",
    cite("URI syntax", "SCHEME"),
    suffix=":",
    made_of=Rationale(
        "a letter, then letters, digits, escapes and $ - _ @ . & ! * \" ' ( ) ,",
        cite("BNF of Generic URI Syntax", "scheme"),
    ),
    under=Choice("absolute-test", "grammar"),
)
PATH = Component("path", "path", cite("URI syntax", "PATH"))
SEARCH = Component("search", "query", cite("Reserved characters", "QUERY STRINGS"), prefix="?")
FRAGMENTID = Component("fragmentid", "fragment", cite("Fragment-id"), prefix="#")
TELLING_APART = cite("Partial (relative) form, paragraph 4")
COMPONENTS = (SCHEME, PATH, SEARCH, FRAGMENTID)

Components = tuple[str | None, str, str | None, str | None]
"""scheme, path, search, fragmentid."""

Parsed = tuple[str, str | None, str, str | None, str | None]
"""The text, then scheme, path, search, fragmentid."""

FORM_NAMES = {
    Form.ABSOLUTE: "absolute form",
    Form.ABSOLUTE_PATH: "partial form after slashes",
    Form.RELATIVE_PATH: "partial form",
    Form.EMPTY: "partial form, void",
}


def form(parts: Parsed) -> Form:
    """Return the form of a reference: absolute, or one of the partial ones."""
    _, scheme, path, search, _ = parts
    if scheme is not None:
        return Form.ABSOLUTE
    return form_without_scheme(None, path, search is not None)


# Readings.

ABSOLUTE_TEST = Reading(
    "absolute-test",
    "What must stand before a colon to make a form absolute?",
    {
        "grammar": Rationale(
            "Something that the production scheme derives: a letter, then letters, digits, escapes "
            "and some other marks.",
            cite("BNF of Generic URI Syntax", "scheme"),
        ),
        "colon": Rationale(
            "Anything: a colon before any slash is what tells an absolute form from a partial one.",
            TELLING_APART,
        ),
    },
)

GRAMMAR = Reading(
    "grammar",
    "Is the generic BNF read with its two faults?",
    {
        "mended": Rationale(
            "Its xpalphas go on, as in the other BNF, and a path may begin with a slash, as in the "
            "RFC's own examples.",
            cite("BNF for specific URL schemes", "xpalphas"),
        ),
        "as-printed": Rationale(
            "Its xpalphas end after two characters, and its path never begins with a slash.",
            cite("BNF of Generic URI Syntax", "path, xpalphas"),
        ),
    },
)

DATA_TYPE = Reading(
    "data-type",
    "How does the URL of a file on an FTP server give the type in which it is transferred?",
    {
        "bnf": Rationale(
            "By the characters of ftptype, right after the path. A path may have the same "
            "characters, so that the BNF derives each such URL in a second way, without a type.",
            cite("BNF for specific URL schemes", "ftpaddress, ftptype"),
        ),
        "prose": Rationale(
            "By the suffix ;type= and the code of RFC 959 without its space. No path of the BNF "
            "has a semicolon or an equals sign.",
            cite("FTP", "Data type"),
        ),
    },
)

_BNF = "BNF for specific URL schemes"
COLONS = colons(cite(_BNF, "host"), cite(_BNF, "port"))

# "BNF of Generic URI Syntax": scheme = ialpha = alpha [ xalphas ].

SCHEME_CHARACTERS = re.compile(r"""[A-Za-z](?:[A-Za-z0-9$\-_@.&!*"'(),]|%[0-9A-Fa-f]{2})*""")

SYNTAX = Syntax(
    Grammar(Path(__file__).with_name("grammar.abnf")),
    roles=roles(
        "reference=fragmentaddress, absolute=uri, scheme, user information=user, host, port, "
        "path, segment, query=search, fragment=fragmentid, unreserved=xalpha, reserved, escape"
    ),
    also_valid=("prefixedurl", "url"),
    components=("scheme", "path", "search", "fragmentid"),
    variant_readings=(GRAMMAR.name, DATA_TYPE.name),
)

# Parsing. The fragmentid goes first ("Fragment-id"), then the scheme; then the search ("Reserved
# characters", QUERY STRINGS), and the rest is path ("URI syntax", PATH). Each step is given a text
# that has its mark.


def parse_scheme(uri: str, options: Options) -> tuple[str, str | None]:
    """What stands before a colon is the scheme, if it stands before any slash."""
    before, _, after = uri.partition(":")
    # Letters alone are a scheme either way, and most schemes are that.
    if (before.isalpha() and before.isascii()) or _is_scheme(before, options):
        return after, before
    return uri, None


def _is_scheme(before_colon: str, options: Options) -> bool:
    """Say what an absolute form has before its colon ("Partial (relative) form", paragraph 4)."""
    if "/" in before_colon:
        return False
    if SCHEME_CHARACTERS.fullmatch(before_colon):
        return True
    return options[ABSOLUTE_TEST.name] == "colon"


_cut = partial(Rule, Phase.SPLIT)
CUT_FRAGMENTID = _cut(
    RuleKind.CUT_FRAGMENT, FRAGMENTID.citation, "the fragmentid", 'begins at the first "#"'
)
CUT_SCHEME = _cut(
    RuleKind.CUT_SCHEME, TELLING_APART, "the scheme", "ends at a colon before any slash"
)
CUT_SEARCH = _cut(RuleKind.CUT_QUERY, SEARCH.citation, "the search", 'begins at the first "?"')
CUT_PATH = _cut(RuleKind.CUT_PATH, PATH.citation, "the path", "is all that is left")
# By which of its rules an empty part stays hangs on which one is applied.
KEEPS_EMPTY = tuple(
    Rule(
        *(Phase.SPLIT, RuleKind.DROP_EMPTY, cite(f"Partial (relative) form, {number} rule")),
        *(f"an empty part{where}", "stays with its mark"),
        keeps=True,
    )
    for number, where in (
        ("1st", " of a whole URI"),
        ("2nd", " behind leading slashes"),
        ("3rd", ""),
    )
)
PARSING = (
    ParsingStep(CUT_FRAGMENTID, (FRAGMENTID.name,), cut_behind("#"), "#"),
    ParsingStep(CUT_SCHEME, (SCHEME.name,), parse_scheme, ":"),
    ParsingStep(CUT_SEARCH, (SEARCH.name,), cut_behind("?"), "?"),
    ParsingStep(CUT_PATH, (PATH.name,), cut_rest),
)
