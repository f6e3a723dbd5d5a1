"""URL Standard, 3.5 and 3.6: IPv4 and IPv6 addresses, parsed and serialised.

A parser is a generator that yields its validation errors, and returns the address; it is not asked
for what is behind a failure.
"""

import functools
import re
from collections.abc import Callable, Generator
from typing import TypeVar

from hexapla.standard.syntax import ValidationError
from hexapla.values.frozen import kept
from hexapla_specs.whatwg.components import cite

Address = TypeVar("Address")
Parsing = Generator[ValidationError, None, Address]
Parsed = tuple[Address | None, str | None, tuple[ValidationError, ...]]
"""The address; or the name of the validation error that is failure; and all validation errors."""


def host_error(name: str, offset: int, section: str, failure: bool = False) -> ValidationError:
    """Return a validation error of host parsing."""
    return ValidationError(name, offset, failure, cite(section))


host_failure = functools.partial(host_error, failure=True)


def _parser(parse: Callable[[str], Parsing[Address]]) -> Callable[[str], Parsed[Address]]:
    @kept(1024)
    def parse_all(text: str) -> Parsed[Address]:
        errors, steps = list[ValidationError](), parse(text)
        while not errors or not errors[-1].failure:
            try:
                errors.append(next(steps))
            except StopIteration as end:
                return end.value, None, tuple(errors)
        return None, errors[-1].name, tuple(errors)

    return parse_all


# The IPv4 parser.

_ENDS_IN_NUMBER = re.compile(r"(?:.*\.)?(?:[0-9]+|0[xX][0-9A-Fa-f]*)\.?", re.DOTALL)


def ends_in_number(host: str) -> bool:
    """The ends in a number checker: say whether a host is to be an IPv4 address."""
    return _ENDS_IN_NUMBER.fullmatch(host) is not None


_NUMBER = re.compile(r"0[xX](?P<x>[0-9A-Fa-f]*)|0(?P<o>[0-7]+)|(?P<d>0|[1-9][0-9]*)")
_RADIX = {"x": 16, "o": 8, "d": 10}
_ENOUGH = 20
"""Of a number of more digits the others don't matter: it is out of range all the same."""


@_parser
def parse_ipv4(host: str) -> Parsing[int]:
    """The IPv4 parser, for a host that ends in a number."""
    parts, offset = host.split("."), 0
    if not parts[-1]:
        yield host_error("IPv4-empty-part", len(host) - 1, "3.5, IPv4 parser 2.1")
        parts.pop()
    if len(parts) < 4:
        yield host_error("IPv4-too-few-parts", len(host), "3.5, IPv4 parser 3")
    if len(parts) > 4:
        fifth = len(".".join(parts[:4])) + 1
        yield host_failure("IPv4-too-many-parts", fifth, "3.5, IPv4 parser 4")
    numbers, large = list[int](), list[int]()
    for part in parts:
        match = _NUMBER.fullmatch(part)
        if match is None:
            yield host_failure("IPv4-non-numeric-part", offset, "3.5, IPv4 parser 6.2")
            break
        radix = match.lastgroup or ""
        if radix != "d":
            yield host_error("IPv4-non-decimal-part", offset, "3.5, IPv4 parser 6.3")
        numbers.append(int(match[radix].lstrip("0")[:_ENOUGH] or "0", _RADIX[radix]))
        if numbers[-1] > 255:
            large.append(offset)
        offset += len(part) + 1
    *first, last = numbers
    if large:
        failure = max(first, default=0) > 255 or last >= 256 ** (4 - len(first))
        yield host_error("IPv4-out-of-range-part", large[0], "3.5, IPv4 parser 7", failure)
    return last + sum(number << 8 * (3 - place) for place, number in enumerate(first))


def serialise_ipv4(address: int) -> str:
    """The IPv4 serializer."""
    return ".".join(str(octet) for octet in address.to_bytes(4))


# The IPv6 parser.

Pieces = tuple[int, ...]
"""The eight pieces of an IPv6 address."""

_PIECE = re.compile("[0-9A-Fa-f]{0,4}")
_DIGITS = re.compile("[0-9]*")


@_parser
def parse_ipv6(text: str) -> Parsing[Pieces]:
    """The IPv6 parser."""
    pieces, pointer = list[int](), 0
    compress: int | None = None
    if text.startswith(":"):
        if not text.startswith("::"):
            yield host_failure("IPv6-invalid-compression", 0, "3.5, IPv6 parser 5.1")
        pointer, compress = 2, 1
        pieces.append(0)
    while pointer < len(text):
        if len(pieces) == 8:
            yield host_failure("IPv6-too-many-pieces", pointer, "3.5, IPv6 parser 6.1")
        if text[pointer] == ":":
            if compress is not None:
                yield host_failure("IPv6-multiple-compression", pointer, "3.5, IPv6 parser 6.2.1")
            pointer += 1
            pieces.append(0)
            compress = len(pieces)
            continue
        piece = _PIECE.match(text, pointer)[0]  # type: ignore[index]  # it matches anywhere
        end = pointer + len(piece)
        if text.startswith(".", end):
            pieces += yield from _parse_ipv4_in_ipv6(text, pointer, piece, len(pieces))
            break
        if text[end : end + 1] not in (":", ""):
            yield host_failure("IPv6-invalid-code-point", end, "3.5, IPv6 parser 6.7")
        if end + 1 == len(text):
            yield host_failure("IPv6-invalid-code-point", end + 1, "3.5, IPv6 parser 6.6.2")
        if len(piece) > 1 and piece.startswith("0"):
            yield host_error("IPv6-piece-leading-zero", pointer, "3.5, IPv6 parser 6.8")
        pieces.append(int(piece, 16))
        pointer = end + 1
    if compress is None and len(pieces) != 8:
        yield host_failure("IPv6-too-few-pieces", len(text), "3.5, IPv6 parser 8")
    missing = [0] * (8 - len(pieces))
    return (*pieces[:compress], *missing, *pieces[compress or 8 :])


def _parse_ipv4_in_ipv6(text: str, pointer: int, piece: str, count: int) -> Parsing[list[int]]:
    """3.5, IPv6 parser, step 6.5: return two pieces for the dotted numbers that the text ends with.

    `piece` stands before the first full stop; `count` is how many pieces stand before the pointer.
    """
    invalid = functools.partial(host_failure, "IPv4-in-IPv6-invalid-code-point")
    if not piece:
        yield invalid(pointer, "3.5, IPv6 parser 6.5.1")
    if count > 6:
        yield host_failure("IPv4-in-IPv6-too-many-pieces", pointer, "3.5, IPv6 parser 6.5.3")
    octets = list[int]()
    while pointer < len(text):
        if octets:
            if text[pointer] != "." or len(octets) == 4:
                yield invalid(pointer, "3.5, IPv6 parser 6.5.5.2.2")
            pointer += 1
        digits = _DIGITS.match(text, pointer)[0]  # type: ignore[index]  # it matches anywhere
        if not digits:
            yield invalid(pointer, "3.5, IPv6 parser 6.5.5.3")
        if len(digits) > 1 and digits.startswith("0"):
            yield invalid(pointer + 1, "3.5, IPv6 parser 6.5.5.4.3")
        octets.append(int(digits[:4]))
        if octets[-1] > 255:
            name = "IPv4-in-IPv6-out-of-range-part"
            yield host_failure(name, pointer, "3.5, IPv6 parser 6.5.5.4.5")
        pointer += len(digits)
    if len(octets) != 4:
        yield host_failure("IPv4-in-IPv6-too-few-parts", len(text), "3.5, IPv6 parser 6.5.6")
    return [octets[0] * 0x100 + octets[1], octets[2] * 0x100 + octets[3]]


# Two whole pieces of zero or more.
_ZEROS = re.compile(r"(?<![^:])0(:0)+(?![^:])")


def serialise_ipv6(pieces: Pieces) -> str:
    """The IPv6 serializer: the first longest run of two zeros or more is left out (3.6)."""
    written = ":".join(f"{piece:x}" for piece in pieces)
    run = max(_ZEROS.finditer(written), key=lambda match: len(match[0]), default=None)
    if run is None:
        return written
    return f"{written[: run.start()].rstrip(':')}::{written[run.end() :].lstrip(':')}"
