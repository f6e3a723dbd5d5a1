"""A stand-in for the library `ada_url`, which uses the browser's own Unicode ToASCII."""

import re

from browser import self as worker

# Characters that can end a host, or that are decoded in a host.
_ENDS_HOST = re.compile(r"[\x00-\x20#%/:<>?@\[\\\]^|\x7f]")
# A suffix that keeps any domain from ending in a number.
_TOP = ".x"


def idna_to_ascii(domain):
    """Apply lenient Unicode ToASCII to a domain; return `b""` on failure."""
    if _ENDS_HOST.search(domain):
        return b""
    host = worker.hexaplaHost(f"http://{domain}{_TOP}/").removesuffix(_TOP)
    # Chromium keeps a space in a host, written as %20.
    return b"" if _ENDS_HOST.search(host) else host.encode()
