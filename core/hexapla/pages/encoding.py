"""Find the encoding that a page declares, and the codec that decodes the page.

A charset is a label of the Encoding Standard, as in browsers. Names that only Python knows are not
accepted.
"""

import codecs
import re

import webencodings

from hexapla.values.errors import DocumentError

# HTML 2.0 to 4.01 date from a time when HTTP defined text without a charset as ISO 8859-1 (RFC
# 2068, section 3.7.1).
DEFAULT_CHARSET = "iso-8859-1"
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16le"),
    (codecs.BOM_UTF16_BE, "utf-16be"),
)
# The codecs to use instead of an encoding's default codec. The codec for UTF-8 must skip a byte
# order mark. The encoding x-user-defined has no codec in Python; its substitute differs only beyond
# ASCII.
_CODECS = {"utf-8": "utf-8-sig", "x-user-defined": "cp1252"}
_META = re.compile(rb"<meta[^>]+?charset\s*=\s*[\"']?\s*([^\s\"'/>;]+)", re.IGNORECASE)
_XML_DECLARATION = re.compile(rb"<\?xml\s[^>]*?\sencoding\s*=\s*[\"']([^\s\"'>]+)")
_CSS_CHARSET = re.compile(rb'@charset "([^"]{1,90})";')
# An XML document without a byte order mark begins with "<" (XML 1.0, appendix F).
_XML_BEGINNINGS = ((b"<\0", "utf-16le"), (b"\0<", "utf-16be"))
HEAD = 4096
"""The number of bytes at the beginning of a page that are searched for its charset."""


def charset_of(head: bytes) -> str | None:
    """Return the charset that an HTML page declares in a byte order mark or a META element.

    Args:
        head: The beginning of the page.

    Returns:
        The charset, which may be unknown; None if the page declares none.
    """
    return _charset_of_mark(head) or _label_in(_META.search(head[:HEAD]))


def charset_of_xml(head: bytes) -> str | None:
    """Return the charset that an XML document declares in a byte order mark or a declaration.

    A document that begins with "<" in UTF-16 counts as declaring UTF-16.

    Args:
        head: The beginning of the document.

    Returns:
        The charset, which may be unknown; None if the document declares none.
    """
    for beginning, charset in _XML_BEGINNINGS:
        if head.startswith(beginning):
            return charset
    return _charset_of_mark(head) or _label_in(_XML_DECLARATION.match(head[:HEAD]))


def charset_of_css(head: bytes) -> str | None:
    """Return the charset that a style sheet declares in a byte order mark or an @charset rule.

    Args:
        head: The beginning of the style sheet.

    Returns:
        The charset; None if no charset is declared, or if the charset is unknown. An @charset rule
        with an unknown charset is ignored (CSS Syntax, section 3.2).
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
    # A declaration that is readable as ASCII can't be in UTF-16 (HTML, section 13.2.3.2; CSS
    # Syntax, section 3.2).
    return "utf-8" if (codec_of(label) or "").startswith("utf-16") else label


def check_not_binary(content: bytes, charset: str | None, what: str) -> None:
    """Check that a page is text.

    Args:
        content: The bytes of the page.
        charset: The charset that the page or the caller declares; None if neither declares one.
        what: The expected kind of content, such as "an HTML page".

    Raises:
        DocumentError: The beginning of the page contains a NUL, and no charset is declared.
    """
    if charset is None and b"\0" in content[:HEAD]:
        raise DocumentError(
            f"this is a binary file, not {what}; if that is wrong, give its charset with --charset"
        )


def known_codec(charset: str, *, is_given: bool) -> str:
    """Return the name of Python's codec for a charset.

    Args:
        charset: The charset.
        is_given: Whether the caller declared the charset, rather than the page.

    Raises:
        DocumentError: The charset is unknown.
    """
    codec = codec_of(charset)
    if codec is None:
        wrong = f"{charset!r} isn't a known charset"
        if not is_given:
            wrong = f"the page declares an unknown charset, {charset!r}"
        raise DocumentError(f"{wrong}; name another with --charset")
    return codec


def codec_of(charset: str) -> str | None:
    """Return the name of Python's codec for a charset; None if it is unknown or isn't allowed."""
    encoding = webencodings.lookup(charset) if charset.isascii() else None
    if encoding is None or encoding.name == "replacement":
        return None  # for safety, this encoding decodes everything to an error
    return _CODECS.get(encoding.name) or str(encoding.codec_info.name)


def guess(page: bytes) -> str:
    """Guess the charset of a page that declares none.

    The charset is UTF-8 if the page is valid UTF-8, and ISO 8859-1 otherwise.
    """
    try:
        page.decode("utf-8")
    except UnicodeDecodeError:
        return DEFAULT_CHARSET
    return "utf-8"


def text_of_page(page: bytes, charset: str | None = None) -> str:
    """Decode a page with the given charset, its declared charset, or `DEFAULT_CHARSET`.

    The first of these that exists is used; if it is unknown, `DEFAULT_CHARSET` is used. `charset`
    is a charset declared outside the page, such as in a header. Bytes that can't be decoded become
    U+FFFD.
    """
    codec = codec_of(charset or charset_of(page) or DEFAULT_CHARSET)
    return page.decode(codec or codec_of(DEFAULT_CHARSET) or "", "replace")
