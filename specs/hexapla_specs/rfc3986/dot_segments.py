"""RFC 3986, 5.2.4: Remove Dot Segments."""

from collections.abc import Iterator

from hexapla.standard.edit import Edit
from hexapla.standard.rule import Phase, Rule, RuleKind
from hexapla.text.span import Span
from hexapla_specs.rfc3986.document import cite


def _step(letter: str, kind: RuleKind, about: str, does: str) -> Rule:
    citation = cite(f"5.2.4 step {letter}", "Remove Dot Segments")
    return Rule(Phase.DOTS, kind, citation, about, does)


STEP_2A_DOT = _step("2A", RuleKind.DROP_DOT, 'a "./" at the front', "goes")
STEP_2A_PARENT = _step("2A", RuleKind.CLIMB, 'a "../" at the front', "goes")
STEP_2B = _step("2B", RuleKind.DROP_DOT, 'a "." segment', "goes with a slash")
STEP_2B_FINAL = _step("2B", RuleKind.DROP_FINAL_DOT, 'a final "."', "goes, its slash stays")
STEP_2C = _step("2C", RuleKind.DROP_PAIR, '"/../"', 'becomes "/"; the segment before it goes')
STEP_2C_FINAL = _step(
    "2C", RuleKind.DROP_FINAL_PAIR, 'a final ".." with the segment before it', "goes"
)
STEP_2C_ROOT = _step("2C", RuleKind.CLIMB, 'a ".." above the root', "goes")
STEP_2C_FINAL_ROOT = _step("2C", RuleKind.FINAL_CLIMB, 'a final ".." above the root', "goes")
STEP_2D_DOT = _step("2D", RuleKind.DROP_FINAL_DOT, 'a "." alone', "goes")
STEP_2D_PARENT = _step("2D", RuleKind.FINAL_CLIMB, 'a ".." alone', "goes")
STEP_2E = _step("2E", RuleKind.KEEP_REST, "every other segment", "stays")

STEPS = (
    *(STEP_2A_DOT, STEP_2A_PARENT, STEP_2B, STEP_2B_FINAL),
    *(STEP_2C, STEP_2C_FINAL, STEP_2C_ROOT, STEP_2C_FINAL_ROOT),
    *(STEP_2D_DOT, STEP_2D_PARENT, STEP_2E),
)


def has_dot_segments(path: str) -> bool:
    """Return whether a path may have a dot segment."""
    return "." in path


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
    output: list[str] = []
    start = end = 0  # where the input buffer begins in the path, and where the output buffer ends
    while start < len(path):
        rest = _beginning(path, start)
        if rest in ("../", "./"):
            rule = STEP_2A_PARENT if rest == "../" else STEP_2A_DOT
            yield Edit(rule, (Span(end, end + len(rest)),))
            start += len(rest)
        elif rest == "/./":
            yield Edit(STEP_2B, (Span(end, end + 2),))
            start += 2
        elif rest == "/../":
            segment = output.pop() if output else ""
            begin = end - len(segment)
            yield Edit(STEP_2C if segment else STEP_2C_ROOT, (Span(begin, end + 3),))
            start, end = start + 3, begin
        elif rest:  # one of those at the end
            yield _final_edit(rest, end, output)
            return
        else:  # 2E
            stop = path.find("/", start + 1)
            output.append(path[start : len(path) if stop < 0 else stop])
            start, end = start + len(output[-1]), end + len(output[-1])


_INNER = ("../", "./", "/../", "/./")
_FINAL = ("/.", "/..", ".", "..")


def _beginning(path: str, start: int) -> str:
    """Return which of the prefixes of 2A to 2D the input buffer begins with, or is; "" for none."""
    left = len(path) - start
    begins = (form for form in _INNER if path.startswith(form, start))
    ends = (form for form in _FINAL if left == len(form) and path.startswith(form, start))
    return next(begins, "") or next(ends, "")


def _final_edit(rest: str, end: int, output: list[str]) -> Edit:
    """Return what goes where only a dot segment is left in the input buffer."""
    if not rest.startswith("/"):
        return Edit(STEP_2D_DOT if rest == "." else STEP_2D_PARENT, (Span(end, end + len(rest)),))
    dots = Span(end + 1, end + len(rest))
    if rest == "/.":
        return Edit(STEP_2B_FINAL, (dots,))
    if not output:
        return Edit(STEP_2C_FINAL_ROOT, (dots,))
    return Edit(STEP_2C_FINAL, (Span(end - len(output[-1]), end), dots))
