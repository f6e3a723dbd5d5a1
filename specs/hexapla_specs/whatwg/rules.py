"""URL Standard: the rules that steps cite, grouped by phase.

The phase of a rule shows what the rule is about, so that it can be compared with rules of an RFC.
The phases don't show the order in which the states run. A rule that several steps apply cites all
of them, or the most usual one; `at` returns the rule with the step that applied it.
"""

import functools
from collections.abc import Mapping
from functools import partial

import attrs

from hexapla.standard.phases import NoUri, Reason, error
from hexapla.standard.rule import Phase, Rule, by_phase
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.whatwg.components import cite, refuses, rewrites, rule

# Cleaning: 4.4, basic URL parser, its input and steps 1 to 3.

_clean = partial(rule, Phase.CLEAN, "clean")
CONVERTS = _clean("4.4", "a lone surrogate", "becomes U+FFFD", "4.4-scalar-values")
STRIPS = _clean(
    "4.4, basic URL parser 1.3",
    "controls and spaces at the ends",
    "are removed",
    "4.4-step-1.3-clean",
)
REMOVES = _clean("4.4, basic URL parser 3", "a tab or line end", "is removed", "4.4-step-3-clean")

# Parsing: rules of the states that find the components.

_split = partial(rule, Phase.SPLIT)
_backslash = partial(_split, "backslash")

CUTS_FRAGMENT = _split(
    "cut-fragment", "path state 1.7", "the first number sign", "begins the fragment"
)
CUTS_QUERY = _split("cut-query", "path state 1.6", "the first question mark", "begins the query")
QUERY_OF_REFERENCE = _split(
    "cut-query", "relative state 5.2", "a question mark at the front", "begins the query"
)
QUERY_OF_FILE = _split(
    "cut-query", "file state 4.2", "a question mark under a file base", "begins the query"
)
QUERY_INSTEAD_OF_PATH = _split(
    "cut-query", "path start state 2", "a question mark after the host", "begins the query"
)
QUERY_OF_OPAQUE_PATH = _split(
    "cut-query", "opaque path state 1", "a question mark after an opaque path", "begins the query"
)
FRAGMENT_OF_REFERENCE = _split(
    "cut-fragment", "relative state 5.3", "a number sign at the front", "begins the fragment"
)
FRAGMENT_OF_FILE = _split(
    "cut-fragment", "file state 4.3", "a number sign under a file base", "begins the fragment"
)
FRAGMENT_OF_OPAQUE_BASE = _split(
    "cut-fragment", "no scheme state 2", "a number sign under an opaque base", "begins the fragment"
)
FRAGMENT_INSTEAD_OF_PATH = _split(
    "cut-fragment", "path start state 3", "a number sign after the host", "begins the fragment"
)
FRAGMENT_OF_OPAQUE_PATH = _split(
    "cut-fragment",
    "opaque path state 2",
    "a number sign after an opaque path",
    "begins the fragment",
)
FRAGMENT_OF_QUERY = _split(
    "cut-fragment", "query state 2.4", "a number sign after the query", "begins the fragment"
)
CUTS_SCHEME = _split(
    "cut-scheme",
    "scheme start state 1, scheme state 1, 2",
    "a letter, then letters, digits, +, - or .,",
    "are the scheme",
    "scheme-state-2-cut-scheme",
)
REFERENCE_WITH_BACKSLASH = _backslash(
    "relative state 4", "a backslash under a special base", "counts as a slash"
)
SECOND_BACKSLASH = _backslash(
    "relative slash state 1", "a backslash after the first slash", "counts as a slash"
)
BEGINS_WITH_BACKSLASH = _backslash(
    "special authority ignore slashes state 1",
    "any backslash",
    "counts as a slash",
)
FILE_WITH_BACKSLASH = _backslash("file state 3", "a backslash at the front", "counts as a slash")
SECOND_FILE_BACKSLASH = _backslash("file slash state 1", "a second backslash", "counts as a slash")
BACKSLASH_ENDS_AUTHORITY = _backslash(
    "authority state 2", "a backslash", "ends the authority of a special URL"
)
BACKSLASH_ENDS_FILE_HOST = _backslash("file host state 1", "a backslash", "ends a file URL's host")
BACKSLASH_IN_PATH = _backslash(
    "path state 1", "a backslash", "separates path segments of a special URL"
)
ANY_SLASHES = _split(
    "slashes",
    "special authority ignore slashes state 1",
    "a special authority",
    "begins after any number of slashes",
    "special-authority-ignore-slashes-state-1-slashes",
)
DRIVE_LETTER_IS_NO_HOST = _split(
    "drive-letter", "file host state 1.1", "a drive letter", "is part of the path, not a host"
)
CUTS_AUTHORITY = _split(
    "cut-authority",
    "authority state 2",
    "a slash, question mark, number sign or the end",
    "ends the authority",
)
CUTS_FILE_HOST = _split(
    "cut-authority",
    "file host state 1",
    "a slash, question mark, number sign or the end",
    "ends the host",
)
CUTS_PATH = _split("cut-path", "path state 1.4.2", "the rest", "is the path")
CUTS_OPAQUE_PATH = _split("cut-path", "opaque path state 4.3", "the rest", "is an opaque path")
KEEPS_EMPTY_QUERY = _split(
    "drop-empty-query",
    "4.5 step 5",
    "an empty query",
    "keeps its delimiter",
    "path-state-1.6-drop-empty-query",
    keeps=True,
)
KEEPS_EMPTY_FRAGMENT = _split(
    "drop-empty-fragment",
    "4.5 step 6",
    "an empty fragment",
    "keeps its delimiter",
    "path-state-1.7-drop-empty-fragment",
    keeps=True,
)

# Classifying: the scheme, no scheme, special relative or authority, file and file slash states.

_test, _combine, _dots = by_phase(rule)

UNUSABLE_BASE = _test("4.4", "a base that is not a URL by itself", "is refused")
HAS_SCHEME = _test("scheme state 2", "a reference with a scheme", "does not use the base")
OWN_SCHEME = _test(
    "special relative or authority state 2", "the base's own special scheme", "is ignored"
)
OWN_FILE_SCHEME = _test("file state 4", 'the scheme "file" under a file base', "is ignored")
OWN_FILE_SCHEME_BEFORE_SLASH = _test(
    "file slash state 2.1", 'the scheme "file" before a single slash', "is ignored"
)
HAS_NO_SCHEME = _test("no scheme state 3", "a reference without a scheme", "is relative")
HAS_NO_FILE_SCHEME = _test(
    "no scheme state 4", "a reference without a scheme", "is relative to a file"
)
MISSING_SCHEME = _test("no scheme state 1", "a relative reference", "can't have an opaque base")
ONLY_FRAGMENT = _test("no scheme state 2", "a fragment alone", "is put after an opaque path")

_NOT_ABSOLUTE = "a relative reference needs a base"
_MISSING_SCHEME_ERROR = "missing-scheme-non-relative-URL"


def error_of(rule: Rule) -> str:
    """Return the name of the validation error of a rule that makes the parser return failure."""
    return _MISSING_SCHEME_ERROR if rule is MISSING_SCHEME else rule.does.removeprefix("fails: ")


@functools.cache
def missing_scheme(*, has_base: bool, named: bool) -> NoUri:
    """Return the failure for a reference without a scheme.

    Args:
        has_base: Whether there is a base; if there is, its path is opaque.
        named: Whether the validation error has a name.
    """
    says = MISSING_SCHEME.says if has_base else _NOT_ABSOLUTE
    return error(f"{says}: {_MISSING_SCHEME_ERROR}" if named else says, MISSING_SCHEME.citation)


@functools.cache
def failing_base(reason: Reason) -> NoUri:
    """Return the failure for any reference if parsing the base failed."""
    says = reason.says
    if says.startswith(_NOT_ABSOLUTE):
        return error(says.replace(_NOT_ABSOLUTE, "the base has no scheme"), reason.citation)
    _, _, name = says.rpartition(" fails")
    return error(f"the base fails{name}", reason.citation)


# Combining: the scheme, no scheme, relative, relative slash, file and file slash states.

KEEPS_ALL = _combine(
    "replace", "scheme state 2.2", "a reference with a scheme", "keeps its components"
)
FILE_WITHOUT_HOST = _combine(
    "rewrite", "file state 2", "a file URL without a host", "gets an empty host"
)
FILE_WITHOUT_SLASH = _combine(
    "rewrite",
    cite("4.5, file state 2", "file state"),
    "a hostless file URL",
    "gets an empty host and a slash",
    "file-state-2-4.5-rewrite",
)
KEEPS_AUTHORITY = _combine(
    "replace",
    "relative slash state 2",
    "a non-special authority",
    "stays, with everything after it",
)
KEEPS_SPECIAL_AUTHORITY = _combine(
    "replace",
    "relative slash state 1",
    "an authority",
    "stays, with everything after it",
)
INHERITS_PATH = _combine("inherit", "relative state 5.1", "an empty path", "becomes the base's")
INHERITS_QUERY = _combine(
    "inherit",
    "relative state 5.1",
    "the base's path and query",
    "are inherited",
    "relative-state-5-inherit",
)
KEEPS_PATH = _combine(
    "replace",
    "relative slash state 3",
    "an absolute path",
    "replaces everything from the base's path on",
)
MERGES = _combine(
    "merge", "relative state 5.4.2", "everything after the base path's last slash", "is replaced"
)
MERGES_BEHIND_SLASH = _combine(
    "merge-slash",
    cite("4.5, relative state 5.4.2", "relative state"),
    "a slash and the reference",
    "follow the base's authority",
    "relative-state-5.4.2-4.5-merge-slash",
)
INHERITS_OPAQUE = _combine(
    "inherit", "no scheme state 2", "the base's opaque path and query", "are inherited"
)
FILE_INHERITS_PATH = _combine(
    "inherit", "file state 4.1", "an empty path", "becomes the file base's"
)
FILE_INHERITS_QUERY = _combine(
    "inherit",
    "file state 4.1",
    "the file base's path and query",
    "are inherited",
    "file-state-4-inherit",
)
FILE_MERGES = _combine(
    "merge", "file state 4.4.2", "everything after the file base path's last slash", "is replaced"
)
OWN_DRIVE = _combine(
    "drive-letter",
    "file state 4.4.3.2",
    "a drive letter",
    "replaces everything from the base's path on",
)
MERGES_BEHIND_DRIVE = _combine(
    "merge",
    "4.2, shorten step 3",
    "the path",
    "follows the base's lone drive letter",
    "4.2-merge",
)
KEEPS_FILE_HOST = _combine(
    "replace", "file slash state 1", "a file URL's host", "stays, with everything after it"
)
FILE_KEEPS_PATH = _combine(
    "replace",
    "file slash state 2.1.1",
    "an absolute path",
    "replaces everything from the file base's path on",
)
KEEPS_DRIVE = _combine(
    "drive-letter",
    "file slash state 2.1.2",
    "an absolute path",
    "follows the base's drive letter",
)

# Dot segments: path state, steps 1.2 to 1.4; single-dot and double-dot URL path segments (4.1);
# shorten (4.2); opaque path state.

DOT = _dots("drop-dot", "path state 1.4", 'a "." segment', "is removed with a slash")
FINAL_DOT = _dots(
    "drop-final-dot", "path state 1.3", 'a final "."', "is removed, but its slash stays"
)
PAIR = _dots("drop-pair", "path state 1.2.1", 'a ".." and the segment before it', "are removed")
FINAL_PAIR = _dots(
    "drop-final-pair", "path state 1.2", 'a final ".." and the segment before it', "are removed"
)
ROOT = _dots("climb", "path state 1.2.1", 'a ".." above the root', "is removed")
FINAL_ROOT = _dots("final-climb", "path state 1.2", 'a final ".." above the root', "is removed")
DRIVE_STAYS = _dots(
    "drive-letter",
    "4.2, shorten step 3",
    'a ".." after a drive letter',
    "is removed, but the letter stays",
    "4.2-drive-letter",
)
ENCODED_DOT = _dots(
    "encoded-dots",
    "4.1, path state 1.3, 1.4",
    '"%2e"',
    'counts as "." and is removed',
    "encoded-dot",
)
ENCODED_PAIR = _dots(
    "encoded-dots",
    "4.1, path state 1.2",
    '"%2e" in a double-dot segment',
    'counts as "."',
    "encoded-pair",
)
KEEPS_REST = _dots("keep-rest", "path state 1.4.2", "every other segment", "stays")
OPAQUE_STAYS = _dots("skip-dots", "opaque path state", "dot segments", "stay in an opaque path")


@functools.cache
def at(rule: Rule, section: str) -> Rule:
    """Return the same rule, citing the step that applied it."""
    return rule.at(cite(section))


def in_words(rule: Rule, section: str, about: str, does: str) -> Rule:
    """Return the same rule, in the words and with the citation of another version of the text."""
    return attrs.evolve(at(rule, section), about=about, does=does)


# Normalizing: how the parser or the serializer rewrites each component, and what is rejected.

LOWERS_SCHEME = rewrites(
    "scheme start state 1, scheme state 1",
    "the scheme",
    "becomes lower case",
    "scheme-state-1-rewrite",
)
ENCODES_AT_SIGN = rewrites(
    "authority state 1.2", 'each "@" but the last', "is percent-encoded", "encodes-at-sign"
)
ENCODES_USERNAME = rewrites(
    "authority state 1.4.2", "the username", "is percent-encoded", "encodes-username"
)
ENCODES_PASSWORD = rewrites(
    "authority state 1.4.2", "the password", "is percent-encoded", "encodes-password"
)
DROPS_USERNAME = rewrites("4.5 step 2.2", "an empty username", "is not written", "drops-username")
DROPS_PASSWORD = rewrites("4.5 step 2.2.2", "an empty password", "is not written", "drops-password")

OF_SERIALIZING = frozenset({DROPS_USERNAME, DROPS_PASSWORD})
"""The rules for components that serializing leaves out; a failure isn't serialized."""

# Authority state and host state: missing hosts.

HOST_MISSING_BEHIND_AT_SIGN = refuses(
    "authority state 2.1", 'an "@" without a host after it', "host-missing", "no-host-behind"
)
HOST_MISSING_BEFORE_PORT = refuses(
    "host state 2.1", "a port without a host", "host-missing", "no-host-before-port"
)
HOST_MISSING = refuses("host state 3.1", "a special URL without a host", "host-missing")

# 3.5 Host parsing: addresses in square brackets.

IPV6_UNCLOSED = refuses(
    "3.5 step 1.1", 'a host beginning with "[" but not ending with "]"', "IPv6-unclosed"
)
IPV6_REFUSALS: Mapping[str, Rule] = FrozenMapping(
    (name, refuses(f"3.5, IPv6 parser {step}", "an address in square brackets", name))
    for name, step in (
        ("IPv6-invalid-compression", "5.1"),
        ("IPv6-too-many-pieces", "6.1"),
        ("IPv6-multiple-compression", "6.2.1"),
        ("IPv6-invalid-code-point", "6.6.2, 6.7"),
        ("IPv6-too-few-pieces", "8"),
        ("IPv4-in-IPv6-invalid-code-point", "6.5.1, 6.5.5.2.2 to 6.5.5.4.3"),
        ("IPv4-in-IPv6-too-many-pieces", "6.5.3"),
        ("IPv4-in-IPv6-out-of-range-part", "6.5.5.4.5"),
        ("IPv4-in-IPv6-too-few-parts", "6.5.6"),
    )
)
SHORTENS_IPV6 = rewrites(
    "3.6, IPv6 serializer", "an IPv6 address", "is written in its shortest form", "3.6-rewrite"
)

# 3.3 IDNA, 3.5 Host parsing: domains and IPv4 addresses. File host state: localhost.

DECODES_HOST = rewrites("3.5 step 5", "the host of a special URL", "is percent-decoded")
LOWERS_HOST = rewrites("3.3 step 5", "the host", "becomes lower case", "lowers-host")
MAPS_TO_ASCII = rewrites("3.3 step 6.1", "the domain", "is mapped to ASCII", "maps-domain")
NOT_MAPPED = refuses(
    "3.3 step 6.2", "a domain that Unicode ToASCII does not map", "domain-to-ASCII"
)
MAPPED_TO_NOTHING = refuses(
    "3.3 step 7",
    "a domain that Unicode ToASCII maps to nothing",
    "domain-to-ASCII",
    "empty-domain",
)
FORBIDDEN = refuses(
    "3.3 step 8",
    "a domain with a forbidden domain code point",
    "domain-to-ASCII",
    "forbidden-domain-code-point",
)
IPV4 = rule(
    Phase.NORMALISE,
    "address",
    "3.5 step 8",
    "a host that ends in a number",
    "is an IPv4 address",
    detail="with decimal, octal (0) or hexadecimal (0x) parts; the last gives all remaining octets",
)
IPV4_REFUSALS: Mapping[str, Rule] = FrozenMapping(
    (name, refuses(f"3.5, IPv4 parser {step}", "a host that ends in a number", name))
    for name, step in (
        ("IPv4-too-many-parts", "4"),
        ("IPv4-non-numeric-part", "6.2"),
        ("IPv4-out-of-range-part", "8, 9"),
    )
)
LOCALHOST = rewrites("file host state 1.3.3", '"localhost"', "is no host in a file URL")

# 3.5 Host parsing: opaque hosts.

HOST_INVALID_CODE_POINT = refuses(
    "3.5, opaque-host parser 1",
    "an opaque host with a forbidden host code point",
    "host-invalid-code-point",
)
ENCODES_HOST = rewrites(
    "3.5, opaque-host parser 4", "an opaque host", "is percent-encoded", "encodes-host"
)

# Port state.

DROPS_PORT = rewrites("port state 2.1", "an empty port", "is not written", "drops-port")
PORT_INVALID = refuses("port state 3", "a port with characters other than digits", "port-invalid")
PORT_OUT_OF_RANGE = refuses("port state 2.1.2", "a port above 65535", "port-out-of-range")
SHORTENS_PORT = rewrites(
    "port state 2.1.1", "the port", "is written without leading zeros", "shortens-port"
)
DEFAULT_PORT = rewrites(
    "port state 2.1.3", "the default port of the scheme", "is not written", "default-port"
)

# Path start state, path state and opaque path state.

COLON_OF_DRIVE = rewrites(
    "path state 1.4.1", 'the "|" of a drive letter', 'becomes ":"', "drive-letter-colon"
)
ENCODES_PATH = rewrites("path state 2.3", "the path", "is percent-encoded")
ADDS_SLASH = rewrites(
    "path state 1.4.2",
    "a special URL's empty path",
    "becomes a slash",
    "path-start-state-1.2-rewrite",
)
ENCODES_OPAQUE_PATH = rewrites("opaque path state 4.3", "an opaque path", "is percent-encoded")
ENCODES_SPACE = rewrites(
    "opaque path state 3.2", "a space at the end of an opaque path", "becomes %20"
)

# Query state and fragment state.

ENCODES_QUERY = rewrites("query state 2.2", "the query", "is percent-encoded")
ENCODES_FRAGMENT = rewrites("fragment state 1.3", "the fragment", "is percent-encoded")

# 4.5 URL serializing.

SERIALISES = rule(
    Phase.RECOMBINE,
    "join",
    "4.5",
    "each component that is not null",
    "is written with its delimiter",
)
SERIALISES_WITH_DOT = rule(
    Phase.RECOMBINE, "join", "4.5 step 3", '"/."', 'is put before a path that begins with "//"'
)
