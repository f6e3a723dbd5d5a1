"""A stand-in for the library `ada_url`: in a browser, Unicode ToASCII is the browser's own."""

import re

from browser import self as worker

# What may end a host, or is decoded in it.
_ENDS_HOST = re.compile(r"[\x00-\x20#%/:<>?@\[\\\]^|\x7f]")
# With this behind it, no domain ends in a number.
_TOP = ".x"


def idna_to_ascii(domain):
    """Return a domain as Unicode ToASCII maps it, leniently; `b""` is failure."""
    if _ENDS_HOST.search(domain):
        return b""
    host = worker.hexaplaHost(f"http://{domain}{_TOP}/").removesuffix(_TOP)
    # Chromium keeps a space in a host, as %20.
    return b"" if _ENDS_HOST.search(host) else host.encode()
