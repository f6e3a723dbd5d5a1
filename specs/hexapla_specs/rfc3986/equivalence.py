"""RFC 3986, 6: Normalization and Comparison."""

from pathlib import Path

from hexapla.documents.citation import Provision
from hexapla.operations.equivalence import EquivalenceRules, Judgement, Rewriting, Sameness
from hexapla.operations.scheme_facts import load_scheme_facts, without_port
from hexapla.standard.component import recombined
from hexapla.text.escapes import (
    MALFORMED,
    ascii_lower,
    behind_scheme,
    mapped,
    unescaped_where,
    with_upper_digits,
)
from hexapla_specs.rfc3986.document import RFC3986, cite
from hexapla_specs.rfc3986.escaping import MALFORMED_TRIPLET
from hexapla_specs.rfc3986.resolving import remove_dot_segments

# 2.2 Reserved Characters.

RESERVED_DIFFER = Provision(
    cite("2.2", "Reserved Characters"),
    "calls URIs different that have a reserved character, one of them percent-encoded",
)

# 6.1 Equivalence, 6.2 Comparison Ladder.

TO_BE_RESOLVED = Provision(
    cite("6.1", "Equivalence"), "compares no relative references before they are resolved"
)
IDENTICAL = Provision(
    cite("6.2.1", "Simple String Comparison"), "calls URIs equivalent that are the same string"
)
_CASE = cite("6.2.2.1", "Case Normalization")
HEX_DIGITS = Provision(_CASE, "writes the digits of percent-encodings in upper case")
SCHEME_AND_HOST_CASE = Provision(_CASE, "writes the scheme and the host in lower case")
DECODES_UNRESERVED = Provision(
    cite("6.2.2.2", "Percent-Encoding Normalization"),
    "decodes what stands for unreserved characters",
)
DOT_SEGMENTS = Provision(
    cite("6.2.2.3", "Path Segment Normalization"), "removes the dot segments of the path"
)
_SCHEME_BASED = cite("6.2.3", "Scheme-Based Normalization")
DEFAULT_PORT = Provision(_SCHEME_BASED, "lets a port go that is empty or the scheme's default")
EMPTY_PATH = Provision(_SCHEME_BASED, "has a slash for the empty path after an authority")
DIFFERENT = Provision(
    cite("6.1, 6.2", "Comparison Ladder"),
    "calls URIs different that none of its steps makes the same",
)
SCHEME_FACTS = load_scheme_facts(Path(__file__).parents[1] / "schemes.json", RFC3986.date)


class Rfc3986Equivalence(EquivalenceRules):
    """The comparison ladder of 6.2, which is the way to the normal form as well."""

    identity = IDENTICAL

    def incomparable(self, text: str) -> Provision | None:
        """Refuse relative references, and a percent sign that encodes nothing."""
        if self.spec.split(text)[1] is None:
            return TO_BE_RESOLVED
        return MALFORMED_TRIPLET if MALFORMED.search(text) else None

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Return the steps 6.2.2.1 to 6.2.3; a host is decoded before its case is looked at."""
        return (
            Rewriting(HEX_DIGITS, with_upper_digits),
            Rewriting(DECODES_UNRESERVED, self._with_unreserved_decoded),
            Rewriting(SCHEME_AND_HOST_CASE, self._with_lower_case),
            Rewriting(DOT_SEGMENTS, self._without_dot_segments),
            *SCHEME_FACTS.rewritings("no-authority"),
            Rewriting(DOT_SEGMENTS, self._without_dot_segments),  # no longer held by the guard
            Rewriting(DEFAULT_PORT, self._without_default_port),
            Rewriting(EMPTY_PATH, self._with_slash),
            *SCHEME_FACTS.rewritings("void-path", "host-in-path", "void-host"),
        )

    def normal_form(self) -> tuple[Rewriting, ...]:
        """Return the same steps: the normal form is where they lead."""
        return self.rewritings()

    def distinguish(self, left: str, right: str) -> Judgement:
        """Call different what the whole ladder leaves apart, and what 2.2 calls so."""
        reserved = self.characters("reserved")
        if unescaped_where(left, reserved) == unescaped_where(right, reserved):
            return Sameness.DIFFERENT, RESERVED_DIFFER
        return Sameness.DIFFERENT, DIFFERENT

    # 6.2.2 Syntax-Based Normalization.

    def _with_unreserved_decoded(self, text: str) -> str:
        unreserved = self.characters("unreserved")
        return behind_scheme(text, lambda rest: unescaped_where(rest, unreserved))

    def _with_lower_case(self, text: str) -> str:
        _, scheme, authority, path, query, fragment = self.spec.split(text)
        if authority is not None:
            userinfo, at, hostport = authority.rpartition("@")
            authority = userinfo + at + mapped(hostport, ascii_lower)
        return recombined(ascii_lower(scheme or ""), authority, path, query, fragment)

    def _without_dot_segments(self, text: str) -> str:
        """Leave one dot in a path that would be taken for an authority without (3.3)."""
        _, scheme, authority, path, query, fragment = self.spec.split(text)
        removed = remove_dot_segments(path)
        if authority is None and removed.startswith("//"):
            removed = "/." + removed
        return recombined(scheme, authority, removed, query, fragment)

    # 6.2.3 Scheme-Based Normalization.

    def _without_default_port(self, text: str) -> str:
        _, scheme, authority, path, query, fragment = self.spec.split(text)
        authority = authority and without_port(authority, "")
        uri = recombined(scheme, authority, path, query, fragment)
        return SCHEME_FACTS.apply("default-port", uri)

    def _with_slash(self, text: str) -> str:
        _, scheme, authority, path, query, fragment = self.spec.split(text)
        if authority is not None and not path:
            path = "/"
        return recombined(scheme, authority, path, query, fragment)
