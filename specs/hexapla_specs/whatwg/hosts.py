"""URL Standard, 3: what the host parser makes of a host, and what it refuses."""

import functools
import re
from collections.abc import Callable
from importlib import import_module
from typing import Any
from urllib.parse import unquote_to_bytes

from hexapla.standard.phases import NoUri
from hexapla.standard.rule import Phase, Rule
from hexapla.text.escapes import ESCAPE, ascii_lower
from hexapla_specs.whatwg import addresses, components
from hexapla_specs.whatwg.components import Components, Kind, refuses, refusing, rewrites, rule
from hexapla_specs.whatwg.substeps import Substep, Substeps

# 3.3 IDNA: domains of other characters than US-ASCII, mapped by the library Ada.


@functools.cache
def _to_ascii() -> Any:
    return import_module("ada_url").idna_to_ascii


def domain_to_ascii(domain: str) -> str:
    """Return a domain as Unicode ToASCII maps it, leniently; "" is failure, as is no domain."""
    # The library reads no further than a NUL, which is a forbidden domain code point (3.2), and no
    # lone surrogate; U+003F (?) is one, too.
    scalar_values = domain.encode("utf-8", "replace").decode()
    return "" if "\0" in domain else str(_to_ascii()(scalar_values), "ascii")


# 4.4, authority state and host state: hosts that are not there.

NO_HOST_BEHIND = refuses(
    "authority state 2.1", 'an "@" without a host behind it', "host-missing", "no-host-behind"
)
NO_HOST_BEFORE = refuses(
    "host state 2.1", "a port without a host", "host-missing", "no-host-before-port"
)
NO_HOST = refuses("host state 3.1", "a special URL without a host", "host-missing")

# 3.5 Host parsing: addresses in square brackets.

NOT_CLOSED = refuses("3.5 step 1.1", 'a host with "[" but without "]"', "IPv6-unclosed")
_IPV6_FAILURES = {
    "IPv6-invalid-compression": "5.1",
    "IPv6-too-many-pieces": "6.1",
    "IPv6-multiple-compression": "6.2.1",
    "IPv6-invalid-code-point": "6.6, 6.7",
    "IPv6-too-few-pieces": "8",
    "IPv4-in-IPv6-invalid-code-point": "6.5",
    "IPv4-in-IPv6-too-many-pieces": "6.5.3",
    "IPv4-in-IPv6-out-of-range-part": "6.5.5.4.5",
    "IPv4-in-IPv6-too-few-parts": "6.5.6",
}
IPV6_REFUSALS = tuple(
    refuses(f"3.5, IPv6 parser {step}", "an address in square brackets", name)
    for name, step in _IPV6_FAILURES.items()
)
SHORTENS_IPV6 = rewrites("3.6", "an IPv6 address", "is written in its shortest form")


def _shortened(host: str) -> str:
    pieces, *_ = addresses.parse_ipv6(host[1:-1])
    assert pieces is not None
    return f"[{addresses.serialise_ipv6(pieces)}]"


def _is_ipv6_error(name: str) -> Callable[[str], bool]:
    return lambda host: addresses.parse_ipv6(host[1:-1])[1] == name


IS_CLOSED = refusing(NOT_CLOSED, lambda host: not host.endswith("]"))
_IPV6_STEPS = (
    IS_CLOSED,
    *map(refusing, IPV6_REFUSALS, map(_is_ipv6_error, _IPV6_FAILURES)),
    Substep(SHORTENS_IPV6, _shortened, lambda host: host != _shortened(host)),
)

# 3.3 IDNA, 3.5 Host parsing: domains and IPv4 addresses.

DECODES_HOST = rewrites("3.5 step 5", "the host of a special URL", "is percent-decoded")
LOWERS_HOST = rewrites(
    "3.3 step 5", "a capital letter of the host", "becomes a small one", "lowers-host"
)
MAPS_TO_ASCII = rewrites("3.3 step 6.1", "the domain", "is mapped to ASCII", "maps-domain")
NOT_MAPPED = refuses(
    "3.3 step 6.2", "a domain that Unicode ToASCII does not map", "domain-to-ASCII"
)
MAPPED_TO_NOTHING = refuses(
    "3.3 step 7", "a domain that Unicode ToASCII maps to nothing", "domain-to-ASCII", "empty-domain"
)
FORBIDDEN = refuses(
    "3.3 step 8",
    "a domain with a forbidden domain code point",
    "domain-to-ASCII",
    "forbidden-domain-code-point",
)
IPV4 = rule(
    Phase.NORMALISE, "address", "3.5 step 8", "a host that ends in a number", "is an IPv4 address"
)
_IPV4_FAILURES = {
    "IPv4-too-many-parts": "4",
    "IPv4-non-numeric-part": "6.2",
    "IPv4-out-of-range-part": "8, 9",
}
IPV4_REFUSALS = tuple(
    refuses(f"3.5, IPv4 parser {step}", "a host that ends in a number", name)
    for name, step in _IPV4_FAILURES.items()
)
LOCALHOST = rewrites("file host state 1.3.3", '"localhost"', "is no host in a file URL")

_FORBIDDEN_HOST = r"\x00\t\n\r #/:<>?@\[\\\]^|"
_FORBIDDEN = re.compile(rf"[\x00-\x1f%\x7f{_FORBIDDEN_HOST}]")
_PLAIN = re.compile(r"(?:[a-z0-9_-]+\.)*[a-z_-][a-z0-9_-]*")


def decoded(host: str) -> str:
    """3.5, host parser, step 5: return the domain that a host stands for."""
    return unquote_to_bytes(host.encode("utf-8", "surrogatepass")).decode("utf-8", "replace")


def is_mapped_to_nothing(host: str) -> bool:
    """Say whether all code points are ignored; the library gives "" for failure, too."""
    return not host.isascii() and domain_to_ascii(f"a{host}") == "a"


def _is_ipv4_error(name: str) -> Callable[[str], bool]:
    return lambda host: addresses.ends_in_number(host) and addresses.parse_ipv4(host)[1] == name


def _as_ipv4(host: str) -> str:
    address, *_ = addresses.parse_ipv4(host)
    return host if address is None else addresses.serialise_ipv4(address)


_DOMAIN_PARSER = (
    Substep(LOWERS_HOST, ascii_lower, lambda host: host.isascii() and ascii_lower(host) != host),
    refusing(MAPPED_TO_NOTHING, is_mapped_to_nothing),
    refusing(NOT_MAPPED, lambda host: not host.isascii() and not domain_to_ascii(host)),
    Substep(MAPS_TO_ASCII, domain_to_ascii, lambda host: not host.isascii()),
    refusing(FORBIDDEN, lambda host: _FORBIDDEN.search(host) is not None),
)
_DOMAIN_STEPS = (
    Substep(DECODES_HOST, decoded, lambda host: ESCAPE.search(host) is not None),
    *_DOMAIN_PARSER,
    *map(refusing, IPV4_REFUSALS, map(_is_ipv4_error, _IPV4_FAILURES)),
    Substep(IPV4, _as_ipv4, lambda host: addresses.ends_in_number(host) and _as_ipv4(host) != host),
)


def parse_domain(domain: str) -> str | None:
    """The domain parser with beStrict false (3.3); None is failure."""
    result = Substeps(0, _DOMAIN_PARSER, bool).rewritten((domain,), {})
    return None if isinstance(result, NoUri) else result[0] or None


_LOCALHOST = Substep(LOCALHOST, lambda _: "", lambda host: host == "localhost")

# 3.5 Host parsing: opaque hosts.

FORBIDDEN_OPAQUE = refuses(
    "3.5, opaque-host parser 1",
    "an opaque host with a forbidden host code point",
    "host-invalid-code-point",
)
ENCODES_HOST = rewrites(
    "3.5, opaque-host parser 4", "an opaque host", "is percent-encoded", "encodes-host"
)
is_forbidden_opaque = re.compile(f"[{_FORBIDDEN_HOST}]").search
_OPAQUE_HOST_STEPS = (
    refusing(FORBIDDEN_OPAQUE, lambda host: is_forbidden_opaque(host) is not None),
    components.encoding(ENCODES_HOST, components.C0_CONTROL)[1],
)


def _host(steps: tuple[Substep, ...]) -> Substeps:
    return Substeps(
        components.HOST, steps, lambda host: bool(host) and _PLAIN.fullmatch(host) is None
    )


_HOSTS = {
    Kind.SPECIAL: _host(_DOMAIN_STEPS),
    Kind.FILE: Substeps(components.HOST, (*_DOMAIN_STEPS, _LOCALHOST), bool),
    Kind.OTHER: _host(_OPAQUE_HOST_STEPS),
}
_BRACKETED_HOST = _host(_IPV6_STEPS)


_NO_HOST_BEHIND, _NO_HOST_BEFORE, _NO_HOST = (
    Substeps(components.HOST, (refusing(rule),), lambda _: True)
    for rule in (NO_HOST_BEHIND, NO_HOST_BEFORE, NO_HOST)
)


def host_steps(url: Components, kind: Kind) -> Substeps:
    """Return the steps of authority state, host state or file host state, and the host parser."""
    _, username, _, host, port, _, _, _ = url
    if host == "" and kind is not Kind.FILE:
        if port is not None:
            return _NO_HOST_BEFORE
        if username is not None:
            return _NO_HOST_BEHIND
        if kind is Kind.SPECIAL:
            return _NO_HOST
    return _BRACKETED_HOST if host is not None and host.startswith("[") else _HOSTS[kind]


# The steps of before changes of the results.

# 3.3 IDNA. The library has today's tables, and looks for right-to-left text at every date.

_SHORTEST = re.compile(r"(?<![^.])[xX][nN]--(?:([\x00-\x2d\x2f-\x7f]*)-)?(?=\.|\Z)")
_DEVIATIONS = str.maketrans({"ß": "ss", "ς": "σ", "\u200c": "", "\u200d": ""})
_BAD_HYPHENS = re.compile(r"(?<![^.])(?:-|(?!xn--)..--|[^.]*-(?=\.|\Z))", re.DOTALL)


def _is_unmapped(host: str) -> bool:
    """Say whether ToASCII fails; of a domain of US-ASCII, too, each label is looked at."""
    if "xn--" in host:
        return not domain_to_ascii(f"é.{host}")
    return not host.isascii() and not domain_to_ascii(host)


def _decoded_labels(host: str) -> str:
    """Return a host with its labels in Punycode that stand for US-ASCII decoded."""
    return _SHORTEST.sub(lambda match: ascii_lower(match[1] or ""), host)


REFUSE_UNMAPPED = refusing(NOT_MAPPED, _is_unmapped)
DECODE_ASCII = Substep(MAPS_TO_ASCII, _decoded_labels, lambda host: _decoded_labels(host) != host)
REFUSE_EMPTY = refusing(MAPPED_TO_NOTHING, lambda host: host != "" and not _decoded_labels(host))
MAP_TO_NOTHING = Substep(MAPS_TO_ASCII, lambda _: "", is_mapped_to_nothing)
MAP_DEVIATIONS = Substep(
    MAPS_TO_ASCII,
    lambda host: ascii_lower(host.translate(_DEVIATIONS)),
    lambda host: not host.isascii(),
)
REFUSE_HYPHENS = refusing(NOT_MAPPED, lambda host: _BAD_HYPHENS.search(host) is not None)

# 3.5 Host parsing.

_AFTER_IPV4 = re.compile(r"(?<![0-9])((?:[0-9]++\.){3}[0-9]++)[^0-9]\]\Z", re.DOTALL)
_LATE_HEXADECIMAL = re.compile(r"(?<![^.])0[xX](?=0[0-9A-Fa-f])")


def forbids(characters: str, *before: Substep) -> dict[Rule, tuple[Substep, ...]]:
    """Return the steps that refuse a host with one of some characters; in a domain, "%" too.

    Args:
        characters: What stands in the brackets of a regular expression.
        before: What refuses a domain before that.
    """

    def refuse(rule: Rule, characters: str) -> Substep:
        search = re.compile(f"[{characters}]").search
        return refusing(rule, lambda host: search(host) is not None)

    return {
        FORBIDDEN: (*before, refuse(FORBIDDEN, f"%{characters}")),
        FORBIDDEN_OPAQUE: (refuse(FORBIDDEN_OPAQUE, characters),),
    }


def _as_octal_shorthand(host: str) -> str:
    """Return an address whose hexadecimal numbers are read as octal ones behind "0x0"."""
    read = _LATE_HEXADECIMAL.sub("", host)
    return _as_ipv4(read) if _is_number(read) else host


def _is_number(host: str) -> bool:
    return addresses.ends_in_number(host) and addresses.parse_ipv4(host)[0] is not None


SHORTHAND = Substep(IPV4, _as_ipv4, _is_number)
OCTAL_SHORTHAND = Substep(IPV4, _as_octal_shorthand, _is_number)
IGNORE_LAST = Substep(
    SHORTENS_IPV6,
    lambda host: _AFTER_IPV4.sub(r"\1]", host),
    lambda host: _AFTER_IPV4.search(host) is not None,
)
