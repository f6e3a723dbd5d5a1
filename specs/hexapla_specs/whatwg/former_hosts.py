"""The URL Standard as it was: steps of host parsing that changes of its results replaced."""

import re

from hexapla.standard.phases import Substep
from hexapla.standard.rule import Rule
from hexapla.text.escapes import ascii_lower
from hexapla_specs.whatwg import hosts
from hexapla_specs.whatwg.addresses import ends_in_number, parse_ipv4, serialise_ipv4
from hexapla_specs.whatwg.idna import domain_to_ascii
from hexapla_specs.whatwg.rewriting import refusing
from hexapla_specs.whatwg.url_parser import Steps

# 3.3 IDNA. The library has today's tables, and looks for right-to-left text at every date.

_SHORTEST = re.compile(r"(?<![^.])[xX][nN]--(?:([\x00-\x2d\x2f-\x7f]*)-)?(?=\.|\Z)")
_DEVIATIONS = str.maketrans({"ß": "ss", "ς": "σ", "\u200c": "", "\u200d": ""})
_BAD_HYPHENS = re.compile(r"(?<![^.])(?:-|(?!xn--)..--|[^.]*-(?=\.|\Z))", re.DOTALL)


def _is_unmapped(host: str) -> bool:
    """Say whether ToASCII fails; of a domain of US-ASCII, too, each label is looked at."""
    if "xn--" in host:
        return not domain_to_ascii(f"é.{host}")
    return not host.isascii() and not domain_to_ascii(host)


def _decoded(host: str) -> str:
    """Return a host with its labels in Punycode that stand for US-ASCII decoded."""
    return _SHORTEST.sub(lambda match: ascii_lower(match[1] or ""), host)


REFUSE_UNMAPPED = refusing(hosts.NOT_MAPPED, _is_unmapped)
DECODE_ASCII = Substep(hosts.MAPS_TO_ASCII, _decoded, lambda host: _decoded(host) != host)
REFUSE_EMPTY = refusing(hosts.MAPPED_TO_NOTHING, lambda host: host != "" and not _decoded(host))
MAP_TO_NOTHING = Substep(hosts.MAPS_TO_ASCII, lambda _: "", hosts.is_mapped_to_nothing)
MAP_DEVIATIONS = Substep(
    *(hosts.MAPS_TO_ASCII, lambda host: ascii_lower(host.translate(_DEVIATIONS))),
    lambda host: not host.isascii(),
)
REFUSE_HYPHENS = refusing(hosts.NOT_MAPPED, lambda host: _BAD_HYPHENS.search(host) is not None)

# 3.5 Host parsing.

_AFTER_IPV4 = re.compile(r"(?<![0-9])((?:[0-9]++\.){3}[0-9]++)[^0-9]\]\Z", re.DOTALL)
_LATE_HEXADECIMAL = re.compile(r"(?<![^.])0[xX](?=0[0-9A-Fa-f])")


def forbids(characters: str, *before: Substep) -> dict[Rule, Steps]:
    """Return the steps that refuse a host with one of some characters; in a domain, "%" too.

    Args:
        characters: What stands in the brackets of a regular expression.
        before: What refuses a domain before that.
    """

    def refuse(rule: Rule, characters: str) -> Substep:
        search = re.compile(f"[{characters}]").search
        return refusing(rule, lambda host: search(host) is not None)

    return {
        hosts.FORBIDDEN: (*before, refuse(hosts.FORBIDDEN, f"%{characters}")),
        hosts.FORBIDDEN_OPAQUE: (refuse(hosts.FORBIDDEN_OPAQUE, characters),),
    }


def _as_shorthand(host: str) -> str:
    address, *_ = parse_ipv4(host)
    return host if address is None else serialise_ipv4(address)


def _as_octal_shorthand(host: str) -> str:
    """Return an address whose hexadecimal numbers are read as octal ones behind "0x0"."""
    read = _LATE_HEXADECIMAL.sub("", host)
    return _as_shorthand(read) if _is_number(read) else host


def _is_number(host: str) -> bool:
    return ends_in_number(host) and parse_ipv4(host)[0] is not None


SHORTHAND = Substep(hosts.IPV4, _as_shorthand, _is_number)
OCTAL_SHORTHAND = Substep(hosts.IPV4, _as_octal_shorthand, _is_number)
IGNORE_LAST = Substep(
    *(hosts.SHORTENS_IPV6, lambda host: _AFTER_IPV4.sub(r"\1]", host)),
    lambda host: _AFTER_IPV4.search(host) is not None,
)
