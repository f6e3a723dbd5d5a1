"""RFC 3986, section 5.2.4: remove dot segments from a path."""

from functools import partial

from hexapla.standard.rule import Phase
from hexapla.standard.trace import Trace
from hexapla_specs.rfc3986.syntax import rule

_dots = partial(rule, Phase.DOTS)

STEP_2A_DOT = _dots("drop-dot", "5.2.4 step 2A", 'a "./" at the front', "is removed")
STEP_2A_PARENT = _dots("climb", "5.2.4 step 2A", 'a "../" at the front', "is removed")
STEP_2B = _dots("drop-dot", "5.2.4 step 2B", 'a "." segment', "is removed with a slash")
STEP_2B_FINAL = _dots(
    "drop-final-dot", "5.2.4 step 2B", 'a final "."', "is removed, but its slash stays"
)
STEP_2C = _dots(
    "drop-pair", "5.2.4 step 2C", '"/../"', 'becomes "/", and the segment before it is removed'
)
STEP_2C_FINAL = _dots(
    "drop-final-pair", "5.2.4 step 2C", 'a final ".." and the segment before it', "are removed"
)
STEP_2C_ROOT = _dots("climb", "5.2.4 step 2C", 'a ".." above the root', "is removed")
STEP_2C_FINAL_ROOT = _dots(
    "final-climb", "5.2.4 step 2C", 'a final ".." above the root', "is removed"
)
STEP_2D_DOT = _dots("drop-final-dot", "5.2.4 step 2D", 'a "." alone', "is removed")
STEP_2D_PARENT = _dots("final-climb", "5.2.4 step 2D", 'a ".." alone', "is removed")
STEP_2E = _dots("keep-rest", "5.2.4 step 2E", "every other segment", "stays")


def remove_dot_segments(path: str, trace: Trace | None = None) -> str:
    """Remove dot segments from a path in steps 1 to 3.

    The input buffer is the path from `position` on. The output buffer is a list of segments, each
    with the slash before it. `starts` contains the offset of each segment in the path, for the
    trace.
    """
    if "/." not in path and not path.startswith("."):
        if trace:
            trace.ends_pass(STEP_2E, path)
        return path  # no dot segment: 2E moves every segment unchanged
    position = 0

    # 2. Steps 2A and 2D apply only while the input buffer does not begin with a slash. After 2B, 2C
    # and 2E, the buffer is empty or begins with a slash, so 2A and 2D are performed only before the
    # loop.
    while path.startswith(("../", "./"), position):  # 2A
        rest = path.index("/", position) + 1
        if trace:
            is_parent = path.startswith("../", position)
            trace.removes(STEP_2A_PARENT if is_parent else STEP_2A_DOT, (position, rest))
        position = rest
    if path[position:] in (".", ".."):  # 2D
        if trace:
            is_parent = path.endswith("..")
            trace.removes(STEP_2D_PARENT if is_parent else STEP_2D_DOT, (position, len(path)))
        position = len(path)

    # 1. The output buffer. 2E moves a first segment without a slash to this buffer.
    first, *segments = path[position:].split("/")
    output = [first] if first else []
    starts = [position] if first else []
    start = stop = position + len(first)
    left = len(segments)
    for segment in segments:
        left -= 1
        is_final = left == 0
        if trace:
            start = stop
            stop = start + len("/") + len(segment)
        if segment == ".":  # 2B: "/./" becomes "/", and so does a final "/."
            if trace:
                rule = STEP_2B_FINAL if is_final else STEP_2B
                dots_start = start + len("/") if is_final else start  # the slash before it is kept
                trace.removes(rule, (dots_start, stop))
        elif segment == "..":  # 2C: "/../" becomes "/", and so does a final "/.."
            removed = output.pop() if output else ""
            if trace:
                dots_start = start + len("/") if is_final else start
                if removed:
                    rule = STEP_2C_FINAL if is_final else STEP_2C
                    removed_start = starts.pop()
                    removed_span = (removed_start, removed_start + len(removed))
                    trace.removes(rule, removed_span, (dots_start, stop))
                else:
                    rule = STEP_2C_FINAL_ROOT if is_final else STEP_2C_ROOT
                    trace.removes(rule, (dots_start, stop))
        else:  # 2E
            output.append("/" + segment)
            starts.append(start)
            continue
        if is_final:  # 2E moves the slash before a removed final segment
            output.append("/")
            starts.append(start)

    result = "".join(output)  # 3
    if trace:
        trace.ends_pass(STEP_2E, result)
    return result
