"""URL Standard, 4.3 URL writing and 3.4 Host writing: the syntax of valid URL strings.

The syntax of a relative-URL string depends on the base. If the base is unknown, a string is valid
if it would be valid with some kind of base.
"""

import functools
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import attrs

from hexapla.grammar import Grammar
from hexapla.grammar.validity import Expected, Validity
from hexapla.standard.syntax import Syntax, roles
from hexapla.text.escapes import ascii_lower
from hexapla_specs.whatwg.components import Kind, kind_of
from hexapla_specs.whatwg.hosts import is_valid_domain, parse_domain
from hexapla_specs.whatwg.ipv4 import AddressFailure, ends_in_a_number, parse_ipv4
from hexapla_specs.whatwg.states import UrlParser

_GRAMMAR = Grammar(Path(__file__).with_name("grammar.abnf"))
_DOMAIN = re.compile(r"(?:(?:ftp|file|https?|wss?):)?//([^/?#:\[]+)", re.IGNORECASE | re.ASCII)
_AUTHORITY = re.compile(r"((?:ftp|file|https?|wss?):)?//([^/?#\\]+)", re.IGNORECASE | re.ASCII)
_NO_DOMAIN = Expected(("valid-domain-string",), "", end=False)


def _refuse_domain(text: str) -> tuple[int, Expected] | None:
    """3.4: locate a host that is neither a valid domain nor a valid IPv4-address string.

    No grammar can express this condition.

    Args:
        text: A string that the grammar derives. The host of a relative string counts as a domain.
    """
    match = _DOMAIN.match(text)
    if match is None or is_valid_domain(match[1]):
        return None
    if _GRAMMAR.matches("valid-IPv4-address-string", match[1]):
        return None
    return match.start(1), _NO_DOMAIN


def _refuse_absolute(text: str) -> tuple[int, Expected] | None:
    """3.4: like `_refuse_domain`, but the host of a relative string is opaque."""
    return None if text.startswith("//") else _refuse_domain(text)


_DECIMAL = "a decimal number without leading zeros, since the host ends in a number"

# For each error of the IPv4 parser, what a valid IPv4-address string (3.4) must have there.
_EXPECTED_IN_IPV4: Mapping[str, str] = {
    "IPv4-empty-part": "the end of the host, since it ends in a number",
    "IPv4-too-few-parts": "four numbers, since the host ends in a number",
    "IPv4-too-many-parts": "only four numbers, since the host ends in a number",
    "IPv4-non-numeric-part": _DECIMAL,
    "IPv4-non-decimal-part": _DECIMAL,
    "IPv4-out-of-range-part": "a number from 0 to 255",
}


def _locate_in_ipv4(text: str, validity: Validity, *, of_file: bool = False) -> Validity:
    """3.4: locate the error in a host that ends in a number, which must be an IPv4 address.

    The grammar can detect the error only at the end of the host, because more characters could turn
    the host into a valid domain. Validities of other strings are returned unchanged.

    Args:
        text: The string.
        validity: The validity according to the grammar.
        of_file: Whether a relative string is relative to a file URL.
    """
    span = _span_of_host(text, of_file=of_file)
    if span is None or validity.offset not in span:
        return validity
    start, stop = span
    host = text[start:stop]
    domain = parse_domain(host)
    if domain is None or not ends_in_a_number(domain):
        return validity
    faults: list[AddressFailure] = []
    address = parse_ipv4(domain, lambda *error: faults.append(AddressFailure(*error)))
    if isinstance(address, AddressFailure):
        faults.append(address)
    if not faults or domain != ascii_lower(host):
        digits = _expected("four decimal numbers in US-ASCII")
        return attrs.evolve(
            validity, offset=start, ends_too_early=False, expected=digits, length=len(host)
        )
    first = min(faults, key=lambda fault: fault.offset)
    offset = start + first.offset
    following = host[first.offset :].partition(".")[0]
    return attrs.evolve(
        validity,
        offset=offset,
        ends_too_early=offset == len(text),
        expected=_expected(_EXPECTED_IN_IPV4[first.name]),
        length=max(len(following), 1),
        error=first.name,
    )


def _span_of_host(text: str, *, of_file: bool) -> tuple[int, int] | None:
    """Return the span of the host of a special URL; None if no host follows the slashes directly.

    The host ends where the parser ends it (4.4, host state and file host state). Only the host of a
    file URL may contain a colon, because it has no port.
    """
    match = _AUTHORITY.match(text)
    if match is None:
        return None
    scheme, authority = match.groups()
    if scheme is not None:
        of_file = ascii_lower(scheme) == "file:"
    if of_file:
        return match.span(2)
    host, _, _ = authority.partition(":")
    if "@" in authority or "[" in host:
        return None
    return match.start(2), match.start(2) + len(host)


def _expected(words: str) -> Expected:
    """Return an expectation that only words describe, because no character class does."""
    return Expected(classes=(), characters="", end=False, words=words)


def _locate_absolute(text: str, validity: Validity) -> Validity:
    """3.4: like `_locate_in_ipv4`, but the host of a relative string is opaque."""
    return validity if text.startswith("//") else _locate_in_ipv4(text, validity)


SYNTAX = Syntax(
    _GRAMMAR,
    roles=roles(
        "reference=valid-URL-string, absolute=absolute-URL-with-fragment-string, "
        "relative=relative-URL-with-fragment-string, scheme=URL-scheme-string, "
        "host=valid-host-string, port=URL-port-string, segment=URL-path-segment-string, "
        "query=URL-query-string, fragment=URL-fragment-string, escape=percent-encoded-byte"
    ),
    refuse=_refuse_absolute,
    locate=_locate_absolute,
)


_LOCATE: Mapping[str, Callable[[str, Validity], Validity]] = {
    Kind.SPECIAL.value: _locate_in_ipv4,
    Kind.FILE.value: functools.partial(_locate_in_ipv4, of_file=True),
}
"""The function that locates an error, for each kind of base under which a host is a domain."""


def syntax_under(base: UrlParser) -> Syntax:
    """Return the syntax of valid URL strings for a parsed base.

    If parsing the base failed, only absolute URLs are valid.
    """
    if base.failure is not None:
        return _varied("failure")
    return _varied("opaque" if base.has_opaque_path else kind_of(base.scheme).value)


@functools.cache
def _varied(variant: str) -> Syntax:
    has_domain = variant in (Kind.SPECIAL.value, Kind.FILE.value)
    refuse = _refuse_domain if has_domain else _refuse_absolute
    locate = _LOCATE.get(variant, _locate_absolute)
    grammar = SYNTAX.grammar.varied(variant)
    return attrs.evolve(SYNTAX, grammar=grammar, refuse=refuse, locate=locate)
