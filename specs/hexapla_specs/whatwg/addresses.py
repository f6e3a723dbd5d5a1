"""URL Standard, 3.5 and 3.6: IPv4 and IPv6 addresses, parsed and serialised."""

import functools
import re

# The IPv4 parser.


def ends_in_number(host: str) -> bool:
    """The ends in a number checker: say whether a host is to be an IPv4 address."""
    last = _parts_of(host)[-1]
    return (last.isascii() and last.isdigit()) or number_of(last) is not None


def _parts_of(host: str) -> list[str]:
    """Return the parts between full stops; one at the very end separates nothing."""
    parts = host.split(".")
    return parts[:-1] if parts[-1] == "" and len(parts) > 1 else parts


_ENOUGH = 4000
"""Of a decimal number of more digits the others don't matter: it is out of range all the same."""

_RADIX = {"0x": 16, "0": 8, "": 10}
_NUMBER = re.compile(r"(0[xX]|0(?=.))?([0-9A-Fa-f]*)", re.DOTALL)
_DIGITS = {8: re.compile("[0-7]*"), 10: re.compile("[0-9]+"), 16: re.compile("[0-9A-Fa-f]*")}


def number_of(text: str) -> int | None:
    """The IPv4 number parser: return a number in its radix; None where it is none."""
    match = _NUMBER.fullmatch(text)
    if match is None or not text:
        return None
    radix = _RADIX[(match[1] or "").lower()]
    if _DIGITS[radix].fullmatch(match[2]) is None:
        return None
    digits = match[2] if radix != 10 else match[2][:_ENOUGH]
    return int(digits or "0", radix)


@functools.lru_cache(maxsize=1024)
def parse_ipv4(host: str) -> int | str:
    """The IPv4 parser: return the address, or the name of the validation error that is failure."""
    parts = _parts_of(host)
    if len(parts) > 4:
        return "IPv4-too-many-parts"
    numbers = [number_of(part) for part in parts]
    if None in numbers:
        return "IPv4-non-numeric-part"
    *first, last = (number for number in numbers if number is not None)
    if any(number > 255 for number in first) or last >= 1 << 8 * (5 - len(parts)):
        return "IPv4-out-of-range-part"
    return last + sum(number << 8 * (3 - place) for place, number in enumerate(first))


def serialise_ipv4(address: int) -> str:
    """The IPv4 serializer."""
    return ".".join(str(octet) for octet in address.to_bytes(4))


# The IPv6 parser.

Pieces = tuple[int, ...]
"""The eight pieces of an IPv6 address."""

_PIECE = re.compile("[0-9A-Fa-f]{0,4}")


@functools.lru_cache(maxsize=1024)
def parse_ipv6(text: str) -> Pieces | str:
    """The IPv6 parser: return the pieces, or the name of the validation error that is failure."""
    pieces: list[int] = []
    compress: int | None = None
    pointer = 0
    if text.startswith(":"):
        if not text.startswith("::"):
            return "IPv6-invalid-compression"
        pointer, compress = 2, 1
        pieces.append(0)
    while pointer < len(text):
        if len(pieces) == 8:
            return "IPv6-too-many-pieces"
        if text[pointer] == ":":
            if compress is not None:
                return "IPv6-multiple-compression"
            pointer += 1
            pieces.append(0)
            compress = len(pieces)
            continue
        match = _PIECE.match(text, pointer)
        assert match is not None
        behind = text[match.end() : match.end() + 1]
        if behind == ".":
            address = _parse_ipv4_in_ipv6(text[pointer:], len(pieces), len(match[0]))
            if isinstance(address, str):
                return address
            pieces += address
            break
        if behind not in ("", ":") or text[match.end() :] == ":":
            return "IPv6-invalid-code-point"
        pieces.append(int(match[0], 16))
        pointer = match.end() + len(behind)
    if compress is not None:
        missing = [0] * (8 - len(pieces))
        return (*pieces[:compress], *missing, *pieces[compress:])
    return tuple(pieces) if len(pieces) == 8 else "IPv6-too-few-pieces"


_DECIMAL = re.compile("[0-9]*")


def _parse_ipv4_in_ipv6(text: str, count: int, length: int) -> list[int] | str:
    """3.5, IPv6 parser, step 6.5: return two pieces for the dotted numbers that the text ends with.

    Args:
        text: The dotted numbers.
        count: How many pieces there are before them.
        length: How many digits stand before the first full stop.
    """
    if length == 0:
        return "IPv4-in-IPv6-invalid-code-point"
    if count > 6:
        return "IPv4-in-IPv6-too-many-pieces"
    octets: list[int] = []
    pointer = 0
    while pointer < len(text):
        if octets:
            if text[pointer] != "." or len(octets) == 4:
                return "IPv4-in-IPv6-invalid-code-point"
            pointer += 1
        digits = _DECIMAL.match(text, pointer)
        assert digits is not None
        error = _error_of_octet(digits[0])
        if error:
            return error
        octets.append(int(digits[0]))
        pointer = digits.end()
    if len(octets) != 4:
        return "IPv4-in-IPv6-too-few-parts"
    return [octets[0] * 0x100 + octets[1], octets[2] * 0x100 + octets[3]]


def _error_of_octet(digits: str) -> str | None:
    """Return the name of the first validation error in the digits of an octet."""
    if not digits or (len(digits) > 1 and digits[0] == "0"):
        return "IPv4-in-IPv6-invalid-code-point"
    return "IPv4-in-IPv6-out-of-range-part" if int(digits[:4]) > 255 else None


def serialise_ipv6(pieces: Pieces) -> str:
    """The IPv6 serializer: the first longest run of two zeros or more is left out."""
    start, stop = _longest_run(pieces)
    written = [f"{piece:x}" for piece in pieces]
    if stop - start < 2:
        return ":".join(written)
    return f"{':'.join(written[:start])}::{':'.join(written[stop:])}"


def _longest_run(pieces: Pieces) -> tuple[int, int]:
    """3.6: return where the first longest run of zeros begins and ends."""
    runs = [(0, 0)]
    for place, piece in enumerate(pieces):
        if piece == 0:
            start, stop = runs[-1]
            runs.append((start if stop == place else place, place + 1))
    return max(runs, key=lambda run: run[1] - run[0])
