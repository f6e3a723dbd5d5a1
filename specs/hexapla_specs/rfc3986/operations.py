"""RFC 3986: escaping, equivalence, establishing a base, and finding URIs in context."""

from pathlib import Path

from hexapla.documents.citation import Provision
from hexapla.operations import equivalence
from hexapla.operations.base import BaseLevel, BasePrecedence, BaseRule, BaseSource
from hexapla.operations.equivalence import EquivalenceRules, Judgement, Rewriting, Rung, Sameness
from hexapla.operations.escaping import Escaping
from hexapla.operations.extraction import Extraction, delimiters
from hexapla.standard.component import recombined
from hexapla.text import escapes
from hexapla.text.escapes import behind_scheme, unescaped_where, with_upper_digits
from hexapla_specs.rfc3986.dot_segments import remove_dot_segments
from hexapla_specs.rfc3986.normalizing import with_lower_case, without_dot_segments
from hexapla_specs.rfc3986.syntax import RFC3986, UriReference, cite, parse, provision

# RFC 3986, 2: Characters.

# 2.1 Percent-Encoding, 2.2 Reserved Characters, 2.5 Identifying Data.

MALFORMED_TRIPLET = provision("2.1", "needs two hexadecimal digits after a percent sign")
ENCODES_DATA = provision(
    "2.2, 2.5", "percent-encodes all data except unreserved characters, unless a scheme allows more"
)


class Rfc3986Escaping(Escaping):
    """Escaping; the same characters are left unescaped in all components."""

    charset = "utf-8"
    charset_provision = provision("2.5", "encodes text in UTF-8")
    malformed = MALFORMED_TRIPLET
    keeps = dict.fromkeys(("authority", "path", "query", "fragment"), ("unreserved", ENCODES_DATA))
    class_rules = ("unreserved", "reserved", "gen-delims", "sub-delims")


# RFC 3986, 6: Normalization and Comparison.

# 2.2 Reserved Characters.

RESERVED_DIFFER = provision("2.2", "distinguishes a reserved character from its percent-encoding")

# 6.1 Equivalence, 6.2 Comparison Ladder.

TO_BE_RESOLVED = provision("6.1", "compares relative references only after they are resolved")
HEX_DIGITS = provision("6.2.2.1", "writes the digits of percent-encodings in upper case")
SCHEME_AND_HOST_CASE = provision("6.2.2.1", "writes the scheme and the host in lower case")
DECODES_UNRESERVED = provision("6.2.2.2", "decodes percent-encoded unreserved characters")
DOT_SEGMENTS = provision("6.2.2.3", "removes the dot segments of the path")
PATH_LIKE_AUTHORITY = provision(
    "3.3", 'forbids a path that begins with "//" without an authority, so "/." is put before it'
)
DEFAULT_PORT = provision("6.2.3", "omits a port that is empty or the scheme's default")
EMPTY_PATH = provision("6.2.3", "replaces an empty path after an authority with a slash")
DIFFERENT = provision("6.1, 6.2", "has no step that makes the two URIs equal", "Comparison Ladder")
SCHEME_FACTS = equivalence.load_scheme_facts(
    Path(__file__).parents[1] / "schemes.json", RFC3986.date
)


class Rfc3986Equivalence(EquivalenceRules):
    """The comparison ladder of 6.2, whose steps also lead to the normal form.

    The rungs are those of 6.2.1 (string), 6.2.2.1 (case), 6.2.2.2 (escapes), 6.2.2.3 (dot segments)
    and 6.2.3 (scheme). Protocol-based normalization (6.2.4) is not considered.
    """

    identity = provision("6.2.1", "calls identical strings equivalent")

    def incomparable(self, text: str) -> Provision | None:
        """Return the provision that rules out comparing a string, if any."""
        if self._parsed(text).scheme is None:
            return TO_BE_RESOLVED
        if escapes.MALFORMED.search(text):
            return MALFORMED_TRIPLET
        return None

    def _parsed(self, text: str) -> UriReference:
        return parse(text, self.spec.options, None)

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Return the steps of 6.2.2.1 to 6.2.3; a host is decoded before its case is changed."""
        return (
            Rewriting(HEX_DIGITS, with_upper_digits, Rung.CASE),
            Rewriting(DECODES_UNRESERVED, self._with_unreserved_decoded, Rung.ESCAPES),
            Rewriting(SCHEME_AND_HOST_CASE, self._with_lower_case, Rung.CASE),
            Rewriting(DOT_SEGMENTS, self._without_dot_segments, Rung.DOT_SEGMENTS),
            Rewriting(PATH_LIKE_AUTHORITY, self._with_guarded_path, Rung.DOT_SEGMENTS),
            *SCHEME_FACTS.rewritings("no-authority"),
            # With an authority, the path no longer needs the "/." before it.
            Rewriting(DOT_SEGMENTS, self._without_dot_segments, Rung.DOT_SEGMENTS),
            Rewriting(DEFAULT_PORT, self._without_default_port, Rung.SCHEME),
            Rewriting(EMPTY_PATH, self._with_slash, Rung.SCHEME),
            *SCHEME_FACTS.rewritings("void-path", "host-in-path", "void-host"),
        )

    def normal_form(self) -> tuple[Rewriting, ...]:
        """Return the steps of `rewritings`, which also lead to the normal form."""
        return self.rewritings()

    def distinguish(self, left: str, right: str) -> Judgement:
        """Return the verdict "different", because no step of the ladder makes the URIs equal."""
        reserved = self.characters("reserved")
        if unescaped_where(left, reserved) == unescaped_where(right, reserved):
            return Sameness.DIFFERENT, RESERVED_DIFFER
        return Sameness.DIFFERENT, DIFFERENT

    # 6.2.2 Syntax-Based Normalization.

    def _with_unreserved_decoded(self, text: str) -> str:
        unreserved = self.characters("unreserved")
        return behind_scheme(text, lambda rest: unescaped_where(rest, unreserved))

    def _with_lower_case(self, text: str) -> str:
        return with_lower_case(self._parsed(text)).text

    def _without_dot_segments(self, text: str) -> str:
        """Remove dot segments, unless the path would then look like an authority (3.3)."""
        return without_dot_segments(self._parsed(text)).text

    def _with_guarded_path(self, text: str) -> str:
        """Remove dot segments; if the path then looks like an authority, put "/." before the path.

        A path that wouldn't look like an authority stays unchanged.
        """
        _, scheme, authority, path, query, fragment = self._parsed(text)
        removed = remove_dot_segments(path)
        if authority is None and removed.startswith("//"):
            return recombined(scheme, authority, "/." + removed, query, fragment)
        return text

    # 6.2.3 Scheme-Based Normalization.

    def _without_default_port(self, text: str) -> str:
        _, scheme, authority, path, query, fragment = self._parsed(text)
        authority = authority and equivalence.without_port(authority, "")
        uri = recombined(scheme, authority, path, query, fragment)
        return SCHEME_FACTS.apply("default-port", uri)

    def _with_slash(self, text: str) -> str:
        _, scheme, authority, path, query, fragment = self._parsed(text)
        if authority is not None and not path:
            path = "/"
        return recombined(scheme, authority, path, query, fragment)


# RFC 3986, 5.1: Establishing a Base URI.
#
# The header field is defined in RFC 2557, to which 5.1.2 refers.

_ENCAPSULATING = provision(
    "5.1.2",
    "takes the base of the entity that encloses a representation from its header field "
    "Content-Location (RFC 2557)",
)


class Rfc3986BasePrecedence(BasePrecedence):
    """The four layers of precedence in 5.1."""

    rules = (
        BaseRule(
            BaseSource.BASE_ELEMENT,
            provision("5.1.1", "takes the base that is embedded in the content"),
        ),
        BaseRule(
            BaseSource.HEADER,
            _ENCAPSULATING,
            "Content-Location",
            _ENCAPSULATING,
            level=BaseLevel.ENCAPSULATING_ENTITY,
        ),
        BaseRule(
            BaseSource.RETRIEVAL,
            provision("5.1.3", "takes the URI used to retrieve the representation"),
        ),
        BaseRule(
            BaseSource.DEFAULT, provision("5.1.4", "leaves the default base to the application")
        ),
    )
    absolute = provision("5.1", "requires a base in absolute form")
    made_absolute = provision("5.1", "converts a base that is a reference to absolute form")
    fragment = provision("5.1", "removes the fragment from a base")


# RFC 3986, C: Delimiting a URI in Context.


class Rfc3986Extraction(Extraction):
    """A URI in angle brackets or double quotes, or delimited by white space."""

    wrappers = delimiters(cite("C"))
    hyphen = provision("C", "leaves open whether a hyphen at the end of a line is part of the URI")

    def is_uri(self, text: str) -> bool:
        """Return whether a string is a URI; a string that ends with a colon doesn't count."""
        return not text.endswith(":") and self.grammar.matches("URI", text)
