"""What two programs did with one URL so that they read it differently.

The boundary is one question, the form another: first which characters are the host, then what
became of them.
"""

import re
import tomllib
from pathlib import Path
from urllib.parse import unquote

import attrs

from hexapla.differentials.aspects import HOST, Compared
from hexapla.differentials.host_account import HostAccount
from hexapla.differentials.host_forms import NO_HOST
from hexapla.implementations.forms import DEFAULT_PORTS
from hexapla.implementations.parsing import ACCEPTS
from hexapla.text.escapes import ascii_lower
from hexapla.values.value import Value

_WORDS = tomllib.loads((Path(__file__).parent / "deeds.toml").read_text("utf-8"))
_SIGNS = tuple((re.compile(pattern), words) for pattern, words in _WORDS["signs"].items())
_ODD_HOSTS = tuple((re.compile(pattern), words) for pattern, words in _WORDS["hosts"].items())
_AUTHORITY = re.compile(r"[^:/?#]*:?//")
_UNUSUAL = re.compile(r"[^0-9A-Za-z.@:-]")
_INVISIBLE = re.compile(r"[\x00-\x20]")
_REMOVED = re.compile(r"[\t\n\r]")
_MARKS = ("without slashes", "after one slash", 'after "//"', "after more than two slashes")
# Signs that may be in an authority.
_INSIDE = ("a colon", 'an "@"')
AS_IT_STANDS = "as-it-stands"
ENDS_AUTHORITY = frozenset({"ends-authority", "ends-at-once", "passes"})
"""What is about where the authority ends."""
BEHIND_BEGIN = ENDS_AUTHORITY | {"ends", "keeps", "userinfo"}
"""What can be done only where the authority begins in one place."""


@attrs.frozen(repr=False)
class Deed(Value):
    """What a program did.

    Attributes:
        name: What it is called in JSON.
        sign: The characters of the URL that it is about, in words; "" for none.
        component: The component that it is about.
    """

    name: str
    sign: str = ""
    component: str = HOST

    def __str__(self) -> str:
        """Return it in words that follow the name of the program."""
        words: str = _WORDS["says"][self.name]
        return words.format(sign=self.sign, name=self.component).rstrip()


_USUAL = Deed("authority", _MARKS[2])

Deeds = tuple[Deed, Deed]
"""What either of two programs did."""


def _sign(url: str, place: int) -> str:
    character = url[place : place + 1]
    if not character:
        return "the end"
    words = next((words for pattern, words in _SIGNS if pattern.match(character)), f'"{character}"')
    is_special = ascii_lower(url.partition(":")[0]) in (*DEFAULT_PORTS, "file")
    return words if character != "\\" or is_special else f"{words}, the scheme not being special"


def host_deeds(left: HostAccount | None, right: HostAccount | None) -> Deeds:
    """Return what two programs did that read different hosts.

    Args:
        left: Where one finds its host; None where that can't be told.
        right: Where the other does.
    """
    if left is None or right is None:
        here, there = (Deed("other" if each is None else AS_IT_STANDS) for each in (left, right))
        return here, there
    if (NO_HOST in left.steps) != (NO_HOST in right.steps):
        if left.begin == right.begin and left.end != right.end:
            return _ends(left, right)
        return _host_or_none(left), _host_or_none(right)
    if left.cut == right.cut:
        return _steps(left, right)
    has_none = left.begin is None or right.begin is None
    has_other_begin = left.start != right.start and left.begin != right.begin
    if has_none or (has_other_begin and not _reads_on(left, right)):
        return _marks(left, right)
    if (left.start, left.stop) > (right.start, right.stop):
        there, here = _boundary(right, left)
        return here, there
    return _boundary(left, right)


def _ends(left: HostAccount, right: HostAccount) -> Deeds:
    """Return at which sign one of two programs ends an authority, and that the other reads on."""
    sign = _sign(left.url, min(left.end, right.end))
    ends, passes = Deed("ends-authority", sign), Deed("passes", sign)
    return (ends, passes) if left.end < right.end else (passes, ends)


def _reads_on(left: HostAccount, right: HostAccount) -> bool:
    """Return whether one has its host behind the authority of the other, and not only slashes."""
    first, second = sorted((left, right), key=lambda account: account.start)
    between = first.url[first.end : second.start].strip("/\\")
    return (second.begin or 0) <= first.end and bool(between)


def _steps(left: HostAccount, right: HostAccount) -> Deeds:
    """Return the first step that only one of two programs takes with the same characters."""
    if left.steps == right.steps:
        if left.stop - left.start != right.stop - right.start:
            removes, keeps = Deed("removes"), Deed(AS_IT_STANDS)
            is_left = left.stop - left.start < right.stop - right.start
            return (removes, keeps) if is_left else (keeps, removes)
        both = str(Deed(left.steps[0])) if left.steps else "reads the host"
        return Deed("one-of-two", both), Deed("one-of-two", both)
    here, there = (
        next((Deed(step) for step in own if step not in others), Deed(AS_IT_STANDS))
        for own, others in ((left.steps, right.steps), (right.steps, left.steps))
    )
    return here, there


def _host_or_none(account: HostAccount) -> Deed:
    """Return whether a program reads a host in an authority, with what is unusual in that."""
    start, end = account.begin or 0, account.end
    host = account.url[start:end].rpartition("@")[2]
    sign = _UNUSUAL.search(host)
    said = next((words for pattern, words in _ODD_HOSTS if pattern.fullmatch(host)), "")
    if sign:
        said = f"with {_sign(account.url, end - len(host) + sign.start())}"
    if account.url.count("@", start, end) > 1:
        said = 'with more than one "@"'
    return Deed("no-host" if NO_HOST in account.steps else "host", said)


def _mark(account: HostAccount) -> Deed:
    if account.begin is None:
        has_mark = _AUTHORITY.match(account.url) is not None
        return Deed("no-authority", 'in spite of "//"' if has_mark else "")
    mark = account.url[account.scheme : account.begin]
    if mark == "//" and account.begin == account.end:
        return Deed("ends-at-once", _sign(account.url, account.end))
    if "\\" in mark:
        return Deed("authority", "after a backslash, as after a slash")
    return Deed("authority", _MARKS[min(mark.count("/"), 3)])


def _marks(left: HostAccount, right: HostAccount) -> Deeds:
    """Return after what either of two programs begins the authority.

    Where one begins it after two slashes, in spite of what stands between or before them, it is by
    this that they differ.
    """
    deeds = _mark(left), _mark(right)
    here, there = (
        Deed("removes-before" if _REMOVED.search(before) else "strips-before")
        if deed == _USUAL and _INVISIBLE.search(before := account.url[: account.begin])
        else deed
        for account, deed in zip((left, right), deeds, strict=True)
    )
    return deeds if here == there else (here, there)


def _boundary(first: HostAccount, second: HostAccount) -> Deeds:
    """Return what two programs did of which the first's host begins earlier, or ends earlier."""
    url, at_sign, is_alike = first.url, second.start - 1, first.start == second.start
    if not is_alike and first.stop > at_sign:
        return Deed("keeps", 'an "@"'), Deed("userinfo", 'an "@"')
    sign = _sign(url, first.end)
    is_cut = first.stop == first.end if is_alike else first.end <= at_sign
    if is_cut and sign not in _INSIDE:
        is_empty = first.begin == first.end
        return Deed("ends-at-once" if is_empty else "ends-authority", sign), Deed("passes", sign)
    sign = _sign(url, first.stop)
    if is_alike:
        return Deed("ends", sign), Deed("keeps", sign)
    if first.start > (first.begin or 0):
        return Deed("first-at-sign"), Deed("later-at-sign")
    return Deed("ends", sign), Deed("userinfo", 'an "@"')


def component_deeds(aspect: str, left: Compared, right: Compared) -> Deeds:
    """Return what two programs did that read different texts of a component other than the host."""
    if aspect == ACCEPTS:
        return Deed("accepts" if left else "rejects"), Deed("accepts" if right else "rejects")
    here, there = (
        Deed("none" if value is None else "other" if value else "empty", "", aspect)
        for value in (left, right)
    )
    if not (isinstance(left, str) and isinstance(right, str) and left and right):
        return here, there
    for name, change in (("small", str.lower), ("decodes", unquote)):
        if change(left) == change(right):
            here, there = (
                Deed(name if value == change(left) else AS_IT_STANDS, "", aspect)
                for value in (left, right)
            )
    if left.startswith(right) or right.startswith(left):
        sign = _sign(max(left, right, key=len), min(len(left), len(right)))
        ends, keeps = Deed("ends", sign, aspect), Deed("keeps", sign, aspect)
        return (ends, keeps) if len(left) < len(right) else (keeps, ends)
    return here, there
