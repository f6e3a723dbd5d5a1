"""URL Standard, 3.5 and 3.6: parse and serialize IPv4 addresses.

Comments give the step numbers. The standard's asserts are left out.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

Report = Callable[[str, int, str], None]
"""A callback for a validation error that isn't failure: its name, its offset, and the step."""

_ENOUGH_DIGITS = 20
"""A number with so many digits, not counting leading zeros, is out of range in any radix.

Further digits aren't converted: this would take time, and Python rejects more than 4300 decimal
digits.
"""


class AddressFailure(NamedTuple):
    """The validation error because of which a string isn't an address.

    Attributes:
        name: The name of the validation error.
        offset: The offset of the error in the input.
        step: The step that returns failure. If another step reports the error, that step comes
            first.
    """

    name: str
    offset: int
    step: str


class Ipv4Number(NamedTuple):
    """The result of the IPv4 number parser.

    Attributes:
        value: The number.
        validation_error: Whether the number is written in octal or hexadecimal.
    """

    value: int
    validation_error: bool


def ends_in_a_number(domain: str) -> bool:
    """Run the ends in a number checker, which decides whether a domain must be an IPv4 address."""
    _, _, last = domain.removesuffix(".").rpartition(".")  # 2 to 4
    if last.isdigit() and last.isascii():  # 5
        return True
    # 6, 7; of the numbers that step 5 doesn't find, each begins with "0x".
    return last.startswith(("0x", "0X")) and parse_ipv4_number(last) is not None


_DIGITS = {
    8: re.compile("[0-7]+"),
    10: re.compile("[0-9]+"),
    16: re.compile("[0-9A-Fa-f]+"),
}


def parse_ipv4_number(text: str) -> Ipv4Number | None:
    """Run the IPv4 number parser; return None for failure."""
    if text == "":  # 1
        return None
    validation_error = False  # 2
    radix = 10  # 3
    if text.startswith(("0X", "0x")):  # 4
        validation_error = True  # 4.1
        text = text[2:]  # 4.2
        radix = 16  # 4.3
    elif len(text) > 1 and text.startswith("0"):  # 5
        validation_error = True  # 5.1
        text = text[1:]  # 5.2
        radix = 8  # 5.3
    if text == "":  # 6
        return Ipv4Number(0, True)
    if _DIGITS[radix].fullmatch(text) is None:  # 7
        return None
    # A long number is cut off. Its value is wrong, but out of range anyway (IPv4 parser, 8 and 9).
    digits = text.lstrip("0")[:_ENOUGH_DIGITS] or "0"
    return Ipv4Number(int(digits, radix), validation_error)  # 8, 9


def parse_ipv4(text: str, report: Report) -> int | AddressFailure:
    """Run the IPv4 parser on a domain that ends in a number."""
    parts = text.split(".")  # 1
    if parts[-1] == "":  # 2
        report("IPv4-empty-part", len(text) - 1, "2.1")
        parts.pop()  # 2.2; as the domain ends in a number, there is another part
    if len(parts) < 4:  # 3
        report("IPv4-too-few-parts", len(text), "3")
    if len(parts) > 4:  # 4
        fifth = len(".".join(parts[:4])) + 1
        return AddressFailure("IPv4-too-many-parts", fifth, "4")
    numbers: list[int] = []  # 5
    offset = 0
    first_above_255: int | None = None
    for part in parts:  # 6
        result = parse_ipv4_number(part)  # 6.1
        if result is None:  # 6.2
            return AddressFailure("IPv4-non-numeric-part", offset, "6.2")
        if result.validation_error:  # 6.3
            report("IPv4-non-decimal-part", offset, "6.3")
        numbers.append(result.value)  # 6.4
        if result.value > 255 and first_above_255 is None:  # 7
            first_above_255 = offset
        offset += len(part) + 1
    # Steps 8 and 9 apply only if step 7 does. They return failure with the error of step 7, which
    # is reported once, and cite both steps.
    if first_above_255 is not None:  # 7
        if any(number > 255 for number in numbers[:-1]):  # 8
            return AddressFailure("IPv4-out-of-range-part", first_above_255, "7, 8")
        if numbers[-1] >= 256 ** (5 - len(numbers)):  # 9
            return AddressFailure("IPv4-out-of-range-part", first_above_255, "7, 9")
        report("IPv4-out-of-range-part", first_above_255, "7")
    ipv4 = numbers.pop()  # 10, 11
    for counter, number in enumerate(numbers):  # 12, 13
        ipv4 += number * 256 ** (3 - counter)  # 13.1
    return ipv4  # 14


def serialize_ipv4(address: int) -> str:
    """Run the IPv4 serializer."""
    octets: list[str] = []  # 1; n is `address` (2)
    for _ in range(4):  # 3
        octets.insert(0, str(address % 256))  # 3.1
        address //= 256  # 3.3
    return ".".join(octets)  # 3.2, 4
