"""RFC 3987: escaping, equivalence, and the authority of an IRI."""

from hexapla.documents.citation import Provision
from hexapla.operations.equivalence import Judgement, Rewriting, Rung, Sameness
from hexapla.operations.escaping import Escaping, Kept
from hexapla.text import escapes
from hexapla.text.escapes import unescaped_where, with_lower_scheme, with_upper_digits
from hexapla_specs.rfc3986.authority import Rfc3986Division
from hexapla_specs.rfc3986.operations import SCHEME_FACTS, Rfc3986Equivalence
from hexapla_specs.rfc3987.domain_names import with_ascii_host
from hexapla_specs.rfc3987.mapping import to_iri, to_uri
from hexapla_specs.rfc3987.syntax import DECODED, provision

# RFC 3987, 2.1, 2.2 and 6.4: characters, and their octets in UTF-8.

MALFORMED_TRIPLET = provision("2.2", "needs two hexadecimal digits after a percent sign")
ENCODES_DATA = provision(
    "2.2, 6.4",
    "percent-encodes all data except iunreserved characters, unless a scheme allows more",
)


class Rfc3987Escaping(Escaping):
    """Escaping; the characters of `iunreserved` are left unescaped in all components."""

    charset = "utf-8"
    charset_provision = provision("6.4", "encodes text in UTF-8")
    malformed = MALFORMED_TRIPLET
    # Only the ASCII characters are listed here. There are too many other characters to list;
    # `written` handles them.
    keeps = dict.fromkeys(("authority", "path", "query", "fragment"), ("unreserved", ENCODES_DATA))
    class_rules = ("unreserved", "reserved", "gen-delims", "sub-delims")

    def written(self, character: str, kept: Kept) -> str | None:
        """Return how a character of data is written; None for a surrogate."""
        if self.grammar.acceptor("iunreserved").accepts(character):
            return character
        return super().written(character, kept)


# RFC 3987, 2.2: the authority.


class Rfc3987Division(Rfc3986Division):
    """The components of an IRI, whose authority has the same delimiters as in RFC 3986."""

    production = "iauthority"


# RFC 3987, 5: Normalization and Comparison.

TO_BE_RESOLVED = provision("5.1", "compares relative references only after they are resolved")
HEX_DIGITS = provision("5.3.2.1", "writes the digits of percent-encodings in upper case")
SCHEME_AND_HOST_CASE = provision(
    "5.3.2.1", "writes the scheme, and a host that is entirely US-ASCII, in lower case"
)
DECODES_UNRESERVED = provision("5.3.2.3", "decodes percent-encoded unreserved characters")
DECODES_IUNRESERVED = provision(
    "5.3.2.3, 2.1, 3.2", "decodes percent-encoded characters that are unreserved in IRIs"
)
ALIGNS_ENCODINGS = provision(
    "5.3.2.3, 3.1, 5.1",
    "may compare IRIs, but not identity tokens, as the URIs to which they are mapped",
)
DOT_SEGMENTS = provision("5.3.2.4", "removes the dot segments of the path")
PATH_LIKE_AUTHORITY = provision(
    "2.2", 'derives no path that begins with "//" without an iauthority, so "/." is put before it'
)
DEFAULT_PORT = provision("5.3.3", "omits a port that is empty or the scheme's default")
EMPTY_PATH = provision("5.3.3", "replaces an empty path after an authority with a slash")
DOMAIN_NAMES = provision(
    "5.3.3", "may call a domain name and its conversion to Punycode equivalent"
)
RESERVED_DIFFER = provision(
    "5.3.2.3", "distinguishes a reserved character from its percent-encoding"
)
DIFFERENT = provision("5.1, 5.3", "has no step that makes the two IRIs equal", "Comparison Ladder")


class Rfc3987Equivalence(Rfc3986Equivalence):
    """The comparison ladder of 5.3.

    The rungs are those of 5.3.1 (string), 5.3.2.1 (case), 5.3.2.3 (escapes), 5.3.2.4 (dot segments)
    and 5.3.3 (scheme). Characters are not normalized, because 5.3.2.2 assumes that they already
    are. Protocol-based normalization (5.3.4) is not considered. Steps that are the same as in 6.2
    of RFC 3986 are inherited.
    """

    identity = provision(
        "5.1, 5.3.1",
        "calls identical strings equivalent, and identity tokens only if they are identical",
    )

    def incomparable(self, text: str) -> Provision | None:
        """Return the provision that rules out comparing a string, if any."""
        if self._parsed(text).scheme is None:
            return TO_BE_RESOLVED
        if escapes.MALFORMED.search(text):
            return MALFORMED_TRIPLET
        return None

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Return the steps of 5.3.2.1 to 5.3.3, two of which are used only for comparison."""
        return (
            *self._of_syntax(),
            # This scheme-based step must precede the next step, which percent-encodes the host.
            Rewriting(DOMAIN_NAMES, _with_ascii_host, Rung.SCHEME),
            Rewriting(ALIGNS_ENCODINGS, _as_uri, Rung.ESCAPES),
            *self._of_dots_and_scheme(),
        )

    def normal_form(self) -> tuple[Rewriting, ...]:
        """Return the steps to the normal form, which keeps non-ASCII characters."""
        return (*self._of_syntax(), *self._of_dots_and_scheme())

    def _of_syntax(self) -> tuple[Rewriting, ...]:
        decodes = Rewriting(DECODES_UNRESERVED, self._with_unreserved_decoded, Rung.ESCAPES)
        if self.spec.options[DECODED.name] == "iunreserved":
            decodes = Rewriting(DECODES_IUNRESERVED, _with_iunreserved_decoded, Rung.ESCAPES)
        return (
            Rewriting(HEX_DIGITS, with_upper_digits, Rung.CASE),
            decodes,
            Rewriting(SCHEME_AND_HOST_CASE, self._with_lower_case, Rung.CASE),
        )

    def _of_dots_and_scheme(self) -> tuple[Rewriting, ...]:
        return (
            Rewriting(DOT_SEGMENTS, self._without_dot_segments, Rung.DOT_SEGMENTS),
            Rewriting(PATH_LIKE_AUTHORITY, self._with_guarded_path, Rung.DOT_SEGMENTS),
            *SCHEME_FACTS.rewritings("no-authority"),
            # With an authority, the path no longer needs the "/." before it.
            Rewriting(DOT_SEGMENTS, self._without_dot_segments, Rung.DOT_SEGMENTS),
            Rewriting(DEFAULT_PORT, self._without_default_port, Rung.SCHEME),
            Rewriting(EMPTY_PATH, self._with_slash, Rung.SCHEME),
            *SCHEME_FACTS.rewritings("void-path", "host-in-path", "void-host"),
        )

    def distinguish(self, left: str, right: str) -> Judgement:
        """Return the verdict "different", because no step of the ladder makes the IRIs equal."""
        reserved = self.characters("reserved")
        if unescaped_where(left, reserved) == unescaped_where(right, reserved):
            return Sameness.DIFFERENT, RESERVED_DIFFER
        return Sameness.DIFFERENT, DIFFERENT

    def _with_lower_case(self, text: str) -> str:
        """Convert the scheme to lower case, and also the host if the host is entirely US-ASCII."""
        parsed = self._parsed(text)
        if parsed.authority is None or parsed.authority.rpartition("@")[2].isascii():
            return super()._with_lower_case(text)
        return with_lower_scheme(text)


def _as_uri(iri: str) -> str:
    """Map an IRI to a URI; return the IRI unchanged if mapping fails."""
    mapped = to_uri(iri).mapped
    if mapped is None:
        return iri
    return mapped


def _with_iunreserved_decoded(iri: str) -> str:
    """Map an IRI to a URI, and convert it back; return the IRI unchanged if either step fails."""
    uri = to_uri(iri).mapped
    if uri is None:
        return iri
    converted = to_iri(uri).mapped
    if converted is None:
        return iri
    return converted


def _with_ascii_host(iri: str) -> str:
    """Convert the domain name of an IRI to Punycode, if possible; otherwise return the IRI."""
    with_ascii = with_ascii_host(iri)
    if with_ascii is None:
        return iri
    return with_ascii
