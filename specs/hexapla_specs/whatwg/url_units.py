"""URL Standard, 4.3: URL code points and URL units, of which valid URL strings consist."""

import re

from hexapla.text.escapes import MALFORMED

_ASCII = r"A-Za-z0-9!$&'()*+,\-./:;=?@_~"
_PLANE_0 = "\u00a0-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd"  # no surrogates, no noncharacters
_PLANES = "".join(f"{chr(plane << 16)}-{chr((plane << 16) + 0xFFFD)}" for plane in range(1, 17))

NOT_URL_CODE_POINT = re.compile(f"[^%{_ASCII}{_PLANE_0}{_PLANES}]")
"""Matches a code point that is neither a URL code point nor U+0025 (%)."""

NOT_URL_UNIT = re.compile(f"{NOT_URL_CODE_POINT.pattern}|{MALFORMED.pattern}")
"""Matches a code point that is neither a URL code point nor a "%" before two hex digits."""
