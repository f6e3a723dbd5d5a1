"""Removing dot segments: what RFC 1808 and RFC 2396 share, in four rules.

Both speak of complete path segments. The slash at the front of a path is no segment's end, so
that nothing stands before `..` in `/../g`; a segment may be empty, so that in `//../g` one does.
Every function takes a path and returns a path, in time linear in its length, and tells a trace what
it removes, by which rule.
"""

from hexapla.standard.rule import Rule
from hexapla.standard.trace import Trace


def has_dot_segments(path: str) -> bool:
    """Return whether a path may have a dot segment; where it has none, no step changes it."""
    return "/." in path or path.startswith(".")


def remove_dot_segments(path: str, rule: Rule | None = None, trace: Trace | None = None) -> str:
    """Return a path without any `./` in which `.` is a complete segment."""
    if "/./" not in path and not path.startswith("./"):
        return _after_pass(path, rule, trace)
    kept: list[str] = []
    start = 0
    *segments, last = path.split("/")
    for segment in segments:
        stop = start + len(segment) + 1
        if segment != ".":
            kept.append(segment)
        elif trace and rule:
            trace.removes(rule, (start, stop))
        start = stop
    return _after_pass("/".join([*kept, last]), rule, trace)


def remove_final_dot(path: str, rule: Rule | None = None, trace: Trace | None = None) -> str:
    """Return a path without a `.` that is its last complete segment."""
    if path != "." and not path.endswith("/."):
        return _after_pass(path, rule, trace)
    if trace and rule:
        trace.removes(rule, (len(path) - 1, len(path)))
    return _after_pass(path[:-1], rule, trace)


def remove_pairs(path: str, rule: Rule | None = None, trace: Trace | None = None) -> str:
    """Return a path without any `<segment>/../` whose segment is not `..`, leftmost first."""
    if "/../" not in path:
        return _after_pass(path, rule, trace)
    root = "/" if path.startswith("/") else ""
    start = len(root)
    kept: list[tuple[int, int]] = []  # where segments stand, each with the slash after it
    while (slash := path.find("/", start)) >= 0:
        stop = slash + 1
        segment = path[start:slash]
        before = path[slice(*kept[-1])] if kept else None
        if segment == ".." and before not in (None, "../"):
            segment_before = kept.pop()
            if trace and rule:
                trace.removes(rule, segment_before, (start, stop))
        elif segment or kept or root:
            kept.append((start, stop))
        else:
            root = "/"  # nothing is left in front of the slash: the path begins with it now
        start = stop
    result = root + "".join([path[slice(*span)] for span in kept]) + path[start:]
    return _after_pass(result, rule, trace)


def remove_final_pair(path: str, rule: Rule | None = None, trace: Trace | None = None) -> str:
    """Return a path without a `<segment>/..` at its end whose segment is not `..`."""
    if not path.endswith("/..") or path == "/..":
        return _after_pass(path, rule, trace)
    segment_start = path.rfind("/", 0, len(path) - len("/..")) + 1
    segment = path[segment_start : -len("/..")]
    if segment == "..":
        return _after_pass(path, rule, trace)
    if trace and rule:
        trace.removes(rule, (segment_start, len(path)))
    return _after_pass(path[:segment_start], rule, trace)


def has_leading_parents(path: str) -> bool:
    """Say whether a path begins with a `..` segment."""
    return path.startswith(("../", "/../")) or path in ("..", "/..")


def remove_leading_parents(path: str, rule: Rule | None = None, trace: Trace | None = None) -> str:
    """Return a path without the `..` segments at its front, but with its root."""
    first = start = 1 if path.startswith("/") else 0
    while path.startswith("../", start):
        start += len("../")
    if path[start:] == "..":
        start = len(path)
    if trace and rule:
        trace.removes(rule, (first, start))
    return _after_pass(path[:first] + path[start:], rule, trace)


def _after_pass(path: str, rule: Rule | None, trace: Trace | None) -> str:
    """Tell that a pass by a rule is over; return the path after it."""
    if trace and rule:
        trace.ends_pass(rule, path)
    return path
