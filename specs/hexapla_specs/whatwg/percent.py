"""URL Standard, 1.3: percent-encoded bytes."""

import re
from urllib.parse import unquote_to_bytes


def percent_decode(text: str) -> str:
    """Percent-decode a string, and decode the bytes with UTF-8 decode without BOM."""
    return unquote_to_bytes(text.encode("utf-8", "replace")).decode("utf-8", "replace")


class PercentEncodeSet:
    """A percent-encode set, defined by the characters that are not in the set.

    Attributes:
        find: A function that finds the first code point of the set in a string.
        unencoded: The printable US-ASCII characters outside the set. Control characters and
            non-ASCII characters are in every set but `EmptySet`.
    """

    __slots__ = ("_replace", "find", "unencoded")

    def __init__(self, unencoded: frozenset[str]) -> None:
        self.unencoded = unencoded
        in_set = f"[^{re.escape(''.join(sorted(unencoded)))}]"
        # A search for one code point is faster than a search for a run of them.
        self.find = re.compile(in_set).search
        self._replace = re.compile(f"{in_set}+").sub

    def encode(self, text: str) -> str:
        """UTF-8 percent-encode a string with the set."""
        return self._replace(_percent_encoded, text)

    def including(self, characters: str) -> "PercentEncodeSet":
        """Return the set with the given printable characters added."""
        return PercentEncodeSet(self.unencoded - frozenset(characters))

    def excluding(self, characters: str) -> "PercentEncodeSet":
        """Return the set with the given printable characters removed."""
        return PercentEncodeSet(self.unencoded | frozenset(characters))


class EmptySet(PercentEncodeSet):
    """A percent-encode set without characters."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(_PRINTABLE)
        nothing = re.compile("(?!)")
        self.find = nothing.search
        self._replace = nothing.sub


def _percent_encoded(match: re.Match[str]) -> str:
    return f"%{match[0].encode().hex('%').upper()}"


_PRINTABLE = frozenset(map(chr, range(0x20, 0x7F)))

# The standard's sets that its parser uses, in its order.
C0_CONTROL_SET = PercentEncodeSet(_PRINTABLE)
FRAGMENT_SET = C0_CONTROL_SET.including(' "<>`')
QUERY_SET = C0_CONTROL_SET.including(' "#<>')
SPECIAL_QUERY_SET = QUERY_SET.including("'")
PATH_SET = QUERY_SET.including("?^`{}")
USERINFO_SET = PATH_SET.including("/:;=@[\\]|")
