"""Find the URLs in a SRCSET attribute as the HTML standard does ("parse a srcset attribute").

Steps are named as in the standard. A candidate with invalid descriptors is dropped, as in browsers.
"""

import re
from collections.abc import Iterator

_WHITESPACE = frozenset("\t\n\f\r ")
_NON_NEGATIVE_INTEGER = re.compile(r"[0-9]+")
# A "valid floating-point number" of the standard.
_FLOATING_POINT_NUMBER = re.compile(r"-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")


def candidate_urls(srcset: str) -> Iterator[str]:
    """Yield the URL of each image candidate, as written.

    >>> list(candidate_urls("small.png 1x, large.png 2x"))
    ['small.png', 'large.png']

    Args:
        srcset: The value of SRCSET or IMAGESRCSET; any string is accepted.
    """
    position = 0
    while True:
        # Splitting loop: collect whitespace and commas.
        while position < len(srcset) and (
            srcset[position] in _WHITESPACE or srcset[position] == ","
        ):
            position += 1
        if position == len(srcset):
            return
        start = position
        while position < len(srcset) and srcset[position] not in _WHITESPACE:
            position += 1
        url = srcset[start:position]
        descriptors: list[str] = []
        if url.endswith(","):
            url = url.rstrip(",")
        else:
            descriptors, position = _tokenize_descriptors(srcset, position)
        if _are_valid(descriptors):
            yield url


def _tokenize_descriptors(srcset: str, position: int) -> tuple[list[str], int]:
    """Run the standard's "descriptor tokenizer".

    Args:
        srcset: The whole attribute.
        position: The position after the URL.

    Returns:
        The descriptors, and the position after them.
    """
    descriptors: list[str] = []
    current: list[str] = []
    in_parens = False
    while position < len(srcset):
        character = srcset[position]
        position += 1
        if in_parens:
            current.append(character)
            in_parens = character != ")"
        elif character in _WHITESPACE:
            if current:
                descriptors.append("".join(current))
                current = []
        elif character == ",":
            break
        else:
            current.append(character)
            in_parens = character == "("
    if current:
        descriptors.append("".join(current))
    return descriptors, position


def _are_valid(descriptors: list[str]) -> bool:
    """Run the standard's "descriptor parser"; return whether `error` is "no" at the end."""
    has_width = False
    has_density = False
    has_future_compat_h = False
    for descriptor in descriptors:
        number = descriptor[:-1]
        unit = descriptor[-1]
        if unit == "w" and _NON_NEGATIVE_INTEGER.fullmatch(number):
            if has_width or has_density or _is_zero(number):
                return False
            has_width = True
        elif unit == "x" and _FLOATING_POINT_NUMBER.fullmatch(number):
            if has_width or has_density or has_future_compat_h or _is_negative(number):
                return False
            has_density = True
        elif unit == "h" and _NON_NEGATIVE_INTEGER.fullmatch(number):
            if has_future_compat_h or has_density or _is_zero(number):
                return False
            has_future_compat_h = True
        else:
            return False
    return has_width or not has_future_compat_h


def _is_zero(digits: str) -> bool:
    """Return whether all of the given ASCII digits are zeros."""
    return not digits.strip("0")


def _is_negative(number: str) -> bool:
    """Return whether a floating-point number is less than zero; -0 isn't."""
    return float(number) < 0
