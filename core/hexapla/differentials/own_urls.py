"""The caller's own URLs, in a file."""

import json
from collections.abc import Iterator
from pathlib import Path


def read_urls(path: Path) -> tuple[str, ...]:
    """Return the URLs of a file: one a line; a line in double quotes is a JSON string.

    A line ends with LF or CRLF. Bytes that are not UTF-8 become lone surrogates, one for each byte.

    Raises:
        ValueError: A line in double quotes is no JSON string.
        OSError: The file can't be read.
    """
    return tuple(_urls(path.read_bytes().decode("utf-8", "surrogateescape")))


def _urls(text: str) -> Iterator[str]:
    for number, line in enumerate(text.removesuffix("\n").split("\n") if text else (), 1):
        url = line.removesuffix("\r")
        if len(url) > 1 and url.startswith('"') and url.endswith('"'):
            try:
                url = json.loads(url)
            except ValueError as error:
                raise ValueError(f"line {number} is no JSON string: {error}") from error
        yield url
