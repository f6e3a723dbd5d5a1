"""Find by trial how a parser's behaviour differs from a standard's.

A variation changes either the URL, before the standard parses it, or the resulting components. Each
variation is tried on each URL, under each condition; see `search`. Differences that `compare` can
describe are left to that module.
"""

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from hexapla.divergence.escape_variations import (
    ESCAPE_VARIATIONS,
    EscapeChange,
    lone_percent_encoded,
)
from hexapla.divergence.features import (
    CAPITAL_ESCAPED_DOT,
    END,
    ENDS,
    ESCAPED_DOUBLE_DOTS,
    ESCAPED_SINGLE_DOT,
    PARTLY_ESCAPED_DOTS,
    SMALL_ESCAPED_DOT,
    SPECIAL,
    START,
    cut_at_space,
)
from hexapla.divergence.ipv6_variations import IPV6_VARIATIONS
from hexapla.divergence.model import HOST, Behaviour, Kind, Sign, Variation
from hexapla.divergence.parse_dots import DOT_CHANGES, DotChange
from hexapla.divergence.query_variations import QUERY_VARIATIONS, changed_queries
from hexapla.divergence.rewriting import component_rewritings, components_of, rewritten
from hexapla.divergence.search import BehaviourSearch, Found, Trials, kept_outcomes
from hexapla.divergence.situation import DOT, hidden
from hexapla.divergence.text_variations import TEXT_VARIATIONS, substitutions
from hexapla.divergence.transforms import DEFAULT_PORTS, UNRESERVED, Text, Transform, changes_of
from hexapla.divergence.url_conditions import (
    Url,
    UrlParts,
    conditions_of,
    conditions_of_url,
    holds_of_url,
)
from hexapla.text.escapes import ascii_lower, unescaped_where
from hexapla.values.frozen import FrozenMapping

_IN_AUTHORITY = ("userinfo", "host", "port")
_WITHIN_AUTHORITY = re.compile(
    r"(?:(?P<userinfo>.*)@)?(?P<host>\[[^\]]*\]|[^:]*)(?::(?P<port>.*))?", re.DOTALL
)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_AUTHORITY = re.compile(r"(?P<scheme>[^:/?#]+:)?(?P<authority>//[^/?#]*)")
_DRIVE = re.compile(r"(file:)//([A-Za-z][:|])", re.IGNORECASE)
_DRIVE_OF_FILE = re.compile(r"(file:///)([A-Za-z])[:|](?=[/\\])", re.IGNORECASE)
_DRIVE_IN_PATH = re.compile(r"/([A-Za-z]):(?=/|\Z)")
_IPV6 = re.compile(r"//(?:[^/?#]*@)?\[([0-9A-Fa-f:.]+)\](?=[:/?#]|\Z)")
_IPV6_ADDRESS = re.compile("[0-9a-f]*:[0-9a-f:]*")
_ADDRESS = re.compile(r"mailto:(?=[^/?#]*@)", re.IGNORECASE)
_HAS_DOT = re.compile(r"\.|%2[eE]")
_ESCAPED_DOT_SEGMENT = re.compile(r"(?:(?<=[/\\])|\A)(?:\.|%2[eE]){1,2}(?=[/\\]|\Z)")
_ESCAPED_DOTS = re.compile(r"%2[eE]")
_BACKSLASH_AFTER_AUTHORITY = re.compile(r"\A([^:/?#\\]*:[/\\]*+[^/?#\\]*)\\")
_BEFORE_AT_SIGN = re.compile(r"\A((?:[^:/?#]+:)?//)([^?#]*(?=@))")
_BEFORE_PATH = re.compile(r"(?:[^:/?#\\]*:)?(?:[/\\]{2}[^/?#\\]*)?")
_BEFORE_QUERY = re.compile(r"[^?#]*")
_SPACE_BEFORE_QUERY = re.compile(" [?#]")
_NAME = "zq{}qz"

# Control characters that replace characters which a standard would remove.
_CONTROL_FOR: Mapping[str, str] = FrozenMapping(
    {"\t": "\x02", "\n": "\x01", "\r": "\x03", " ": "\x7f"}
)
_CONTROLS = str.maketrans({sign: name for sign, name in _CONTROL_FOR.items() if sign != " "})


def _as_dots(match: re.Match[str]) -> str:
    return _ESCAPED_DOTS.sub(".", match[0])


@attrs.frozen(slots=False)
class ParseSituation:
    """A URL, and how a standard reads it.

    Attributes:
        url: The URL.
        due: The components that the standard reads; None if it rejects the URL.
        parse: Takes a URL; returns its components, or None if the standard rejects the URL.
    """

    url: str
    due: UrlParts | None
    parse: Callable[[str], UrlParts | None]

    @functools.cached_property
    def divided(self) -> Url:
        """The URL with its components."""
        return Url(self.url, self.due)

    @functools.cached_property
    def path_with_dots(self) -> str | None:
        """The path that would result if dot segments were ordinary segments, unless encoded.

        None if the standard removes no dot segments, or if it rejects the URL.
        """
        return self._with_dots(lambda path: path)

    @functools.cached_property
    def path_with_all_dots(self) -> str | None:
        """The path that would result if all dot segments were ordinary and not percent-encoded."""
        return self._with_dots(lambda path: _ESCAPED_DOT_SEGMENT.sub(_as_dots, path))

    def _with_dots(self, change: Callable[[str], str]) -> str | None:
        if self.due is None or not _HAS_DOT.search(self.url) or DOT in self.url:
            return None
        before = _BEFORE_PATH.match(self.url)
        assert before is not None
        path = _BEFORE_QUERY.match(self.url, before.end())
        assert path is not None
        changed = f"{before[0]}{hidden(change(path[0]))}{self.url[path.end() :]}"
        parts = self.parse(changed) if changed != self.url else None
        if parts is None or parts.path is None or self.due.path is None:
            return None
        if parts._replace(path="") != self.due._replace(path=""):
            return None
        shown = parts.path.replace(DOT * 2, "..").replace(DOT, ".")
        return None if shown == self.due.path else shown

    @functools.cached_property
    def outcomes(self) -> dict[Callable[..., object], tuple[object, ...]]:
        """The results found so far, keyed by the function that finds the results of a behaviour."""
        return {}

    @functools.cached_property
    def giving(self) -> dict[object, list[Behaviour]]:
        """The behaviours that can give each result; empty until they are looked for."""
        return {}


_Outcomes = Callable[[ParseSituation], Iterable[UrlParts | None]]


def _of_text(change: Callable[[str], str]) -> _Outcomes:
    """Return the outcomes of a change to the URL."""

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts | None]:
        text = change(situation.url)
        if text != situation.url:
            yield situation.parse(text)

    return outcomes


def _of_parts(change: Callable[[UrlParts], UrlParts | None]) -> _Outcomes:
    """Return the outcomes of a change to the components."""

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts]:
        parts = situation.due and change(situation.due)
        if parts is not None and parts != situation.due:
            yield parts

    return outcomes


def _hidden(signs: str, change: Callable[[str, str], str] | None = None) -> _Outcomes:
    """Return the outcomes of reading characters as if they were letters.

    Args:
        signs: The characters.
        change: Takes the URL and a character; returns the URL with some occurrences of the
            character hidden. By default, all occurrences are hidden.
    """

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts | None]:
        text = situation.url
        names: dict[str, str] = {}
        for number, sign in enumerate(signs):
            name = _NAME.format(number)
            names[name] = sign
            text = text.replace(sign, name) if change is None else change(text, sign)
        if text == situation.url:
            return
        parts = situation.parse(text)
        if parts is None:
            yield None
            return
        if situation.due is not None and bool(parts.host) and parts.host != situation.due.host:
            # For a different host, a behaviour that says where the authority ends is more precise.
            return
        yield from _given(situation, parts, names)

    return outcomes


def _given(
    situation: ParseSituation, parts: UrlParts, names: Mapping[str, str]
) -> Iterator[UrlParts]:
    """Yield the components with hidden characters restored, first as written, then percent-encoded.

    Nothing is yielded if one of the two results is the standard's.

    Args:
        situation: The URL, with the standard's result.
        parts: The components, in which names replace the hidden characters.
        names: The hidden characters, keyed by name.
    """
    escapes = {name: f"%{ord(sign):02X}" for name, sign in names.items()}
    given = _restored(parts, names), _restored(parts, escapes)
    if situation.due not in given:
        yield from given


def _restored(parts: UrlParts, names: Mapping[str, str]) -> UrlParts:
    return UrlParts(*(_shown(part, names) for part in parts))


def _shown(part: str | None, names: Mapping[str, str]) -> str | None:
    for name, sign in names.items():
        part = part and part.replace(name, sign)
    return part


def _all_but_last(text: str, sign: str) -> str:
    head, mark, last = text.rpartition(sign)
    return head.replace(sign, _NAME.format(0)) + mark + last


def _kept(hide: Callable[[str], str]) -> _Outcomes:
    """Return the outcomes of keeping characters that the standard removes.

    Args:
        hide: Takes the URL; returns it with control characters in place of the characters to keep.
    """

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts | None]:
        text = hide(situation.url)
        if text == situation.url:
            return
        parts = situation.parse(text)
        if parts is None:
            yield None
            return
        names: dict[str, str] = {}
        for sign, name in _CONTROL_FOR.items():
            names[name] = names[f"%{ord(name):02X}"] = sign
        yield from _given(situation, parts, names)

    return outcomes


def _spaces_kept(pattern: str) -> _Outcomes:
    """Return the outcomes of keeping the spaces that `pattern` finds at the ends of a URL."""
    name = _CONTROL_FOR[" "]
    return _kept(lambda text: re.sub(pattern, lambda match: name * len(match[0]), text))


def _escaped_dots_kept(pattern: re.Pattern[str]) -> _Outcomes:
    """Return the outcomes of not reading "%2e" as a dot in what a pattern finds."""
    names = {"%2e": "zq2ezl", "%2E": "zq2ezu"}

    def hide(match: re.Match[str]) -> str:
        return _ESCAPED_DOTS.sub(lambda escape: names[escape[0]], match[0])

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts]:
        text = pattern.sub(hide, situation.url)
        parts = situation.parse(text) if text != situation.url else None
        due = situation.due
        if parts is not None and due is not None and parts.host == due.host:
            shown = {name: escape for escape, name in names.items()}
            yield _restored(parts, shown)

    return outcomes


def _query_joined(situation: ParseSituation) -> Iterator[UrlParts | None]:
    """Yield the components with the query left in the component before it."""
    parts = situation.due
    if parts is not None and parts.query is not None:
        yield parts._replace(path=f"{parts.path or ''}?{parts.query}", query=None)
    yield from _hidden("?")(situation)


def _fragment_joined(situation: ParseSituation) -> Iterator[UrlParts | None]:
    """Yield the components with the fragment left in the component before it."""
    parts = situation.due
    if parts is not None and parts.fragment is not None and parts.query is not None:
        yield parts._replace(query=f"{parts.query}#{parts.fragment}", fragment=None)
    elif parts is not None and parts.fragment is not None:
        yield parts._replace(path=f"{parts.path or ''}#{parts.fragment}", fragment=None)
    yield from _hidden("#")(situation)


def _scheme_as_none(situation: ParseSituation) -> Iterator[UrlParts]:
    match = _SCHEME.match(situation.url)
    if match is None:
        return
    head, mark, fragment = situation.url.partition("#")
    path, question_mark, query = head.partition("?")
    parts = UrlParts(None, None, None, None, path, None, None)
    parts = parts._replace(query=query if question_mark else None)
    yield parts._replace(fragment=fragment if mark else None)
    yield UrlParts(None, None, None, None, situation.url, None, None)


def _any_colon(situation: ParseSituation) -> Iterator[UrlParts]:
    head, colon, rest = situation.url.partition(":")
    if colon and head and _SCHEME.match(situation.url) is None:
        parts = situation.parse(f"x:{rest}")
        if parts is not None:
            yield parts._replace(scheme=head)


def _empty_scheme(situation: ParseSituation) -> Iterator[UrlParts]:
    if situation.url.startswith(":"):
        parts = situation.parse(f"x{situation.url}")
        if parts is not None:
            yield parts._replace(scheme="")


def _dots_changed(dots: DotChange) -> _Outcomes:
    """Return the outcomes of removing dot segments differently."""

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts]:
        path = situation.path_with_all_dots if dots.reads_escapes else situation.path_with_dots
        if path is not None and situation.due is not None and dots.concerns(path):
            yield situation.due._replace(path=dots.change(path))

    return outcomes


def _drive_as_path(situation: ParseSituation) -> Iterator[UrlParts | None]:
    match = _DRIVE.match(situation.url)
    if match is not None:
        yield situation.parse(f"{match[1]}///{situation.url[match.start(2) :]}")


def _address_as_authority(situation: ParseSituation) -> Iterator[UrlParts | None]:
    match = _ADDRESS.match(situation.url)
    if match is not None:
        yield situation.parse(f"{match[0]}//{situation.url[match.end() :]}")


def _without_opaque_path(parts: UrlParts) -> UrlParts | None:
    is_opaque = parts.scheme and not parts.host and parts.path and parts.path[0] != "/"
    if is_opaque:
        return parts._replace(path="")
    return None


def _params_after_query(parts: UrlParts) -> UrlParts | None:
    query, mark, params = (parts.query or "").partition(";")
    if not mark:
        return None
    return parts._replace(path=f"{parts.path or ''};{params}", query=query)


def _port_before_userinfo(situation: ParseSituation) -> Iterator[UrlParts]:
    """Yield the components that result if the port begins at the first colon of the authority."""
    parts = situation.due
    match = _AUTHORITY.match(situation.url)
    if parts is None or match is None:
        return
    host, _, port = match["authority"].removeprefix("//").partition(":")
    if "@" in port:
        userinfo, at_sign, host = host.rpartition("@")
        parts = parts._replace(userinfo=userinfo if at_sign else None, port=port)
        yield parts._replace(host=host)
        yield parts._replace(host=host or None)


def _password_at_last_colon(situation: ParseSituation) -> Iterator[UrlParts]:
    """Yield the components that result if the password begins at the last colon.

    The other colons are percent-encoded, as in a user name of the URL Standard.
    """
    parts = situation.due
    userinfo = parts and parts.userinfo
    if parts is None or not userinfo or "%3A" in situation.url:
        return
    name, colon, password = userinfo.partition(":")
    head, escape, last = password.rpartition("%3A")
    if colon and escape:
        yield parts._replace(userinfo=f"{name}%3A{head}:{last}")
        yield parts._replace(userinfo=f"{name}:{head}:{last}")


def _sign_as_letter(sign: str) -> _Outcomes:
    """Return the outcomes of reading a character of a host, or its escape, as a letter."""
    name = _NAME.format(0)

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts]:
        text = situation.url.replace(sign, name).replace(f"%{ord(sign):02X}", name)
        parts = situation.parse(text)
        if parts is not None and name in (parts.host or ""):
            yield from _given(situation, parts, {name: sign})

    return outcomes


def _params_as_query(situation: ParseSituation) -> Iterator[UrlParts]:
    parts = situation.due
    path, mark, params = (parts.path or "" if parts else "").partition(";")
    if parts is not None and mark:
        query = params if parts.query is None else f"{params}?{parts.query}"
        yield parts._replace(path=path, query=query)


def _decoded(parts: UrlParts) -> UrlParts:
    path = parts.path and unescaped_where(parts.path, UNRESERVED)
    query = parts.query and unescaped_where(parts.query, UNRESERVED)
    fragment = parts.fragment and unescaped_where(parts.fragment, UNRESERVED)
    return parts._replace(path=path, query=query, fragment=fragment)


def _part(parts: UrlParts, name: str) -> Text:
    """Return a component; a part of the authority if only the authority as a whole is known."""
    text: Text = getattr(parts, name)
    if parts.authority is None or name not in _IN_AUTHORITY:
        return text
    match = _WITHIN_AUTHORITY.fullmatch(parts.authority)
    return None if match is None else match[name]


def _with_part(parts: UrlParts, name: str, text: Text) -> UrlParts:
    """Return the components with one replaced; see `_part`."""
    if parts.authority is None or name not in _IN_AUTHORITY:
        return parts._replace(**{name: text})
    match = _WITHIN_AUTHORITY.fullmatch(parts.authority)
    known = {} if match is None else match.groupdict()
    userinfo, host, port = ({**known, name: text}.get(each) for each in _IN_AUTHORITY)
    before = "" if userinfo is None else f"{userinfo}@"
    after_host = "" if port is None else f":{port}"
    return parts._replace(authority=f"{before}{host or ''}{after_host}")


def _rewriting(part: str, change: Callable[[str], str]) -> _Outcomes:
    def changed(parts: UrlParts) -> UrlParts | None:
        text = _part(parts, part)
        if text is None:
            return None
        return _with_part(parts, part, change(text))

    return _of_parts(changed)


def _of_query(changes: Callable[[str], Iterable[str]]) -> _Outcomes:
    """Return the outcomes of changes to the query."""

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts]:
        parts = situation.due
        if parts is None or parts.query is None:
            return
        for query in changed_queries(parts.query, changes):
            yield parts._replace(query=query)

    return outcomes


def _cut_at_space(situation: ParseSituation) -> Iterator[UrlParts | None]:
    return map(situation.parse, cut_at_space(situation.url))


def _authority_in_path(situation: ParseSituation) -> Iterator[UrlParts]:
    """Yield the components with the authority, and the slashes before it, left in the path."""
    parts = situation.due
    match = _AUTHORITY.match(situation.url)
    if parts is None or match is None or parts.path is None:
        return
    is_divided_so = (match["scheme"] is None) == (parts.scheme is None)
    if is_divided_so:
        path = f"{match['authority']}{parts.path}"
        given = parts._replace(userinfo=None, host=None, port=None, path=path, authority=None)
        yield given
        if parts.host is not None:
            yield given._replace(host="")


def _authority_ended_at(sign: str) -> _Outcomes:
    """Return the outcomes of ending the authority at a character.

    There are none if both the standard and the program report the host, since the end of the host
    is then known.
    """
    name = _NAME.format(0)
    escaped = re.escape(sign)
    pattern = re.compile(rf"\A((?:[^:/?#]*:)?//[^/?#{escaped}]*)(?={escaped})")

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts]:
        url = pattern.sub(rf"\1/{name}", situation.url)
        parts = situation.parse(url) if url != situation.url else None
        if parts is None or parts.path is None:
            return
        if situation.due is None or parts.host is None:
            yield parts._replace(path=parts.path.replace(f"/{name}", ""))
        if situation.due is None:
            # The path may begin with a slash before the character.
            yield _restored(parts, {f"{name}{sign}": sign, name: ""})
            yield _restored(parts, {f"{name}{sign}": f"%{ord(sign):02X}", name: ""})

    return outcomes


def _authority_continued(sign: str) -> _Outcomes:
    """Return the outcomes of reading on in the authority past a character that ends it.

    There are none if the program reports the host, since the end of the host is then known.
    """
    name = _NAME.format(0)
    pattern = re.compile(rf"\A((?:[^:/?#]+:)?//[^/?#]*)\{sign}")

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts]:
        if situation.due is None or situation.due.authority is None:
            return
        text = situation.url
        while pattern.match(text):
            text = pattern.sub(rf"\1{name}", text)
        parts = situation.parse(text) if text != situation.url else None
        if parts is not None:
            yield _restored(parts, {name: sign})

    return outcomes


def _drive_removed(situation: ParseSituation) -> Iterator[UrlParts]:
    """Yield the components that result if a drive letter is a segment like any other."""
    match = _DRIVE_OF_FILE.match(situation.url)
    if match is None or situation.due is None:
        return
    name = _NAME.format(0)
    parts = situation.parse(f"{match[1]}{name}{situation.url[match.end() :]}")
    if parts is not None:
        yield _restored(parts, {name: f"{match[2]}:"})


def _drive_bar_kept(situation: ParseSituation) -> Iterator[UrlParts]:
    """Yield the components with the "|" of a drive letter that the standard turns into a colon."""
    parts = situation.due
    if parts is None or parts.path is None or "|" not in situation.url:
        return
    match = _DRIVE_IN_PATH.match(parts.path)
    if match is not None and f"{match[1]}|" in situation.url:
        yield parts._replace(path=f"/{match[1]}|{parts.path[match.end() :]}")


def _port_dropped(*ports: str) -> _Outcomes:
    """Return the outcomes of dropping the given ports."""

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts]:
        parts = situation.due
        if parts is not None and _part(parts, "port") in ports:
            yield _with_part(parts, "port", None)
            yield _with_part(parts, "port", "")

    return outcomes


def _foreign_port_80_dropped(situation: ParseSituation) -> Iterator[UrlParts | None]:
    scheme = "" if situation.due is None else situation.due.scheme or ""
    if DEFAULT_PORTS.get(ascii_lower(scheme)) != "80":
        yield from _port_dropped("80")(situation)


def _ends_kept(pattern: re.Pattern[str]) -> _Outcomes:
    """Return the outcomes of not stripping the white space and controls that a pattern finds.

    There are none if these are several different characters.
    """
    name = _CONTROL_FOR[" "]

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts | None]:
        ends = "".join(pattern.findall(situation.url))
        if len({*ends}) != 1:
            return
        text = pattern.sub(lambda match: name * len(match[0]), situation.url)
        parts = situation.parse(text)
        if parts is None:
            yield None
        else:
            yield from _given(situation, parts, {name: ends[0], f"%{ord(name):02X}": ends[0]})
            escape = f"%{ord(ends[0]):02X}"
            yield _restored(parts, {name: escape, f"%{ord(name):02X}": escape})

    return outcomes


def _ipv6_kept(situation: ParseSituation) -> Iterator[UrlParts]:
    """Yield the components with an IPv6 address as it is written."""
    parts = situation.due
    written = _IPV6.search(situation.url)
    if parts is None or parts.host is None or written is None:
        return
    if _IPV6_ADDRESS.fullmatch(parts.host):
        yield parts._replace(host=written[1].lower())


def _authority_past_backslash(situation: ParseSituation) -> Iterator[UrlParts | None]:
    """Yield the results of reading on in the authority past a backslash that ends it.

    A host can't contain a backslash. So the URL is rejected if no userinfo contains it.
    """
    name = _NAME.format(0)
    text = situation.url
    while _BACKSLASH_AFTER_AUTHORITY.match(text):
        text = _BACKSLASH_AFTER_AUTHORITY.sub(rf"\1{name}", text, count=1)
    if text == situation.url:
        return
    parts = situation.parse(text)
    given: Sequence[UrlParts] = ()
    if parts is not None:
        given = tuple(_given(situation, parts, {name: "\\"}))
    if parts is None or (given and name in (parts.host or "")):
        yield None
    yield from given


def _authority_to_last_at_sign(situation: ParseSituation) -> Iterator[UrlParts]:
    """Yield the components that result if the last "@" before the query is in the authority."""
    match = _BEFORE_AT_SIGN.match(situation.url)
    if match is None or "/" not in match[2]:
        return
    name = _NAME.format(0)
    parts = situation.parse(
        f"{match[1]}{match[2].replace('/', name)}{situation.url[match.end() :]}"
    )
    if parts is not None:
        yield from _given(situation, parts, {name: "/"})


def _is_of_other_scheme(situation: ParseSituation) -> bool:
    scheme = situation.divided.scheme
    return bool(scheme) and scheme not in SPECIAL


def _backslash_read(situation: ParseSituation) -> Iterator[UrlParts | None]:
    """Yield the results of reading a backslash as a slash in a URL that isn't special.

    First in all of the text before the query, then only after the authority.
    """
    if "\\" not in situation.url or not _is_of_other_scheme(situation):
        return
    before = _BEFORE_QUERY.match(situation.url)
    assert before is not None
    rest = situation.url[before.end() :]
    yield situation.parse(before[0].replace("\\", "/") + rest)
    parts = situation.due
    if parts is not None and parts.path is not None:
        yield parts._replace(path=parts.path.replace("\\", "/"))


def _final_space_kept(situation: ParseSituation) -> Iterator[UrlParts]:
    """Yield the components with a space at the end of the path that the standard encodes."""
    parts = situation.due
    is_followed = _SPACE_BEFORE_QUERY.search(situation.url) is not None
    if is_followed and parts is not None and (parts.path or "").endswith("%20"):
        yield parts._replace(path=f"{(parts.path or '').removesuffix('%20')} ")


def _lone_user_name_dropped(situation: ParseSituation) -> Iterator[UrlParts]:
    parts = situation.due
    userinfo = None if parts is None else _part(parts, "userinfo")
    if parts is not None and userinfo and ":" not in userinfo:
        yield _with_part(parts, "userinfo", None)


def _with_other_escapes(change: EscapeChange) -> _Outcomes:
    """Return the outcomes of a change to the percent-encoded characters of all components."""

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts]:
        parts = situation.due
        if parts is None:
            return
        changed: dict[str, str] = {}
        for name in UrlParts._fields:
            text: Text = getattr(parts, name)
            if text is not None and "%" in text:
                other = change(text, situation.url)
                # Hosts are compared in lower case.
                changed[name] = other.lower() if name == HOST else other
        if changed:
            yield parts._replace(**changed)

    return outcomes


def _with_control(*signs: str) -> Callable[[str], str]:
    """Return a function that replaces characters with the control characters that hide them."""
    controls = str.maketrans({sign: _CONTROL_FOR[sign] for sign in signs})
    return lambda text: text.translate(controls)


def _of_ipv6(change: Callable[[str], str]) -> Callable[[str], str]:
    """Return a change of a host that leaves all hosts except IPv6 addresses."""
    return lambda host: change(host) if _IPV6_ADDRESS.fullmatch(host) else host


def _scheme_as_unknown(situation: ParseSituation) -> Iterator[UrlParts]:
    """Yield the components that result if the scheme is treated as unknown."""
    match = _SCHEME.match(situation.url)
    if match is None or situation.due is None:
        return
    if ascii_lower(match[0].removesuffix(":")) in DEFAULT_PORTS:
        parts = situation.parse(f"{_NAME.format(0)}:{situation.url[match.end() :]}")
        # A different port alone isn't evidence of this behaviour.
        if parts is not None and _after_authority(parts) != _after_authority(situation.due):
            yield parts._replace(scheme=situation.due.scheme)


def _after_authority(parts: UrlParts) -> tuple[Text, Text, Text]:
    return parts.path, parts.query, parts.fragment


def _without(part: str) -> _Outcomes:
    """Return the outcomes of dropping a component, or of making it empty."""

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts]:
        parts = situation.due
        text = None if parts is None else _part(parts, part)
        if parts is None or text is None:
            return
        yield _with_part(parts, part, None)
        if text:
            yield _with_part(parts, part, "")

    return outcomes


def _transforming(component: str, transform: Transform) -> tuple[Behaviour, _Outcomes]:
    """Return the behaviour of transforming a component, and its outcomes."""

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts]:
        parts = situation.due
        text = None if parts is None else _part(parts, component)
        if parts is None or text is None:
            return
        name = "host" if component == "authority" else component
        changes = changes_of(name, text, ascii_lower(parts.scheme or ""))
        for changed in changes.get(transform, ()):
            yield _with_part(parts, component, changed)

    return Behaviour(Kind.TRANSFORMS, component, transforms=(transform,)), outcomes


# Transforms that are also tried, since they may occur together with a variation.
_TRANSFORMS = (
    Transform.DROP_EMPTY,
    Transform.DECODE,
    Transform.LOWER_CASE,
    Transform.UPPER_ESCAPES,
    Transform.ADD_SEPARATOR,
    Transform.DROP_EMPTY_PASSWORD,
)
_COMPONENTS = ("scheme", "authority", "userinfo", "port", "path", "query", "fragment")

_VARIATIONS: Mapping[Variation, _Outcomes] = {
    Variation.DROP_OPAQUE_PATH: _of_parts(_without_opaque_path),
    Variation.KEEP_AUTHORITY_IN_PATH: _authority_in_path,
    Variation.END_AUTHORITY_AT_BACKSLASH: _authority_ended_at("\\"),
    Variation.CONTINUE_AUTHORITY_AT_BACKSLASH: _authority_past_backslash,
    Variation.READ_AUTHORITY_TO_LAST_AT_SIGN: _authority_to_last_at_sign,
    Variation.READ_BACKSLASH_OF_OTHER_SCHEMES: _backslash_read,
    Variation.KEEP_FINAL_SPACE_OF_PATH: _final_space_kept,
    Variation.DROP_LONE_USER_NAME: _lone_user_name_dropped,
    **{name: _with_other_escapes(change) for name, change in ESCAPE_VARIATIONS.items()},
    Variation.READ_SCHEME_AS_UNKNOWN: _scheme_as_unknown,
    Variation.ADD_HTTP: _of_parts(lambda parts: parts._replace(scheme=parts.scheme or "http")),
    Variation.KEEP_TABS: _kept(lambda text: text.translate(_CONTROLS)),
    Variation.KEEP_TABS_ALONE: _kept(_with_control("\t")),
    Variation.KEEP_LINE_ENDS: _kept(_with_control("\n", "\r")),
    Variation.KEEP_SPACES: _spaces_kept(r"\A +| +\Z"),
    Variation.KEEP_BACKSLASHES: _hidden("\\"),
    Variation.KEEP_ESCAPED_DOTS: _escaped_dots_kept(_ESCAPED_DOTS),
    Variation.KEEP_ESCAPED_SINGLE_DOT: _escaped_dots_kept(ESCAPED_SINGLE_DOT),
    Variation.KEEP_ESCAPED_DOUBLE_DOTS: _escaped_dots_kept(ESCAPED_DOUBLE_DOTS),
    Variation.KEEP_PARTLY_ESCAPED_DOTS: _escaped_dots_kept(PARTLY_ESCAPED_DOTS),
    Variation.KEEP_CAPITAL_ESCAPED_DOTS: _escaped_dots_kept(CAPITAL_ESCAPED_DOT),
    Variation.KEEP_SMALL_ESCAPED_DOTS: _escaped_dots_kept(SMALL_ESCAPED_DOT),
    Variation.KEEP_ENDS: _ends_kept(ENDS),
    Variation.KEEP_START: _ends_kept(START),
    Variation.KEEP_END: _ends_kept(END),
    Variation.KEEP_FRAGMENT: _fragment_joined,
    Variation.READ_ANY_COLON: _any_colon,
    Variation.READ_EMPTY_SCHEME: _empty_scheme,
    **{name: _dots_changed(dots) for name, dots in DOT_CHANGES.items()},
    Variation.KEEP_QUERY: _query_joined,
    Variation.READ_LAST_NUMBER_SIGN: _hidden("#", _all_but_last),
    Variation.READ_LAST_QUESTION_MARK: _hidden("?", _all_but_last),
    Variation.READ_PARAMS_AS_QUERY: _params_as_query,
    Variation.READ_PARAMS_AFTER_QUERY: _of_parts(_params_after_query),
    Variation.READ_PORT_BEFORE_USERINFO: _port_before_userinfo,
    Variation.READ_PASSWORD_AT_LAST_COLON: _password_at_last_colon,
    Variation.KEEP_SPACES_AT_START: _spaces_kept(r"\A +"),
    Variation.READ_DRIVE_AS_PATH: _drive_as_path,
    Variation.REMOVE_DRIVE_WITH_DOTS: _drive_removed,
    Variation.KEEP_DRIVE_BAR: _drive_bar_kept,
    Variation.DROP_FOREIGN_PORT_80: _foreign_port_80_dropped,
    Variation.DROP_PORT_80: _port_dropped("80"),
    Variation.DROP_PORT_443: _port_dropped("443"),
    Variation.DROP_ANY_DEFAULT_PORT: _port_dropped(*DEFAULT_PORTS.values()),
    Variation.KEEP_IPV6: _ipv6_kept,
    Variation.READ_ADDRESS_AS_AUTHORITY: _address_as_authority,
    Variation.READ_SCHEME_AS_NONE: _scheme_as_none,
    Variation.DECODE_UNRESERVED: _of_parts(_decoded),
    **{name: _of_query(changes) for name, changes in QUERY_VARIATIONS.items()},
}
# Variations that are tried after dropping a default port.
_LAST_VARIATIONS: Mapping[Variation, _Outcomes] = {
    Variation.CUT_AT_SPACE: _cut_at_space,
}


def _attempts() -> Iterator[tuple[Behaviour, _Outcomes]]:
    for transform in _TRANSFORMS:
        for part in _COMPONENTS:
            yield _transforming(part, transform)
    yield _transforming("host", Transform.DROP_ZONE)
    for part in ("userinfo", "port", "query", "fragment"):
        yield Behaviour(Kind.VARIES, part, Variation.DROP_COMPONENT), _without(part)
    for part in ("userinfo", "path", "query", "fragment"):
        behaviour = Behaviour(Kind.VARIES, part, Variation.ENCODE_LONE_PERCENT_OF_PART)
        yield behaviour, _rewriting(part, lone_percent_encoded)
    yield Behaviour(Kind.ENDS_AUTHORITY, "authority", ";"), _authority_ended_at(";")
    for ended_by, mark in ((Sign.QUESTION_MARK, "?"), (Sign.NUMBER_SIGN, "#")):
        yield Behaviour(Kind.READS_ON, "authority", ended_by), _authority_continued(mark)
    for variation, outcomes in _VARIATIONS.items():
        yield Behaviour(Kind.VARIES, "url", variation), outcomes
    for variation, change in IPV6_VARIATIONS.items():
        yield Behaviour(Kind.VARIES, "url", variation), _rewriting("host", _of_ipv6(change))
    for part in ("userinfo", "host", "path"):
        for variation, change in substitutions(part).items():
            yield Behaviour(Kind.VARIES, "url", variation), _rewriting(part, change)
    for variation, change in {**TEXT_VARIATIONS, **substitutions("url")}.items():
        yield Behaviour(Kind.VARIES, "url", variation), _of_text(change)
    for sign in ' "<>\\^`{|}':
        yield Behaviour(Kind.READS_SIGN, "host", sign), _sign_as_letter(sign)
    yield _transforming("port", Transform.DROP_DEFAULT_PORT)
    for variation, outcomes in _LAST_VARIATIONS.items():
        yield Behaviour(Kind.VARIES, "url", variation), outcomes


_OUTCOMES: Mapping[Behaviour, _Outcomes] = dict(_attempts())
_COMMON = frozenset(_OUTCOMES)


@functools.lru_cache(4096)
def _outcomes_by(behaviour: Behaviour) -> Callable[[ParseSituation], tuple[object, ...]]:
    """Return a function that finds the outcomes of a behaviour without conditions.

    For behaviours that are tried for every program, it keeps the outcomes in the situation.
    """
    if behaviour not in _COMMON:  # only this program's answers suggest it
        rewritten_by = _rewritten_by(behaviour)
        return lambda situation: tuple(rewritten_by(situation))
    return kept_outcomes(_OUTCOMES[behaviour])


def _all_outcomes(situation: ParseSituation) -> Iterator[tuple[Behaviour, tuple[object, ...]]]:
    """Yield the behaviours that are tried for every program, with their outcomes for a URL."""
    for behaviour in _OUTCOMES:
        yield behaviour, _outcomes_by(behaviour)(situation)


def _rewritten_by(behaviour: Behaviour) -> _Outcomes:
    """Return the outcomes of a behaviour that rewrites components; see `component_rewritings`."""

    def change(parts: UrlParts, url: str) -> UrlParts:
        changed: dict[str, str] = {}
        for name in components_of(behaviour):
            text = getattr(parts, name)
            if text:
                changed[name] = rewritten(behaviour, text, url)
        return parts._replace(**changed)

    def outcomes(situation: ParseSituation) -> Iterator[UrlParts]:
        if situation.due is not None:
            parts = change(situation.due, situation.url)
            if parts != situation.due:
                yield parts

    return outcomes


def _holds(where: str, situation: ParseSituation) -> bool:
    return holds_of_url(where, situation.divided)


def _true_of(situation: ParseSituation) -> Iterable[str]:
    return conditions_of_url(situation.divided)


def _on_top(situation: ParseSituation, behaviour: Behaviour, outcome: object) -> ParseSituation:
    def parse(url: str) -> UrlParts | None:
        due = situation.parse(url)
        shown = parses_of(behaviour, ParseSituation(url, due, situation.parse))
        first = next(iter(shown), due)
        if isinstance(first, UrlParts):
            return first
        return None

    due = outcome if isinstance(outcome, UrlParts) else None
    return attrs.evolve(situation, due=due, parse=parse)


def _traits(situation: ParseSituation) -> Iterable[str]:
    return situation.divided.traits


def _trials(behaviours: Sequence[Behaviour], wheres: Sequence[str]) -> Trials[ParseSituation]:
    return Trials(
        behaviours,
        wheres,
        _holds,
        _true_of,
        _outcomes_by,
        _COMMON,
        _all_outcomes,
        _on_top,
        _traits,
    )


def parses_of(behaviour: Behaviour, situation: ParseSituation) -> tuple[object, ...]:
    """Return the results, other than the standard's, that a behaviour can give for a URL."""
    return _trials((), ()).shown(behaviour, situation)


def is_opposed_parse(
    behaviour: Behaviour, situation: ParseSituation, answer: UrlParts | None
) -> bool:
    """Return whether a behaviour would show for a URL, but the answer is the standard's."""
    return _trials((), ()).is_opposed(behaviour, situation, answer)


def found_in_parses(
    situations: Sequence[ParseSituation],
    answers: Sequence[UrlParts | None],
    departing: Sequence[int],
) -> list[Found]:
    """Return the behaviours of a parser, roughly by descending number of explained URLs.

    Args:
        situations: The URLs, with the standard's results.
        answers: The parser's answer to each URL.
        departing: The indexes of the URLs for which the parser departs from the standard.

    Returns:
        The behaviours found. A URL in `departing` that shows none of them is unexplained.
    """
    texts: list[tuple[str, Text, Text]] = []
    for number in departing:
        due, given = situations[number].due, answers[number]
        if due is not None and given is not None:
            texts += zip(UrlParts._fields, due, given, strict=True)
    wheres = tuple(conditions_of(situation.divided for situation in situations))
    encoding, others = component_rewritings(texts)
    trials = _trials((*encoding, *_OUTCOMES, *others), wheres)
    return BehaviourSearch(trials, situations, answers, departing).run()
