"""A stand-in for the library `ada_url` where Python runs in a browser: the browser's own `URL`."""

import re

from js import URL
from pyodide.ffi import JsException

# What may end a host, or is decoded in it.
_ENDS_HOST = re.compile(r"[\x00-\x20#%/:<>?@\[\\\]^|\x7f]")
# With this behind it, no domain ends in a number.
_TOP = ".x"


def idna_to_ascii(domain: str) -> bytes:
    """Return a domain as Unicode ToASCII maps it, leniently; `b""` is failure."""
    if _ENDS_HOST.search(domain):
        return b""
    try:
        url = URL.new(f"http://{domain}{_TOP}/")
    except JsException:
        return b""
    return str(url.hostname).removesuffix(_TOP).encode()
