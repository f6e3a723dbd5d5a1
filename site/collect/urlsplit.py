"""Answer questions in JSON Lines with the `urlsplit` of any version of CPython since 3.6.

`pyodide_urlsplit.js` runs this file in Pyodide without the main program at the end.
"""

import json
import sys
from contextlib import suppress
from urllib.parse import urlsplit


def parse(url: str) -> "dict[str, object]":
    """Return the components of a URL as the adapter `urllib.parse` does."""
    parts = urlsplit(url)
    user = parts.username
    if user is not None and parts.password is not None:
        user = f"{user}:{parts.password}"
    told: dict[str, object] = {
        "scheme": parts.scheme or None,
        "userinfo": user,
        "host": parts.hostname,
        "path": parts.path,
        "query": parts.query or None,
        "fragment": parts.fragment or None,
    }
    with suppress(ValueError):
        told["port"] = None if parts.port is None else str(parts.port)
    return told


def answer(line: str) -> str:
    """Return the answer to a question; both are lines of JSON."""
    asked = json.loads(line)
    try:
        told = parse(asked["parse"])
    except ValueError as error:
        told = {"error": str(error)}
    return json.dumps({**told, "id": asked["id"]})


def version() -> str:
    """Return the version of Python."""
    return ".".join(map(str, sys.version_info[:3]))


if __name__ == "__main__":
    if sys.argv[-1] == "--version":
        print(version())
    else:
        for question in sys.stdin:
            print(answer(question), flush=True)
