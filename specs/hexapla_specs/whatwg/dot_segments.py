"""URL Standard, 4.4, path state, steps 1.2 to 1.4: single-dot and double-dot URL path segments."""

from collections.abc import Iterator

from hexapla.standard.phases import Substep, Substeps
from hexapla.standard.rule import Edit, Phase, Rule, RuleKind
from hexapla.text.span import Span
from hexapla_specs.whatwg.components import DRIVE_LETTER, PATH
from hexapla_specs.whatwg.document import cite, cite_state


def _rule(kind: RuleKind, step: str, about: str, does: str) -> Rule:
    return Rule(Phase.DOTS, kind, cite_state("path", step), about, does)


DOT = _rule(RuleKind.DROP_DOT, "1.4", 'a "." segment', "goes with a slash")
FINAL_DOT = _rule(RuleKind.DROP_FINAL_DOT, "1.3", 'a final "."', "goes, its slash stays")
PAIR = _rule(RuleKind.DROP_PAIR, "1.2.1", 'a ".." with the segment before it', "goes")
FINAL_PAIR = _rule(
    RuleKind.DROP_FINAL_PAIR, "1.2", 'a final ".." with the segment before it', "goes"
)
ROOT = _rule(RuleKind.CLIMB, "1.2.1", 'a ".." above the root', "goes")
FINAL_ROOT = _rule(RuleKind.FINAL_CLIMB, "1.2", 'a final ".." above the root', "goes")
DRIVE_STAYS = Rule(
    *(Phase.DOTS, RuleKind.DRIVE_LETTER, cite("4.2, shorten step 3", "URL miscellaneous")),
    *('a ".." behind a lone drive letter', "goes without it", "4.2-drive-letter"),
)
_SEGMENTS = cite("4.1", "URL representation")
ENCODED_DOT = Rule(
    *(Phase.DOTS, RuleKind.ENCODED_DOTS, _SEGMENTS),
    *('"%2e"', 'counts as "." and goes', "encoded-dot"),
)
ENCODED_PAIR = Rule(
    *(Phase.DOTS, RuleKind.ENCODED_DOTS, _SEGMENTS),
    *('"%2e" in a double-dot segment', 'counts as "."', "encoded-pair"),
)
KEEPS_REST = _rule(RuleKind.KEEP_REST, "1.4.2", "every other segment", "stays")
OPAQUE_STAYS = Rule(
    *(Phase.DOTS, RuleKind.SKIP_DOTS, cite_state("opaque path")),
    *("dot segments", "stay in an opaque path"),
)

DOTS_RULES = (
    *(DOT, FINAL_DOT, PAIR, FINAL_PAIR, ROOT, FINAL_ROOT, DRIVE_STAYS),
    *(ENCODED_DOT, ENCODED_PAIR, KEEPS_REST, OPAQUE_STAYS),
)

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
    return len(segments) == 1 and DRIVE_LETTER.fullmatch(segments[0]) is not None


def edits_of(path: str, drive: bool = False) -> Iterator[Edit]:
    """Yield what goes, segment by segment; what was read stands before what was not."""
    segments, output, end = path.split("/")[1:], list[str](), 0
    for number, segment in enumerate(segments):
        final, name, stop = number == len(segments) - 1, segment.lower(), end + 1 + len(segment)
        if name in SINGLE_DOT:
            yield Edit(_dot_rule(name, final), (Span(end + final, stop),))
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


def _dot_rule(name: str, final: bool) -> Rule:
    return ENCODED_DOT if "%" in name else FINAL_DOT if final else DOT


STEPS = Substeps(
    PATH, (Substep(KEEPS_REST, remove_dot_segments, edits=edits_of),), has_dot_segments
)


def remove_file_dot_segments(path: str) -> str:
    """Return the path of a file URL without its dot segments."""
    return remove_dot_segments(path, drive=True)


def file_edits_of(path: str) -> Iterator[Edit]:
    """Yield what goes from the path of a file URL."""
    return edits_of(path, drive=True)


FILE_STEPS = Substeps(
    PATH, (Substep(KEEPS_REST, remove_file_dot_segments, edits=file_edits_of),), has_dot_segments
)
