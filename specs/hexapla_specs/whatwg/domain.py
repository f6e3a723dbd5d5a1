"""URL Standard, 3.3 IDNA and 3.4 Host writing: what a valid domain is.

What the strict parameters refuse besides is in UTS #46, 4.1 and 4.2; they disallow the empty root
label, too.
"""

import re

from hexapla.values.kept import kept
from hexapla_specs.whatwg.addresses import ends_in_number
from hexapla_specs.whatwg.hosts import parse_domain

# CheckHyphens, UseSTD3ASCIIRules, VerifyDnsLength.
_STRICT_LABEL = re.compile(r"(?!-)(?!..--)[^\x00-,./:-`{-\x7f]+(?<!-)")
_LONGEST_LABEL = 63
_LONGEST_DOMAIN = 253


def parse_domain_strictly(domain: str) -> str | None:
    """Return the result of the domain parser with beStrict true (3.3); None is failure."""
    result = parse_domain(domain)
    if result is None or len(result) > _LONGEST_DOMAIN:
        return None
    if max(map(len, result.split("."))) > _LONGEST_LABEL:
        return None
    labels = [_to_unicode(label) for label in result.split(".")]
    if not all(map(_STRICT_LABEL.fullmatch, labels)):
        return None
    return result if parse_domain(".".join(labels)) == result else None


@kept(1024)
def is_valid_domain(text: str) -> bool:
    """Return whether a text is a valid domain string (3.4)."""
    domain = parse_domain_strictly(text)
    return domain is not None and not ends_in_number(domain)


def _to_unicode(label: str) -> str:
    """Return what a label in Punycode stands for, "" for nothing; another label as it is."""
    if not label.startswith("xn--"):
        return label
    try:
        return label[4:].encode().decode("punycode")
    except UnicodeError:
        return ""
