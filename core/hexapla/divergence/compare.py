"""Compare two programs' readings of a URL; describe the difference as a behaviour of each program.

For hosts, boundaries are compared first: where the authority begins and ends, whether it has a
host, and where userinfo and host end. If all boundaries are the same, the transforms that turned
the characters into the host are compared. For other components, only the strings are compared.
"""

import functools
import re

from hexapla.divergence.model import Behaviour, Behaviours, Kind, Sign
from hexapla.divergence.segment import SCHEME, Segments
from hexapla.divergence.transforms import (
    DEFAULT_PORTS,
    TABS_AND_LINE_ENDS,
    Text,
    Transform,
    Transforms,
    change_between,
)
from hexapla.operations.authority import AUTHORITY
from hexapla.operations.division import without_invisible
from hexapla.text.escapes import ascii_lower

URL = ""
"""The component name in a behaviour that concerns the whole URL."""

ABOUT_END = frozenset({Kind.ENDS_AUTHORITY, Kind.EMPTY_AUTHORITY, Kind.READS_ON})
"""Kinds of behaviours at the end of the authority."""
BEHIND_BEGIN = ABOUT_END | {Kind.ENDS, Kind.KEEPS, Kind.ENDS_USERINFO}
"""Kinds of behaviours that count as different only if both authorities begin at one offset."""

_AUTHORITY = re.compile(r"[^:/?#]*:?//")
_ADDRESS = re.compile(r"\[[0-9A-Fa-f:.]*\](?=:|\Z)")
_UNUSUAL = re.compile(r"[^0-9A-Za-z.@:-]")
_SLASHES = (Sign.NO_SLASHES, Sign.ONE_SLASH, Sign.TWO_SLASHES, Sign.MORE_SLASHES)
_USUAL = Behaviour(Kind.BEGINS_AUTHORITY, sign=Sign.TWO_SLASHES)

# The sign of a character is the first sign in this table whose expression matches the character.
_CHARACTERS = {
    Sign.SLASH: re.compile("/"),
    Sign.BACKSLASH: re.compile(r"\\"),
    Sign.QUESTION_MARK: re.compile(r"\?"),
    Sign.NUMBER_SIGN: re.compile("#"),
    Sign.AT_SIGN: re.compile("@"),
    Sign.COLON: re.compile(":"),
    Sign.QUOTATION_MARK: re.compile('"'),
    Sign.BRACKET: re.compile(r"[\[\]]"),
    Sign.PERCENT_SIGN: re.compile("%"),
    Sign.TAB_OR_LINE_END: re.compile(r"[\t\n\r]"),
    Sign.CONTROL: re.compile(r"[\x00-\x1f\x7f]"),
    Sign.WHITE_SPACE: re.compile(r"\s"),
    Sign.BEYOND_ASCII: re.compile(r"[^\x00-\x7f]"),
    Sign.LETTER_OR_DIGIT: re.compile("[0-9A-Za-z]"),
    Sign.END: re.compile(r"\Z"),
}


@functools.lru_cache(4096)
def sign_of(character: str) -> str:
    """Return a character's sign, or the character itself if it has none; `Sign.END` for ""."""
    for sign, expression in _CHARACTERS.items():
        if expression.fullmatch(character):
            return sign
    return character


def sign_at(url: str, place: int) -> str:
    """Return the sign of the character at an offset; for a backslash, it depends on the scheme."""
    sign = sign_of(url[place : place + 1])
    if sign != Sign.BACKSLASH:
        return sign
    scheme = SCHEME.match(url)
    if scheme is None:
        return Sign.BACKSLASH_NO_SCHEME
    is_special = ascii_lower(scheme[0][:-1]) in (*DEFAULT_PORTS, "file")
    if is_special:
        return Sign.BACKSLASH
    return Sign.BACKSLASH_NOT_SPECIAL


def plain_sign(sign: str) -> str:
    """Return the sign, or `Sign.BACKSLASH` in place of any of the signs for a backslash."""
    if sign.startswith(Sign.BACKSLASH):
        return Sign.BACKSLASH
    return sign


# Hosts.


def host_behaviours(left: Segments | None, right: Segments | None) -> Behaviours:
    """Return the behaviours of two programs that read different hosts.

    Args:
        left: The URL's segments as the first program reads them; None if they are unknown.
        right: The URL's segments as the second program reads them; None if they are unknown.
    """
    if left is None or right is None:
        return Behaviours(_alone(left), _alone(right))
    is_host_in_one = left.has_host != right.has_host
    if left.cut == right.cut and not is_host_in_one:
        return _transforming(left, right)
    if _begins_elsewhere(left, right):
        return Behaviours(_beginning(left, right), _beginning(right, left))
    if is_host_in_one and left.end == right.end:
        return Behaviours(_host_or_none(left), _host_or_none(right))
    if is_host_in_one:
        first, second = sorted((left, right), key=lambda each: each.end)
        behaviours = _ending(first, second)
    else:
        first, second = sorted((left, right), key=lambda each: (each.start, each.stop, each.end))
        behaviours = _dividing(first, second)
    if first is left:
        return behaviours
    return behaviours.swapped()


def _alone(segments: Segments | None) -> Behaviour:
    """Return the behaviour of a program if its segments, or the other program's, are unknown."""
    if segments is None:
        return Behaviour(Kind.ANOTHER)
    if segments.has_host:
        return _transformed(segments.transforms)
    return _host_or_none(segments)


def _begins_elsewhere(left: Segments, right: Segments) -> bool:
    """Return whether the hosts differ because the authorities begin at different offsets.

    A missing authority counts as a different offset. The offsets aren't the reason if one program
    merely reads on: its authority begins no later than the other's ends, and its host starts after
    that end, with more than slashes between them.
    """
    if left.begin is None or right.begin is None:
        return True
    first, second = sorted((left, right), key=lambda segments: segments.start)
    between = first.url[first.end : second.start].strip("/\\")
    reads_on = (second.begin or 0) <= first.end and bool(between)
    return left.start != right.start and left.begin != right.begin and not reads_on


def _transforming(left: Segments, right: Segments) -> Behaviours:
    """Return the behaviours of two programs that take the same characters for the host.

    If the programs apply the same transforms, both behaviours contain these transforms. Otherwise,
    the behaviour of each program contains the transforms that only this program applies. If there
    are none, it contains all transforms that this program applies.
    """
    here = _with_removing(left, right)
    there = _with_removing(right, left)
    if here == there:
        both = Behaviour(Kind.TRANSFORMS_OTHERWISE, transforms=here)
        return Behaviours(both, both)
    own = tuple(each for each in here if each not in there)
    others = tuple(each for each in there if each not in here)
    return Behaviours(_transformed(own, here), _transformed(others, there))


def _with_removing(segments: Segments, other: Segments) -> Transforms:
    """Return a program's transforms, preceded by the removal of tabs if only this program does it.

    That is assumed if its host takes fewer characters of the URL than the other program's host, and
    the other program's transforms don't contain the removal.
    """
    is_shorter = segments.stop - segments.start < other.stop - other.start
    if is_shorter and Transform.REMOVE_TABS not in other.transforms:
        return Transform.REMOVE_TABS, *segments.transforms
    return segments.transforms


def _transformed(own: Transforms, all_: Transforms = ()) -> Behaviour:
    """Return the behaviour for the transforms that only this program applies.

    If there are none, the behaviour is for all transforms that this program applies or, if there
    are none at all, `Kind.AS_IT_STANDS`.

    Args:
        own: The transforms that only this program applies.
        all_: All transforms that this program applies; used if `own` is empty.
    """
    if own:
        return Behaviour(Kind.TRANSFORMS, transforms=own)
    if all_:
        return Behaviour(Kind.ONLY_TRANSFORMS, transforms=all_)
    return Behaviour(Kind.AS_IT_STANDS)


def _host_or_none(segments: Segments) -> Behaviour:
    """Return a program's behaviour if only one of two programs finds a host.

    The behaviour has the sign of something unusual in the authority, if there is anything unusual.
    """
    url, begin, end = segments.url, segments.begin or 0, segments.end
    userinfo, at_sign, host = url[begin:end].rpartition("@")
    address = _ADDRESS.match(host)
    start = end - len(host)
    signs = (
        Sign.MANY_AT_SIGNS if "@" in userinfo else "",
        _unusual_sign(url, start + (address.end() if address else 0), end),
        _sign_of_host(host),
        _unusual_sign(url, begin, start),
        Sign.EMPTY_USERINFO if start - begin == len(at_sign) > 0 else "",
    )
    kind = Kind.HOST if segments.has_host else Kind.NO_HOST
    return Behaviour(kind, sign=next(filter(None, signs), ""))


_IPV4 = re.compile(r"(?:(?:1?\d?\d|2[0-4]\d|25[0-5])(?:\.(?!\Z)|\Z)){4}", re.ASCII)


def _sign_of_host(text: str) -> str:
    """Return the sign of something unusual in a host or its port; "" if nothing is unusual."""
    host, colon, port = text.partition(":")
    last_label = host.removesuffix(".").rpartition(".")[2]
    if not host:
        if colon:
            return Sign.EMPTY_HOST
        return ""
    if host.startswith(".") or ".." in host:
        return Sign.EMPTY_LABEL
    if last_label[:1].isdigit() and not _IPV4.fullmatch(host):
        return Sign.DIGIT_IN_LAST_LABEL
    if not colon:
        return ""
    if not port:
        return Sign.EMPTY_PORT
    if not port.isdecimal():
        return Sign.PORT_NO_NUMBER
    if len(port.lstrip("0")) > 5:
        return Sign.PORT_TOO_LONG
    return ""


def _unusual_sign(url: str, start: int, stop: int) -> str:
    """Return the sign of the first character that is unusual in an authority; "" if none is."""
    found = _UNUSUAL.search(url, start, stop)
    if found:
        return sign_at(url, found.start())
    return ""


def _beginning(segments: Segments, other: Segments) -> Behaviour:
    """Return the behaviour at the start of a program's authority, which may be missing or empty.

    If only this program removes characters before or between the slashes, the behaviour includes
    the removal.
    """
    behaviour = _as_begun(segments, other)
    removes = _removing(segments)
    if not removes or removes == _removing(other):
        return behaviour
    if behaviour == _USUAL:
        return Behaviour(Kind.REWRITES, AUTHORITY, transforms=removes)
    return Behaviour(behaviour.kind, sign=behaviour.sign, transforms=removes)


def _as_begun(segments: Segments, other: Segments) -> Behaviour:
    if segments.begin is None:
        has_slashes = _AUTHORITY.match(segments.url) is not None
        return Behaviour(Kind.IGNORES_SLASHES if has_slashes else Kind.NO_AUTHORITY)
    if segments.begin == segments.end:
        return Behaviour(Kind.EMPTY_AUTHORITY, sign=sign_at(segments.url, segments.end))
    if "\\" in segments.mark and "\\" not in other.mark:
        return Behaviour(Kind.BEGINS_AUTHORITY, sign=Sign.BACKSLASH_FOR_SLASH)
    slashes = min(len(without_invisible(segments.mark)), 3)
    return Behaviour(Kind.BEGINS_AUTHORITY, sign=_SLASHES[slashes])


def _removing(segments: Segments) -> Transforms:
    """Return the transform that removes characters before the authority; an empty tuple if none."""
    before = segments.url[: segments.begin or 0]
    if before != before.translate(TABS_AND_LINE_ENDS):
        return (Transform.REMOVE_TABS,)
    if before != without_invisible(before):
        return (Transform.STRIP_START,)
    return ()


def _ending(first: Segments, second: Segments) -> Behaviours:
    """Return the behaviours if the first program ends the authority before the second does."""
    sign = sign_at(first.url, first.end)
    ends = Kind.EMPTY_AUTHORITY if first.begin == first.end else Kind.ENDS_AUTHORITY
    return Behaviours(Behaviour(ends, sign=sign), Behaviour(Kind.READS_ON, sign=sign))


def _dividing(first: Segments, second: Segments) -> Behaviours:
    """Return the behaviours of two programs; the first program's host begins or ends earlier."""
    url = first.url
    is_alike = first.start == second.start
    is_cut = first.stop == first.end if is_alike else first.end < second.start
    if is_cut and url[first.end : first.end + 1] not in (":", "@"):
        return _ending(first, second)
    sign = sign_at(url, first.stop)
    ends = Behaviour(Kind.ENDS, sign=sign)
    at_sign = Behaviour(Kind.ENDS_USERINFO, sign=Sign.AT_SIGN)
    if is_alike:
        return Behaviours(ends, Behaviour(Kind.KEEPS, sign=sign))
    if first.stop >= second.start:
        return Behaviours(Behaviour(Kind.KEEPS, sign=Sign.AT_SIGN), at_sign)
    if first.start > (first.begin or 0):
        return Behaviours(Behaviour(Kind.FIRST_AT_SIGN), Behaviour(Kind.LATER_AT_SIGN))
    return Behaviours(ends, at_sign)


# Other components.


def acceptance(left: bool, right: bool) -> Behaviours:
    """Return the behaviours of two programs, one of which rejects a URL."""
    kinds = (Kind.ACCEPTS if accepts else Kind.REFUSES for accepts in (left, right))
    return Behaviours(*(Behaviour(kind, URL) for kind in kinds))


def component_behaviours(component: str, left: Text, right: Text, scheme: str) -> Behaviours:
    """Return the behaviours of two programs that read different strings as the same component.

    Args:
        component: The name of the component.
        left: The string that the first program reads; None if the component is absent.
        right: The string that the second program reads; None if the component is absent.
        scheme: The scheme of the URL, in lower case; "" if it has none.
    """
    if not left and not right:
        return Behaviours(_presence(component, left), _presence(component, right))
    change = change_between(component, right, left, scheme)
    if change is not None:
        return Behaviours(_changed(component, change.own), _changed(component, change.lacking))
    if not left or not right:
        return Behaviours(_presence(component, left), _presence(component, right))
    return _moved(component, left, right)


def _presence(component: str, text: Text) -> Behaviour:
    if text is None:
        return Behaviour(Kind.NONE, component)
    return Behaviour(Kind.SOME if text else Kind.EMPTY, component)


def _changed(component: str, transforms: Transforms) -> Behaviour:
    if not transforms:
        return Behaviour(Kind.AS_IT_STANDS, component)
    return Behaviour(Kind.TRANSFORMS, component, transforms=transforms)


def _moved(component: str, left: str, right: str) -> Behaviours:
    """Return boundary behaviours if one string is a prefix or suffix of the other.

    Otherwise, the kind of both behaviours is `ANOTHER`.
    """
    if len(left) > len(right):
        return _moved(component, right, left).swapped()
    if right.startswith(left):
        sign = sign_at(right, len(left))
        return Behaviours(
            Behaviour(Kind.ENDS, component, sign), Behaviour(Kind.KEEPS, component, sign)
        )
    if right.endswith(left):
        sign = sign_at(right, len(right) - len(left) - 1)
        return Behaviours(
            Behaviour(Kind.BEGINS_LATER, component, sign),
            Behaviour(Kind.BEGINS_EARLIER, component, sign),
        )
    return Behaviours(Behaviour(Kind.ANOTHER, component), Behaviour(Kind.ANOTHER, component))


def is_boundary(left: Segments | None, right: Segments | None) -> bool:
    """Return whether only one program finds a host, or the hosts are different characters.

    The result is false if the segments of a program are unknown.
    """
    if left is None or right is None:
        return False
    return left.cut != right.cut or left.has_host != right.has_host
