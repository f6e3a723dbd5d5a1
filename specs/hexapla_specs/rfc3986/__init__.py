"""RFC 3986, Uniform Resource Identifier (URI): Generic Syntax (January 2005).

Here are sections 5.2 and 5.3, relative resolution, and the spec.
"""

from collections.abc import Iterator
from pathlib import Path

from hexapla.documents.reading import Rationale, Reading
from hexapla.operations.operation import operation
from hexapla.standard.component import recombined
from hexapla.standard.phases import NoUri, Options, Substep, Substeps, error
from hexapla.standard.rule import Edit, Phase, Rule, RuleKind, by_phase, leaves_text
from hexapla.standard.standard import Standard
from hexapla.text.span import Span
from hexapla_specs.rfc3986 import syntax as uri_syntax
from hexapla_specs.rfc3986.syntax import Components, Parsed, cite, rule

# Readings.

SAME_SCHEME = Reading(
    "same-scheme",
    "Is a scheme ignored that is the base's own?",
    {
        "strict": Rationale("A strict parser treats what has a scheme as a URI.", cite("5.2.2")),
        "loophole": Rationale(
            "A parser that is not strict may ignore it, for backward compatibility; schemes ignore "
            "case, so that HTTP is the same scheme as http.",
            cite("5.2.2, 5.4.2, 3.1"),
        ),
        "loophole-identical": Rationale(
            "A parser that is not strict may ignore it if it is identical to the base's: letter "
            "by letter.",
            cite("5.2.2"),
        ),
    },
)

# 5.2 Relative Resolution.

_test, _combine, _dots = by_phase(rule)

UNUSABLE_BASE = _test("5.2.1", "a base without a scheme", "is refused")
HAS_SCHEME = _test("5.2.2", "a reference with a scheme", "goes on without the base")
HAS_NO_SCHEME = _test("5.2.2", "a reference without a scheme", "is relative", "5.2.2-test-2")
IGNORES_SCHEME = _test("5.2.2", "the base's own scheme", "is ignored", "5.2.2-test-3")
KEEPS_ALL = _combine("replace", "5.2.2", "a reference with a scheme", "keeps its components")
KEEPS_AUTHORITY = _combine(
    "replace", "5.2.2", "a defined authority", "stays, with path and query", "5.2.2-replace-2"
)
INHERITS_PATH = _combine("inherit", "5.2.2", "the base's path", "replaces an empty one")
INHERITS_QUERY = _combine(
    "inherit", "5.2.2", "the base's path and query", "replace an empty path", "5.2.2-inherit-2"
)
KEEPS_PATH = _combine(
    "replace", "5.2.2", "an absolute path", "goes after the base's authority", "5.2.2-replace-3"
)
MERGES = _combine("merge", "5.2.3", "the path", "goes after the base's last slash")
MERGES_BEHIND_SLASH = _combine(
    "merge-slash", "5.2.3", "a slash", "is put before the path", "5.2.3-merge-2"
)
MERGES_ALONE = _combine(
    "merge-alone", "5.2.3", "the path", "replaces the base's whole path", "5.2.3-merge-3"
)
STEP_2A_DOT = _dots("drop-dot", "5.2.4 step 2A", 'a "./" at the front', "goes")
STEP_2A_PARENT = _dots("climb", "5.2.4 step 2A", 'a "../" at the front', "goes")
STEP_2B = _dots("drop-dot", "5.2.4 step 2B", 'a "." segment', "goes with a slash")
STEP_2B_FINAL = _dots("drop-final-dot", "5.2.4 step 2B", 'a final "."', "goes, its slash stays")
STEP_2C = _dots("drop-pair", "5.2.4 step 2C", '"/../"', 'becomes "/"; the segment before it goes')
STEP_2C_FINAL = _dots(
    "drop-final-pair", "5.2.4 step 2C", 'a final ".." with the segment before it', "goes"
)
STEP_2C_ROOT = _dots("climb", "5.2.4 step 2C", 'a ".." above the root', "goes")
STEP_2C_FINAL_ROOT = _dots("final-climb", "5.2.4 step 2C", 'a final ".." above the root', "goes")
STEP_2D_DOT = _dots("drop-final-dot", "5.2.4 step 2D", 'a "." alone', "goes")
STEP_2D_PARENT = _dots("final-climb", "5.2.4 step 2D", 'a ".." alone', "goes")
STEP_2E = _dots("keep-rest", "5.2.4 step 2E", "every other segment", "stays")
KEEPS_DOTS = _dots("skip-dots", "5.2.2", "dot segments", "stay in the base's path")
RECOMPOSES = rule(
    Phase.RECOMBINE, "join", "5.3", "each defined component", "is written with its delimiter"
)
LEAVES_TEXT = leaves_text(cite("5.2"))

_NO_SCHEME = error("the base has no scheme", UNUSABLE_BASE.citation)

# 5.2.2 Transform References.


def classify(base: Parsed, reference: Parsed, options: Options) -> tuple[Rule, Components | NoUri]:
    """Has the reference a scheme? A parser that is not strict may ignore one."""
    _, scheme, authority, path, query, fragment = reference
    if base[1] is None:
        return UNUSABLE_BASE, _NO_SCHEME
    if scheme is None:
        return HAS_NO_SCHEME, (None, authority, path, query, fragment)
    if _is_ignored(scheme, base[1], authority, options):
        return IGNORES_SCHEME, (None, authority, path, query, fragment)
    return HAS_SCHEME, (scheme, authority, path, query, fragment)


def _is_ignored(scheme: str, base_scheme: str, authority: str | None, options: Options) -> bool:
    """Say whether a parser that is not strict takes a scheme for the base's own."""
    if scheme == base_scheme:
        # With an authority of its own, such a reference gives the same either way.
        return authority is None and options[SAME_SCHEME.name] != "strict"
    return scheme.lower() == base_scheme.lower() and options[SAME_SCHEME.name] == "loophole"


def combine(base: Parsed, reference: Components, options: Options) -> tuple[Rule, Components]:
    """Which components does the target take from the reference, and which from the base?"""
    _, base_scheme, base_authority, base_path, base_query, _ = base
    scheme, authority, path, query, fragment = reference
    if scheme is not None:
        return KEEPS_ALL, reference
    if authority is not None:
        return KEEPS_AUTHORITY, (base_scheme, authority, path, query, fragment)
    if not path:
        if query is None and base_query is not None:
            return INHERITS_QUERY, (base_scheme, base_authority, base_path, base_query, fragment)
        return INHERITS_PATH, (base_scheme, base_authority, base_path, query, fragment)
    if path.startswith("/"):
        return KEEPS_PATH, (base_scheme, base_authority, path, query, fragment)
    rule, path = merge(base_authority, base_path, path)
    return rule, (base_scheme, base_authority, path, query, fragment)


def merge(base_authority: str | None, base_path: str, path: str) -> tuple[Rule, str]:
    """5.2.3 Merge Paths."""
    if base_authority is not None and not base_path:
        return MERGES_BEHIND_SLASH, "/" + path
    end = base_path.rfind("/") + 1
    return MERGES if end else MERGES_ALONE, base_path[:end] + path


# 5.2.4 Remove Dot Segments.


def remove_dot_segments(path: str) -> str:
    """Return a path after steps 2A to 2E, with one pass over the input buffer."""
    if "." not in path:
        return path
    start = 0
    while path.startswith(("../", "./"), start):  # 2A
        start = path.index("/", start) + 1
    path = path[start:]
    if path in (".", ".."):  # 2D
        return ""
    first, *segments = path.split("/")
    output = [first] if first else []
    for number, segment in enumerate(segments, 1):
        final = number == len(segments)
        if segment not in (".", ".."):
            output.append("/" + segment)  # 2E
            continue
        if segment == ".." and output:
            output.pop()  # 2C
        if final:  # 2B and 2C leave a slash
            output.append("/")
    return "".join(output)


def edits_of(path: str) -> Iterator[Edit]:
    """Yield what steps 2A to 2E take out of a path, in the order in which they do.

    Offsets are those of the output buffer with the input buffer behind it.
    """
    while path.startswith(("../", "./")):  # 2A
        rest = path[path.index("/") + 1 :]
        is_parent = path.startswith("../")
        yield Edit(STEP_2A_PARENT if is_parent else STEP_2A_DOT, (Span(0, len(path) - len(rest)),))
        path = rest
    if path in (".", ".."):  # 2D
        yield Edit(STEP_2D_DOT if path == "." else STEP_2D_PARENT, (Span(0, len(path)),))
        return
    first, *segments = path.split("/")
    output, end = [first] if first else [], len(first)
    for number, segment in enumerate(segments, 1):
        final, stop = number == len(segments), end + 1 + len(segment)
        dots = Span(end + final, stop)  # 2B and 2C leave a slash
        if segment not in (".", ".."):
            output.append("/" + segment)  # 2E
            end = stop
        elif segment == ".":
            yield Edit(STEP_2B_FINAL if final else STEP_2B, (dots,))
        elif not output:
            yield Edit(STEP_2C_FINAL_ROOT if final else STEP_2C_ROOT, (dots,))
        else:
            start = end - len(output.pop())
            gone = (Span(start, end), dots) if final else (Span(start, stop),)
            yield Edit(STEP_2C_FINAL if final else STEP_2C, gone)
            end = start


STEPS_2A_TO_2E = Substeps(
    2, (Substep(STEP_2E, remove_dot_segments, edits=edits_of),), lambda path: "." in path
)


def remove_dots(
    rule: Rule, uri: Components, options: Options
) -> tuple[Rule | Substeps, Components]:
    """Dot segments are removed from every path but an inherited one."""
    return (KEEPS_DOTS if rule.kind is RuleKind.INHERIT else STEPS_2A_TO_2E), uri


# 5.3 Component Recomposition.


def recombine(uri: Components) -> tuple[Rule, str]:
    """Write every defined component with its delimiter."""
    return RECOMPOSES, recombined(*uri)


class Rfc3986(Standard, defined_in=(vars(uri_syntax), globals())):
    """RFC 3986: five components, and the transformation of 5.2."""

    document = uri_syntax.RFC3986
    telling_pieces = tuple("a:/?#.")
    readings = (SAME_SCHEME, uri_syntax.SCHEME_TEST, uri_syntax.AT_SIGNS, uri_syntax.COLONS)
    examples_path = Path(__file__).with_name("examples.json")  # 5.4.1 and 5.4.2
    default_column = candidate = insensitive_to_words = True

    escaping = operation("hexapla_specs.rfc3986.operations:Rfc3986Escaping")
    equivalence = operation("hexapla_specs.rfc3986.operations:Rfc3986Equivalence")
    extraction = operation("hexapla_specs.rfc3986.operations:Rfc3986Extraction")
    base_precedence = operation("hexapla_specs.rfc3986.operations:Rfc3986BasePrecedence")
    schemes = operation(
        "hexapla.operations.schemes:Schemes",
        remark="each scheme has a specification of its own (3.1)",
    )
    division = operation("hexapla_specs.rfc3986.authority:Rfc3986Division")


STANDARD = Rfc3986()
