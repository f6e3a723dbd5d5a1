"""URL Standard, 3.3 and 3.5: the validation errors of the host parser.

Each function yields the errors of one algorithm in the order of its steps. The parser ends with the
first failure: no error after it is asked for.
"""

import functools
import re
from collections.abc import Iterator
from urllib.parse import unquote_to_bytes

import attrs

from hexapla.standard.validation_error import ValidationError
from hexapla.text.escapes import ESCAPE, MALFORMED, ascii_lower
from hexapla_specs.whatwg.document import cite
from hexapla_specs.whatwg.domain import ends_in_a_number, parse_domain, parse_domain_strictly
from hexapla_specs.whatwg.syntax import SYNTAX

Errors = Iterator[ValidationError]


def _error(name: str, offset: int, section: str, failure: bool = False) -> ValidationError:
    title = "IDNA" if section.startswith("3.3") else "Host parsing"
    return ValidationError(name, offset, failure, cite(section, title))


_failure = functools.partial(_error, failure=True)


@functools.cache
def no_url_code_point() -> re.Pattern[str]:
    """Return what finds a code point that is neither a URL code point nor U+0025 (%)."""
    return re.compile(f"(?!{SYNTAX.grammar.pattern('URL-code-point')})[^%]")


# 3.2 Host miscellaneous.

_FORBIDDEN_HOST_CODE_POINT = re.compile(r"[\x00\t\n\r #/:<>?@\[\\\]^|]")


def host_errors(host: str, at: int, *, opaque: bool) -> Errors:
    """Yield the errors of the host parser (3.5).

    Args:
        host: Its input.
        at: The offset of the input.
        opaque: Whether isOpaque is true.
    """
    if host.startswith("["):
        if not host.endswith("]"):
            yield _failure("IPv6-unclosed", at + len(host), "3.5, host parser 1.1")
        errors, at = _ipv6_errors(host[1:-1]), at + 1
    else:
        errors = _opaque_host_errors(host) if opaque else _domain_errors(host)
    for error in errors:
        yield attrs.evolve(error, offset=at + error.offset)


def _opaque_host_errors(host: str) -> Errors:
    """Opaque-host parser."""
    match = _FORBIDDEN_HOST_CODE_POINT.search(host)
    if match is not None:
        yield _failure("host-invalid-code-point", match.start(), "3.5, opaque-host parser 1")
    for step, pattern in ((2, no_url_code_point()), (3, MALFORMED)):
        match = pattern.search(host)
        if match is not None:
            section = f"3.5, opaque-host parser {step}"
            yield _error("invalid-URL-unit", match.start(), section)


def _domain_errors(host: str) -> Errors:
    """Host parser, steps 4 to 8; the domain parser (3.3)."""
    escape = ESCAPE.search(host)
    if escape is not None:
        yield _error("domain-percent-encoded", escape.start(), "3.5, host parser 4")
    domain = unquote_to_bytes(host.encode("utf-8", "surrogatepass")).decode("utf-8", "replace")
    ascii_domain = parse_domain(domain)
    if parse_domain_strictly(domain) is None:
        failure = ascii_domain is None
        yield _error("domain-to-ASCII", 0, "3.3, domain parser 2", failure)
    if ascii_domain is not None and ends_in_a_number(ascii_domain):
        as_written = ascii_domain == ascii_lower(host)
        for error in _ipv4_errors(ascii_domain):
            yield error if as_written else attrs.evolve(error, offset=0)


# IPv4.

_NUMBER = re.compile(r"0x(?P<hexadecimal>[0-9a-f]*)|0(?P<octal>[0-7]+)|(?P<decimal>0|[1-9][0-9]*)")
_RADIX = {"hexadecimal": 16, "octal": 8, "decimal": 10}
_MOST_DIGITS = 20  # with these, a number is out of every range


def _ipv4_errors(address: str) -> Errors:
    """IPv4 parser, which gets its address in lower case."""
    parts = address.split(".")
    if not parts[-1]:
        yield _error("IPv4-empty-part", len(address) - 1, "3.5, IPv4 parser 2.1")
        parts.pop()
    if len(parts) < 4:
        yield _error("IPv4-too-few-parts", len(address), "3.5, IPv4 parser 3")
    if len(parts) > 4:
        fifth = len(".".join(parts[:4])) + 1
        yield _failure("IPv4-too-many-parts", fifth, "3.5, IPv4 parser 4")
    offset, numbers, large = 0, list[int](), list[int]()
    for part in parts:
        match = _NUMBER.fullmatch(part)
        if match is None:
            yield _failure("IPv4-non-numeric-part", offset, "3.5, IPv4 parser 6.2")
            return
        if match.lastgroup != "decimal":
            yield _error("IPv4-non-decimal-part", offset, "3.5, IPv4 parser 6.3")
        numbers.append(_value(match))
        if numbers[-1] > 255:
            large.append(offset)
        offset += len(part) + 1
    if large:
        failure = max(numbers[:-1], default=0) > 255 or numbers[-1] >= 256 ** (5 - len(numbers))
        section = "3.5, IPv4 parser 7"
        yield _error("IPv4-out-of-range-part", large[0], section, failure)


def _value(number: re.Match[str]) -> int:
    """IPv4 number parser, step 8."""
    radix = number.lastgroup or ""
    digits = number[radix].lstrip("0")[:_MOST_DIGITS]
    return int(digits or "0", _RADIX[radix])


# IPv6.

_PIECE = re.compile("[0-9A-Fa-f]{0,4}")
_DIGITS = re.compile("[0-9]*")


def _ipv6_errors(address: str) -> Errors:
    """IPv6 parser."""
    pointer, piece_index, compressed = 0, 0, False
    if address.startswith(":"):
        if not address.startswith("::"):
            yield _failure("IPv6-invalid-compression", 0, "3.5, IPv6 parser 5.1")
        pointer, piece_index, compressed = 2, 1, True
    while pointer < len(address):
        if piece_index == 8:
            yield _failure("IPv6-too-many-pieces", pointer, "3.5, IPv6 parser 6.1")
        if address[pointer] == ":":
            if compressed:
                yield _failure("IPv6-multiple-compression", pointer, "3.5, IPv6 parser 6.2.1")
            pointer, piece_index, compressed = pointer + 1, piece_index + 1, True
            continue
        piece = _PIECE.match(address, pointer)[0]  # type: ignore[index]  # it matches anywhere
        if address.startswith(".", pointer + len(piece)):
            yield from _ipv4_in_ipv6_errors(address, pointer, piece, piece_index)
            piece_index += 2
            break
        yield from _piece_errors(address, pointer, piece)
        pointer, piece_index = pointer + len(piece) + 1, piece_index + 1
    if not compressed and piece_index != 8:
        yield _failure("IPv6-too-few-pieces", len(address), "3.5, IPv6 parser 8")


def _piece_errors(address: str, start: int, piece: str) -> Errors:
    """IPv6 parser, steps 6.6 to 6.8."""
    end = start + len(piece)
    if address[end : end + 1] not in (":", ""):
        yield _failure("IPv6-invalid-code-point", end, "3.5, IPv6 parser 6.7")
    if end + 1 == len(address):
        yield _failure("IPv6-invalid-code-point", end + 1, "3.5, IPv6 parser 6.6.2")
    if len(piece) > 1 and piece.startswith("0"):
        yield _error("IPv6-piece-leading-zero", start, "3.5, IPv6 parser 6.8")


def _ipv4_in_ipv6_errors(address: str, pointer: int, piece: str, piece_index: int) -> Errors:
    """IPv6 parser, step 6.5; a piece is what stands before the first dot."""
    invalid = functools.partial(_failure, "IPv4-in-IPv6-invalid-code-point")
    if not piece:
        yield invalid(pointer, "3.5, IPv6 parser 6.5.1")
    if piece_index > 6:
        yield _failure("IPv4-in-IPv6-too-many-pieces", pointer, "3.5, IPv6 parser 6.5.3")
    numbers_seen = 0
    while pointer < len(address):
        if numbers_seen:
            if numbers_seen == 4 or address[pointer] != ".":
                yield invalid(pointer, "3.5, IPv6 parser 6.5.5.2.2")
            pointer += 1
        number = _DIGITS.match(address, pointer)[0]  # type: ignore[index]  # it matches anywhere
        if not number:
            yield invalid(pointer, "3.5, IPv6 parser 6.5.5.3")
        if len(number) > 1 and number.startswith("0"):
            yield invalid(pointer + 1, "3.5, IPv6 parser 6.5.5.4.3")
        if int(number[:4]) > 255:
            name = "IPv4-in-IPv6-out-of-range-part"
            yield _failure(name, pointer, "3.5, IPv6 parser 6.5.5.4.5")
        pointer, numbers_seen = pointer + len(number), numbers_seen + 1
    if numbers_seen != 4:
        yield _failure("IPv4-in-IPv6-too-few-parts", len(address), "3.5, IPv6 parser 6.5.6")
