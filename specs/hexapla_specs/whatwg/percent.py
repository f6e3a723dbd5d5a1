"""URL Standard, 1.3: percent-encoded bytes."""

import re


class PercentEncodeSet:
    """A percent-encode set, by the characters that are not in it.

    Attributes:
        find: Finds code points of the set in a text.
        unencoded: The printable characters of US-ASCII that it leaves as they are; controls and
            what is not US-ASCII are in every set.
    """

    __slots__ = ("_replace", "find", "unencoded")

    def __init__(self, unencoded: frozenset[str]) -> None:
        self.unencoded = unencoded
        in_set = re.compile(f"[^{re.escape(''.join(sorted(unencoded)))}]+")
        self.find = in_set.search
        self._replace = in_set.sub

    def encode(self, text: str) -> str:
        """Return a text after UTF-8 percent-encode by the set."""
        return self._replace(_percent_encoded, text)

    def with_unencoded(self, more: str = "", less: str = "") -> "PercentEncodeSet":
        """Return the set that leaves more characters unencoded, and less of others."""
        return PercentEncodeSet((self.unencoded | frozenset(more)) - frozenset(less))


class EmptySet(PercentEncodeSet):
    """A set that has nothing in it."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(_PRINTABLE)
        self.find = re.compile("(?!)").search


def _percent_encoded(match: re.Match[str]) -> str:
    return f"%{match[0].encode().hex('%').upper()}"


_PRINTABLE = frozenset(map(chr, range(0x20, 0x7F)))

C0_CONTROL_SET = PercentEncodeSet(_PRINTABLE)
FRAGMENT_SET = PercentEncodeSet(C0_CONTROL_SET.unencoded - frozenset(' "<>`'))
QUERY_SET = PercentEncodeSet(C0_CONTROL_SET.unencoded - frozenset(' "#<>'))
SPECIAL_QUERY_SET = PercentEncodeSet(QUERY_SET.unencoded - frozenset("'"))
PATH_SET = PercentEncodeSet(QUERY_SET.unencoded - frozenset("?^`{}"))
USERINFO_SET = PercentEncodeSet(PATH_SET.unencoded - frozenset("/:;=@[\\]|"))
