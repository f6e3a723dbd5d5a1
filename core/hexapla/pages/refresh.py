"""Find the URL in `<meta http-equiv=refresh>` with HTML's "shared declarative refresh steps".

The numbers in comments are those of HTML's steps.
"""

import re

_WHITESPACE = re.compile(r"[\t\n\f\r ]*")
_DIGITS = re.compile(r"[0-9]*")
_DIGITS_AND_FULL_STOPS = re.compile(r"[0-9.]*")
_URL_AND_EQUALS = re.compile(r"url[\t\n\f\r ]*=[\t\n\f\r ]*", re.IGNORECASE | re.ASCII)


def refresh_url(content: str) -> str | None:
    """Return the URL in the CONTENT of a refresh; None if it contains no URL or is invalid.

    >>> refresh_url("5; url=next.html")
    'next.html'

    Args:
        content: The value of CONTENT; any string is accepted.
    """
    position = _after(_WHITESPACE, content, 0)  # 3
    after_digits = _after(_DIGITS, content, position)  # 5
    if after_digits == position and not content.startswith(".", position):  # 6
        return None
    position = _after(_DIGITS_AND_FULL_STOPS, content, after_digits)  # 8
    if position == len(content):
        return None
    if content[position] not in ";,\t\n\f\r ":  # 10.1
        return None
    position = _after(_WHITESPACE, content, position)  # 10.2
    if content.startswith((";", ","), position):  # 10.3
        position += 1
    position = _after(_WHITESPACE, content, position)  # 10.4
    if position == len(content):
        return None
    label = _URL_AND_EQUALS.match(content, position)  # 11.2 to 11.7
    if label is not None:
        position = label.end()
    elif content[position] in "Uu":
        return content[position:]
    quote = content[position : position + 1]  # 11.8: skip quotes
    if quote not in ("'", '"'):
        return content[position:]
    url, _, _ = content[position + 1 :].partition(quote)  # 11.9, 11.10
    return url


def _after(pattern: re.Pattern[str], text: str, position: int) -> int:
    """Return the position after the text that a pattern matches, which may be empty."""
    collected = pattern.match(text, position)
    assert collected is not None
    return collected.end()
