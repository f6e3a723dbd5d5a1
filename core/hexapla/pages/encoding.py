"""The encoding of a page: what it declares, and what it is read with.

A charset is a label of the Encoding Standard, as in browsers; names that only Python has are none.
"""

import codecs
import re

import webencodings

from hexapla.values.errors import DocumentError

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
_XML_DECLARATION = re.compile(rb"<\?xml\s[^>]*?\sencoding\s*=\s*[\"']([^\s\"'>]+)")
_CSS_CHARSET = re.compile(rb'@charset "([^"]{1,90})";')
# A text of XML without a mark begins with "<" (XML 1.0, appendix F).
_XML_BEGINNINGS = ((b"<\0", "utf-16le"), (b"\0<", "utf-16be"))
HEAD = 4096
"""How many octets of a page are looked at for its charset."""


def charset_of(head: bytes) -> str | None:
    """Return the charset that an HTML page declares, by a mark or a META element.

    Args:
        head: The beginning of the page.

    Returns:
        The charset, which may be unknown; None if none is declared.
    """
    return _charset_of_mark(head) or _label_in(_META.search(head[:HEAD]))


def charset_of_xml(head: bytes) -> str | None:
    """Return the charset that a document of XML declares, by a mark or its XML declaration.

    Args:
        head: The beginning of the document.

    Returns:
        The charset, which may be unknown; None if none is declared.
    """
    for beginning, charset in _XML_BEGINNINGS:
        if head.startswith(beginning):
            return charset
    return _charset_of_mark(head) or _label_in(_XML_DECLARATION.match(head[:HEAD]))


def charset_of_css(head: bytes) -> str | None:
    """Return the charset that a style sheet declares, by a mark or @charset.

    Args:
        head: The beginning of the style sheet.

    Returns:
        The charset; None if none is declared, or the one that is declared is unknown, since such
        an @charset does not count (CSS Syntax, 3.2).
    """
    label = _charset_of_mark(head) or _label_in(_CSS_CHARSET.match(head))
    if label is None or codec_of(label) is None:
        return None
    return label


def _charset_of_mark(head: bytes) -> str | None:
    for mark, charset in _MARKS:
        if head.startswith(mark):
            return charset
    return None


def _label_in(declaration: re.Match[bytes] | None) -> str | None:
    if declaration is None:
        return None
    label = declaration[1].decode("ascii", "replace")
    # Who can read a declaration in ASCII reads no UTF-16 (HTML, 13.2.3.2; CSS Syntax, 3.2).
    return "utf-8" if (codec_of(label) or "").startswith("utf-16") else label


def check_not_binary(content: bytes, charset: str | None, what: str) -> None:
    """Check that a page is text.

    Args:
        content: The bytes of the page.
        charset: The charset that the page or the caller names; None for none.
        what: What it should be, such as "an HTML page".

    Raises:
        DocumentError: There is a NUL at its beginning, and nobody names a charset.
    """
    if charset is None and b"\0" in content[:HEAD]:
        raise DocumentError(
            f"this is a binary file, not {what}; if that is wrong, name the --charset"
        )


def known_codec(charset: str, *, is_given: bool) -> str:
    """Return the name of Python's codec for a charset.

    Args:
        charset: The charset.
        is_given: Whether the caller named it, and not the page.

    Raises:
        DocumentError: The charset is unknown.
    """
    codec = codec_of(charset)
    if codec is None:
        whose = "" if is_given else "the page says that it is in a charset unknown here: "
        raise DocumentError(
            f"{whose}{charset!r} isn't a known charset; name another with --charset"
        )
    return codec


def codec_of(charset: str) -> str | None:
    """Return the name of Python's codec for a charset; None if the charset is unknown."""
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
