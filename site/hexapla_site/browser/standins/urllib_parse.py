"""A stand-in for `urllib.parse`, with only the functions for percent-encoding."""

from unread import refuse

_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"
_HEXADECIMAL = "0123456789abcdefABCDEF"
urlsplit = refuse


def quote(text, safe="/", encoding="utf-8", errors="strict"):
    kept = _UNRESERVED + safe
    pieces = []
    for character in text:
        if character in kept:
            pieces.append(character)
        else:
            pieces += ["%%%02X" % octet for octet in _utf_8(character)]
    return "".join(pieces)


def _utf_8(character):
    """Encode a character as UTF-8; a lone surrogate is encoded like any other code point."""
    code = ord(character)
    if 0xD800 <= code <= 0xDFFF:
        return [0xE0 | code >> 12, 0x80 | code >> 6 & 0x3F, 0x80 | code & 0x3F]
    return [*character.encode("utf-8")]


def unquote_to_bytes(octets):
    if isinstance(octets, str):
        octets = octets.encode("utf-8")
    first, *rest = octets.split(b"%")
    pieces = [first]
    for piece in rest:
        digits = piece[:2].decode("latin-1")
        if len(digits) == 2 and all([digit in _HEXADECIMAL for digit in digits]):
            pieces.append(bytes([int(digits, 16)]) + piece[2:])
        else:
            pieces.append(b"%" + piece)
    return b"".join(pieces)


def unquote(text, encoding="utf-8", errors="replace"):
    return unquote_to_bytes(text).decode(encoding, errors)
