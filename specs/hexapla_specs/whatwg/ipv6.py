"""URL Standard, 3.5 and 3.6: parse and serialize IPv6 addresses.

Comments give the step numbers, unless the next line returns them with a failure.
"""

import re

from hexapla_specs.whatwg.ipv4 import AddressFailure, Report

_PIECE = re.compile("[0-9A-Fa-f]{0,4}")
_DIGITS = "0123456789"


def parse_ipv6(text: str, report: Report) -> list[int] | AddressFailure:
    """Run the IPv6 parser on the text between brackets, and return the eight pieces."""
    address = [0] * 8  # 1
    piece_index = 0  # 2
    compress: int | None = None  # 3
    pointer = 0  # 4
    eof = len(text)

    def fails(name: str, step: str) -> AddressFailure:
        return AddressFailure(name, pointer, step)

    if text.startswith(":"):  # 5
        if not text.startswith("::"):  # 5.1
            return fails("IPv6-invalid-compression", "5.1")
        pointer += 2  # 5.2
        piece_index += 1  # 5.3
        compress = piece_index
    while pointer < eof:  # 6
        if piece_index == 8:
            return fails("IPv6-too-many-pieces", "6.1")
        if text[pointer] == ":":  # 6.2
            if compress is not None:
                return fails("IPv6-multiple-compression", "6.2.1")
            pointer += 1  # 6.2.2
            piece_index += 1
            compress = piece_index
            continue
        start = pointer
        digits = _piece_at(text, pointer)  # 6.3, 6.4; the value is computed after step 6.7
        length = len(digits)
        pointer += length
        if text.startswith(".", pointer):  # 6.5
            if length == 0:
                return fails("IPv4-in-IPv6-invalid-code-point", "6.5.1")
            pointer -= length  # 6.5.2
            if piece_index > 6:
                return fails("IPv4-in-IPv6-too-many-pieces", "6.5.3")
            numbers_seen = 0  # 6.5.4
            while pointer < eof:  # 6.5.5
                ipv4_piece: int | None = None  # 6.5.5.1
                if numbers_seen > 0:  # 6.5.5.2
                    if text[pointer] == "." and numbers_seen < 4:  # 6.5.5.2.1
                        pointer += 1
                    else:
                        return fails("IPv4-in-IPv6-invalid-code-point", "6.5.5.2.2")
                if pointer == eof or text[pointer] not in _DIGITS:
                    return fails("IPv4-in-IPv6-invalid-code-point", "6.5.5.3")
                first_digit = pointer
                while pointer < eof and text[pointer] in _DIGITS:  # 6.5.5.4
                    number = int(text[pointer])  # 6.5.5.4.1
                    if ipv4_piece is None:  # 6.5.5.4.2
                        ipv4_piece = number
                    elif ipv4_piece == 0:
                        return fails("IPv4-in-IPv6-invalid-code-point", "6.5.5.4.3")
                    else:  # 6.5.5.4.4
                        ipv4_piece = ipv4_piece * 10 + number
                    if ipv4_piece > 255:
                        pointer = first_digit  # the error is reported here
                        return fails("IPv4-in-IPv6-out-of-range-part", "6.5.5.4.5")
                    pointer += 1  # 6.5.5.4.6
                assert ipv4_piece is not None  # for the type checker; 6.5.5.3 has found a digit
                address[piece_index] = address[piece_index] * 0x100 + ipv4_piece  # 6.5.5.5
                numbers_seen += 1  # 6.5.5.6
                if numbers_seen in (2, 4):  # 6.5.5.7
                    piece_index += 1
            if numbers_seen != 4:
                return fails("IPv4-in-IPv6-too-few-parts", "6.5.6")
            break  # 6.5.7
        if text.startswith(":", pointer):  # 6.6
            pointer += 1  # 6.6.1
            if pointer == eof:
                return fails("IPv6-invalid-code-point", "6.6.2")
        elif pointer != eof:  # 6.7
            return fails("IPv6-invalid-code-point", "6.7")
        value = int(digits, 16)  # 6.3, 6.4
        if length > 1 and value < 0x10 ** (length - 1):  # 6.8
            report("IPv6-piece-leading-zero", start, "6.8")
        address[piece_index] = value  # 6.9
        piece_index += 1  # 6.10
    if compress is not None:  # 7
        swaps = piece_index - compress  # 7.1
        piece_index = 7  # 7.2
        while piece_index != 0 and swaps > 0:  # 7.3
            other = compress + swaps - 1
            address[piece_index], address[other] = address[other], address[piece_index]
            piece_index -= 1
            swaps -= 1
    elif piece_index != 8:  # 8
        return fails("IPv6-too-few-pieces", "8")
    return address  # 9


def _piece_at(text: str, pointer: int) -> str:
    """Return up to four hexadecimal digits at the pointer."""
    match = _PIECE.match(text, pointer)
    return "" if match is None else match[0]


def serialize_ipv6(address: list[int]) -> str:
    """Run the IPv6 serializer."""
    output = ""  # 1
    compress = _compressed_piece_index(address)  # 2
    ignore0 = False  # 3
    for piece_index, piece in enumerate(address):  # 4
        if ignore0 and piece == 0:  # 4.1
            continue
        ignore0 = False  # 4.2
        if compress == piece_index:  # 4.3
            output += "::" if piece_index == 0 else ":"  # 4.3.1, 4.3.2
            ignore0 = True  # 4.3.3
            continue
        output += f"{piece:x}"  # 4.4
        if piece_index != 7:  # 4.5
            output += ":"
    return output  # 5


def _compressed_piece_index(address: list[int]) -> int | None:
    """Find the IPv6 address compressed piece index.

    This is the start of the first longest run of two or more zeros; None if there is no such run.
    """
    longest_index: int | None = None  # 1
    longest_size = 1  # 2
    found_index: int | None = None  # 3
    found_size = 0  # 4
    for piece_index, piece in enumerate(address):  # 5
        if piece != 0:  # 5.1
            if found_size > longest_size:  # 5.1.1
                longest_index = found_index
                longest_size = found_size
            found_index = None  # 5.1.2
            found_size = 0  # 5.1.3
        else:  # 5.2
            if found_index is None:  # 5.2.1
                found_index = piece_index
            found_size += 1  # 5.2.2
    if found_size > longest_size:  # 6
        return found_index
    return longest_index  # 7
