"""RFC 1630: components, the two grammars in BNF, and parsing."""

import re
from datetime import date
from functools import partial
from pathlib import Path
from typing import NamedTuple

from hexapla.documents.citation import Sections, rfc
from hexapla.documents.reading import Choice, Rationale, Reading, colons, relative_base
from hexapla.grammar import Grammar
from hexapla.standard.component import Component, Form, form_without_scheme
from hexapla.standard.phases import Options, new_record
from hexapla.standard.rule import Phase, rules_by
from hexapla.standard.syntax import Syntax, roles
from hexapla.standard.trace import Trace

# RFC 1630 doesn't number its sections or rules, so citations name the heading of a section. In
# "Partial (relative) form", the first four paragraphs are cited as paragraph 1 to paragraph 4, and
# the four rules after the introduction as 1st rule to 4th rule.

RFC1630 = rfc(1630, "Universal Resource Identifiers in WWW", date(1994, 6, 1), "T. Berners-Lee")
cite = Sections(RFC1630)
provision, rule = cite.provision, rules_by(cite)

# "URI syntax", "Reserved characters" and "Fragment-id" define the components. There is no authority
# component: the path extends from the colon after the scheme to the first "?" or "#".

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


class Uri(NamedTuple):
    """The text of a URI or a partial form, and its parts ("URI syntax")."""

    text: str
    scheme: str | None
    path: str
    search: str | None
    fragmentid: str | None


class FullForm(NamedTuple):
    """The parts of the full form of a reference ("Partial (relative) form").

    The 2nd rule joins whole strings; after this rule, `path` contains the whole full form.
    """

    scheme: str | None
    path: str
    search: str | None
    fragmentid: str | None


FORM_NAMES = {
    Form.ABSOLUTE: "absolute form",
    Form.ABSOLUTE_PATH: "partial form after slashes",
    Form.RELATIVE_PATH: "partial form",
    Form.EMPTY: "partial form, void",
}


def form(parts: Uri) -> Form:
    """Return the kind of a reference: absolute, or one of the partial forms."""
    _, scheme, path, search, _ = parts
    if scheme is not None:
        return Form.ABSOLUTE
    return form_without_scheme(None, path, search is not None)


# Readings: questions that RFC 1630 leaves open or answers in contradictory ways.

_LETTER = "letter of T. Berners-Lee to the uri list, 27 January 1997"

SLASH_RUN = Reading(
    "slash-run",
    "Which run of slashes in the context does a partial form with n leading slashes replace?",
    {
        "prose": Rationale(
            "The first run of exactly n slashes with no longer run anywhere to its right.",
            cite("Partial (relative) form, 2nd rule"),
        ),
        "examples": Rationale(
            "The first run of exactly n slashes, whatever follows. Only this answer gives "
            "magic://a/g for /g, as in the table of RFC 1630. The author later called that example "
            f"an error ({_LETTER}).",
            cite("Partial (relative) form", "Examples"),
        ),
    },
)
CLIMB = Reading(
    "climb",
    'May ".." remove the element right after a run of two or more slashes?',
    {
        "free": Rationale(
            'Yes: any complete path element before "/../" is removed.',
            cite("Partial (relative) form, 4th rule"),
        ),
        "below-double-slash": Rationale(
            "No: the element stays, as in the results that the author proposed for pages 4 and 5 "
            "of Fielding's tests."
        ),
    },
)
MISSING_RUN = Reading(
    "missing-run",
    "What is the full form if the context has no matching run of slashes?",
    {
        "undefined": Rationale(
            "There is none: the rule covers only a context with a matching run.",
            cite("Partial (relative) form, 2nd rule"),
        ),
        "append": Rationale(
            "The whole context, followed by the partial form: no run ends the common part."
        ),
    },
)
PATH_ROOT = Reading(
    "path-root",
    "Is the host a path element like any other?",
    {
        "after-colon": Rationale(
            "Yes: the path is everything after the scheme's colon, including the host.",
            cite("URI syntax", "PATH"),
        ),
        "after-host": Rationale(
            "No: httpaddress and similar productions separate hostport from the path after it.",
            cite("BNF for specific URL schemes", "httpaddress"),
        ),
    },
)
VOID_ELEMENT = Reading(
    "void-element",
    'Is a void element before "/../" removed, as a named one is?',
    {
        "named": Rationale(
            "No: a segment consists of characters, so a void element is not an xxx.",
            cite("BNF for specific URL schemes", "segment"),
        ),
        "any": Rationale(
            "Yes: a trailing slash indicates a void segment, so a void element is also a segment.",
            cite("Partial (relative) form", "Note: Trailing slashes"),
        ),
    },
)
REMOVAL_ORDER = Reading(
    "removal-order",
    'Which is removed first if "xxx/../" and "/." share a slash, as in "xxx/../." at the end?',
    {
        "dots-first": Rationale(
            '"/.": both strings occur, so both are removed. This can leave a final "..", which '
            "stays.",
            cite("Partial (relative) form, 4th rule"),
        ),
        "leftmost": Rationale(
            "The string that begins further left. If nothing comes before it, the other string "
            "then lacks a slash, and stays.",
            cite("Partial (relative) form, 4th rule"),
        ),
    },
)
RELATIVE_BASE = relative_base(cite("Partial (relative) form, paragraph 1"))
SAME_SCHEME = Reading(
    "same-scheme",
    "Is a form partial if its scheme is that of the context?",
    {
        "absolute": Rationale(
            "No: a form with a colon before any slash is absolute, whatever its scheme. No example "
            "shows this: the only absolute form in the examples has a different scheme.",
            cite("Partial (relative) form, paragraph 4"),
        ),
        "partial": Rationale(
            "Yes: the whole URI must be given only if the schemes differ. Both RFC 1808 (5.2) and "
            "RFC 2396 (5.2) call this a loophole of RFC 1630.",
            cite("Partial (relative) form, 1st rule"),
        ),
    },
)
RESERVED_SET = Reading(
    "reserved-set",
    "Which characters change their significance when they are encoded?",
    {
        "both": Rationale(
            "The characters that the prose names, and those that the grammar's rule reserved "
            "derives, except the space, which the canonical form encodes.",
            cite("Reserved characters; BNF of Generic URI Syntax", "reserved"),
        ),
        "prose": Rationale(
            "Percent sign, slash, hash, question mark, asterisk and exclamation mark.",
            cite("Reserved characters"),
        ),
        "grammar": Rationale(
            "Equals sign, semicolon, slash, hash, question mark, colon and space.",
            cite("BNF of Generic URI Syntax", "reserved"),
        ),
    },
)
ABSOLUTE_TEST = Reading(
    "absolute-test",
    "What must come before a colon to make a form absolute?",
    {
        "grammar": Rationale(
            "A string that the production scheme derives: a letter, then letters, digits, escapes "
            "and some other marks.",
            cite("BNF of Generic URI Syntax", "scheme"),
        ),
        "colon": Rationale(
            "Anything: a colon before any slash distinguishes an absolute form from a partial one.",
            TELLING_APART,
        ),
    },
)

GRAMMAR = Reading(
    "grammar",
    "Are the two faults of the generic BNF corrected?",
    {
        "mended": Rationale(
            "Yes: xpalphas may have any length, as in the BNF for specific URL schemes, and a path "
            "may begin with a slash, as in the RFC's own examples.",
            cite("BNF for specific URL schemes", "xpalphas"),
        ),
        "as-printed": Rationale(
            "No: xpalphas end after two characters, and a path never begins with a slash.",
            cite("BNF of Generic URI Syntax", "path, xpalphas"),
        ),
    },
)

DATA_TYPE = Reading(
    "data-type",
    "How does the URL of a file on an FTP server give the data type of the transfer?",
    {
        "bnf": Rationale(
            "By the characters of ftptype, right after the path. A path may contain the same "
            "characters, so the BNF also derives each such URL without a type.",
            cite("BNF for specific URL schemes", "ftpaddress, ftptype"),
        ),
        "prose": Rationale(
            "By the suffix ;type= and the code of RFC 959 without its space. The BNF allows no "
            "semicolon or equals sign in a path.",
            cite("FTP", "Data type"),
        ),
    },
)

COLONS = colons(
    cite("BNF for specific URL schemes", "host"), cite("BNF for specific URL schemes", "port")
)

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

# Parsing. The fragmentid is split off first ("Fragment-id"), then the scheme, then the search
# ("Reserved characters", QUERY STRINGS). The rest is the path ("URI syntax", PATH).

_cut = partial(rule, Phase.SPLIT)
CUT_FRAGMENTID = _cut("cut-fragment", "Fragment-id", "the fragmentid", 'begins at the first "#"')
CUT_SCHEME = _cut("cut-scheme", TELLING_APART, "the scheme", "ends at a colon before any slash")
CUT_SEARCH = _cut("cut-query", SEARCH.citation, "the search", 'begins at the first "?"')
CUT_PATH = _cut("cut-path", PATH.citation, "the path", "is the rest")
# No step applies these rules. A comparison cites them if another standard drops an empty part.
# Which rule keeps an empty part depends on the rule that resolves the reference.
KEEPS_EMPTY = tuple(
    _cut(
        "drop-empty",
        f"Partial (relative) form, {number} rule",
        f"an empty part{where}",
        "keeps its delimiter",
        keeps=True,
    )
    for number, where in (
        ("1st", " of a whole URI"),
        ("2nd", " after leading slashes"),
        ("3rd", ""),
    )
)


def parse(text: str, options: Options, trace: Trace | None) -> Uri:
    """Parse a URI or a partial form.

    In the trace, the text not yet parsed is shown as the path.
    """
    rest = text
    scheme = search = fragmentid = None
    if "#" in rest:  # Fragment-id
        rest, _, fragmentid = rest.partition("#")
    if trace:
        trace.cuts(CUT_FRAGMENTID, (scheme, rest, search, fragmentid))
    if ":" in rest:  # Partial (relative) form, paragraph 4: a colon before any slash
        before, _, after = rest.partition(":")
        # Fast path for most schemes: letters alone are a scheme under both options.
        if (before.isalpha() and before.isascii()) or _is_scheme(before, options):
            scheme, rest = before, after
    if trace:
        trace.cuts(CUT_SCHEME, (scheme, rest, search, fragmentid))
    if "?" in rest:  # Reserved characters, QUERY STRINGS
        rest, _, search = rest.partition("?")
    if trace:
        trace.cuts(CUT_SEARCH, (scheme, rest, search, fragmentid))
    path = rest  # URI syntax, PATH
    if trace:
        trace.cuts(CUT_PATH, (scheme, path, search, fragmentid))
    return new_record(Uri, (text, scheme, path, search, fragmentid))


def _is_scheme(before_colon: str, options: Options) -> bool:
    """Return whether the text before a colon is a scheme (paragraph 4)."""
    if "/" in before_colon:
        return False
    if SCHEME_CHARACTERS.fullmatch(before_colon):
        return True
    return options[ABSOLUTE_TEST.name] == "colon"
