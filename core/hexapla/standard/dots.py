"""Removing dot segments: what RFC 1808 and RFC 2396 share, in four rules.

Both speak of complete path segments. The slash at the front of a path is no segment's end, so
that nothing stands before `..` in `/../g`; a segment may be empty, so that in `//../g` one does.
Every function takes a path and returns a path, in time linear in its length.
"""

import re
from collections.abc import Callable, Iterator
from itertools import dropwhile

from hexapla.standard.phases import Substep
from hexapla.standard.rule import Edit, Rule
from hexapla.text.span import Span


def has_dot_segments(path: str) -> bool:
    """Return whether a path may have a dot segment; where it has none, no step changes it."""
    return "/." in path or path.startswith(".")


def _segments(path: str) -> tuple[str, list[str]]:
    if path.startswith("/"):
        return "/", path[1:].split("/")
    return "", path.split("/")


def remove_dot_segments(path: str) -> str:
    """Return a path without any `./` in which `.` is a complete segment."""
    if "/./" not in path and not path.startswith("./"):
        return path
    root, (*segments, last) = _segments(path)
    return root + "/".join([*(segment for segment in segments if segment != "."), last])


def remove_final_dot(path: str) -> str:
    """Return a path without a `.` that is its last complete segment."""
    return path[:-1] if path == "." or path.endswith("/.") else path


def remove_pairs(path: str) -> str:
    """Return a path without any `<segment>/../` whose segment is not `..`, leftmost first."""
    if "/../" not in path:
        return path
    root, segments = _segments(path)
    last = segments.pop()
    first = segments.index("..")  # what stands before it stays, or goes with one behind
    kept = segments[:first]
    for segment in segments[first:]:
        if segment == ".." and kept and kept[-1] != "..":
            kept.pop()
        elif segment or kept or root:
            kept.append(segment)
        else:
            root = "/"  # nothing is left in front of the slash: the path begins with it now
    kept.append(last)
    return root + "/".join(kept)


def remove_final_pair(path: str) -> str:
    """Return a path without a `<segment>/..` at its end whose segment is not `..`."""
    if not path.endswith("/..") or path == "/..":
        return path
    before, slash, segment = path.removesuffix("/..").rpartition("/")
    return path if segment == ".." else before + slash


def has_leading_parents(path: str) -> bool:
    """Say whether a path begins with a `..` segment."""
    return path.startswith(("../", "/../")) or path in ("..", "/..")


def without_leading_parents(path: str) -> str:
    """Return a path without the `..` segments at its front, but with its root."""
    root, segments = _segments(path)
    return root + "/".join(dropwhile("..".__eq__, segments))


# The same, one removal after the other.

_SEGMENT = r"(?:(?<=/)|^(?!/))"
_FORMS = {
    remove_dot_segments: r"(?:^|(?<=/))\./",
    remove_final_dot: r"(?:^|(?<=/))\.\Z",
    remove_pairs: _SEGMENT + r"(?!\.\./)[^/]*/\.\./",
    remove_final_pair: _SEGMENT + r"(?!\.\./)[^/]*/\.\.\Z",
}
LEADING_PARENT = r"(?:(?<=^/)|^)\.\.(?:/|\Z)"


def substeps(*rules: Rule) -> tuple[Substep, ...]:
    """Return the four steps, by the rules on dots, a final dot, pairs and a final pair."""
    return tuple(
        Substep(rule, remove, edits=removals_of(rule, form))
        for rule, (remove, form) in zip(rules, _FORMS.items(), strict=True)
    )


def removals_of(rule: Rule, form: str) -> Callable[[str], Iterator[Edit]]:
    """Return a function that yields what a rule removes of a form from a path, leftmost first."""
    search = re.compile(form).search

    def edits_of(path: str) -> Iterator[Edit]:
        while (match := search(path)) is not None:
            yield Edit(rule, (Span(*match.span()),))
            path = path[: match.start()] + path[match.end() :]

    return edits_of
