"""What two programs did with one URL so that they read it differently.

The boundary is one question, the form another: first which characters are the host, then what
became of them.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import attrs

from hexapla.differentials.aspects import HOST, Compared
from hexapla.differentials.host_account import SCHEME, HostAccount
from hexapla.identification.forms import DEFAULT_PORTS, NO_HOST, TABS_AND_LINE_ENDS
from hexapla.identification.question import ACCEPTS
from hexapla.operations.division import without_invisible
from hexapla.text.escapes import ascii_lower
from hexapla.text.json_text import text_in
from hexapla.text.signs import sanitized
from hexapla.text.slug import short_name
from hexapla.values.value import Value

_WORDS = tomllib.loads((Path(__file__).parent / "deeds.toml").read_text("utf-8"))
_AUTHORITY = re.compile(r"[^:/?#]*:?//")
_ADDRESS = re.compile(r"\[[0-9A-Fa-f:.]*\](?=:|\Z)")
_UNUSUAL = re.compile(r"[^0-9A-Za-z.@:-]")
_MARKS = ("without slashes", "after one slash", 'after "//"', "after more than two slashes")
AS_IT_STANDS = "as-it-stands"
REMOVES = ("removes-before", "strips-before")
"""What is done with what stands before the authority: the beginning of a deed's name."""
ENDS_AUTHORITY = frozenset({"ends-authority", "ends-at-once", "passes"})
"""What is about where the authority ends."""
BEHIND_BEGIN = ENDS_AUTHORITY | {"ends", "keeps", "userinfo"}
"""What can be done only where the authority begins in one place."""


@attrs.frozen(repr=False)
class Deed(Value):
    """What a program did.

    Attributes:
        name: What it is called in JSON; "+" joins the names of several steps.
        sign: The characters of the URL that it is about, in words; "" for none.
        component: The component that it is about.
    """

    _json_members = ("does=name", "sign", "component")

    name: str
    sign: str = ""
    component: str = HOST

    def __str__(self) -> str:
        """Return it in words that follow the name of the program."""
        says = (_WORDS["says"][name] for name in self.name.split("+"))
        return ", and ".join(
            words.format(sign=self.sign, name=self.component).rstrip() for words in says
        )


_USUAL = Deed("authority", _MARKS[2])
MANY_AT_SIGNS = 'with more than one "@"'
"""The sign of a deed."""

Deeds = tuple[Deed, Deed]
"""What either of two programs did."""


@attrs.frozen(cache_hash=True, repr=False)
class DifferentialClass(Value):
    """A class of differences between two programs under an aspect.

    It is a function of the URL and of the answers to it. So a search that tries every URL of a set
    finds every class that any other search of the set finds.

    Attributes:
        aspect: What differs, such as `host`.
        programs: The names of both programs.
        deeds: What either of them does.
    """

    aspect: str
    programs: tuple[str, str]
    deeds: Deeds

    @property
    def id(self) -> str:
        """A short name made of all that the class says; the same in every run."""
        return short_name(json.dumps(self._form()))

    @property
    def sides(self) -> tuple[str, ...]:
        """What either program does, in words."""
        programs = zip(self.programs, self.deeds, strict=True)
        return tuple(f"{sanitized(program)} {deed}" for program, deed in programs)

    def __str__(self) -> str:
        return "; ".join(self.sides)

    def _form(self) -> dict[str, object]:
        left, right = (
            {"program": program, **deed.to_dict()}
            for program, deed in zip(self.programs, self.deeds, strict=True)
        )
        return {"aspect": self.aspect, "left": left, "right": right}

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {"id": self.id, **self._form()}

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> "DifferentialClass":
        """Return the class that a JSON form holds; raise `KeyError` or `TypeError` for none."""
        sides, members = (form["left"], form["right"]), ("does", "sign", "component")
        left, right = (text_in(side["program"]) for side in sides)
        here, there = (Deed(*(text_in(side[name]) for name in members)) for side in sides)
        return cls(text_in(form["aspect"]), (left, right), (here, there))


def _named(kind: str, text: str) -> str:
    """Return what the first regular expression of a kind that matches a text calls it."""
    table: dict[str, str] = _WORDS[kind]
    return next((words for pattern, words in table.items() if re.fullmatch(pattern, text)), "")


def _sign(url: str, place: int) -> str:
    character, scheme = url[place : place + 1], SCHEME.match(url)
    words = _named("signs", character) or f'"{character}"'
    if character != "\\" or (scheme and ascii_lower(scheme[0][:-1]) in (*DEFAULT_PORTS, "file")):
        return words
    return f"{words}, {'the scheme not being special' if scheme else 'there being no scheme'}"


def host_deeds(left: HostAccount | None, right: HostAccount | None) -> Deeds:
    """Return what two programs did that read different hosts.

    The questions are, in this order: where the authority begins, where it ends, whether a host is
    read in it, where userinfo and host end, and what becomes of the host. There is no account
    where it can't be told where a program finds its host.
    """
    if left is None or right is None:
        return _alone(left), _alone(right)
    is_host_in_one = (NO_HOST in left.steps) != (NO_HOST in right.steps)
    if left.cut == right.cut and not is_host_in_one:
        return _steps(left, right)
    if _begins_elsewhere(left, right):
        return _mark(left, right), _mark(right, left)
    if is_host_in_one and left.end == right.end:
        return _host_or_none(left), _host_or_none(right)
    if is_host_in_one:
        first, second = sorted((left, right), key=lambda each: each.end)
        deeds = _ends(first, second)
    else:
        first, second = sorted((left, right), key=lambda each: (each.start, each.stop, each.end))
        deeds = _boundary(first, second)
    return deeds if first is left else deeds[::-1]


def _alone(account: HostAccount | None) -> Deed:
    """Return what a program did, where it can't be told of both where they have their hosts."""
    if account is None:
        return Deed("other")
    return _host_or_none(account) if NO_HOST in account.steps else _form(account.steps)


def _begins_elsewhere(left: HostAccount, right: HostAccount) -> bool:
    """Return whether it is where the authority begins that one has another host.

    It is not where one has its host behind the end of the other's authority, and not only behind
    slashes.
    """
    if left.begin is None or right.begin is None:
        return True
    first, second = sorted((left, right), key=lambda account: account.start)
    between = first.url[first.end : second.start].strip("/\\")
    reads_on = (second.begin or 0) <= first.end and bool(between)
    return left.start != right.start and left.begin != right.begin and not reads_on


def _steps(left: HostAccount, right: HostAccount) -> Deeds:
    """Return the steps that only one of two programs takes with the same characters."""
    here, there = _all_steps(left, right), _all_steps(right, left)
    if here == there:
        both = str(_form(here)) if here else "reads the host"
        return Deed("one-of-two", both), Deed("one-of-two", both)
    own = tuple(step for step in here if step not in there)
    others = tuple(step for step in there if step not in here)
    return _form(own, here), _form(others, there)


def _all_steps(account: HostAccount, other: HostAccount) -> tuple[str, ...]:
    """Return the steps of a program, with white space that it has left out before the host."""
    is_shorter = account.stop - account.start < other.stop - other.start
    return (*(["removes"] if is_shorter and "removes" not in other.steps else []), *account.steps)


def _form(own: tuple[str, ...], steps: tuple[str, ...] = ()) -> Deed:
    """Return what becomes of a host by the steps that one program takes, among all its steps."""
    if own:
        return Deed("+".join(own))
    return Deed("only", str(_form(steps))) if steps else Deed(AS_IT_STANDS)


def _host_or_none(account: HostAccount) -> Deed:
    """Return whether a program reads a host in an authority, with what is unusual in that."""
    url, begin, end = account.url, account.begin or 0, account.end
    userinfo, at_sign, host = url[begin:end].rpartition("@")
    address = _ADDRESS.match(host)
    start = end - len(host)
    said = (
        MANY_AT_SIGNS if "@" in userinfo else "",
        _unusual_sign(url, start + (address.end() if address else 0), end),
        _named("hosts", host),
        _unusual_sign(url, begin, start),
        "with an empty userinfo" if start - begin == len(at_sign) > 0 else "",
    )
    return Deed("no-host" if NO_HOST in account.steps else "host", next(filter(None, said), ""))


def _unusual_sign(url: str, start: int, stop: int) -> str:
    """Return that there is a character that is unusual both in a host and in a port."""
    sign = _UNUSUAL.search(url, start, stop)
    return f"with {_sign(url, sign.start())}" if sign else ""


def _mark(account: HostAccount, other: HostAccount) -> Deed:
    """Return after what a program begins the authority, or that it finds none, or an empty one.

    Where it alone leaves out what stands before or between the slashes, that is told first.
    """
    deed = _mark_as_read(account, other)
    removes = _removes(account)
    if not removes or removes == _removes(other):
        return deed
    return Deed(removes) if deed == _USUAL else Deed(f"{removes}+{deed.name}", deed.sign)


def _mark_as_read(account: HostAccount, other: HostAccount) -> Deed:
    if account.begin is None:
        has_mark = _AUTHORITY.match(account.url) is not None
        return Deed("no-authority", 'in spite of "//"' if has_mark else "")
    if account.begin == account.end:
        return Deed("ends-at-once", _sign(account.url, account.end))
    if "\\" in account.mark and "\\" not in other.mark:
        return Deed("authority", "after a backslash, as after a slash")
    return Deed("authority", _MARKS[min(len(without_invisible(account.mark)), 3)])


def _removes(account: HostAccount) -> str:
    before = account.url[: account.begin or 0]
    if before != before.translate(TABS_AND_LINE_ENDS):
        return REMOVES[0]
    return REMOVES[1] if before != without_invisible(before) else ""


def _ends(first: HostAccount, second: HostAccount) -> Deeds:
    """Return at which sign the first of two programs ends the authority, the other reading on."""
    sign = _sign(first.url, first.end)
    is_empty = first.begin == first.end
    return Deed("ends-at-once" if is_empty else "ends-authority", sign), Deed("passes", sign)


def _boundary(first: HostAccount, second: HostAccount) -> Deeds:
    """Return what two programs did of which the first's host begins earlier, or ends earlier."""
    url, is_alike = first.url, first.start == second.start
    is_cut = first.stop == first.end if is_alike else first.end < second.start
    if is_cut and url[first.end : first.end + 1] not in (":", "@"):
        return _ends(first, second)
    sign = _sign(url, first.stop)
    if is_alike:
        return Deed("ends", sign), Deed("keeps", sign)
    if first.stop >= second.start:
        return Deed("keeps", 'an "@"'), Deed("userinfo", 'an "@"')
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
