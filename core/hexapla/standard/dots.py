"""The steps with which RFC 1808 and RFC 2396 remove dot segments.

Four functions perform steps 6a to 6d of RFC 1808, section 4, which are steps 6c to 6f of RFC 2396,
section 5.2. A fifth function removes leading ".." segments (RFC 2396, step 6g). Each of the five
functions takes a path and returns the new path. With a rule and a trace, it also reports to the
trace what the rule removes. With the rule `keeps`, `remove_pairs` and `remove_final_pair` also
report the ".." segments that stay. Each function passes over the path once.

Both standards speak of complete path segments. In `/../g`, no segment comes before `..`, because
the initial slash is not part of the path (RFC 1808, 2.4.6) and therefore ends no segment. The
examples in both standards confirm this: `../../../g` becomes `http://a/../g` (RFC 1808, 5.2; RFC
2396, C.2). In `//../g`, on the other hand, an empty segment comes before `..`.

The standards don't say what to do if a path begins with a slash only because of a removal, as when
"./" is removed from `.//../g`. The functions treat a slash at the start of any path as the initial
slash, so `/../g` stays: each step depends only on its path, not on how the path came about.
"""

from hexapla.standard.rule import Rule
from hexapla.standard.trace import Trace


def has_dot_segments(path: str) -> bool:
    """Return whether a path may have a dot segment; if not, no step changes the path."""
    return "/." in path or path.startswith(".")


def remove_single_dots(path: str, rule: Rule | None = None, trace: Trace | None = None) -> str:
    """Remove every "./" whose "." is a complete segment (RFC 1808, step 6a; RFC 2396, step 6c)."""
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
    """Remove a final "." that is a complete segment (RFC 1808, step 6b; RFC 2396, step 6d)."""
    if path != "." and not path.endswith("/."):
        return _after_pass(path, rule, trace)
    if trace and rule:
        trace.removes(rule, (len(path) - 1, len(path)))
    return _after_pass(path[:-1], rule, trace)


def remove_pairs(
    path: str, rule: Rule | None = None, trace: Trace | None = None, keeps: Rule | None = None
) -> str:
    """Remove every "<segment>/../", but not "../../" (RFC 1808, step 6c; RFC 2396, step 6e).

    The standards remove the leftmost occurrence again and again until none is left; their remark
    after step 7 allows implementations to use stacks of segments instead. A single pass with a
    stack gives the same result: the leftmost occurrence ends with the first ".." that follows a
    segment other than "..", and removing the occurrence changes nothing to its left. `keeps` is the
    rule under which any other ".." before a slash stays, if the standard has such a rule.
    """
    if "/../" not in path and not path.startswith("../"):
        return _after_pass(path, rule, trace)
    root = "/" if path.startswith("/") else ""
    start = len(root)
    kept: list[str] = []  # segments, each with the slash after it
    starts: list[int] = []  # the offset in the path of each of these segments
    while (slash := path.find("/", start)) >= 0:
        stop = slash + 1
        segment = path[start:slash]
        if segment == ".." and kept and kept[-1] != "../":
            before = kept.pop()
            before_start = starts.pop()
            if trace and rule:
                trace.removes(rule, (before_start, before_start + len(before)), (start, stop))
        elif not segment and not kept and not root:
            # Everything before this slash was removed, so this is now the initial slash.
            root = "/"
        else:
            kept.append(path[start:stop])
            starts.append(start)
            if segment == ".." and trace and keeps:
                trace.stays(keeps)
        start = stop
    result = root + "".join(kept) + path[start:]
    return _after_pass(result, rule, trace)


def remove_final_pair(
    path: str, rule: Rule | None = None, trace: Trace | None = None, keeps: Rule | None = None
) -> str:
    """Remove a final "<segment>/..", but not "../.." (RFC 1808, step 6d; RFC 2396, step 6f).

    `keeps` is the rule under which any other final ".." stays, if the standard has such a rule.
    """
    if path != ".." and not path.endswith("/.."):
        return _after_pass(path, rule, trace)
    before = path[: -len("..")]
    segment_start = before.rfind("/", 0, -1) + 1
    if before in ("", "/") or before[segment_start:] == "../":
        if trace and keeps:
            trace.stays(keeps)
        return _after_pass(path, rule, trace)
    if trace and rule:
        trace.removes(rule, (segment_start, len(path)))
    return _after_pass(path[:segment_start], rule, trace)


def has_leading_parents(path: str) -> bool:
    """Return whether the first segment of a path is ".." (RFC 2396, step 6g)."""
    return path.startswith(("../", "/../")) or path in ("..", "/..")


def remove_leading_parents(path: str, rule: Rule | None = None, trace: Trace | None = None) -> str:
    """Remove leading ".." segments, but keep an initial slash (RFC 2396, step 6g)."""
    first = start = 1 if path.startswith("/") else 0
    while path.startswith("../", start):
        start += len("../")
    if path[start:] == "..":
        start = len(path)
    if trace and rule:
        trace.removes(rule, (first, start))
    return _after_pass(path[:first] + path[start:], rule, trace)


def _after_pass(path: str, rule: Rule | None, trace: Trace | None) -> str:
    """Report the end of a rule's pass over a path, and return the path."""
    if trace and rule:
        trace.ends_pass(rule, path)
    return path
