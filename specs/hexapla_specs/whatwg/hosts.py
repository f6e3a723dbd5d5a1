"""URL Standard, 3: what the host parser makes of a host, and why it refuses one."""

import re
from urllib.parse import unquote

from hexapla.documents.citation import Provision
from hexapla.text.escapes import ascii_lower
from hexapla_specs.whatwg.document import cite

# 3.2 Host miscellaneous, 3.3 IDNA, 3.5 Host parsing, 3.6 Host serializing.

_PARSING = cite("3.5", "Host parsing")
DECODES = Provision(_PARSING, "percent-decodes the host")
IPV4 = Provision(_PARSING, "reads a host whose last part is a number as an IPv4 address")
LOWER_CASE = Provision(cite("3.3", "IDNA"), "puts a domain into lower case")
TO_ASCII = Provision(cite("3.3", "IDNA"), "maps a domain to US-ASCII by UTS #46")
IPV6 = Provision(cite("3.6", "Host serializing"), "writes an IPv6 address in its shortest form")
ENCODES = Provision(_PARSING, "percent-encodes the host of a scheme that is not special")
LOCALHOST = Provision(
    cite("4.4, file host state", "URL parsing"), "has an empty host for localhost in a file URL"
)

NO_IPV6 = Provision(_PARSING, "refuses square brackets without an IPv6 address in them")
NO_IPV4 = Provision(
    _PARSING, "refuses a host whose last part is a number, and which is no IPv4 address"
)
FORBIDDEN = Provision(
    cite("3.2", "Host miscellaneous"), "refuses a host with a forbidden code point"
)
NO_DOMAIN = Provision(cite("3.3", "IDNA"), "refuses a host that UTS #46 does not map to a domain")

_ENDS_IN_NUMBER = re.compile(r"(?:.*\.)?(?:[0-9]+|0[xX][0-9A-Fa-f]*)\.?", re.DOTALL)
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f#%/:<>?@\[\\\]^|]")
_FORBIDDEN_OPAQUE = re.compile(r"[\x00\t\n\r #/:<>?@\[\\\]^|]")


def host_rewriting(host: str, told: str, scheme: str) -> tuple[Provision, ...]:
    """Return by what a host became the one of the URL record; nothing where it stayed.

    Args:
        host: The host as the input has it.
        told: The host of the URL record, serialised.
        scheme: The scheme of the URL record.
    """
    if host == told:
        return ()
    if host.startswith("["):
        return (IPV6,)
    if scheme == "file" and not told:
        return (LOCALHOST,)
    if scheme not in ("ftp", "file", "http", "https", "ws", "wss"):
        return (ENCODES,)
    decoded = unquote(host)
    decodes = (DECODES,) if decoded != host else ()
    if not decoded.isascii():
        decodes += (TO_ASCII,)
    elif decoded != ascii_lower(decoded) and not _ENDS_IN_NUMBER.fullmatch(decoded):
        decodes += (LOWER_CASE,)
    return (*decodes, IPV4) if _is_other_ipv4(decoded, told) else decodes


def _is_other_ipv4(host: str, told: str) -> bool:
    """Say whether a host became an IPv4 address that it was not written as."""
    return bool(_ENDS_IN_NUMBER.fullmatch(told)) and host != told


def host_refusal(host: str, *, special: bool) -> Provision:
    """Return why the host parser refuses a host.

    Args:
        host: The host as the input has it.
        special: Whether the scheme is special, and the host a domain or an address.
    """
    if host.startswith("["):
        return NO_IPV6
    if not special:
        return FORBIDDEN
    decoded = unquote(host)
    if _FORBIDDEN.search(decoded):
        return FORBIDDEN
    return NO_IPV4 if _ENDS_IN_NUMBER.fullmatch(decoded) else NO_DOMAIN
