"""URL Standard, 3.3 IDNA and 3.5 Host parsing.

For earlier dates, subclasses override the methods that were different (see
`hexapla_specs.whatwg.former`).
"""

import functools
import re
from importlib import import_module
from typing import Any, ClassVar

from hexapla.standard.phases import NoUri
from hexapla.standard.rule import Rule
from hexapla.text.escapes import ESCAPE, MALFORMED, ascii_lower
from hexapla.values.frozen import kept
from hexapla_specs.whatwg import rules
from hexapla_specs.whatwg.components import HOST, failure_by
from hexapla_specs.whatwg.ipv4 import AddressFailure, ends_in_a_number, parse_ipv4, serialize_ipv4
from hexapla_specs.whatwg.ipv6 import parse_ipv6, serialize_ipv6
from hexapla_specs.whatwg.percent import C0_CONTROL_SET, percent_decode
from hexapla_specs.whatwg.trace import ParserTrace
from hexapla_specs.whatwg.url_units import NOT_URL_CODE_POINT

# 3.2 Host miscellaneous.

FORBIDDEN_HOST_CODE_POINTS = r"\x00\t\n\r #/:<>?@\[\\\]^|"
"""The forbidden host code points, as the content of a character class.

In a domain, controls, U+007F and "%" are also forbidden.
"""

# 3.3 IDNA. Unicode ToASCII is provided by the library Ada.


@functools.cache
def _to_ascii() -> Any:
    return import_module("ada_url").idna_to_ascii


def domain_parser_to_ascii(domain: str) -> str:
    """Run domain parser ToASCII with beStrict false.

    The result is "" if Unicode ToASCII fails, or if it maps the domain to nothing.
    """
    # The library stops at a NUL, which is a forbidden domain code point (3.2). Lone surrogates
    # can't be passed to the library, so they are replaced with "?", which is forbidden too.
    scalar_values = domain.encode("utf-8", "replace").decode()
    return "" if "\0" in domain else str(_to_ascii()(scalar_values), "ascii")


def is_mapped_to_nothing(domain: str) -> bool:
    """Return whether ToASCII ignores all code points of a domain; false for US-ASCII.

    The result "" could also mean failure, so the domain is tested with an "a" in front.
    """
    return not domain.isascii() and domain_parser_to_ascii(f"a{domain}") == "a"


# Ada provides Unicode ToASCII only with beStrict false. The three checks that beStrict adds (UTS
# #46, 4.1 and 4.2) are performed on the domain parser's result: CheckHyphens and UseSTD3ASCIIRules
# on each label, decoded from Punycode, and VerifyDnsLength, which also rejects an empty label, even
# that after a final dot. As the domain parser only lowercases an ASCII domain (step 5), the decoded
# labels are mapped again.

_STRICT_LABEL = re.compile(r"(?!-)(?!..--)[^\x00-,./:-`{-\x7f]+(?<!-)")
_LONGEST_LABEL = 63
_LONGEST_DOMAIN = 253


def parse_domain(domain: str) -> str | None:
    """Run the domain parser with beStrict false; return None for failure."""
    return HostParser().domain_parser(domain)


def parse_domain_strictly(domain: str) -> str | None:
    """Run the domain parser with beStrict true (steps 1 and 3); return None for failure."""
    result = parse_domain(domain)
    if result is None or len(result) > _LONGEST_DOMAIN:
        return None  # 3.1, as below
    if max(map(len, result.split("."))) > _LONGEST_LABEL:
        return None
    labels = [to_unicode(label) for label in result.split(".")]
    if not all(map(_STRICT_LABEL.fullmatch, labels)):
        return None
    return result if parse_domain(".".join(labels)) == result else None  # 3.2, 3.1


def to_unicode(label: str) -> str:
    """Decode a Punycode label, to "" if it is malformed; return other labels unchanged."""
    if not label.startswith("xn--"):
        return label
    try:
        return label[4:].encode().decode("punycode")
    except UnicodeError:
        return ""


# 3.4 Host writing.


@kept(1024)
def is_valid_domain(text: str) -> bool:
    """Return whether a string is a valid domain."""
    domain = parse_domain_strictly(text)
    return domain is not None and not ends_in_a_number(domain)


# 3.5 Host parsing.


def _steps_of_ipv4(domain: str) -> str:
    """Return the sections and steps that rewrite a domain as an IPv4 address.

    Step 2.2 of the IPv4 parser removes an empty part. Step 6.1 reads octal and hexadecimal numbers.
    Steps 10 to 13 use the last number for all remaining octets.
    """
    parts = domain.removesuffix(".").split(".")
    has_prefix = any(part.startswith("0") and part != "0" for part in parts)
    steps = {
        "2.2": domain.endswith("."),
        "6.1": has_prefix,
        "10 to 13": len(parts) < 4,
    }
    taken = ", ".join(step for step, is_taken in steps.items() if is_taken)
    return f"3.5 step 8, IPv4 parser {taken}, 3.6 step 1"


class HostParser:
    """The host parser, and the parsers that it calls.

    Each parser returns the serialized host (3.6), so it ends with its part of the host serializer:
    the IPv4 parser with step 1, the IPv6 parser with step 2, and the others with step 3. If a
    parser returns failure, it sets `failure` and returns None. Asserts are left out. As in
    `hexapla_specs.whatwg.states`, comments give the step numbers.

    Attributes:
        trace: The trace of the run; None if no trace is recorded, or after a failure.
        failure: The outcome if the parser failed; otherwise None.
        host_start: The offset of the host in the cleaned text, in code points.
    """

    __slots__ = ("failure", "host_start", "trace")

    names_errors: ClassVar[bool] = True
    """Whether the validation errors have names (1.1)."""

    forbidden_in_host = re.compile(f"[{FORBIDDEN_HOST_CODE_POINTS}]")
    """Matches a forbidden host code point."""
    forbidden_in_domain = re.compile(rf"[\x00-\x1f%\x7f{FORBIDDEN_HOST_CODE_POINTS}]")
    """Matches a forbidden domain code point."""

    def __init__(self, trace: ParserTrace | None = None) -> None:
        self.trace = trace
        self.failure: NoUri | None = None
        self.host_start = 0

    def fails(self, rule: Rule, offset: int, found: str = "", section: str = "") -> None:
        """Set the failure, report the rule's validation error, and end the trace.

        If parsing has already failed, nothing happens.

        Args:
            rule: The rule that makes the parser fail.
            offset: The offset of the validation error in the cleaned text.
            found: The offending text; "" if text is missing.
            section: The step or steps that fail; "" if they are those that the rule cites.
        """
        if self.failure is None:
            self.failure = failure_by(rule, section, named=self.names_errors)
            if self.trace:
                self.trace.fails(rule, self.failure, offset, found)
                self.trace = None

    def error(self, name: str, offset: int, section: str) -> None:
        """Report a validation error that isn't failure, at an offset in the cleaned text."""
        if self.trace:
            self.trace.error(name, offset, section)

    def fails_for_domain(self, rule: Rule, found: str, section: str = "") -> None:
        """Set the failure because of a domain; the error is reported at the start of the host."""
        self.fails(rule, self.host_start, found, section)

    def host_parser(self, host: str, start: int, is_opaque: bool) -> str | None:
        """Run the host parser.

        Args:
            host: The input.
            start: The offset of the host in the cleaned text, in code points.
            is_opaque: Whether the host is opaque, because the URL isn't special.
        """
        self.host_start = start
        if host.startswith("["):  # 1
            if not host.endswith("]"):  # 1.1
                self.fails(rules.IPV6_UNCLOSED, start + len(host), host)
                return None
            return self.ipv6_parser(host)  # 1.2, which removes the brackets
        if is_opaque:  # 2
            return self.opaque_host_parser(host)
        domain = host
        if "%" in host:  # otherwise, steps 4 and 5 have no effect
            if escape := ESCAPE.search(host):  # 4
                self.error("domain-percent-encoded", start + escape.start(), "3.5 step 4")
            domain = percent_decode(host)  # 5
            self.rewrites_host(rules.DECODES_HOST, host, domain)
        ascii_domain = self.domain_parser(domain)  # 6
        if ascii_domain is None:  # 7
            return None
        if self.trace:  # step 2 of the domain parser (3.3), which only reports an error here
            self.trace.checks_domain(domain, start)
        if ends_in_a_number(ascii_domain):  # 8
            # The offset is known only if the domain is the same as in the text.
            is_as_written = ascii_domain == ascii_lower(host)
            return self.ipv4_parser(ascii_domain, start if is_as_written else None)
        return ascii_domain  # 9

    def domain_parser(self, domain: str) -> str | None:
        """Run steps 4 to 9 of the domain parser with beStrict false (3.3).

        Steps 1 and 2 only report an error. If a later step returns failure, the error is reported
        with the failure; otherwise, the host parser reports it. Step 3 is implemented by
        `parse_domain_strictly`.
        """
        trace = self.trace
        if domain.isascii():  # 5
            result = domain.lower()
            if trace and result != domain:
                trace.rewrites(rules.LOWERS_HOST, HOST, result)
        else:  # 6
            result = domain_parser_to_ascii(domain)  # 6.1
            if result == "" and not is_mapped_to_nothing(domain):  # 6.2
                self.fails_for_domain(rules.NOT_MAPPED, domain, "3.3 steps 2, 6.2")
                return None
            self.rewrites_host(rules.MAPS_TO_ASCII, domain, result)
        if result == "":  # 7
            self.fails_for_domain(rules.MAPPED_TO_NOTHING, domain, "3.3 steps 2, 7")
            return None
        return self.domain_without_forbidden(result)  # 8, 9

    def domain_without_forbidden(self, domain: str) -> str | None:
        """Run steps 8 and 9 of the domain parser (3.3)."""
        forbidden = self.forbidden_in_domain.search(domain)
        if forbidden:
            self.fails_for_domain(rules.FORBIDDEN, forbidden[0], "3.3 steps 2, 8")
            return None
        return domain

    def rewrites(self, rule: Rule, place: int, text: str | None) -> None:
        """Record that a rule rewrote the component at an index of the URL record."""
        if self.trace:
            self.trace.rewrites(rule, place, text)

    def rewrites_host(self, rule: Rule, before: str, after: str) -> None:
        """Record that a rule rewrote the host, if the host changed."""
        if before != after:
            self.rewrites(rule, HOST, after)

    def ipv4_parser(self, domain: str, start: int | None) -> str | None:
        """Run the IPv4 parser (see `hexapla_specs.whatwg.ipv4`), and serialize the address.

        Args:
            domain: The input, which ends in a number.
            start: The offset of the domain in the cleaned text; None if the domain is written in
                another form there.
        """

        def place_of(offset: int) -> int:
            return self.host_start if start is None else start + offset

        def report(name: str, offset: int, step: str) -> None:
            self.error(name, place_of(offset), f"3.5, IPv4 parser {step}")

        address = parse_ipv4(domain, report)
        if isinstance(address, AddressFailure):
            section = f"3.5, IPv4 parser {address.step}"
            offset = place_of(address.offset)
            self.fails(rules.IPV4_REFUSALS[address.name], offset, domain, section)
            return None
        host = serialize_ipv4(address)  # 3.6, host serializer, 1
        if self.trace and host != domain:
            self.trace.rewrites(rules.at(rules.IPV4, _steps_of_ipv4(domain)), HOST, host)
        return host

    def ipv6_parser(self, host: str) -> str | None:
        """Run the IPv6 parser on a host in square brackets, and serialize the address.

        The steps are in `hexapla_specs.whatwg.ipv6`.
        """
        start = self.host_start + len("[")

        def report(name: str, offset: int, step: str) -> None:
            self.error(name, start + offset, f"3.5, IPv6 parser {step}")

        address = self.ipv6_address(host[1:-1], report)
        if isinstance(address, AddressFailure):
            section = f"3.5, IPv6 parser {address.step}"
            self.fails(rules.IPV6_REFUSALS[address.name], start + address.offset, host, section)
            return None
        serialized = f"[{serialize_ipv6(address)}]"  # 3.6, host serializer, 2
        self.rewrites_host(rules.SHORTENS_IPV6, host, serialized)
        return serialized

    ipv6_address = staticmethod(parse_ipv6)

    def opaque_host_parser(self, host: str) -> str | None:
        """Run the opaque-host parser."""
        start = self.host_start
        forbidden = self.forbidden_in_host.search(host)
        if forbidden:  # 1
            self.fails(rules.HOST_INVALID_CODE_POINT, start + forbidden.start(), forbidden[0])
            return None
        if found := NOT_URL_CODE_POINT.search(host):  # 2
            self.error("invalid-URL-unit", start + found.start(), "3.5, opaque-host parser 2")
        if found := MALFORMED.search(host):  # 3
            self.error("invalid-URL-unit", start + found.start(), "3.5, opaque-host parser 3")
        encoded = C0_CONTROL_SET.encode(host)  # 4
        self.rewrites_host(rules.ENCODES_HOST, host, encoded)
        return encoded
