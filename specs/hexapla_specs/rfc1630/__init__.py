"""RFC 1630, Universal Resource Identifiers in WWW (T. Berners-Lee, June 1994).

The memo numbers neither its sections nor its rules. Sections are cited by their headings; the four
paragraphs of "Partial (relative) form" that state the rules are cited as rule 1 to rule 4.
"""

import re
from collections.abc import Callable
from pathlib import Path

from hexapla.documents.reading import Rationale, Reading
from hexapla.grammar import Grammar
from hexapla.standard.example import Example, load_examples
from hexapla.standard.recombination import recombined
from hexapla.standard.reference import Component, Form
from hexapla.standard.resolution import (
    Move,
    NoUri,
    Outcome,
    Phase,
    Reason,
    Rule,
    Target,
    Trace,
    conclude,
    error,
)
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Syntax
from hexapla_specs.rfc1630.base import Rfc1630BasePrecedence
from hexapla_specs.rfc1630.document import RFC1630
from hexapla_specs.rfc1630.document import cite as _cite
from hexapla_specs.rfc1630.equivalence import RESERVED_SET, Rfc1630Equivalence
from hexapla_specs.rfc1630.escaping import Rfc1630Escaping
from hexapla_specs.rfc1630.extraction import Rfc1630Extraction
from hexapla_specs.rfc1630.schemes import Rfc1630Schemes

# Vocabulary ("URI syntax", "Reserved characters", "Fragment-id"). There is no authority: whatever
# follows the scheme's colon, up to "?", is path.

COMPONENTS = (
    Component("scheme", "scheme", _cite("URI syntax", "SCHEME"), suffix=":"),
    Component("path", "path", _cite("URI syntax", "PATH")),
    Component("search", "query", _cite("QUERY STRINGS", "Reserved characters"), prefix="?"),
    Component("fragmentid", "fragment", _cite("Fragment-id"), prefix="#"),
)
# The text, then scheme, path, search, fragmentid.
Split = tuple[str, str | None, str, str | None, str | None]

FORM_NAMES = {
    Form.ABSOLUTE: "absolute form",
    Form.ABSOLUTE_PATH: "partial form behind slashes",
    Form.RELATIVE_PATH: "partial form",
    Form.EMPTY: "partial form, void",
}

# Readings.

_LETTER = "letter of T. Berners-Lee to the uri list, 27 January 1997"

SLASH_RUN = Reading(
    "slash-run",
    "Which run of slashes in the context does a partial form behind n slashes take the place of?",
    {
        "prose": Rationale(
            "The first run of exactly n with no longer run anywhere to its right.",
            _cite("Partial (relative) form, rule 2"),
        ),
        "examples": Rationale(
            "The first run of exactly n, whatever follows: only so does the memo's own table give "
            f"magic://a/g for /g. The author later called that example an error ({_LETTER}).",
            _cite("Partial (relative) form", "Examples"),
        ),
    },
)
CLIMB = Reading(
    "climb",
    'May ".." take away the element right behind a run of two or more slashes?',
    {
        "free": Rationale(
            'Any complete path element goes before "/../".',
            _cite("Partial (relative) form, rule 4"),
        ),
        "below-double-slash": Rationale(
            "The element right behind a run of two or more slashes stays: so the column that the "
            "author proposed for pages 4 and 5 of Fielding's tests.",
        ),
    },
)
MISSING_RUN = Reading(
    "missing-run",
    "What if the context has no run of slashes that a partial form could take the place of?",
    {
        "undefined": Rationale(
            "The rule speaks only of a run that is there.",
            _cite("Partial (relative) form, rule 2"),
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
            _cite("URI syntax", "PATH"),
        ),
        "after-host": Rationale(
            "httpaddress and its kin set hostport apart from the path that follows it.",
            _cite("BNF for specific URL schemes", "httpaddress"),
        ),
    },
)
VOID_ELEMENT = Reading(
    "void-element",
    'Does a void element go before "/../" as a named one does?',
    {
        "named": Rationale(
            "A segment is made of characters: one that is void is no xxx.",
            _cite("BNF for specific URL schemes", "segment"),
        ),
        "any": Rationale(
            "A trailing slash is said to indicate a void segment: a void one is a segment too.",
            _cite("Partial (relative) form", "Note: Trailing slashes"),
        ),
    },
)
REMOVAL_ORDER = Reading(
    "removal-order",
    'Which goes first where "xxx/../" and "/." share a slash, as in "xxx/../." at the end?',
    {
        "dots-first": Rationale(
            'Both occur, so both go: "/." first, which can leave a final ".." that stays.',
            _cite("Partial (relative) form, rule 4"),
        ),
        "leftmost": Rationale(
            "The one that begins further left; what it takes along is no occurrence any more.",
            _cite("Partial (relative) form, rule 4"),
        ),
    },
)
ABSOLUTE_TEST = Reading(
    "absolute-test",
    "What must stand before a colon to make a form absolute?",
    {
        "grammar": Rationale(
            "Something that the production scheme derives.",
            _cite("BNF of Generic URI Syntax", "scheme"),
        ),
        "colon": Rationale(
            "Anything: a colon before any slash is what tells an absolute form from a partial one.",
            _cite("Partial (relative) form", "telling the forms apart"),
        ),
    },
)

# Grammar ("BNF of Generic URI Syntax"): scheme = ialpha = alpha [ xalphas ].

SCHEME = re.compile(r"""[A-Za-z](?:[A-Za-z0-9$\-_@.&!*"'(),]|%[0-9A-Fa-f]{2})*""")

SAME_SCHEME = Reading(
    "same-scheme",
    "Is a form partial that gives the scheme of its context?",
    {
        "absolute": Rationale(
            "No: what has a scheme before any slash is an absolute form.",
            _cite("Partial (relative) form", "Examples"),
        ),
        "partial": Rationale(
            "The whole URI must be given only where the schemes differ. Both RFC 1808 (5.2) and "
            "RFC 2396 (5.2) call this a loophole of this memo.",
            _cite("Partial (relative) form, rule 1"),
        ),
    },
)
GRAMMAR = Reading(
    "grammar",
    "Is the generic BNF read with its two faults?",
    {
        "mended": Rationale(
            "Its xpalphas go on, as in the other BNF, and a path may begin with a slash, as in the "
            "memo's own examples.",
            _cite("BNF for specific URL schemes", "xpalphas"),
        ),
        "as-printed": Rationale(
            "Its xpalphas end after two characters, and its path never begins with a slash.",
            _cite("BNF of Generic URI Syntax", "path, xpalphas"),
        ),
    },
)
SYNTAX = Syntax(
    Grammar(Path(__file__).with_name("grammar.abnf")),
    roles={
        "reference": "fragmentaddress",
        "absolute": "uri",
        "scheme": "scheme",
        "user information": "user",
        "host": "host",
        "port": "port",
        "path": "path",
        "segment": "segment",
        "query": "search",
        "fragment": "fragmentid",
        "unreserved": "xalpha",
        "reserved": "reserved",
        "escape": "escape",
    },
    also_valid=("prefixedurl", "url"),
    components=("scheme", "path", "search", "fragmentid"),
    variant_reading=GRAMMAR.name,
)

SLASHES = re.compile("/+")

# Where "xxx/../" and "/." can share a slash.

OVERLAP = re.compile(r"(?:^|/)\.\./\.(?:/|$)")

# Where a host stands in a path that has one: "//host/…" is two void elements, then the host.

HOST_MARK = "//"
HOST = 2
NO_HOST = -1
DOT_HOST = "//."

# Rules.

CUT_FRAGMENTID = Rule(
    Phase.SPLIT,
    Move.CUT_FRAGMENT,
    COMPONENTS[3].citation,
    'cuts the fragmentid at the first "#", and keeps the mark of a void one',
)
CUT_SCHEME = Rule(
    Phase.SPLIT,
    Move.CUT_SCHEME,
    COMPONENTS[0].citation,
    "cuts the scheme at a colon that stands before any slash",
)
CUT_SEARCH = Rule(
    Phase.SPLIT,
    Move.CUT_QUERY,
    COMPONENTS[2].citation,
    'cuts the search at the first "?", and keeps the mark of a void one',
)
CUT_PATH = Rule(
    Phase.SPLIT,
    Move.CUT_PATH,
    COMPONENTS[1].citation,
    "takes all that is left as the path, hosts and semicolons with it",
)
UNUSABLE_CONTEXT = Rule(
    Phase.CLASSIFY,
    Move.TEST,
    _cite("Partial (relative) form, rule 1"),
    "needs a context whose scheme the two can share",
)
_NO_WHOLE_CONTEXT = error(
    "the context has no scheme: it is no whole URI", UNUSABLE_CONTEXT.citation
)
RULE_1_ABSOLUTE = Rule(
    Phase.CLASSIFY,
    Move.TEST,
    _cite("Partial (relative) form, rule 1"),
    "takes what has a scheme for the whole, absolute URI",
)
RULE_1_PARTIAL = Rule(
    Phase.CLASSIFY,
    Move.TEST,
    _cite("Partial (relative) form, rule 1"),
    "takes what has no scheme for a partial form, the void one included",
)
RULE_2 = Rule(
    Phase.COMBINE,
    Move.REPLACE,
    _cite("Partial (relative) form, rule 2"),
    "puts before the leading slashes all of the context up to its first run of just as many "
    "slashes with no longer run to its right",
)
RULE_3 = Rule(
    Phase.COMBINE,
    Move.MERGE,
    _cite("Partial (relative) form, rule 3"),
    "puts the partial form in place of all that follows the rightmost slash of the context's path",
)
RULE_2_KEEPS_DOTS = Rule(
    Phase.DOTS,
    Move.SKIP_DOTS,
    _cite("Partial (relative) form, rule 2"),
    "removes no dots behind leading slashes",
)
RULE_4_DOT = Rule(
    Phase.DOTS,
    Move.DROP_DOT,
    _cite("Partial (relative) form, rule 4"),
    'removes "/." before a slash, and leaves a "." that has no slash before it',
)
RULE_4_FINAL_DOT = Rule(
    Phase.DOTS,
    Move.DROP_FINAL_DOT,
    _cite("Partial (relative) form, rule 4"),
    'removes a final "/." and its slash with it',
)
RULE_4_PAIR = Rule(
    Phase.DOTS,
    Move.DROP_PAIR,
    _cite("Partial (relative) form, rule 4"),
    'removes "xxx/../" where xxx is a path element that is neither void nor dots, and leaves a '
    'final ".."',
)
RULE_4_LEFTMOST = Rule(
    Phase.DOTS,
    Move.DROP_PAIR,
    _cite("Partial (relative) form, rule 4"),
    'removes the leftmost "/." or "xxx/../" until neither is left',
)
FULL_FORM = Rule(
    Phase.RECOMBINE,
    Move.JOIN,
    _cite("Partial (relative) form"),
    "takes what it now has as the full form, with the marks as written",
)


class Rfc1630(Spec[Split]):
    """RFC 1630: scheme and path, and partial forms."""

    document = RFC1630
    components = COMPONENTS
    form_names = FORM_NAMES
    syntax = SYNTAX
    escaping_class = Rfc1630Escaping
    equivalence_class = Rfc1630Equivalence
    extraction_class = Rfc1630Extraction
    base_precedence_class = Rfc1630BasePrecedence
    schemes_class = Rfc1630Schemes
    rules = (
        CUT_FRAGMENTID,
        CUT_SCHEME,
        CUT_SEARCH,
        CUT_PATH,
        UNUSABLE_CONTEXT,
        RULE_1_ABSOLUTE,
        RULE_1_PARTIAL,
        RULE_2,
        RULE_3,
        RULE_2_KEEPS_DOTS,
        RULE_4_DOT,
        RULE_4_FINAL_DOT,
        RULE_4_PAIR,
        RULE_4_LEFTMOST,
        FULL_FORM,
    )
    readings = (
        SLASH_RUN,
        CLIMB,
        MISSING_RUN,
        PATH_ROOT,
        VOID_ELEMENT,
        REMOVAL_ORDER,
        ABSOLUTE_TEST,
        SAME_SCHEME,
        GRAMMAR,
        RESERVED_SET,
    )

    def examples(self) -> tuple[Example, ...]:
        """Give the table of "Partial (relative) form", in both of its contexts."""
        return load_examples(RFC1630, Path(__file__).with_name("examples.json"))

    # "URI syntax" and "Fragment-id".

    def split(self, text: str, trace: Trace | None = None) -> Split:
        """Cut the fragmentid, then the scheme, then the search; what is left is path."""
        rest, scheme, search, fragmentid = text, None, None, None
        if "#" in rest:
            rest, _, fragmentid = rest.partition("#")
        if trace is not None:
            trace.step(CUT_FRAGMENTID, text)
        if ":" in rest:
            before, _, after = rest.partition(":")
            if (before.isalpha() and before.isascii()) or self._is_scheme(before, trace):
                scheme, rest = before, after
        if "?" in rest:
            rest, _, search = rest.partition("?")
        if trace is not None:
            for rule in (CUT_SCHEME, CUT_SEARCH, CUT_PATH):
                trace.step(rule, text)
        return text, scheme, rest, search, fragmentid

    def _is_scheme(self, before_colon: str, trace: Trace | None) -> bool:
        """Cut at the colon that an absolute form has before any slash (partial form)."""
        if "/" in before_colon:
            return False
        if SCHEME.fullmatch(before_colon):
            return True
        return self.choose(ABSOLUTE_TEST, trace) == "colon"

    def form(self, parts: Split) -> Form:
        """Tell the absolute form from the partial ones."""
        _, scheme, path, search, fragmentid = parts
        if scheme is not None:
            return Form.ABSOLUTE
        if path.startswith("/"):
            return Form.ABSOLUTE_PATH
        return Form.RELATIVE_PATH if path or search is not None else Form.EMPTY

    def has_production(self, parts: Split) -> bool:
        """Say whether a text is an absolute form; the memo has no production for partial ones."""
        return parts[1] is not None

    # "Partial (relative) form".

    def resolve_parts(self, base: Split, reference: Split, trace: Trace | None = None) -> Target:
        """Give the full form of a reference in the context of a base: rules 1 to 4."""
        base_text, context_scheme, context_path, _, _ = base
        text, scheme, path, search, fragmentid = reference
        if context_scheme is None:
            return conclude(UNUSABLE_CONTEXT, _NO_WHOLE_CONTEXT, trace)
        if scheme is not None and not self._may_omit(scheme, context_scheme, trace):
            # Rule 1: the whole absolute URI is given.
            return conclude(RULE_1_ABSOLUTE, text, trace)
        if trace is not None:
            trace.step(RULE_1_PARTIAL, recombined(None, None, path, search, fragmentid))
        if path.startswith("/"):
            context, _, _ = base_text.partition("#")
            partial = text if scheme is None else text[len(scheme) + 1 :]
            return self._behind_slashes(context, partial, trace)
        # Rule 3: the last part of the context's path goes, the partial form takes its place.
        path = self._without_last_part(context_path, trace) + path
        if trace is not None:
            trace.step(RULE_3, recombined(context_scheme, None, path, search, fragmentid))
        # Rule 4, recursively: "/." and "xxx/../" go until neither is left.
        if trace is not None or "/." in path:
            host = HOST if context_path.startswith(HOST_MARK) else NO_HOST
            for rule, remove in self._rule_4(path, trace):
                path = remove(path, host, trace)
                if trace is not None:
                    trace.step(rule, recombined(context_scheme, None, path, search, fragmentid))
        full = recombined(context_scheme, None, path, search, fragmentid)
        if trace is not None:
            trace.step(FULL_FORM, full)
        return full

    def _may_omit(self, scheme: str, context_scheme: str, trace: Trace | None) -> bool:
        """Rule 1: say whether a scheme may be taken as omitted, being the context's own."""
        if scheme.lower() != context_scheme.lower():
            return False
        return self.choose(SAME_SCHEME, trace) == "partial"

    def _behind_slashes(self, context: str, partial: str, trace: Trace | None) -> Target:
        """Rule 2: all of the context up to a run of exactly as many slashes is put before."""
        length = len(partial) - len(partial.lstrip("/"))
        start = self._slash_run(context, length, trace)
        if start is None and self.choose(MISSING_RUN, trace) == "undefined":
            says = f"the context has no run of exactly {length} slashes to take the place of"
            missing = NoUri(Outcome.UNDEFINED, reason=Reason(says, RULE_2.citation))
            return conclude(RULE_2, missing, trace)
        full = context[:start] + partial
        if trace is not None:
            trace.step(RULE_2, full)
            trace.step(RULE_2_KEEPS_DOTS, full)
            trace.step(FULL_FORM, full)
        return full

    def _slash_run(self, context: str, length: int, trace: Trace | None) -> int | None:
        """Find where the first run of exactly `length` slashes that qualifies begins."""
        run = "/" * length
        first = context.find(run)
        longer = context.rfind(run + "/")
        by_prose = first if longer < 0 else context.find(run, longer + length + 1)
        # Only a run before a longer one is taken by the one side and not by the other.
        if first < longer:
            exact = (found.start() for found in SLASHES.finditer(context) if found[0] == run)
            by_examples = next(exact, -1)
            if by_examples != by_prose and self.choose(SLASH_RUN, trace) == "examples":
                return None if by_examples < 0 else by_examples
        return None if by_prose < 0 else by_prose

    def _without_last_part(self, path: str, trace: Trace | None) -> str:
        """Rule 3: remove all that follows the rightmost slash, or all where there is none."""
        end = path.rfind("/") + 1
        if end == HOST and path.startswith(HOST_MARK) and self._host_stays(trace):
            return path + "/"
        return path[:end]

    def _rule_4(
        self, path: str, trace: Trace | None
    ) -> tuple[tuple[Rule, Callable[[str, int, Trace | None], str]], ...]:
        """Give the removals of rule 4 in the order in which they are done."""
        overlaps = "../." in path and OVERLAP.search(path)
        if overlaps and self.choose(REMOVAL_ORDER, trace) == "leftmost":
            return ((RULE_4_LEFTMOST, self._without_leftmost),)
        return (
            (RULE_4_DOT, self._without_inner_dots),
            (RULE_4_FINAL_DOT, self._without_final_dot),
            (RULE_4_PAIR, self._without_pairs),
        )

    def _without_leftmost(self, path: str, host: int, trace: Trace | None) -> str:
        """Rule 4: remove what begins furthest to the left, from left to right."""
        *elements, last = path.split("/")
        kept: list[str] = []
        for element in elements:
            if element == "." and kept and (len(kept) > host or not self._host_stays(trace)):
                continue
            if element == ".." and kept and self._goes_before_parent(kept, host, trace):
                kept.pop()
            else:
                kept.append(element)
        if last == "." and kept and (len(kept) > host or not self._host_stays(trace)):
            return "/".join(kept)
        return "/".join([*kept, last])

    def _without_inner_dots(self, path: str, host: int, trace: Trace | None) -> str:
        """Rule 4: remove every "/." that stands before a slash."""
        if "/./" not in path:
            return path
        *elements, last = path.split("/")
        first = 1
        if host == HOST and path.startswith(DOT_HOST + "/") and self._host_stays(trace):
            first = HOST + 1
        rest = (element for element in elements[first:] if element != ".")
        return "/".join([*elements[:first], *rest, last])

    def _without_final_dot(self, path: str, host: int, trace: Trace | None) -> str:
        """Rule 4: remove a "/." at the end."""
        if not path.endswith("/."):
            return path
        if host == HOST and path == DOT_HOST and self._host_stays(trace):
            return path
        return path[:-2]

    def _without_pairs(self, path: str, host: int, trace: Trace | None) -> str:
        """Rule 4: remove "xxx/../" as long as there is one."""
        if "../" not in path:
            return path
        *elements, last = path.split("/")
        kept: list[str] = []
        for element in elements:
            if element == ".." and kept and self._goes_before_parent(kept, host, trace):
                kept.pop()
            else:
                kept.append(element)
        return "/".join([*kept, last])

    def _goes_before_parent(self, elements: list[str], host: int, trace: Trace | None) -> bool:
        """Say whether the last of the elements so far is an xxx that "xxx/../" takes away."""
        last = len(elements) - 1
        element = elements[last]
        if element in (".", ".."):
            return False
        if not element and self.choose(VOID_ELEMENT, trace) == "named":
            return False
        behind_double_slash = last > 1 and not elements[last - 1]
        if behind_double_slash and self.choose(CLIMB, trace) == "below-double-slash":
            return False
        return last > host or not self._host_stays(trace)

    def _host_stays(self, trace: Trace | None) -> bool:
        return self.choose(PATH_ROOT, trace) == "after-host"


SPEC = Rfc1630()
