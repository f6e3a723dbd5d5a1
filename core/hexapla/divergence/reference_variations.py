"""Variations in how a program reads the reference, and in components other than the path.

To return the outcomes of a variation means to return the function that computes them for a case
(see `hexapla.divergence.outcomes`).
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from hexapla.divergence.escape_variations import ESCAPE_VARIATIONS, EscapeChange
from hexapla.divergence.features import END, ENDS, SPECIAL, START, cut_at_space
from hexapla.divergence.ipv6_variations import IPV6_VARIATIONS
from hexapla.divergence.model import Variation
from hexapla.divergence.outcomes import (
    Outcomes,
    after,
    before,
    default_port,
    of_base_path,
    of_path,
    of_reference,
    of_reference_path,
    on_authority,
)
from hexapla.divergence.parts import folder_of, part_of, with_part
from hexapla.divergence.path_variations import without_dots
from hexapla.divergence.query_variations import QUERY_VARIATIONS, changed_queries
from hexapla.divergence.situation import Situation, Uri, pairs_removed
from hexapla.divergence.text_variations import TEXT_VARIATIONS, substitutions
from hexapla.divergence.transforms import AT_ENDS, DEFAULT_PORTS, UNRESERVED, Text
from hexapla.text.escapes import ascii_lower, unescaped_where

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_PORT = re.compile(r":[0-9]*\Z")
_ESCAPE = re.compile("%[0-9A-Fa-f]{2}")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_QUERY_AFTER_AUTHORITY = re.compile(r"\A((?:[^:/?#]*:)?//[^/?#;]*)\?")
_BACKSLASH_AFTER_AUTHORITY = re.compile(r"\A((?:[^:/?#]*:)?//[^/?#\\]*)(?=\\)")
_IPV6 = re.compile(r"\[([0-9A-Fa-f:]+)\]")
_IPV6_AS_WRITTEN = re.compile(r"\[[0-9A-Fa-f:.]+\]")
_LEADING_BACKSLASHES = re.compile(r"\\|/\\")
_HTTP = frozenset({"http", "https"})
_HOST_NAME = "zqhostqz"
_SCHEME_NAME = "zqscheme"
_OTHER_BASE = "zqbase://h/"
# Names that replace characters to hide them from a standard. The first name begins with "~", so
# that it can't be part of a scheme.
_SPACE_NAME = "~zq{}qz"
_HASH_NAME = "zqhashqz"
_QUERY_NAME = "zqqueryqz"
_BACKSLASH_NAME = "zqbackqz"


# How the reference is read.


def _empty_as_folder(situation: Situation) -> Iterator[str | None]:
    if not situation.reference_text:
        yield situation.resolve("./")


def _dot_as_empty(situation: Situation) -> Iterator[str | None]:
    if situation.reference_text == ".":
        yield situation.resolve("")
        yield situation.base_text


def _dot_slash_as_empty(situation: Situation) -> Iterator[str | None]:
    if situation.reference_text == "./":
        yield situation.resolve("")
        yield situation.base_text


def _any_colon(situation: Situation) -> Iterator[str]:
    text = situation.reference_text
    if situation.reference.scheme is None and ":" in text:
        yield text


def _unusual_scheme(situation: Situation) -> Iterator[str]:
    text = situation.reference_text
    if situation.reference.scheme is not None and _SCHEME.match(text) is None:
        yield text


def _scheme_as_path(base: Uri, reference: Uri) -> tuple[Uri, Uri]:
    if reference.scheme is None:
        return base, reference
    authority = "" if reference.authority is None else f"//{reference.authority}"
    path = f"./{reference.scheme}:{authority}{reference.path}"
    return base, reference._replace(scheme=None, authority=None, path=path)


def _same_scheme_absolute(situation: Situation) -> Iterator[str | None]:
    """Yield the URI that results if a reference with the base's scheme is read as absolute."""
    scheme = situation.reference.scheme
    is_same = scheme and ascii_lower(scheme) == ascii_lower(situation.base.scheme or "")
    if is_same and situation.reference.authority is None:
        yield situation.resolver.resolve(_OTHER_BASE, situation.reference_text)
        yield situation.reference_text


def _www_as_host(situation: Situation) -> Iterator[str | None]:
    text = situation.reference_text
    if text.lower().startswith("www."):
        yield situation.resolve(f"http://{text}")
        yield situation.resolve(f"//{text}")


def _query_in_fragment(text: str) -> str:
    head, mark, fragment = text.partition("#")
    fragment, question_mark, query = fragment.partition("?")
    is_open = question_mark and "?" not in head
    if is_open:
        return f"{head}?{query}{mark}{fragment}"
    return text


def _with_hidden(
    situation: Situation, reference: str, name: str, signs: Iterable[str]
) -> Iterator[str]:
    """Resolve a reference in which a name stands for a character, and replace the name in the URI.

    The name hides the character from the standard. Yield a URI for each string in `signs`; if the
    standard gives no URI, yield nothing.

    Args:
        situation: The case.
        reference: The reference with the name.
        name: The name.
        signs: The strings that replace the name, each in its own URI.
    """
    uri = situation.resolve(reference)
    if uri is not None:
        for sign in signs:
            yield uri.replace(name, sign)


def _last_number_sign(situation: Situation) -> Iterator[str]:
    text = situation.reference_text
    if text.count("#") > 1:
        head, _, fragment = text.rpartition("#")
        reference = f"{head.replace('#', _HASH_NAME)}#{fragment}"
        yield from _with_hidden(situation, reference, _HASH_NAME, ("#", "%23"))


def _fragment_as_path(situation: Situation) -> Iterator[str]:
    text = situation.reference_text
    if "#" in text:
        # A number sign that begins the reference is read as part of a path only if it is encoded.
        signs = ("%23",) if text.startswith("#") else ("#", "%23")
        yield from _with_hidden(situation, text.replace("#", _HASH_NAME), _HASH_NAME, signs)


def _query_as_path(situation: Situation) -> Iterator[str]:
    head, mark, rest = situation.reference_text.partition("?")
    if head and mark and "#" not in head:
        reference = f"{head}{_QUERY_NAME}{rest}"
        yield from _with_hidden(situation, reference, _QUERY_NAME, ("?", "%3F"))


def _leading_backslash_as_name(situation: Situation) -> Iterator[str]:
    text = situation.reference_text
    if text.startswith("\\"):
        reference = f"{_BACKSLASH_NAME}{text[1:]}"
        yield from _with_hidden(situation, reference, _BACKSLASH_NAME, ("%5C", "\\"))


def _backslash_kept(situation: Situation) -> Iterator[str | None]:
    """Yield the results if a backslash isn't read as a slash.

    These are the URIs with the backslash as it is and percent-encoded, or None if the backslash
    would be in the authority.
    """
    text = situation.reference_text
    due = situation.due or ""
    if "\\" not in text or "\\" in due or "%5C" in due:
        return
    reference = text.replace("\\", _BACKSLASH_NAME)
    uri = situation.resolve(reference)
    if uri is not None and _BACKSLASH_NAME in (situation.resolver.split(uri).authority or ""):
        # A host can't contain a backslash.
        yield None
    yield from _with_hidden(situation, reference, _BACKSLASH_NAME, ("\\", "%5C"))


def _spaces_kept(pattern: str) -> Outcomes:
    """Return the outcomes of keeping the spaces that `pattern` finds at the ends of a reference."""
    expression = re.compile(pattern)
    name = _SPACE_NAME.format("sp")

    def outcomes(situation: Situation) -> Iterator[str]:
        text = situation.reference_text
        hidden = expression.sub(lambda match: name * len(match[0]), text)
        if hidden != text:
            yield from _with_hidden(situation, hidden, name, (" ", "%20"))

    return outcomes


def _ends_kept(pattern: re.Pattern[str]) -> Outcomes:
    """Return the outcomes of not stripping the white space and controls that a pattern finds."""

    def outcomes(situation: Situation) -> Iterator[str]:
        text = situation.reference_text

        def hide(match: re.Match[str]) -> str:
            return "".join(names.get(sign, sign) for sign in match[0])

        names = {sign: _SPACE_NAME.format(f"c{ord(sign)}x") for sign in text if sign < "!"}
        reference = pattern.sub(hide, text)
        if reference != text:
            yield from _with_names(situation, reference, names)

    return outcomes


def _with_names(situation: Situation, reference: str, names: Mapping[str, str]) -> Iterator[str]:
    """Resolve a reference in which names stand for characters, and replace the names in the URI.

    Yield the URI with the characters as written, then with the characters percent-encoded; if the
    standard gives no URI, yield nothing.

    Args:
        situation: The case.
        reference: The reference with the names.
        names: The name for each character.
    """
    uri = situation.resolve(reference)
    if uri is None:
        return
    as_written = as_escaped = uri
    for sign, name in names.items():
        as_written = as_written.replace(name, sign)
        as_escaped = as_escaped.replace(name, f"%{ord(sign):02X}")
    yield as_written
    yield as_escaped


def _sign_after_authority(pattern: re.Pattern[str], sign: str) -> Outcomes:
    """Return the outcomes if a character that a pattern finds ends the authority."""

    def outcomes(situation: Situation) -> Iterator[str]:
        uri = situation.with_texts(lambda text: pattern.sub(rf"\1/{_QUERY_NAME}{sign}", text))
        if uri is None:
            return
        yield uri.replace(f"/{_QUERY_NAME}", "")
        if pattern.search(situation.base_text) and _QUERY_NAME not in uri:
            # A standard may put no slash between an authority without a path and the reference.
            joined = situation.resolver.split(uri)
            yield joined._replace(path=joined.path.removeprefix("/")).text

    return outcomes


def _authority_with_question_mark(situation: Situation) -> Iterator[str]:
    """Yield the URI that results if the authority goes on after a question mark."""
    uri = situation.with_texts(lambda text: _QUERY_AFTER_AUTHORITY.sub(rf"\1{_QUERY_NAME}", text))
    if uri is not None:
        yield uri.replace(_QUERY_NAME, "?")


def _last_question_mark(situation: Situation) -> Iterator[str]:
    head, mark, fragment = situation.reference_text.partition("#")
    before_last, question_mark, query = head.rpartition("?")
    if "?" in before_last:
        path = before_last.replace("?", _QUERY_NAME)
        reference = f"{path}{question_mark}{query}{mark}{fragment}"
        yield from _with_hidden(situation, reference, _QUERY_NAME, ("?", "%3F"))


def _params_after_query(base: Uri, reference: Uri) -> tuple[Uri, Uri]:
    return _with_params_of_query(base), _with_params_of_query(reference)


def _with_params_of_query(uri: Uri) -> Uri:
    query, mark, params = (uri.query or "").partition(";")
    if not mark:
        return uri
    return uri._replace(path=f"{uri.path};{params}", query=query or None)


def _changed_texts(change: Callable[[str], str]) -> Outcomes:
    """Return the outcomes of changing the base and the reference before they are split."""

    def outcomes(situation: Situation) -> Iterator[str | None]:
        base, reference = change(situation.base_text), change(situation.reference_text)
        if (base, reference) != (situation.base_text, situation.reference_text):
            yield situation.resolver.resolve(base, reference)

    return outcomes


def _cut_at_space(situation: Situation) -> Iterator[str | None]:
    for text in cut_at_space(situation.reference_text):
        yield situation.resolve(text)


def _tabs_kept(signs: str) -> Outcomes:
    """Return the outcomes of not removing some of the tabs and line ends."""
    names = {sign: _SPACE_NAME.format(ord(sign)) for sign in signs}

    def outcomes(situation: Situation) -> Iterator[str]:
        text = situation.reference_text
        if not any(sign in text for sign in signs):
            return
        # A program may remove them only at the ends, with other white space.
        for reference in dict.fromkeys((text, text.strip(AT_ENDS))):
            for sign, name in names.items():
                reference = reference.replace(sign, name)
            yield from _with_names(situation, reference, names)

    return outcomes


def _merged_with_opaque(situation: Situation) -> Iterator[str]:
    """Yield the possible results of resolving against a base without a slash after its scheme."""
    base, reference = situation.base, situation.reference
    if situation.due is not None or not base.is_opaque or reference.scheme is not None:
        return
    folder = folder_of(base.path)
    query = reference.query if reference.path or reference.query is not None else base.query
    path = reference.path or base.path
    kept = Uri(base.scheme, reference.authority, path, query, reference.fragment)
    yield kept.text
    yield kept._replace(path=folder + reference.path).text
    yield kept._replace(path=f"/{reference.path.removeprefix('/')}").text


def _merged_with_relative(situation: Situation) -> Iterator[str]:
    """Yield the results of resolving against a base without a scheme."""
    if situation.due is not None or situation.base.scheme is not None:
        return
    base = situation.base._replace(scheme=_SCHEME_NAME)
    for text in situation.texts(base, situation.reference):
        yield text.removeprefix(f"{_SCHEME_NAME}:")


def _beyond_ascii_replaced(new: str) -> Outcomes:
    """Return the outcomes of replacing the characters outside ASCII in the reference.

    If its authority contains such characters, the standard's own URI is a further outcome, because
    a program may leave hosts as they are.
    """

    def outcomes(situation: Situation) -> Iterator[str | None]:
        text = _BEYOND_ASCII.sub(new, situation.reference_text)
        if text != situation.reference_text:
            uri = situation.resolve(text)
            if uri is not None:
                yield uri
            if not (situation.reference.authority or "").isascii():
                yield situation.due

    return outcomes


# Components.


def _fragment_appended(situation: Situation) -> Iterator[str]:
    old, new = situation.base.fragment, situation.reference.fragment
    uri = situation.uri
    if old is None or new is None or uri is None:
        return
    yield uri._replace(fragment=f"{old}{new}").text
    yield uri._replace(fragment=f"{old}#{new}").text


def _without_dots_in(part: str) -> Outcomes:
    """Return the outcomes of removing dot segments within the query or the fragment.

    Those that lead above the root are removed as well, or kept.
    """

    def outcomes(situation: Situation) -> Iterator[str]:
        uri = situation.uri
        text = uri and part_of(uri, part)
        if uri is None or not text:
            return
        for changed in dict.fromkeys((without_dots(text), pairs_removed(text))):
            yield with_part(uri, part, changed).text

    return outcomes


def _of_query(changes: Callable[[str], Iterable[str]]) -> Outcomes:
    """Return the outcomes of changes to the query."""

    def outcomes(situation: Situation) -> Iterator[str]:
        uri = situation.uri
        if uri is None or uri.query is None:
            return
        for query in changed_queries(uri.query, changes):
            yield uri._replace(query=query).text

    return outcomes


def _scheme_as_written(uri: Uri, situation: Situation) -> Uri | None:
    written = situation.reference.scheme or situation.base.scheme
    is_same = written is not None and ascii_lower(written) == ascii_lower(uri.scheme or "")
    if is_same:
        return uri._replace(scheme=written)
    return None


def _escapes_in_lower_case(uri: Uri, situation: Situation) -> Uri:
    return situation.resolver.split(_ESCAPE.sub(lambda match: match[0].lower(), uri.text))


def _with_other_escapes(change: EscapeChange) -> Outcomes:
    """Return the outcomes of a change to the percent-encoded characters of the URI."""

    def outcomes(situation: Situation) -> Iterator[str]:
        if situation.due is not None and "%" in situation.due:
            yield change(situation.due, f"{situation.base_text} {situation.reference_text}")

    return outcomes


def _backslash_read(situation: Situation) -> Iterator[str | None]:
    """Yield the URIs in which a backslash is a slash although the scheme isn't special.

    The backslash may count as a slash everywhere, or only as one between segments.
    """
    uri = situation.uri
    if uri is None or "\\" not in uri.path or situation.scheme in SPECIAL:
        return
    head, mark, rest = _parted(situation.reference_text)
    path = head.replace("\\", "/")
    yield situation.resolve(f"{path}{mark}{rest}")
    if path.startswith("/") and not head.startswith("/"):
        yield situation.resolve(f"./{path}{mark}{rest}")
    yield uri._replace(path=uri.path.replace("\\", "/")).text


def _parted(text: str) -> tuple[str, str, str]:
    """Return the text before the query and the fragment, the mark after it, and the rest."""
    match = re.search("[?#]", text)
    if match is None:
        return text, "", ""
    return text[: match.start()], match[0], text[match.end() :]


def _leading_backslashes_kept(situation: Situation) -> Iterator[str]:
    """Yield the URIs that result if a backslash at the start doesn't begin a root or an authority.

    It may still separate segments.
    """
    match = _LEADING_BACKSLASHES.match(situation.reference_text)
    if match is None or "\\" in (situation.due or "") or "%5C" in (situation.due or ""):
        return
    dot = "/./" if match[0].startswith("/") else "./"
    uri = situation.resolve(dot + situation.reference_text.removeprefix("/").replace("\\", "/", 1))
    if uri is None:
        return
    yield uri
    own = situation.resolver.split(uri)
    yield own._replace(path=own.path.replace("/./", "/")).text


def _final_space_kept(uri: Uri, situation: Situation) -> Uri | None:
    """Return the URI with a space at the end of the path that the standard encodes."""
    is_followed = re.search(" [?#]", situation.reference_text) is not None
    if not is_followed or not uri.path.endswith("%20"):
        return None
    return uri._replace(path=f"{uri.path.removesuffix('%20')} ")


def _empty_query_kept(uri: Uri, situation: Situation) -> Uri | None:
    head = situation.reference_text.partition("#")[0]
    if uri.query is not None or not head.endswith("?") or "?" in head[:-1]:
        return None
    return uri._replace(query="")


def _empty_fragment_kept(uri: Uri, situation: Situation) -> Uri | None:
    text = situation.reference_text
    if uri.fragment is not None or not text.endswith("#") or "#" in text[:-1]:
        return None
    return uri._replace(fragment="")


def _is_same(base: str, own: str) -> bool:
    return ascii_lower(base) == ascii_lower(own)


def _are_http(base: str, own: str) -> bool:
    return _HTTP.issuperset({ascii_lower(base), ascii_lower(own)})


def _begins_with(base: str, own: str) -> bool:
    return base != own and base.startswith(own)


def _scheme_ignored(is_ignored: Callable[[str, str], bool]) -> Outcomes:
    """Return the outcomes of ignoring a scheme in a reference without an authority.

    A program may compare schemes letter for letter. So the standard's own result is a further
    outcome if a scheme has capital letters.

    Args:
        is_ignored: Takes the schemes of the base and the reference; returns whether the latter is
            ignored.
    """

    def outcomes(situation: Situation) -> Iterator[str | None]:
        base, reference = situation.base, situation.reference
        if base.scheme is None or reference.scheme is None or reference.authority is not None:
            return
        if not is_ignored(base.scheme, reference.scheme):
            return
        relative = reference._replace(scheme=None)
        if ":" in reference.path.partition("/")[0]:
            relative = relative._replace(path=f"./{reference.path}")
        yield from situation.texts(base, relative)
        if not reference.path and reference.query is None:
            # A program may read the rest as a reference to the current document, or merge it.
            yield base._replace(fragment=reference.fragment).text
            yield from situation.texts(base, relative._replace(path="./"))
        if f"{base.scheme}{reference.scheme}" != ascii_lower(f"{base.scheme}{reference.scheme}"):
            yield situation.due

    return outcomes


def _unreserved_decoded(uri: Uri, _: Situation) -> Uri:
    path = unescaped_where(uri.path, UNRESERVED)
    query = uri.query and unescaped_where(uri.query, UNRESERVED)
    fragment = uri.fragment and unescaped_where(uri.fragment, UNRESERVED)
    return uri._replace(path=path, query=query, fragment=fragment)


def _is_inherited(situation: Situation) -> bool:
    reference, uri = situation.reference, situation.uri
    if reference.is_relative or reference.authority is not None or uri is None:
        return reference.is_relative
    # A standard may ignore a scheme that is the same as the base's.
    same = situation.base.authority
    return bool(same) and ascii_lower(uri.authority or "") == ascii_lower(same or "")


def _from_base(pattern: str, place: Callable[[str, str], str]) -> Outcomes:
    """Return the outcomes of adding a part of the base's authority to the URI's authority."""
    expression = re.compile(pattern)

    def changed(authority: str, situation: Situation) -> Text:
        found = expression.search(situation.base.authority or "")
        if found is None or _is_inherited(situation) or expression.search(authority):
            return authority
        return place(authority, found[0])

    return on_authority(changed)


def _of_base(change: Callable[[str], str]) -> Outcomes:
    """Return the outcomes of a change to an authority that the URI inherits from the base."""
    return on_authority(lambda own, situation: change(own) if _is_inherited(situation) else own)


def _with_default_port(authority: str, situation: Situation) -> Text:
    port = default_port(situation)
    if port is None or _PORT.search(authority) or not authority:
        return authority
    return f"{authority}:{port}"


def _written_authority(situation: Situation) -> str:
    """Return the authority of the base or the reference that the URI has; "" without one."""
    uri = situation.base if _is_inherited(situation) else situation.reference
    return uri.authority or ""


def _written_port(situation: Situation) -> str | None:
    """Return the port of the URI's authority as written, with its colon; None if there is none."""
    found = _PORT.search(_written_authority(situation))
    return found and found[0]


def _port_kept(authority: str, situation: Situation) -> str:
    """Return an authority with the default port that was written, which the standard drops."""
    port = (_written_port(situation) or ":").removeprefix(":").lstrip("0")
    if port != default_port(situation) or _PORT.search(authority):
        return authority
    return f"{authority}:{port}"


def _number_kept(situation: Situation) -> Iterator[str]:
    """Yield the URI that results if a numeric host is read as a name."""
    base, reference = situation.base, situation.reference
    uri = base if _is_inherited(situation) else reference
    host = part_of(uri, "host") or ""
    last = host.removesuffix(".").rpartition(".")[2]
    if not last[:1].isdigit():
        return
    named = with_part(uri, "host", _HOST_NAME)
    for text in situation.texts(*((named, reference) if uri is base else (base, named))):
        yield text.replace(_HOST_NAME, host.lower())


def _of_ipv6(change: Callable[[str], str]) -> Outcomes:
    """Return the outcomes of a change to the IPv6 address in the authority."""
    return on_authority(lambda own, _: _IPV6.sub(lambda match: f"[{change(match[1])}]", own))


def _ipv6_kept(situation: Situation) -> Iterator[str]:
    """Yield the URI with an IPv6 address as it is written in the base or the reference."""
    address = _IPV6_AS_WRITTEN.search(_written_authority(situation))
    uri = situation.uri
    if address is not None and uri is not None and uri.authority is not None:
        changed = _IPV6.sub(lambda match: address[0], uri.authority)
        if changed != uri.authority:
            yield uri._replace(authority=changed).text


def _empty_userinfo_kept(authority: str, situation: Situation) -> Text:
    written = re.match(":?@", _written_authority(situation))
    if written is None or "@" in authority:
        return authority
    return f"{written[0]}{authority}"


def _empty_password_kept(authority: str, situation: Situation) -> Text:
    if not re.match("[^:@]+:@", _written_authority(situation)):
        return authority
    return re.sub(r"\A([^:@]+)@", r"\1:@", authority)


def _with_80_as_default(authority: str, situation: Situation) -> Text:
    """Return an authority without the port 80, and with another default port that was written."""
    if default_port(situation) in (None, "80"):
        return authority
    return _port_kept(authority, situation).removesuffix(":80")


def _without_foreign_port_80(authority: str, situation: Situation) -> Text:
    if default_port(situation) == "80":
        return authority
    return authority.removesuffix(":80")


def _without_any_default_port(authority: str, _: Situation) -> Text:
    head, colon, port = authority.rpartition(":")
    if colon and port in DEFAULT_PORTS.values():
        return head
    return authority


def _with_base_authority(uri: Uri, situation: Situation) -> Uri | None:
    reference, authority = situation.reference, situation.base.authority
    is_open = reference.scheme is not None and reference.authority is None
    if not is_open or authority is None or reference.scheme == situation.base.scheme:
        return None
    path = uri.path if uri.path.startswith("/") else f"/{uri.path}"
    return uri._replace(authority=authority, path=path)


def _without_file_host(uri: Uri, _: Situation) -> Uri | None:
    if uri.authority:
        return uri._replace(authority="")
    return None


REFERENCE_VARIATIONS: Mapping[Variation, Outcomes] = {
    Variation.READ_EMPTY_AS_FOLDER: _empty_as_folder,
    Variation.READ_DOT_AS_EMPTY: _dot_as_empty,
    Variation.READ_DOT_SLASH_AS_EMPTY: _dot_slash_as_empty,
    Variation.KEEP_SCHEME_CASE: after(_scheme_as_written),
    Variation.REMOVE_DOTS_WITHIN_QUERY: _without_dots_in("query"),
    Variation.REMOVE_DOTS_WITHIN_FRAGMENT: _without_dots_in("fragment"),
    Variation.LOWER_ESCAPES: after(_escapes_in_lower_case),
    **{name: _with_other_escapes(change) for name, change in ESCAPE_VARIATIONS.items()},
    Variation.READ_BACKSLASH_OF_OTHER_SCHEMES: _backslash_read,
    Variation.KEEP_LEADING_BACKSLASHES: _leading_backslashes_kept,
    Variation.KEEP_FINAL_SPACE_OF_PATH: after(_final_space_kept),
    Variation.KEEP_EMPTY_QUERY: after(_empty_query_kept),
    Variation.KEEP_EMPTY_FRAGMENT: after(_empty_fragment_kept),
    Variation.IGNORE_SAME_SCHEME_WITHOUT_AUTHORITY: _scheme_ignored(_is_same),
    Variation.IGNORE_HTTP_AND_HTTPS: _scheme_ignored(_are_http),
    Variation.IGNORE_SCHEME_PREFIX: _scheme_ignored(_begins_with),
    Variation.READ_ANY_COLON: _any_colon,
    Variation.READ_UNUSUAL_SCHEME: _unusual_scheme,
    Variation.READ_SCHEME_AS_PATH: before(_scheme_as_path),
    Variation.READ_SAME_SCHEME_AS_ABSOLUTE: _same_scheme_absolute,
    Variation.READ_WWW_AS_HOST: _www_as_host,
    Variation.KEEP_SPACES: _spaces_kept(r"\A +| +\Z"),
    Variation.KEEP_SPACES_AT_START: _spaces_kept(r"\A +"),
    Variation.KEEP_ENDS: _ends_kept(ENDS),
    Variation.KEEP_START: _ends_kept(START),
    Variation.KEEP_END: _ends_kept(END),
    Variation.END_AUTHORITY_AT_QUESTION_MARK: _sign_after_authority(_QUERY_AFTER_AUTHORITY, "?"),
    Variation.END_AUTHORITY_AT_BACKSLASH: _sign_after_authority(_BACKSLASH_AFTER_AUTHORITY, ""),
    Variation.CONTINUE_AUTHORITY_AT_QUESTION_MARK: _authority_with_question_mark,
    **{name: _changed_texts(change) for name, change in TEXT_VARIATIONS.items()},
    Variation.KEEP_TABS: _tabs_kept("\t\n\r"),
    Variation.KEEP_TABS_ALONE: _tabs_kept("\t"),
    Variation.KEEP_LINE_ENDS: _tabs_kept("\n\r"),
    Variation.CUT_AT_SPACE: _cut_at_space,
    Variation.READ_QUERY_IN_FRAGMENT: of_reference(_query_in_fragment),
    Variation.READ_LAST_NUMBER_SIGN: _last_number_sign,
    Variation.READ_LAST_QUESTION_MARK: _last_question_mark,
    Variation.READ_PARAMS_AFTER_QUERY: before(_params_after_query),
    Variation.READ_FRAGMENT_AS_PATH: _fragment_as_path,
    Variation.READ_QUERY_AS_PATH: _query_as_path,
    Variation.READ_LEADING_BACKSLASH_AS_NAME: _leading_backslash_as_name,
    Variation.KEEP_BACKSLASHES: _backslash_kept,
    Variation.RESOLVE_AGAINST_OPAQUE: _merged_with_opaque,
    Variation.RESOLVE_AGAINST_RELATIVE: _merged_with_relative,
    Variation.APPEND_FRAGMENT: _fragment_appended,
    **{name: _of_query(changes) for name, changes in QUERY_VARIATIONS.items()},
    Variation.KEEP_BASE_PORT: _from_base(r":[0-9]+\Z", lambda own, port: own + port),
    Variation.KEEP_BASE_USERINFO: _from_base(r"\A.*@", lambda own, userinfo: userinfo + own),
    Variation.KEEP_DEFAULT_PORT: on_authority(_port_kept),
    Variation.ADD_DEFAULT_PORT: on_authority(_with_default_port),
    Variation.KEEP_NUMBER: _number_kept,
    **{name: _of_ipv6(change) for name, change in IPV6_VARIATIONS.items()},
    Variation.KEEP_IPV6: _ipv6_kept,
    Variation.KEEP_EMPTY_USERINFO: on_authority(_empty_userinfo_kept),
    Variation.DROP_BASE_HOST: _of_base(lambda own: ""),
    Variation.TAKE_PORT_80_AS_DEFAULT: on_authority(_with_80_as_default),
    Variation.DROP_FOREIGN_PORT_80: on_authority(_without_foreign_port_80),
    Variation.KEEP_EMPTY_PASSWORD: on_authority(_empty_password_kept),
    Variation.TAKE_BASE_AUTHORITY: after(_with_base_authority),
    Variation.DROP_HOST: after(_without_file_host),
}
"""The outcomes of each variation in reading the reference or in components other than the path."""

_CHANGED: Mapping[str, Callable[[Callable[[str], str]], Outcomes]] = {
    "base-path": of_base_path,
    "reference-path": of_reference_path,
    "reference": of_reference,
    "uri-path": of_path,
    "base-authority": _of_base,
    "authority": lambda change: on_authority(lambda own, _: change(own)),
}


def _substitutions() -> Iterator[tuple[Variation, Outcomes]]:
    for part, outcomes_of in _CHANGED.items():
        for variation, change in substitutions(part).items():
            yield variation, outcomes_of(change)


SUBSTITUTIONS: Mapping[Variation, Outcomes] = dict(_substitutions())
"""The outcomes of variations that replace the matches of a pattern in a part."""

LAST_VARIATIONS: Mapping[Variation, Outcomes] = {
    Variation.DROP_ANY_DEFAULT_PORT: on_authority(_without_any_default_port),
    Variation.DROP_BEYOND_ASCII: _beyond_ascii_replaced(""),
    Variation.REPLACE_BEYOND_ASCII: _beyond_ascii_replaced("%3F"),
    Variation.DECODE_UNRESERVED: after(_unreserved_decoded),
}
"""The outcomes of variations that are tried last, since a transform may have the same outcomes."""
