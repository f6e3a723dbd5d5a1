"""Short names that depend on some texts alone, and may stand in an address."""

import base64
import hashlib

_LENGTH = 10


def short_name(*texts: str, length: int = _LENGTH) -> str:
    """Return a name made of letters and digits, the same in every run for the same texts."""
    text = "\n".join(texts).encode("utf-8", "surrogatepass")
    return base64.b32encode(hashlib.sha256(text).digest())[:length].decode().lower()
