"""CPython: `urllib.parse.urljoin` and `urllib.parse.urlsplit`."""

import platform
from contextlib import suppress
from urllib.parse import urljoin, urlsplit

from hexapla.implementations.serving import serve


def parse(url: str) -> dict[str, object]:
    """Split, and read the authority's parts as they are given, but for the host, in lower case."""
    parts = urlsplit(url)
    password = "" if parts.password is None else f":{parts.password}"
    told: dict[str, object] = {
        "scheme": parts.scheme or None,
        "userinfo": None if parts.username is None else parts.username + password,
        "host": parts.hostname,
        "path": parts.path,
        "query": parts.query or None,
        "fragment": parts.fragment or None,
    }
    with suppress(ValueError):
        told["port"] = parts.port
    return told


if __name__ == "__main__":
    serve(platform.python_version(), urljoin, parse)
