"""URL Standard, 4.4 and 4.5: a reference against a base URL, dot segments, the serializer."""

from collections.abc import Iterator

from hexapla.documents.citation import Citation
from hexapla.standard.phases import NoUri, Options, error
from hexapla.standard.rule import Phase, Rule, RuleKind, by_phase
from hexapla.text.span import Span
from hexapla_specs.whatwg import components
from hexapla_specs.whatwg.components import Components, Kind, Parsed, has_opaque_path, kind_of, rule
from hexapla_specs.whatwg.substeps import Edit, Substep, Substeps

# Scheme state, no scheme state, special relative or authority state.

_test, _combine, _dots = by_phase(rule)

UNUSABLE_BASE = _test("4.4", "a base that is no URL by itself", "is refused")
HAS_SCHEME = _test("scheme state 2", "a reference with a scheme", "goes on without the base")
OWN_SCHEME = _test(
    "special relative or authority state 2", "the base's own special scheme", "is ignored"
)
OWN_FILE_SCHEME = _test("file state 4", 'the scheme of "file" under such a base', "is ignored")
HAS_NO_SCHEME = _test("no scheme state 3", "a reference without a scheme", "is relative")
HAS_NO_FILE_SCHEME = _test(
    "no scheme state 4", "a reference without a scheme", "is relative to a file"
)
NO_SCHEME = _test(
    "no scheme state 1", "an opaque path", "is no base: missing-scheme-non-relative-URL"
)
ONLY_FRAGMENT = _test("no scheme state 2", "a fragment alone", "is put behind an opaque path")

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

KEEPS_ALL = _combine(
    "replace", "scheme state 2.2", "a reference with a scheme", "keeps its components"
)
FILE_WITHOUT_HOST = _combine(
    "rewrite", "file state 2", "a file URL without a host", "has an empty one"
)
FILE_WITHOUT_SLASH = _combine(
    "rewrite", "file state 2, 4.5", "a file without a host", "has an empty one and a slash"
)
KEEPS_AUTHORITY = _combine(
    "replace", "relative slash state 2", "an authority", "stays, with path and query"
)
INHERITS_PATH = _combine(
    "inherit", "relative state 5.1", "the base's path", "replaces an empty one"
)
INHERITS_QUERY = _combine("inherit", "relative state 5", "the base's path and query", "are taken")
KEEPS_PATH = _combine(
    "replace", "relative slash state 3", "an absolute path", "follows the base's authority"
)
MERGES = _combine("merge", "relative state 5.4.2", "the path", "goes after the base's last slash")
KEEPS_DRIVE = _combine(
    "drive-letter",
    "file slash state 2.1.2",
    "an absolute path",
    "goes after the base's drive letter",
)
MERGES_BEHIND_DRIVE = _combine(
    "merge",
    "4.2, shorten step 3",
    "the path",
    "goes after the base's lone drive letter",
    "4.2-merge",
)
OWN_DRIVE = _combine(
    "drive-letter", "file state 4.4.3.2", "a drive letter's path", "replaces the base's"
)
MERGES_BEHIND_SLASH = _combine(
    "merge-slash", "relative state 5.4.2, 4.5", "a slash", "is put before the path"
)
INHERITS_OPAQUE = _combine(
    "inherit", "no scheme state 2", "the base's opaque path and query", "are taken"
)


def _with_base(rule: Rule, base: str, citation: Citation, name: str = "") -> Rule:
    """Return a rule of combining for a certain kind of base, in a state and step of its own."""
    about, does = (
        text.replace("the file base's", "the base's").replace("the base's", f"the {base}'s")
        for text in (rule.about, rule.does)
    )
    return Rule(Phase.COMBINE, rule.kind, citation, about, does, name)


OF_KIND = {
    Kind.SPECIAL: {
        KEEPS_AUTHORITY: _combine(
            "replace",
            "relative slash state 1",
            "a special authority",
            "stays, with path and query",
        )
    },
    Kind.FILE: {
        KEEPS_AUTHORITY: _combine(
            "replace", "file slash state 1", "a file URL's host", "stays, with path and query"
        ),
        **{
            rule: _with_base(rule, "file base", components.cite(section))
            for rule, section in (
                (INHERITS_PATH, "file state 4.1"),
                (INHERITS_QUERY, "file state 4"),
                (KEEPS_PATH, "file slash state 2.1.1"),
                (MERGES, "file state 4.4.2"),
            )
        },
    },
    Kind.OTHER: {},
}
_TAKING = (INHERITS_PATH, INHERITS_QUERY, KEEPS_PATH, MERGES)
_TAKING_DRIVE = (KEEPS_DRIVE, MERGES_BEHIND_DRIVE, OWN_DRIVE)
_OF_FILE = OF_KIND[Kind.FILE]
# For a base that is not written as its URL record is serialised.
OF_PARSED_BASE = {
    rule: _with_base(rule, f"parsed {base}", rule.citation, f"{rule.name}-parsed-base")
    for base, rules in (
        ("base", (*_TAKING, INHERITS_OPAQUE, *_TAKING_DRIVE)),
        ("file base", tuple(_OF_FILE[rule] for rule in _TAKING)),
    )
    for rule in rules
}


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


LAST_TAKEN = {RuleKind.MERGE: components.PATH, RuleKind.INHERIT: components.QUERY}
"""The place of the last component that a rule of combining takes of a base, by its kind."""

_BEHIND = {INHERITS_QUERY: "#", INHERITS_OPAQUE: "#", INHERITS_PATH: "?#"}


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
    begins_with_drive = is_file and components.STARTS_WITH_DRIVE_LETTER.match(
        path.removeprefix("/")
    )
    drive = components.FIRST_DRIVE_LETTER.match(url[5]) if is_file else None
    if path.startswith("/"):
        if drive is None or begins_with_drive:
            return KEEPS_PATH, ""
        return KEEPS_DRIVE, drive[0]
    if begins_with_drive:
        return OWN_DRIVE, ""
    if drive is not None and drive[0] == url[5]:
        return MERGES_BEHIND_DRIVE, drive[0]
    return MERGES, url[5][: url[5].rfind("/") + 1]


# Path state, steps 1.2 to 1.4: single-dot and double-dot URL path segments.

DOT = _dots("drop-dot", "path state 1.4", 'a "." segment', "goes with a slash")
FINAL_DOT = _dots("drop-final-dot", "path state 1.3", 'a final "."', "goes, its slash stays")
PAIR = _dots("drop-pair", "path state 1.2.1", 'a ".." with the segment before it', "goes")
FINAL_PAIR = _dots(
    "drop-final-pair", "path state 1.2", 'a final ".." with the segment before it', "goes"
)
ROOT = _dots("climb", "path state 1.2.1", 'a ".." above the root', "goes")
FINAL_ROOT = _dots("final-climb", "path state 1.2", 'a final ".." above the root', "goes")
DRIVE_STAYS = _dots(
    "drive-letter",
    "4.2, shorten step 3",
    'a ".." behind a lone drive letter',
    "goes without it",
    "4.2-drive-letter",
)
ENCODED_DOT = _dots("encoded-dots", "4.1", '"%2e"', 'counts as "." and goes', "encoded-dot")
ENCODED_PAIR = _dots(
    "encoded-dots", "4.1", '"%2e" in a double-dot segment', 'counts as "."', "encoded-pair"
)
KEEPS_REST = _dots("keep-rest", "path state 1.4.2", "every other segment", "stays")
OPAQUE_STAYS = _dots("skip-dots", "opaque path state", "dot segments", "stay in an opaque path")

SINGLE_DOT = frozenset({".", "%2e"})
DOUBLE_DOT = frozenset({"..", ".%2e", "%2e.", "%2e%2e"})


def has_dot_segments(path: str) -> bool:
    """Return whether a path may have a dot segment."""
    return "/." in path or "/%2" in path


def remove_dot_segments(path: str, drive: bool = False) -> str:
    """Return a path without its dot segments.

    Args:
        path: A path that is empty or begins with a slash.
        drive: Whether a drive letter that is the only segment stays (4.2, shorten, step 3).
    """
    if not has_dot_segments(path):
        return path
    segments, output = path.split("/")[1:], list[str]()
    for segment in segments:
        name = segment.lower()
        if name in DOUBLE_DOT:
            if output and not (drive and _is_lone_drive_letter(output)):
                output.pop()
        elif name not in SINGLE_DOT:
            output.append(segment)
    if segments[-1].lower() in SINGLE_DOT | DOUBLE_DOT:
        output.append("")
    return "".join(f"/{segment}" for segment in output)


def _is_lone_drive_letter(segments: list[str]) -> bool:
    return len(segments) == 1 and components.DRIVE_LETTER.fullmatch(segments[0]) is not None


def edits_of(path: str, drive: bool = False) -> Iterator[Edit]:
    """Yield what goes, segment by segment; what was read stands before what was not."""
    segments, output, end = path.split("/")[1:], list[str](), 0
    for number, segment in enumerate(segments):
        final, name, stop = number == len(segments) - 1, segment.lower(), end + 1 + len(segment)
        if name in SINGLE_DOT:
            rule = ENCODED_DOT if "%" in name else FINAL_DOT if final else DOT
            yield Edit(rule, (Span(end + final, stop),))
        elif name not in DOUBLE_DOT:
            output.append(segment)
            end = stop
        elif not output:
            rule = ENCODED_PAIR if "%" in name else FINAL_ROOT if final else ROOT
            yield Edit(rule, (Span(end + final, stop),))
        elif drive and _is_lone_drive_letter(output):
            yield Edit(DRIVE_STAYS, (Span(end + final, stop),))
        else:
            start = end - len(output.pop()) - 1
            rule = ENCODED_PAIR if "%" in name else FINAL_PAIR if final else PAIR
            gone = (Span(start, end), Span(end + 1, stop)) if final else (Span(start, stop),)
            yield Edit(rule, gone)
            end = start


STEPS = Substeps(
    components.PATH, (Substep(KEEPS_REST, remove_dot_segments, edits=edits_of),), has_dot_segments
)


_REMOVES_FILE_DOTS = Substep(
    KEEPS_REST,
    lambda path: remove_dot_segments(path, drive=True),
    edits=lambda path: edits_of(path, drive=True),
)
FILE_STEPS = Substeps(components.PATH, (_REMOVES_FILE_DOTS,), has_dot_segments)


def remove_dots(
    rule: Rule, url: Components, options: Options
) -> tuple[Rule | Substeps, Components]:
    """Dot segments are removed from every path that is not opaque."""
    if has_opaque_path(url):
        return OPAQUE_STAYS, url
    return FILE_STEPS if kind_of(url[0]) is Kind.FILE else STEPS, url


# 4.5 URL serializing.

SERIALISES = rule(
    Phase.RECOMBINE, "join", "4.5", "each component that is not null", "is written with its mark"
)
SERIALISES_WITH_DOT = rule(
    Phase.RECOMBINE, "join", "4.5 step 3", '"/."', 'is put before a path that begins with "//"'
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
