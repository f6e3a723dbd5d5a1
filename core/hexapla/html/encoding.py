"""The encoding of an HTML page: what it declares, and what it is read with."""

import codecs
import io
import re
from typing import BinaryIO

# HTML 2.0 to 4.01 were written when HTTP took text that names no charset for ISO 8859-1 (RFC 2068,
# 3.7.1).
DEFAULT_CHARSET = "iso-8859-1"
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_META = re.compile(rb"<meta[^>]+?charset\s*=\s*[\"']?\s*([^\s\"'/>;]+)", re.IGNORECASE)
HEAD = 4096
"""How many octets of a page are looked at for its charset."""


def charset_of(head: bytes) -> str | None:
    """Return the charset that the beginning of a page declares, by a mark or a META element."""
    for mark, charset in _MARKS:
        if head.startswith(mark):
            return charset
    declaration = _META.search(head[:HEAD])
    return declaration[1].decode("ascii", "replace") if declaration else None


def is_known(charset: str) -> bool:
    """Return whether there is a codec for a charset."""
    try:
        io.TextIOWrapper(io.BytesIO(), charset)
    except (LookupError, ValueError):
        return False
    return True


def is_binary(head: bytes) -> bool:
    """Return whether the beginning of a file is no text: it has NUL, and no mark of a charset."""
    return b"\0" in head[:HEAD] and not head.startswith(tuple(mark for mark, _ in _MARKS))


def guess(page: BinaryIO) -> str:
    """Return the charset for a page that declares none: UTF-8 where all of it is, else the default.

    Args:
        page: A file that can be read twice.
    """
    page.seek(0)
    text = io.TextIOWrapper(page, "utf-8", newline="")
    try:
        while text.read(HEAD * 16):
            pass
    except UnicodeDecodeError:
        return DEFAULT_CHARSET
    finally:
        text.detach()
    return "utf-8"


def text_of_page(page: bytes, charset: str | None = None) -> str:
    """Decode a page by the charset given, else by the one that it declares, else by the default.

    Args:
        page: The octets of the page.
        charset: What is said of its charset elsewhere; it counts where there is a codec for it.
    """
    named = charset or charset_of(page)
    return page.decode(named if named and is_known(named) else DEFAULT_CHARSET, "replace")
