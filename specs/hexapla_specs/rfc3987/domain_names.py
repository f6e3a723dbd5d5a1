"""Domain names in IRIs, converted with ToASCII and ToUnicode of RFC 3490 (RFC 3987, 3.1, 3.2.1).

Python's implementations of both operations are used. They allow unassigned code points. They don't
check what the flag UseSTD3ASCIIRules requires, so this module checks it.
"""

import re
from collections.abc import Callable
from encodings import idna
from urllib.parse import unquote

from hexapla.standard.component import recombined
from hexapla.text.escapes import ascii_lower
from hexapla_specs.rfc3986 import STANDARD as URIS
from hexapla_specs.rfc3986.syntax import parse

# Schemes whose specifications use domain names without percent-encoding: the schemes of RFC 1738
# that use an IP-based protocol to a host (3.1), and https (RFC 2818).
DOMAIN_NAME_SCHEMES = frozenset(
    {"ftp", "gopher", "http", "https", "nntp", "prospero", "telnet", "wais"}
)

# RFC 3490, 3.1 requirement 1.
_SEPARATOR = re.compile("[.\u3002\uff0e\uff61]")
# RFC 3490, 4.1 step 3: with UseSTD3ASCIIRules, US-ASCII characters in a label must be letters,
# digits or hyphens, and a hyphen must not be at either end.
_STD3_LABEL = re.compile("[a-z0-9]([a-z0-9-]*[a-z0-9])?", re.IGNORECASE)
_LONGEST_LABEL = 63


def with_ascii_host(iri: str) -> str | None:
    """Convert the domain name of an IRI to US-ASCII; return None if ToASCII rejects the name.

    Percent-encoded characters in the domain name are decoded first (RFC 3986, 3.2.2); the result is
    also None if they aren't UTF-8. An IRI without a domain name, or with a scheme that doesn't use
    domain names, is returned unchanged.
    """
    return _with_host(iri, _with_ascii_labels)


def with_unicode_host(iri: str) -> str:
    """Convert the domain name of an IRI to Unicode; keep the labels that can't be converted."""
    converted = _with_host(iri, _with_unicode_labels)
    assert converted is not None
    return converted


def _with_host(iri: str, convert: Callable[[str], str]) -> str | None:
    _, scheme, iauthority, ipath, iquery, ifragment = parse(iri, URIS.options, None)
    if iauthority is None or ascii_lower(scheme or "") not in DOMAIN_NAME_SCHEMES:
        return iri
    iuserinfo, at_sign, host_and_port = iauthority.rpartition("@")
    ihost, colon, port = host_and_port.partition(":")
    if ihost.startswith("["):
        return iri
    try:
        converted = convert(ihost)
    except UnicodeError:
        return None
    iauthority = iuserinfo + at_sign + converted + colon + port
    return recombined(scheme, iauthority, ipath, iquery, ifragment)


def _with_ascii_labels(name: str) -> str:
    decoded = unquote(name, errors="strict")
    return ".".join(_to_ascii(label) for label in _SEPARATOR.split(decoded))


def _with_unicode_labels(name: str) -> str:
    return ".".join(_to_unicode(label) for label in name.split("."))


def _to_ascii(label: str) -> str:
    """Convert a label with ToASCII; leave an empty label, such as the root's, unchanged.

    Raises:
        UnicodeError: ToASCII rejects the label.
    """
    if not label:
        return label
    prepared = label if label.isascii() else idna.nameprep(label)
    # The length is checked before the conversion, because Punycode takes quadratic time and never
    # shortens a label.
    if len(prepared) > _LONGEST_LABEL:
        raise UnicodeError("the label is too long")
    ascii_characters = re.sub(r"[^\x00-\x7f]+", "a", prepared)
    if not _STD3_LABEL.fullmatch(ascii_characters):
        raise UnicodeError("the label has a character that a host name can't contain")
    return idna.ToASCII(prepared).decode("ascii")


def _to_unicode(label: str) -> str:
    """Convert a label with ToUnicode, which doesn't change labels that it can't convert."""
    if len(label) > _LONGEST_LABEL or not label.isascii():
        return label
    try:
        return idna.ToUnicode(label)
    except UnicodeError:
        return label
