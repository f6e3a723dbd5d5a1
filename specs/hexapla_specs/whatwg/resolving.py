"""URL Standard, 4.4 and 4.5: a reference against a base URL, and the serializer."""

from hexapla.documents.citation import Citation
from hexapla.standard.phases import NoUri, Options, Substeps, error
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.whatwg.components import (
    FIRST_DRIVE_LETTER,
    PATH,
    QUERY,
    STARTS_WITH_DRIVE_LETTER,
    Components,
    Kind,
    Parsed,
    has_opaque_path,
    kind_of,
)
from hexapla_specs.whatwg.document import cite, cite_state
from hexapla_specs.whatwg.dot_segments import FILE_STEPS, OPAQUE_STAYS, STEPS

# Scheme state, no scheme state, special relative or authority state.


def _test(state: str, step: str, about: str, does: str) -> Rule:
    return Rule(Phase.CLASSIFY, RuleKind.TEST, cite_state(state, step), about, does)


UNUSABLE_BASE = Rule(
    *(Phase.CLASSIFY, RuleKind.TEST, cite("4.4", "URL parsing")),
    *("a base that is no URL by itself", "is refused"),
)
HAS_SCHEME = _test("scheme", "2", "a reference with a scheme", "goes on without the base")
OWN_SCHEME = _test(
    "special relative or authority", "2", "the base's own special scheme", "is ignored"
)
OWN_FILE_SCHEME = _test("file", "4", 'the scheme of "file" under such a base', "is ignored")
HAS_NO_SCHEME = _test("no scheme", "3", "a reference without a scheme", "is relative")
HAS_NO_FILE_SCHEME = _test(
    "no scheme", "4", "a reference without a scheme", "is relative to a file"
)
NO_SCHEME = _test(
    *("no scheme", "1", "an opaque path"),
    "is no base: missing-scheme-non-relative-URL",
)
ONLY_FRAGMENT = _test("no scheme", "2", "a fragment alone", "is put behind an opaque path")

CLASSIFYING_RULES = (
    *(UNUSABLE_BASE, HAS_SCHEME, OWN_SCHEME, OWN_FILE_SCHEME),
    *(HAS_NO_SCHEME, HAS_NO_FILE_SCHEME, NO_SCHEME, ONLY_FRAGMENT),
)

NO_BASE = error("the base is no URL by itself", UNUSABLE_BASE.citation)
NOT_RELATIVE = error(NO_SCHEME.says, NO_SCHEME.citation)
NOT_ABSOLUTE = error("no scheme and no base: missing-scheme-non-relative-URL", NO_SCHEME.citation)


def classify(url: Components, reference: Parsed) -> tuple[Rule, Components | NoUri]:
    """Has the reference a scheme, and is it ignored? Can the base URL be a base?"""
    _, scheme, username, password, host, port, path, query, fragment = reference
    relative: Components = (None, username, password, host, port, path, query, fragment)
    if scheme is not None:
        if host is not None or scheme.lower() != url[0] or kind_of(scheme) is Kind.OTHER:
            return HAS_SCHEME, reference[1:]
        return OWN_FILE_SCHEME if url[0] == "file" else OWN_SCHEME, relative
    if not has_opaque_path(url):
        return HAS_NO_FILE_SCHEME if url[0] == "file" else HAS_NO_SCHEME, relative
    if path or host is not None or query is not None or fragment is None:
        return NO_SCHEME, NOT_RELATIVE
    return ONLY_FRAGMENT, relative


# Relative, relative slash, file and file slash states.


def _combine(kind: RuleKind, state: str, step: str, about: str, does: str) -> Rule:
    return Rule(Phase.COMBINE, kind, cite_state(state, step), about, does)


KEEPS_ALL = _combine(
    RuleKind.REPLACE, "scheme", "2.2", "a reference with a scheme", "keeps its components"
)
FILE_WITHOUT_HOST = _combine(
    RuleKind.REWRITE, "file", "2", "a file URL without a host", "has an empty one"
)
FILE_WITHOUT_SLASH = Rule(
    *(Phase.COMBINE, RuleKind.REWRITE, cite("file state 2, 4.5", "file state")),
    *("a file without a host", "has an empty one and a slash"),
)
KEEPS_AUTHORITY = _combine(
    *(RuleKind.REPLACE, "relative slash", "2"), *("an authority", "stays, with path and query")
)
INHERITS_PATH = _combine(
    *(RuleKind.INHERIT, "relative", "5.1"), *("the base's path", "replaces an empty one")
)
INHERITS_OPAQUE = _combine(
    *(RuleKind.INHERIT, "no scheme", "2"), *("the base's opaque path and query", "are taken")
)
INHERITS_QUERY = _combine(
    *(RuleKind.INHERIT, "relative", "5"), *("the base's path and query", "are taken")
)
KEEPS_PATH = _combine(
    *(RuleKind.REPLACE, "relative slash", "3"),
    *("an absolute path", "follows the base's authority"),
)
MERGES = _combine(
    *(RuleKind.MERGE, "relative", "5.4.2"), *("the path", "goes after the base's last slash")
)
MERGES_BEHIND_SLASH = Rule(
    *(Phase.COMBINE, RuleKind.MERGE_SLASH, cite("relative state 5.4.2, 4.5", "relative state")),
    *("a slash", "is put before the path"),
)
KEEPS_DRIVE = _combine(
    *(RuleKind.DRIVE_LETTER, "file slash", "2.1.2"),
    *("an absolute path", "goes after the base's drive letter"),
)
MERGES_BEHIND_DRIVE = Rule(
    *(Phase.COMBINE, RuleKind.MERGE, cite("4.2, shorten step 3", "URL miscellaneous")),
    *("the path", "goes after the base's lone drive letter", "4.2-merge"),
)
OWN_DRIVE = _combine(
    *(RuleKind.DRIVE_LETTER, "file", "4.4.3.2"),
    *("a drive letter's path", "replaces the base's"),
)


def _with_base(rule: Rule, base: str, citation: Citation, name: str = "") -> Rule:
    """Return a rule of combining for a certain kind of base, in a state and step of its own."""
    about, does = (
        text.replace("the file base's", "the base's").replace("the base's", f"the {base}'s")
        for text in (rule.about, rule.does)
    )
    return Rule(Phase.COMBINE, rule.kind, citation, about, does, name)


_SPECIAL_AUTHORITY = _combine(
    *(RuleKind.REPLACE, "relative slash", "1"),
    *("a special authority", "stays, with path and query"),
)
_FILE_HOST = _combine(
    *(RuleKind.REPLACE, "file slash", "1"),
    *("a file URL's host", "stays, with path and query"),
)
_FILE_STEPS = (
    *((INHERITS_PATH, "file", "4.1"), (INHERITS_QUERY, "file", "4")),
    *((KEEPS_PATH, "file slash", "2.1.1"), (MERGES, "file", "4.4.2")),
)


OF_KIND = FrozenMapping(
    {
        Kind.SPECIAL: {KEEPS_AUTHORITY: _SPECIAL_AUTHORITY},
        Kind.FILE: {
            KEEPS_AUTHORITY: _FILE_HOST,
            **{
                rule: _with_base(rule, "file base", cite_state(*step))
                for rule, *step in _FILE_STEPS
            },
        },
        Kind.OTHER: {},
    }
)


_TAKING = (INHERITS_PATH, INHERITS_QUERY, KEEPS_PATH, MERGES)
_TAKING_DRIVE = (KEEPS_DRIVE, MERGES_BEHIND_DRIVE, OWN_DRIVE)
_OF_FILE = OF_KIND[Kind.FILE]
# For a base that is not written as its URL record is serialised.
OF_PARSED_BASE = FrozenMapping(
    (rule, _with_base(rule, f"parsed {base}", rule.citation, f"{rule.name}-parsed-base"))
    for base, rules in (
        ("base", (*_TAKING, INHERITS_OPAQUE, *_TAKING_DRIVE)),
        ("file base", tuple(_OF_FILE[rule] for rule in _TAKING)),
    )
    for rule in rules
)

COMBINING_RULES = (
    *(KEEPS_ALL, FILE_WITHOUT_HOST, FILE_WITHOUT_SLASH, KEEPS_AUTHORITY, *_TAKING, *_TAKING_DRIVE),
    *(MERGES_BEHIND_SLASH, INHERITS_OPAQUE),
    *(rule for rules in OF_KIND.values() for rule in rules.values()),
    *OF_PARSED_BASE.values(),
)


def combine(base: Parsed, url: Components, reference: Components) -> tuple[Rule, Components]:
    """What does the URL take from the base, and from the URL record of that?"""
    scheme, username, password, host, port, path, query, fragment = reference
    of_kind = OF_KIND[kind_of(url[0])]
    if host is not None:
        return of_kind.get(KEEPS_AUTHORITY, KEEPS_AUTHORITY), (url[0], *reference[1:])
    if not path:
        inherits = query is None and url[6] is not None
        rule, query = (INHERITS_QUERY, url[6]) if inherits else (INHERITS_PATH, query)
        path, taken = url[5], url[5]
        rule = INHERITS_OPAQUE if has_opaque_path(url) else rule
    else:
        rule, taken = _taken_over(url, path)
        path = taken + (path if path.startswith("/") or taken.endswith("/") else f"/{path}")
    takes_query = rule in (INHERITS_QUERY, INHERITS_OPAQUE)
    before = serialise((*url[:5], taken, query if takes_query else None, None))
    is_written_so = _begins_with(base[0], before, rule)
    if rule is MERGES and _lacks_path(base, url):
        return MERGES_BEHIND_SLASH, (*url[:5], path, query, fragment)
    rule = of_kind.get(rule, rule)
    return rule if is_written_so else OF_PARSED_BASE[rule], (*url[:5], path, query, fragment)


def _lacks_path(base: Parsed, url: Components) -> bool:
    """Say whether a base, written as its URL record is, ends before the path."""
    if base[6] or kind_of(url[0]) is Kind.FILE:
        return False
    return _begins_with(base[0], serialise((*url[:5], "", None, None)), KEEPS_PATH)


LAST_TAKEN = FrozenMapping({RuleKind.MERGE: PATH, RuleKind.INHERIT: QUERY})
"""The place of the last component that a rule of combining takes of a base, by its kind."""

_BEHIND = FrozenMapping({INHERITS_QUERY: "#", INHERITS_OPAQUE: "#", INHERITS_PATH: "?#"})


def _begins_with(base: str, before: str, rule: Rule) -> bool:
    """Say whether a base begins with what is taken of its URL record, and that ends there."""
    ends_there = rule is MERGES and before.endswith("/")
    behind = base[len(before) : len(before) + 1]
    return base.startswith(before) and (ends_there or behind in _BEHIND.get(rule, "/?#"))


def combine_absolute(
    url: Components, base: Components | NoUri | None = None
) -> tuple[Rule, Components]:
    """Return a URL with a scheme of its own, which has a host if it is a file URL."""
    scheme, _, _, host, _, path, query, fragment = url
    if host is not None or kind_of(scheme) is not Kind.FILE:
        return KEEPS_ALL, url
    if not path.startswith("/"):
        return FILE_WITHOUT_SLASH, (scheme, None, None, "", None, f"/{path}", query, fragment)
    return FILE_WITHOUT_HOST, (scheme, None, None, "", None, path, query, fragment)


def _taken_over(url: Components, path: str) -> tuple[Rule, str]:
    """Return by which rule the base's path is shortened for another path, and what is left of it.

    Relative state, relative slash state, file state, file slash state; 4.2, shorten a path.
    """
    is_file = url[0] == "file"
    begins_with_drive = is_file and STARTS_WITH_DRIVE_LETTER.match(path.removeprefix("/"))
    drive = FIRST_DRIVE_LETTER.match(url[5]) if is_file else None
    if path.startswith("/"):
        if drive is None or begins_with_drive:
            return KEEPS_PATH, ""
        return KEEPS_DRIVE, drive[0]
    if begins_with_drive:
        return OWN_DRIVE, ""
    if drive is not None and drive[0] == url[5]:
        return MERGES_BEHIND_DRIVE, drive[0]
    return MERGES, url[5][: url[5].rfind("/") + 1]


def remove_dots(
    rule: Rule, url: Components, options: Options
) -> tuple[Rule | Substeps, Components]:
    """Dot segments are removed from every path that is not opaque."""
    if has_opaque_path(url):
        return OPAQUE_STAYS, url
    return FILE_STEPS if kind_of(url[0]) is Kind.FILE else STEPS, url


# 4.5 URL serializing.

SERIALISES = Rule(
    *(Phase.RECOMBINE, RuleKind.JOIN, cite("4.5", "URL serializing")),
    *("each component that is not null", "is written with its mark"),
)
SERIALISES_WITH_DOT = Rule(
    *(Phase.RECOMBINE, RuleKind.JOIN, cite("4.5 step 3", "URL serializing")),
    *('"/."', 'is put before a path that begins with "//"'),
)


def written(url: Components) -> str:
    """Return the components that are there, each with its mark."""
    scheme, username, password, host, port, path, query, fragment = url
    text = "" if scheme is None else f"{scheme}:"
    if host is not None:
        text += "//"
        if username is not None or password is not None:
            text += f"{username or ''}{'' if password is None else ':' + password}@"
        text += host if port is None else f"{host}:{port}"
    text += path
    if query is not None:
        text += f"?{query}"
    return text if fragment is None else f"{text}#{fragment}"


def recombine(url: Components) -> tuple[Rule, str]:
    """Write every component that is not null; a path is not to be taken for a host."""
    if url[3] is None and url[5].startswith("//"):
        return SERIALISES_WITH_DOT, written((*url[:5], f"/.{url[5]}", *url[6:]))
    return SERIALISES, written(url)


def serialise(url: Components) -> str:
    """Return a URL as the serializer writes it."""
    return recombine(url)[1]


RECOMBINING_RULES = (SERIALISES, SERIALISES_WITH_DOT)
