"""RFC 1630: what it leaves open, or says in two ways."""

from hexapla.documents.reading import Rationale, Reading
from hexapla_specs.rfc1630.syntax import cite

_LETTER = "letter of T. Berners-Lee to the uri list, 27 January 1997"

SLASH_RUN = Reading(
    "slash-run",
    "Which run of slashes in the context does a partial form after n slashes take the place of?",
    {
        "prose": Rationale(
            "The first run of exactly n with no longer run anywhere to its right.",
            cite("Partial (relative) form, 2nd rule"),
        ),
        "examples": Rationale(
            "The first run of exactly n, whatever follows: only so does the table of RFC 1630 give "
            f"magic://a/g for /g. The author later called that example an error ({_LETTER}).",
            cite("Partial (relative) form", "Examples"),
        ),
    },
)
CLIMB = Reading(
    "climb",
    'May ".." take away the element right after a run of two or more slashes?',
    {
        "free": Rationale(
            'Any complete path element goes before "/../".',
            cite("Partial (relative) form, 4th rule"),
        ),
        "below-double-slash": Rationale(
            "The element right after a run of two or more slashes stays: so the column that the "
            "author proposed for pages 4 and 5 of Fielding's tests."
        ),
    },
)
MISSING_RUN = Reading(
    "missing-run",
    "What if the context has no run of slashes that a partial form could take the place of?",
    {
        "undefined": Rationale(
            "The rule speaks only of a run that is there.",
            cite("Partial (relative) form, 2nd rule"),
        ),
        "append": Rationale("The whole context is what the two have in common: it is put before."),
    },
)
PATH_ROOT = Reading(
    "path-root",
    "Is the host a path element like any other?",
    {
        "after-colon": Rationale(
            "The path is all that follows the scheme's colon, the host with it.",
            cite("URI syntax", "PATH"),
        ),
        "after-host": Rationale(
            "httpaddress and its kin set hostport apart from the path that follows it.",
            cite("BNF for specific URL schemes", "httpaddress"),
        ),
    },
)
VOID_ELEMENT = Reading(
    "void-element",
    'Does a void element go before "/../" as a named one does?',
    {
        "named": Rationale(
            "A segment is made of characters: one that is void is no xxx.",
            cite("BNF for specific URL schemes", "segment"),
        ),
        "any": Rationale(
            "A trailing slash is said to indicate a void segment: a void one is a segment too.",
            cite("Partial (relative) form", "Note: Trailing slashes"),
        ),
    },
)
REMOVAL_ORDER = Reading(
    "removal-order",
    'Which goes first where "xxx/../" and "/." share a slash, as in "xxx/../." at the end?',
    {
        "dots-first": Rationale(
            'Both occur, so both go: "/." first, which can leave a final ".." that stays.',
            cite("Partial (relative) form, 4th rule"),
        ),
        "leftmost": Rationale(
            "The one that begins further left; what it takes along is no occurrence any more.",
            cite("Partial (relative) form, 4th rule"),
        ),
    },
)
SAME_SCHEME = Reading(
    "same-scheme",
    "Is a form partial that gives the scheme of its context?",
    {
        "absolute": Rationale(
            "No: what has a colon before any slash is an absolute form, whatever its scheme. No "
            "example shows it: the only absolute form among them has another scheme.",
            cite("Partial (relative) form, paragraph 4"),
        ),
        "partial": Rationale(
            "The whole URI must be given only where the schemes differ. Both RFC 1808 (5.2) and "
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
            "Those that the prose names, and those of the grammar's own rule but the space, which "
            "the canonical form encodes.",
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
