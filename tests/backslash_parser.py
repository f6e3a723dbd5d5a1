"""A program that parses like RFC 3986, except that a backslash ends the host."""

import json
import re
import sys

NAMES = "scheme", "host", "path", "query", "fragment"
URL = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#\\]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?")

if __name__ == "__main__":
    for line in sys.stdin:
        question = json.loads(line)
        match = URL.match(question["parse"])
        components = zip(NAMES, match.groups() if match else (), strict=True)
        print(json.dumps({**dict(components), "id": question["id"]}), flush=True)
