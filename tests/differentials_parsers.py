"""Parsers to compare: Python's own, and made-up ones with a known mistake."""

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

import hexapla
from hexapla.implementations.asking import Parse
from hexapla.implementations.programs import StandardParser

Told = Mapping[str, str | None]


def of_python(url: str) -> Told:
    parts = urlsplit(url)
    return {"scheme": parts.scheme, "host": parts.hostname, "path": parts.path}


def of_a_regular_expression(url: str) -> Told:
    """Take the text from the last "@" of the whole URL to the next delimiter as the host."""
    match = re.match(r"(?:([^:/?#]+):)?(?://)?(?:.*@)?([^:/?#\\]*)", url, re.DOTALL)
    assert match
    return {"scheme": match[1], "host": match[2]}


def with_slashes(url: str) -> Told:
    """Read a backslash as a slash, like browsers, and reject an authority without a host."""
    told = of_python(url.replace("\\", "/"))
    if not told["host"]:
        raise ValueError("no host")
    return told


COLUMNS: Mapping[str, Parse] = {
    selector: StandardParser(hexapla.spec(selector))
    for selector in ("rfc1738", "rfc2396", "rfc3986", "whatwg")
}
