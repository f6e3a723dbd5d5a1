"""Variations in the path: in dot segments, in merging with the base path, and in other segments."""

import re
from collections.abc import Callable, Iterator, Mapping

from hexapla.divergence.dot_variations import DOT_VARIATIONS
from hexapla.divergence.drive_variations import DRIVE_VARIATIONS
from hexapla.divergence.features import (
    CAPITAL_ESCAPED_DOT,
    ESCAPED_DOUBLE_DOTS,
    ESCAPED_SINGLE_DOT,
    PARTLY_ESCAPED_DOTS,
    SMALL_ESCAPED_DOT,
)
from hexapla.divergence.model import Variation
from hexapla.divergence.outcomes import (
    Outcomes,
    after,
    dotted,
    of_reference_path,
    relative,
)
from hexapla.divergence.parts import folder_of, last_of
from hexapla.divergence.situation import DOT, Situation, Uri, hidden, pairs_removed, shown
from hexapla.standard.dots import (
    remove_final_dot,
    remove_final_pair,
    remove_leading_parents,
    remove_pairs,
    remove_single_dots,
)

_DRIVE = re.compile(r"/?[A-Za-z][:|](?=/)")
_DRIVE_NAME = "zqdriveqz"
_MARK = {"?": "zqqueryqz", "#": "zqhashqz"}


def without_dots(path: str) -> str:
    """Return a path without any dot segment."""
    return remove_leading_parents(pairs_removed(path))


# Dot segments.


def single_dots_removed(path: str) -> str:
    """Return a path without "." segments."""
    return remove_final_dot(remove_single_dots(path))


def double_dots_removed(path: str) -> str:
    """Return a path without ".." segments and the segments that they remove."""
    return remove_leading_parents(remove_final_pair(remove_pairs(path)))


def inner_dots_removed(path: str) -> str:
    """Return a path without dot segments, except that its last segment is kept."""
    return without_dots(folder_of(path)) + last_of(path)


def pairs_removed_once(path: str) -> str:
    """Return a path without "." segments, and without the pairs that are found in one pass."""
    return re.sub(r"/[^/]+/\.\.(?=/|\Z)", "", single_dots_removed(path))


def _first_pair_alone_removed(path: str) -> str:
    """Return a path without "." segments, its first ".." and the segment before that ".."."""
    path = remove_final_dot(remove_single_dots(path))
    match = re.search(r"/\.\.(?=/|\Z)", path)
    if match is None:
        return path
    above = folder_of(path[: match.start()])
    rest = path[match.end() + 1 :]
    return f"{above or '/'}{rest}"


def _climbing_twice(situation: Situation) -> Iterator[str]:
    """Yield the URI that results if each ".." removes two segments."""
    uri = situation.with_dots
    if uri is None or situation.uri is None or uri.text == situation.due:
        return
    # The standard must remove dot segments in the same way, but only one segment for each "..".
    if situation.uri.path == without_dots(uri.path):
        yield uri._replace(path=_two_removed(uri.path, keeps_excess=False)).text
    if situation.uri.path == pairs_removed(uri.path):
        yield uri._replace(path=_two_removed(uri.path, keeps_excess=True)).text


def _two_removed(path: str, *, keeps_excess: bool) -> str:
    """Return a path after each ".." has removed two segments, or one if only one was left."""
    root = "/" if path.startswith("/") else ""
    kept: list[str] = []
    *segments, last = path.removeprefix("/").split("/")
    for segment in (*segments, last):
        names = [name for name in kept[-2:] if name != ".."]
        if segment == ".." and names:
            del kept[-len(names) :]
        elif segment == ".." and keeps_excess:
            kept.append("..")
        elif segment not in (".", ".."):
            kept.append(segment)
    if last in (".", "..") and kept[-1:] != [".."]:
        kept.append("")
    return root + "/".join(kept)


def _double_as_single(path: str) -> str:
    path = re.sub(r"(?:(?<=/)|\A)\.\.(?=/|\Z)", ".", path)
    return remove_final_dot(remove_single_dots(path))


def _with_double_dots(fewest: int, change: Callable[[str], str]) -> Outcomes:
    """Return the outcomes of removing dot segments differently, if there are enough "..".

    There are no outcomes if the standard keeps the dot segments.

    Args:
        fewest: The minimum number of ".." segments.
        change: Takes the path with its dot segments, and returns the path without them.
    """

    def outcomes(situation: Situation) -> Iterator[str]:
        uri = situation.with_dots
        if uri is None or uri.text == situation.due:
            return
        if uri.path.split("/").count("..") >= fewest:
            yield uri._replace(path=change(uri.path)).text

    return outcomes


def _single_dots_removed_once(path: str) -> str:
    """Return a path without dot segments, except for each second of two "." segments in a row."""
    once = path.replace("/./", "/")
    return without_dots(once.replace("/./", f"/{DOT}/")).replace(DOT, ".")


def _climbing_at_most(most: int) -> Callable[[str], str]:
    """Return a function that removes all but the first ".." segments of a path."""

    def changed(path: str) -> str:
        segments = path.split("/")
        kept: list[str] = []
        for segment in segments:
            if segment != ".." or kept.count("..") < most:
                kept.append(segment)
        if segments[-1] == ".." and kept != segments:
            kept.append("")
        return "/".join(kept)

    return changed


def _final_kept(*names: str) -> Outcomes:
    """Return the outcomes of keeping a final dot segment that is one of `names`."""

    def outcomes(situation: Situation) -> Iterator[str]:
        uri = situation.with_dots
        if uri is not None and last_of(uri.path) in names:
            path = without_dots(folder_of(uri.path)) + last_of(uri.path)
            yield uri._replace(path=path).text

    return outcomes


def _dots_of_base_kept(situation: Situation) -> Iterator[str]:
    base = situation.base
    if DOT in situation.base_text or hidden(base.path) == base.path:
        return
    uri = situation.resolved(base._replace(path=hidden(base.path)), situation.reference)
    if uri is not None:
        yield shown(uri).text


def _dots_of_base_removed(uri: Uri, situation: Situation) -> Uri | None:
    if situation.reference.path or uri.path != situation.base.path:
        return None
    return uri._replace(path=without_dots(uri.path))


def _excess_dropped(situation: Situation) -> Iterator[str]:
    uri = situation.with_dots
    if uri is not None and situation.climbs:
        yield uri._replace(path=without_dots(uri.path)).text


def _dots_removed(situation: Situation) -> Iterator[str]:
    """Yield the URI without the dot segments that the standard keeps.

    Those that lead above the root are kept in one variant and removed in another. If the reference
    has no dot segments, the first variant keeps those of the base. Nothing is yielded if the path
    has no dot segments except ones that lead above the root.
    """
    uri = situation.uri
    path = "" if uri is None else uri.path.partition(";")[0]
    if uri is None or pairs_removed(path) == path:
        return
    if hidden(situation.reference.path) == situation.reference.path:
        yield uri.text
    yield uri._replace(path=pairs_removed(uri.path)).text
    yield uri._replace(path=without_dots(uri.path)).text
    if uri.authority is None and not uri.path.startswith("/"):
        # Step 2C of RFC 3986, section 5.2.4, keeps the slash before a segment that it removes.
        yield uri._replace(path=without_dots(f"/{uri.path}")).text


def _empty_segment_counted(base: Uri, reference: Uri) -> tuple[Uri, Uri]:
    if not base.path.endswith("/") or not re.match(r"(?:\./)*\.\.(?:/|\Z)", reference.path):
        return base, reference
    return base._replace(path=f"{base.path}/"), reference


def dots_kept_from(situation: Situation, start: int) -> Iterator[str]:
    """Yield the URI that results if the reference's dot segments are kept from an offset on."""
    path = situation.reference.path
    changed = path[:start] + hidden(path[start:])
    if changed == path:
        return
    uri = situation.resolved(situation.base, situation.reference._replace(path=changed))
    if uri is not None:
        yield shown(uri).text


def _dots_after_params_kept(situation: Situation) -> Iterator[str]:
    """Yield the URI that results if dot segments after the first semicolon are kept."""
    uri = situation.with_dots
    if uri is not None and ";" in uri.path:
        path, mark, params = uri.path.partition(";")
        yield uri._replace(path=f"{without_dots(path)}{mark}{params}").text


def _dots_in_params_removed(situation: Situation) -> Iterator[str]:
    """Yield the URI that results if dot segments in params are removed as well."""
    uri = situation.uri
    if uri is not None and ";" in uri.path:
        yield uri._replace(path=without_dots(uri.path)).text


def _escaped_dots_kept(pattern: re.Pattern[str]) -> Outcomes:
    """Return the outcomes of not reading "%2e" as a dot in what a pattern finds."""
    name = "zq2e{}qz"

    def hide(match: re.Match[str]) -> str:
        lower = match[0].replace("%2e", name.format("l"))
        return lower.replace("%2E", name.format("u"))

    def outcomes(situation: Situation) -> Iterator[str]:
        uri = situation.with_paths(lambda path: pattern.sub(hide, path))
        if uri is not None:
            path = uri.path.replace(name.format("u"), "%2E").replace(name.format("l"), "%2e")
            yield uri._replace(path=path).text

    return outcomes


def _drive_kept(situation: Situation) -> Iterator[str]:
    """Yield the URI that results if ".." doesn't remove a drive letter."""
    uri = situation.with_dots
    drive = None if uri is None else _DRIVE.match(uri.path)
    if uri is not None and drive is not None:
        rest = without_dots(uri.path[drive.end() :] or "/")
        yield uri._replace(path=drive[0] + rest).text


def _drive_removed(situation: Situation) -> Iterator[str]:
    """Yield the URI that results if a drive letter is a segment like any other."""
    base = situation.base
    drive = _DRIVE.match(base.path)
    if drive is None:
        return
    named = base._replace(path=f"/{_DRIVE_NAME}{base.path[drive.end() :]}")
    for text in situation.texts(named, situation.reference):
        yield text.replace(f"/{_DRIVE_NAME}", drive[0].replace("|", ":"))


# Two slashes at the start of a path without an authority, which "/." can precede.


def _dot_put_before_slashes(situation: Situation) -> Iterator[str]:
    """Yield the URI with "/." before the slashes that begin its path."""
    base, reference, uri = situation.base, situation.reference, situation.uri
    inherits = reference.scheme is None and base.authority is not None
    if uri is None or inherits or reference.authority is not None:
        return
    # The slashes may look like those before an authority.
    scheme, _, rest = uri.text.partition(":")
    if rest.startswith("//"):
        yield f"{scheme}:/.{rest}"


def _dot_before_slashes_dropped(uri: Uri, _: Situation) -> Uri | None:
    if uri.authority is None and uri.path.startswith("/.//"):
        return uri._replace(path=uri.path.removeprefix("/."))
    return None


# Merging with the path of the base.


def _with_second_slash(situation: Situation) -> Iterator[str]:
    """Yield the URI that results if a base path that ends with a slash gets a second slash."""
    base, reference = situation.base, situation.reference
    if not reference.is_relative or reference.path[:1] in ("", "/"):
        return
    # A standard may give a path to a base that has none.
    same = situation.resolved(base, Uri(None, None, "", None, None))
    path = base.path if same is None else same.path
    uri = situation.resolved(base._replace(path=f"{path}/"), reference)
    if path.endswith("/") and uri is not None:
        yield uri.text


def _part_of_base_as_path(mark: str) -> Outcomes:
    """Return the outcomes if the query or the fragment of the base is read as part of its path."""
    name = _MARK[mark]

    def outcomes(situation: Situation) -> Iterator[str]:
        base, reference = situation.base, situation.reference
        part = base.query if mark == "?" else base.fragment
        if part is None or not reference.is_relative or reference.path[:1] in ("", "/"):
            return
        if base.authority is not None and not base.path:
            # Without a path, the query or the fragment can only follow the authority.
            longer = base._replace(path=f"/{name}{part}", query=None, fragment=None)
            uri = situation.resolved(longer, reference)
            if mark == "?" and uri is not None and name in uri.path:
                yield uri.text.replace(f"/{name}", mark)
            return
        path = f"{base.path}{name}{part}"
        if mark == "?":
            longer = base._replace(path=path, query=None)
        else:
            query = "" if base.query is None else f"{_MARK['?']}{base.query}"
            path = f"{base.path}{query}{name}{part}"
            longer = base._replace(path=path, query=None, fragment=None)
        uri = situation.resolved(longer, reference)
        if uri is not None:
            yield uri.text.replace(name, mark).replace(_MARK["?"], "?")

    return outcomes


def _slash_merged(base: Uri, reference: Uri) -> tuple[Uri, Uri]:
    if base.authority is not None and not base.path and reference.path:
        base = base._replace(path="/")
    return base, reference


def _merged_at_root(situation: Situation) -> Iterator[str]:
    """Yield the URI that results if a base path without a slash counts as one slash."""
    base, reference = situation.base, situation.reference
    if not reference.is_relative or "/" in base.path or reference.path.startswith("/"):
        return
    if not reference.path:
        if reference.query is None:
            return
        # A query may replace the last segment, or stay with it.
        if situation.due is not None:
            yield situation.due
    yield from situation.texts(base._replace(path="/"), reference)


def _base_path_inherited(uri: Uri, situation: Situation) -> Uri | None:
    reference, base = situation.reference, situation.base
    if reference.authority is None or reference.path:
        return None
    return uri._replace(path=base.path)


def _base_path_dropped(uri: Uri, situation: Situation) -> Uri | None:
    reference = situation.reference
    if not reference.is_relative or reference.path:
        return None
    return uri._replace(path="" if uri.authority is None else "/")


def _against_file(uri: Uri, situation: Situation) -> Uri | None:
    reference, base = situation.reference, situation.base
    if not reference.is_relative or reference.path:
        return None
    return uri._replace(path=base.path)


def _params_replaced(uri: Uri, situation: Situation) -> Uri | None:
    """Return the URI with the base's params replaced by a reference that begins with ";"."""
    reference, base = situation.reference, situation.base
    if not situation.reference_text.startswith(";"):
        return None
    folder = folder_of(base.path) or ("/" if base.authority is not None else "")
    last = last_of(base.path).partition(";")[0]
    return uri._replace(path=folder + last + reference.path)


def _segment_replaced_by_params(situation: Situation) -> Iterator[str]:
    """Yield the URIs in which a reference that begins with ";" replaces the last segment.

    The params of the base may begin at its first semicolon. An empty path may stay without a slash.
    """
    reference, base, uri = situation.reference, situation.base, situation.uri
    if uri is None or not situation.reference_text.startswith(";"):
        return
    # In RFC 1808, the params may look like a part of an authority without a path.
    uri = uri._replace(authority=base.authority)
    for path in dict.fromkeys((base.path, base.path.partition(";")[0])):
        folder = folder_of(path) or ("/" if base.authority is not None else "")
        yield uri._replace(path=folder + reference.path).text
    if not base.path:
        yield uri._replace(path=reference.path).text


def _params_added(uri: Uri, situation: Situation) -> Uri | None:
    """Return the URI with the params of the base at the end of its path."""
    reference, base = situation.reference, situation.base
    params = last_of(base.path).partition(";")[2]
    if (
        not params
        or not reference.is_relative
        or reference.path[:1] in ("", "/")
        or ";" in reference.path
    ):
        return None
    return uri._replace(path=f"{uri.path};{params}")


def _second_slash(uri: Uri, _: Situation) -> Uri | None:
    is_rooted = uri.path.startswith("/") and uri.authority is not None
    if is_rooted:
        return uri._replace(path=f"/{uri.path}")
    return None


# Segments.


def _filled_after_host(uri: Uri, situation: Situation) -> Uri | None:
    reference = situation.reference
    # Slashes that begin a path may look like those before an authority.
    written = situation.base.authority if reference.is_relative else reference.authority
    if written and uri.authority and not uri.path:
        return uri._replace(path="/")
    return None


def _empty_segments_dropped(situation: Situation) -> Iterator[str]:
    uri = situation.with_dots or situation.uri
    if uri is not None and "//" in uri.path:
        yield uri._replace(path=without_dots(re.sub("//+", "/", uri.path))).text


PATH_VARIATIONS: Mapping[Variation, Outcomes] = {
    **DOT_VARIATIONS,
    Variation.ADD_DOT_BEFORE_SLASHES: _dot_put_before_slashes,
    Variation.DROP_DOT_BEFORE_SLASHES: after(_dot_before_slashes_dropped),
    Variation.REMOVE_SINGLE_DOTS_ONCE: dotted(_single_dots_removed_once, "."),
    Variation.CLIMB_AT_MOST_TWO: of_reference_path(_climbing_at_most(2)),
    Variation.CLIMB_AT_MOST_ONE: of_reference_path(_climbing_at_most(1)),
    Variation.DROP_EMPTY_SEGMENTS_FIRST: _empty_segments_dropped,
    Variation.FILL_PATH_AFTER_HOST: after(_filled_after_host),
    Variation.ADD_BASE_PARAMS: after(_params_added),
    Variation.READ_DOUBLE_DOTS_AS_SINGLE: _with_double_dots(1, _double_as_single),
    Variation.REMOVE_FIRST_DOUBLE_DOTS: _with_double_dots(2, _first_pair_alone_removed),
    Variation.REMOVE_TWO_FOR_DOUBLE_DOTS: _climbing_twice,
    Variation.KEEP_FINAL_SINGLE_DOT: _final_kept("."),
    Variation.KEEP_FINAL_DOUBLE_DOTS: _final_kept(".."),
    Variation.KEEP_DOTS_OF_BASE: _dots_of_base_kept,
    Variation.REMOVE_DOTS_OF_BASE: after(_dots_of_base_removed),
    Variation.KEEP_ESCAPED_DOTS: _escaped_dots_kept(re.compile("%2[eE]")),
    Variation.KEEP_ESCAPED_SINGLE_DOT: _escaped_dots_kept(ESCAPED_SINGLE_DOT),
    Variation.KEEP_ESCAPED_DOUBLE_DOTS: _escaped_dots_kept(ESCAPED_DOUBLE_DOTS),
    Variation.KEEP_PARTLY_ESCAPED_DOTS: _escaped_dots_kept(PARTLY_ESCAPED_DOTS),
    Variation.KEEP_CAPITAL_ESCAPED_DOTS: _escaped_dots_kept(CAPITAL_ESCAPED_DOT),
    Variation.KEEP_SMALL_ESCAPED_DOTS: _escaped_dots_kept(SMALL_ESCAPED_DOT),
    Variation.COUNT_EMPTY_SEGMENT: relative(_empty_segment_counted),
    Variation.JOIN_WITH_SECOND_SLASH: _with_second_slash,
    Variation.KEEP_DOTS_AFTER_PARAMS: _dots_after_params_kept,
    Variation.REMOVE_DOTS_IN_PARAMS: _dots_in_params_removed,
    Variation.DROP_EXCESS_DOTS: _excess_dropped,
    Variation.REMOVE_DOTS: _dots_removed,
    Variation.KEEP_DRIVE: _drive_kept,
    Variation.REMOVE_DRIVE: _drive_removed,
    Variation.READ_BASE_QUERY_AS_PATH: _part_of_base_as_path("?"),
    Variation.READ_BASE_FRAGMENT_AS_PATH: _part_of_base_as_path("#"),
    Variation.PUT_SLASH_AFTER_AUTHORITY: relative(_slash_merged),
    Variation.INHERIT_PATH: after(_base_path_inherited),
    Variation.DROP_BASE_PATH: after(_base_path_dropped),
    Variation.RESOLVE_AGAINST_FILE: after(_against_file),
    Variation.REPLACE_PARAMS: after(_params_replaced),
    Variation.REPLACE_SEGMENT_BY_PARAMS: _segment_replaced_by_params,
    Variation.DOUBLE_FIRST_SLASH: after(_second_slash),
    Variation.MERGE_AT_ROOT: _merged_at_root,
    **DRIVE_VARIATIONS,
}
"""The outcomes of each variation in the path."""
