"""A stand-in for the library `ada_url`: it uses the browser's own Unicode ToASCII."""

import re

from browser import self as worker

# Characters that may end a host, or that are decoded in a host.
_ENDS_HOST = re.compile(r"[\x00-\x20#%/:<>?@\[\\\]^|\x7f]")
# With this appended, no domain ends in a number.
_TOP = ".x"


def idna_to_ascii(domain):
    """Return the result of lenient Unicode ToASCII for a domain; `b""` is failure."""
    if _ENDS_HOST.search(domain):
        return b""
    host = worker.hexaplaHost(f"http://{domain}{_TOP}/").removesuffix(_TOP)
    # Chromium keeps a space in a host, as %20.
    return b"" if _ENDS_HOST.search(host) else host.encode()
