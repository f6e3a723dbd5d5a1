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

    In a trace, 2E is a step only if no other step applied. Otherwise, the trace shows only what was
    removed.
    """
    # 1. The input buffer is the path from `position` on. The output buffer is a list of segments,
    # each with the slash before it, if any.
    position = 0
    output: list[str] = []
    starts: list[int] = []  # the offset in the path of each segment in the output buffer

    # 2. Each pass handles the first segment in the input buffer, with the slash before it, if any.
    # If 2B or 2C removes a final segment, the slash before the segment is kept.
    length = len(path)
    kept = 0
    while position < length:
        stop = path.find("/", position + 1)
        is_final = stop < 0
        if is_final:
            stop = length
            kept = len("/")
        prefix = path[position:stop]
        if prefix in ("..", ".") and not is_final:  # 2A
            stop += 1
            if trace:
                rule = STEP_2A_PARENT if prefix == ".." else STEP_2A_DOT
                trace.removes(rule, (position, stop))
        elif prefix == "/.":  # 2B
            if trace:
                trace.removes(STEP_2B_FINAL if is_final else STEP_2B, (position + kept, stop))
            if is_final:  # 2E
                output.append("/")
        elif prefix == "/..":  # 2C
            removed = output.pop() if output else ""
            start = starts.pop() if starts else 0
            if trace:
                if removed:
                    rule = STEP_2C_FINAL if is_final else STEP_2C
                else:
                    rule = STEP_2C_FINAL_ROOT if is_final else STEP_2C_ROOT
                trace.removes(rule, (start, start + len(removed)), (position + kept, stop))
            if is_final:  # 2E
                output.append("/")
        elif prefix in (".", ".."):  # 2D
            if trace:
                rule = STEP_2D_PARENT if prefix == ".." else STEP_2D_DOT
                trace.removes(rule, (position, stop))
        else:  # 2E
            output.append(prefix)
            starts.append(position)
        position = stop

    # 3.
    result = "".join(output)
    if trace:
        trace.ends_pass(STEP_2E, result)
    return result
