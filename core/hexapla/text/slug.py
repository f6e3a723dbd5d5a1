"""Convert strings to slugs, which can be part of a URL, and to short names."""

import base64
import functools
import hashlib
import re


@functools.lru_cache(maxsize=1024)
def slug(text: str) -> str:
    """Convert a string to lower case, and replace each run of special characters with a hyphen.

    Special characters are all characters other than US-ASCII letters, digits and dots; at the start
    and the end, they are removed. For example, `4 step 6c` becomes `4-step-6c`.
    """
    return re.sub(r"[^a-z0-9.]+", "-", text.lower()).strip("-")


def short_name(*texts: str, length: int = 10) -> str:
    """Return a short name, of letters and digits, that depends only on the given strings."""
    text = "\n".join(texts).encode("utf-8", "surrogatepass")
    return base64.b32encode(hashlib.sha256(text).digest())[:length].decode().lower()
