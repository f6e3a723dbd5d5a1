"""The encoding of an HTML page: what it declares, and what it is read with.

A charset is a label of the Encoding Standard, as in browsers; names that only Python has are none.
"""

import codecs
import re

import webencodings

# HTML 2.0 to 4.01 were written when HTTP took text that names no charset for ISO 8859-1 (RFC 2068,
# 3.7.1).
DEFAULT_CHARSET = "iso-8859-1"
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
# Python's codec where it is not the one that the encoding has there: a mark is no text, and of an
# encoding without a codec only the octets beyond ASCII are other characters.
_CODECS = {"utf-8": "utf-8-sig", "x-user-defined": "cp1252"}
_META = re.compile(rb"<meta[^>]+?charset\s*=\s*[\"']?\s*([^\s\"'/>;]+)", re.IGNORECASE)
HEAD = 4096
"""How many octets of a page are looked at for its charset."""


def charset_of(head: bytes) -> str | None:
    """Return the charset that the beginning of a page declares, by a mark or a META element.

    The charset may be unknown.
    """
    for mark, charset in _MARKS:
        if head.startswith(mark):
            return charset
    declaration = _META.search(head[:HEAD])
    if declaration is None:
        return None
    label = declaration[1].decode("ascii", "replace")
    # Who can read an element in ASCII reads no UTF-16 (HTML, 13.2.3.2).
    return "utf-8" if (codec_of(label) or "").startswith("utf-16") else label


def codec_of(charset: str) -> str | None:
    """Return the name of Python's codec for a charset; None where the charset is unknown."""
    encoding = webencodings.lookup(charset) if charset.isascii() else None
    if encoding is None or encoding.name == "replacement":
        return None  # what decodes to nothing but an error, for safety
    return _CODECS.get(encoding.name) or str(encoding.codec_info.name)


def guess(page: bytes) -> str:
    """Return the charset for a page that declares none: UTF-8 where it is that, or the default."""
    try:
        page.decode("utf-8")
    except UnicodeDecodeError:
        return DEFAULT_CHARSET
    return "utf-8"


def text_of_page(page: bytes, charset: str | None = None) -> str:
    """Decode a page by the charset given, else by the one that it declares, else by the default.

    The charset given is what is said elsewhere; it counts where it is known.
    """
    codec = codec_of(charset or charset_of(page) or DEFAULT_CHARSET)
    return page.decode(codec or codec_of(DEFAULT_CHARSET) or "", "replace")
