"""Ways in which a resolver can vary from a standard, each implemented as a function.

A variation changes the base and the reference before the standard resolves them, or it changes the
URI that the standard produces. It can also transform a single component of that URI.
"""

import functools
import re
from collections.abc import Iterator, Mapping

from hexapla.divergence.model import Behaviour, Kind, Variation
from hexapla.divergence.outcomes import (
    Outcomes,
    after,
    before,
    default_port,
    dotted,
    on_authority,
    relative,
)
from hexapla.divergence.parts import folder_of, last_of, part_of, with_part
from hexapla.divergence.path_variations import (
    PATH_VARIATIONS,
    dots_kept_from,
    double_dots_removed,
    inner_dots_removed,
    pairs_removed_once,
    single_dots_removed,
    without_dots,
)
from hexapla.divergence.reference_variations import (
    LAST_VARIATIONS,
    REFERENCE_VARIATIONS,
    SUBSTITUTIONS,
)
from hexapla.divergence.rewriting import rewritten_by
from hexapla.divergence.situation import DOT, Situation, Uri, pairs_removed
from hexapla.divergence.transforms import (
    AT_ENDS,
    Transform,
    changes_of,
)
from hexapla.text.escapes import ascii_lower

_LEADING_DOTS = re.compile(r"(?:\.\.?(?:/|\Z))*")


def _excess_kept(situation: Situation) -> Iterator[str]:
    """Yield the URI with the ".." segments that lead above the root."""
    uri = situation.with_dots
    if uri is not None and situation.climbs:
        yield uri._replace(path=pairs_removed(uri.path)).text


def _inner_dots_kept(situation: Situation) -> Iterator[str]:
    """Yield the URI that results if only dot segments at the reference's start are removed."""
    path = situation.reference.path
    leading = _LEADING_DOTS.match(path)
    start = leading.end() if leading else 0
    if DOT not in f"{situation.base_text}{path}":
        yield from dots_kept_from(situation, start)


def _without_slash_of(*segments: str) -> Outcomes:
    """Return the outcomes of dropping the slash left by the removal of a final dot segment.

    Args:
        segments: The dot segments whose slash is dropped.
    """

    def changed(uri: Uri, situation: Situation) -> Uri | None:
        last = last_of(situation.reference.path)
        if last not in segments or uri.path == "/":
            return None
        return uri._replace(path=uri.path.removesuffix("/"))

    return after(changed)


def _into_authority(situation: Situation) -> Iterator[str]:
    """Yield the URI that results if ".." can remove the authority as if it were a segment."""
    uri = situation.with_dots
    if uri is None or uri.authority is None or not uri.path.startswith("/"):
        return
    kept = [uri.authority]
    segments = uri.path.split("/")[1:]
    for segment in segments or [""]:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    ends_in_dots = bool(segments) and segments[-1] in (".", "..")
    if ends_in_dots:
        kept.append("")
    authority, _, path = "/".join(kept).partition("/")
    if not situation.climbs or authority == uri.authority:
        return
    if len(kept) > 1:
        yield uri._replace(authority=authority, path=f"/{path}").text
    yield uri._replace(authority=authority, path=path).text


def _one_segment_less(uri: Uri, situation: Situation) -> Uri:
    above = folder_of(folder_of(uri.path).removesuffix("/"))
    return uri._replace(path=above + last_of(uri.path))


def _dots_read(segment: str) -> str:
    """Return a segment, with "%2e" decoded if the segment is a dot segment."""
    read = segment.lower().replace("%2e", ".")
    if read in (".", ".."):
        return read
    return segment


def _escaped_dots_read(base: Uri, reference: Uri) -> tuple[Uri, Uri]:
    base_path = "/".join(map(_dots_read, base.path.split("/")))
    path = "/".join(map(_dots_read, reference.path.split("/")))
    return base._replace(path=base_path), reference._replace(path=path)


def _dots_removed_with(part: str) -> Outcomes:
    """Return the outcomes of removing dot segments from the path and another part together."""

    def outcomes(situation: Situation) -> Iterator[str]:
        uri = situation.uri
        text = uri and part_of(uri, part)
        if uri is None or not text:
            return
        joined = without_dots(f"{uri.path}\0{text}")
        for result in (joined, f"/{joined}"):
            path, mark, rest = result.partition("\0")
            yield with_part(uri._replace(path=path), part, rest if mark else None).text

    return outcomes


def _path_appended(base: Uri, reference: Uri) -> tuple[Uri, Uri]:
    if not reference.is_relative or not reference.path:
        return base, reference
    if reference.path.startswith("/") or base.path.endswith("/"):
        return base, reference
    return base._replace(path=f"{base.path}/"), reference


def _text_appended(situation: Situation) -> Iterator[str]:
    if not situation.reference_text:
        return
    yield situation.base_text + situation.reference_text
    if not situation.base_text.endswith("/"):
        yield f"{situation.base_text}/{situation.reference_text}"


def _at_root(base: Uri, reference: Uri) -> tuple[Uri, Uri]:
    if not reference.path or reference.path.startswith("/"):
        return base, reference
    return base, reference._replace(path=f"/{reference.path}")


def _absolute_as_relative(situation: Situation) -> Iterator[str]:
    base, reference = situation.base, situation.reference
    if reference.is_relative and reference.path[:1] == "/":
        path = reference.path.lstrip("/")
        for relative_path in dict.fromkeys((path, path or "./")):
            yield from situation.texts(base, reference._replace(path=relative_path))


def _without_merged_slash(uri: Uri, situation: Situation) -> Uri | None:
    base, reference = situation.base, situation.reference
    if base.path or not reference.path or reference.path.startswith("/"):
        return None
    return uri._replace(path=uri.path.removeprefix("/"))


def _authority_as_path(situation: Situation) -> Iterator[str]:
    """Yield the URIs that result if "//" begins a path, with both slashes kept or only one."""
    base, reference = situation.base, situation.reference
    if reference.scheme is not None or reference.authority is None:
        return
    path = f"/{reference.authority}{reference.path}"
    yield Uri(base.scheme, base.authority, f"/{path}", reference.query, reference.fragment).text
    yield from situation.texts(base, reference._replace(authority=None, path=path))


def _same_scheme_ignored(base: Uri, reference: Uri) -> tuple[Uri, Uri]:
    is_same = ascii_lower(reference.scheme or "") == ascii_lower(base.scheme or "?")
    return base, reference._replace(scheme=None) if is_same else reference


def _against_folder(situation: Situation) -> Iterator[str]:
    """Yield the URIs for the folder of the base, with the query of the base and without it."""
    base, reference = situation.base, situation.reference
    if not reference.is_relative or reference.path:
        return
    root = "" if base.authority is None else "/"
    folder = base._replace(path=folder_of(base.path) or root)
    dot = reference._replace(path="./")
    ways = ((folder, reference), (folder._replace(query=None), reference), (base, dot))
    for changed_base, changed in ways:
        yield from situation.texts(changed_base, changed)


def _with_base_query(uri: Uri, situation: Situation) -> Uri | None:
    is_open = situation.reference.scheme is None and uri.query is None
    if is_open:
        return uri._replace(query=situation.base.query)
    return None


def _without_base_query(uri: Uri, situation: Situation) -> Uri | None:
    if situation.reference.query is None:
        return uri._replace(query=None)
    return None


def _query_appended(uri: Uri, situation: Situation) -> Uri | None:
    base, reference = situation.base, situation.reference
    if base.query is None or reference.query is None or reference.scheme is not None:
        return None
    return uri._replace(query=f"{base.query}&{reference.query}")


def _with_base_fragment(uri: Uri, situation: Situation) -> Uri | None:
    is_open = situation.reference.scheme is None and uri.fragment is None
    if is_open:
        return uri._replace(fragment=situation.base.fragment)
    return None


def _port_dropped(situation: Situation) -> Iterator[str]:
    """Yield the URI without its port; a program may leave the colon of an empty port."""
    uri = situation.uri
    if uri is not None and uri.authority is not None:
        yield uri._replace(authority=re.sub(r":[0-9]*\Z", "", uri.authority)).text
        if uri.authority.endswith(":"):
            yield uri.text


def _without_default_port(authority: str, situation: Situation) -> str:
    port = default_port(situation)
    if port is None:
        return authority
    return authority.removesuffix(f":{port}")


def _reference_stripped(situation: Situation) -> Iterator[str | None]:
    text = situation.reference_text
    for stripped in dict.fromkeys((text.strip(AT_ENDS), text.strip(), text.strip(" "))):
        if stripped != text:
            yield situation.resolve(stripped)


def _white_space_stripped(situation: Situation) -> Iterator[str | None]:
    """Yield the URIs that result if white space is stripped, or only spaces."""
    text = situation.reference_text
    if text.strip() != text:
        yield situation.resolve(text.strip())
        yield situation.resolve(text.strip(" "))


_VARIATIONS: Mapping[Variation, Outcomes] = {
    Variation.RESOLVE_AGAINST_FOLDER: _against_folder,
    **PATH_VARIATIONS,
    **REFERENCE_VARIATIONS,
    Variation.NO_URI: lambda situation: (None,),
    Variation.KEEP_DOTS: dotted(lambda path: path, ".", ".."),
    Variation.KEEP_EXCESS_DOTS: _excess_kept,
    Variation.KEEP_DOUBLE_DOTS: dotted(single_dots_removed, ".."),
    Variation.KEEP_SINGLE_DOTS: dotted(double_dots_removed, "."),
    Variation.KEEP_FINAL_DOTS: dotted(inner_dots_removed, ".", ".."),
    Variation.KEEP_INNER_DOTS: _inner_dots_kept,
    Variation.DROP_FINAL_SLASH_OF_DOTS: _without_slash_of(".", ".."),
    Variation.DROP_FINAL_SLASH_OF_SINGLE_DOT: _without_slash_of("."),
    Variation.DROP_FINAL_SLASH_OF_DOUBLE_DOTS: _without_slash_of(".."),
    Variation.REMOVE_PAIRS_ONCE: dotted(pairs_removed_once, ".."),
    Variation.CLIMB_INTO_AUTHORITY: _into_authority,
    Variation.READ_ESCAPED_DOTS: before(_escaped_dots_read),
    Variation.REMOVE_DOTS_IN_QUERY: _dots_removed_with("query"),
    Variation.REMOVE_DOTS_IN_FRAGMENT: _dots_removed_with("fragment"),
    Variation.APPEND_PATH: before(_path_appended),
    Variation.APPEND_TEXT: _text_appended,
    Variation.START_AT_ROOT: relative(_at_root),
    Variation.MERGE_WITHOUT_SLASH: after(_without_merged_slash),
    Variation.READ_ABSOLUTE_PATH_AS_RELATIVE: _absolute_as_relative,
    Variation.READ_AUTHORITY_AS_PATH: _authority_as_path,
    Variation.IGNORE_SAME_SCHEME: before(_same_scheme_ignored),
    Variation.DROP_SEGMENTS_TOO_MANY: after(_one_segment_less),
    Variation.KEEP_BASE_QUERY: after(_with_base_query),
    Variation.DROP_BASE_QUERY: after(_without_base_query),
    Variation.APPEND_QUERY: after(_query_appended),
    Variation.IGNORE_EMPTY_QUERY: before(
        lambda base, reference: (base, reference._replace(query=reference.query or None))
    ),
    Variation.KEEP_BASE_FRAGMENT: after(_with_base_fragment),
    Variation.DROP_QUERY: after(lambda uri, _: uri._replace(query=None)),
    Variation.DROP_FRAGMENT: after(lambda uri, _: uri._replace(fragment=None)),
    Variation.DROP_AUTHORITY: on_authority(lambda authority, _: None),
    Variation.DROP_PORT: _port_dropped,
    Variation.DROP_DEFAULT_PORT: on_authority(_without_default_port),
    Variation.GIVE_HTTP: after(lambda uri, _: uri._replace(scheme="http")),
    Variation.GIVE_HTTPS: after(lambda uri, _: uri._replace(scheme="https")),
    Variation.STRIP_REFERENCE: _reference_stripped,
    Variation.STRIP_WHITE_SPACE: _white_space_stripped,
    **SUBSTITUTIONS,
    Variation.GIVE_BASE: lambda situation: (situation.base_text,),
    Variation.GIVE_BASE_WITHOUT_FRAGMENT: lambda situation: (
        situation.base._replace(fragment=None).text,
    ),
    Variation.KEEP_REFERENCE: lambda situation: (situation.reference_text,),
}

# The host comes before the authority that contains it.
_COMPONENTS = ("scheme", "userinfo", "host", "authority", "path", "query", "fragment")
# Transforms that are tried as variations, or that are never applied to a whole URI.
_NOT_HERE = frozenset({Transform.ADD_SEPARATOR, Transform.DROP_FIRST_SLASH, Transform.REMOVE_DOTS})


def transformed_in(situation: Situation) -> Mapping[Behaviour, tuple[str, ...]]:
    """Return the URIs with one transformed component, keyed by behaviour; the case keeps them.

    Transforms that change nothing are left out.
    """
    known = situation.transformed
    uri = situation.uri
    if uri is not None and not known:
        for component in _COMPONENTS:
            text = part_of(uri, component)
            if text is not None:
                name = "host" if component == "authority" else component
                for transform, texts in changes_of(name, text, situation.scheme).items():
                    behaviour = _transforming(component, transform)
                    if behaviour in TRANSFORMING:
                        uris = [with_part(uri, component, each) for each in texts]
                        known[behaviour] = tuple(each.text for each in uris)
    return known


@functools.cache
def _transforming(component: str, transform: Transform) -> Behaviour:
    """Return the behaviour of transforming a component; it is created only once."""
    return Behaviour(Kind.TRANSFORMS, component, transforms=(transform,))


def _transforms() -> Iterator[Behaviour]:
    for transform in Transform:
        if transform not in _NOT_HERE:
            for component in _COMPONENTS:
                yield _transforming(component, transform)


def _of_variations(variations: Mapping[Variation, Outcomes]) -> Mapping[Behaviour, Outcomes]:
    return {Behaviour(Kind.VARIES, "uri", name): outcomes for name, outcomes in variations.items()}


_FIRST = _of_variations(_VARIATIONS)
_LAST = _of_variations(LAST_VARIATIONS)
VARYING: Mapping[Behaviour, Outcomes] = {**_FIRST, **_LAST}
"""The behaviours that are variations, with their outcomes."""

TRANSFORMING = frozenset(_transforms())
"""The behaviours that transform a component; see `transformed_in`."""

BEHAVIOURS = (*_FIRST, *_transforms(), *_LAST)
"""All behaviours that are tried, besides those that the answers suggest."""


def outcomes_by(behaviour: Behaviour) -> Outcomes:
    """Return the outcomes of a behaviour that has no condition."""
    if behaviour in TRANSFORMING:
        return lambda situation: transformed_in(situation).get(behaviour, ())
    return VARYING.get(behaviour) or rewritten_by(behaviour)
