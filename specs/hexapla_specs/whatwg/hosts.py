"""URL Standard, 3: what the host parser makes of a host, and why it refuses one."""

import re
from urllib.parse import unquote

from hexapla.documents.citation import Provision
from hexapla.text.escapes import ascii_lower
from hexapla_specs.whatwg.document import cite
from hexapla_specs.whatwg.parsing import SPECIAL_SCHEMES

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
    if scheme not in SPECIAL_SCHEMES:
        return (ENCODES,)
    decoded = unquote(host)
    address = _ENDS_IN_NUMBER.fullmatch(told) is not None
    rewriting = (
        (DECODES, decoded != host),
        (TO_ASCII, not decoded.isascii()),
        (LOWER_CASE, not address and decoded.isascii() and decoded != ascii_lower(decoded)),
        (IPV4, address and decoded.isascii() and decoded != told),
    )
    return tuple(provision for provision, applies in rewriting if applies)


def host_refusal(host: str, scheme: str) -> Provision:
    """Return why the host parser refuses a host.

    Args:
        host: The host as the input has it.
        scheme: The scheme; where it is special, the host is a domain or an address.
    """
    if host.startswith("["):
        return NO_IPV6
    if scheme not in SPECIAL_SCHEMES:
        return FORBIDDEN
    decoded = unquote(host)
    if _FORBIDDEN.search(decoded):
        return FORBIDDEN
    return NO_IPV4 if _ENDS_IN_NUMBER.fullmatch(decoded) else NO_DOMAIN
