"""RFC 3987, section 3: map IRIs to URIs (3.1), and convert URIs to IRIs (3.2)."""

import re
from collections.abc import Callable

import attrs

from hexapla.documents.citation import Provision
from hexapla.operations.equivalence import Rewritten
from hexapla.text.escapes import escaped_octets
from hexapla.values.checked import checked
from hexapla.values.value import Value
from hexapla_specs.rfc3987.domain_names import with_ascii_host, with_unicode_host
from hexapla_specs.rfc3987.syntax import SYNTAX, provision


@attrs.frozen(repr=False)
class Mapping(Value):
    """The result of mapping an IRI to a URI, or of converting a URI to an IRI.

    Attributes:
        text: The given string.
        mapped: The result; None if mapping fails.
        provision: The provision under which mapping fails; None if mapping succeeds.
        steps: The steps that changed the string. In steps 2 to 4 of converting a URI, octets beyond
            US-ASCII are shown in the form `<c3>`.
    """

    text: str
    mapped: str | None
    provision: Provision | None = None
    steps: tuple[Rewritten, ...] = ()

    def __str__(self) -> str:
        if self.mapped is None:
            return "(fails)"
        return self.mapped


class _Steps:
    """A string, with the steps that have changed it so far."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.taken: list[Rewritten] = []

    def take(self, provision: Provision, after: str) -> None:
        """Replace the string, and record the step if the string changes."""
        if after != self.text:
            self.taken.append(Rewritten(provision, self.text, after))
            self.text = after


_URI_CHARACTERS = SYNTAX.grammar.single_characters("reserved") | (
    SYNTAX.grammar.single_characters("unreserved") | {"%"}
)

# 3.1 Mapping of IRIs to URIs. Variant c of step 1 applies: a `str` is already Unicode, so it isn't
# normalized.

TO_ASCII = provision("3.1", "may convert the labels of a domain name with ToASCII")
NOT_ASCII = provision("3.1", "does not resolve an IRI if ToASCII rejects its domain name")
PRINTABLE = provision(
    "3.1", "may percent-encode <, >, \", space, {, }, |, \\, ^ and `, which URIs can't contain"
)
STEP_2 = provision("3.1 step 2", "percent-encodes the UTF-8 octets of ucschar and iprivate")
NOT_MAPPED = provision("3.1", "maps only the characters of URIs, ucschar and iprivate")

_PRINTABLE = re.compile(r'[<>" {}|\\^`]')
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


def to_uri(iri: str, *, domain_names: bool = False, printable: bool = False) -> Mapping:
    """Map an IRI, an IRI reference, or a component of an IRI to the form that URIs use.

    >>> to_uri("http://r\xe9sum\xe9.example.org/ros\xe9").mapped
    'http://r%C3%A9sum%C3%A9.example.org/ros%C3%A9'
    >>> to_uri("http://r\xe9sum\xe9.example.org/ros\xe9", domain_names=True).mapped
    'http://xn--rsum-bpad.example.org/ros%C3%A9'

    Args:
        iri: The IRI; any `str` is accepted.
        domain_names: Whether to convert a domain name with ToASCII, if the scheme uses domain
            names; otherwise, domain names are percent-encoded like the rest of the IRI.
        printable: Whether to percent-encode printable US-ASCII characters that URIs can't contain,
            such as a space or a vertical bar; otherwise, mapping fails on such characters.

    Returns:
        The mapping. Mapping fails if the IRI contains a character that can't be mapped or, with
        `domain_names`, a domain name that ToASCII rejects.
    """
    steps = _Steps(checked(iri, "iri"))
    if domain_names:
        with_ascii = with_ascii_host(iri)
        if with_ascii is None:
            return Mapping(iri, None, NOT_ASCII)
        steps.take(TO_ASCII, with_ascii)
    if printable:
        steps.take(PRINTABLE, _PRINTABLE.sub(_percent_encoded, steps.text))
    if not all(map(_is_mapped, steps.text)):
        return Mapping(iri, None, NOT_MAPPED, tuple(steps.taken))
    steps.take(STEP_2, _BEYOND_ASCII.sub(_percent_encoded, steps.text))
    return Mapping(iri, steps.text, steps=tuple(steps.taken))


def _percent_encoded(match: re.Match[str]) -> str:
    """Percent-encode the UTF-8 octets of a character (3.1, steps 2.1 to 2.3)."""
    return escaped_octets(match[0].encode("utf-8"))


_is_ucschar = SYNTAX.grammar.acceptor("ucschar").accepts
_is_iprivate = SYNTAX.grammar.acceptor("iprivate").accepts


def _is_mapped(character: str) -> bool:
    """Return whether a character is allowed in a URI, or is mapped to characters that are."""
    if character.isascii():
        return character in _URI_CHARACTERS
    return _is_ucschar(character) or _is_iprivate(character)


# 3.2 Converting URIs to IRIs. Characters that 6.1 advises against are converted as well, because
# 6.1 doesn't list them.

STEP_1 = provision("3.2 step 1", "treats a URI as a sequence of US-ASCII octets")
STEP_2_DECODES = provision(
    "3.2 step 2",
    "decodes percent-encodings, except those of %, reserved characters, and characters that URIs "
    "can't contain",
)
STEP_3 = provision("3.2 step 3", "percent-encodes again the octets that are not legal UTF-8")
STEP_4 = provision(
    "3.2 step 4",
    "percent-encodes again the characters that 2.2 does not allow in their component, or that 4.1 "
    "forbids",
)
STEP_5 = provision("3.2 step 5", "reads the octets as UTF-8 characters")
TO_UNICODE = provision("3.2.1", "may convert the labels of a domain name with ToUnicode")

_TRIPLET = re.compile(rb"%([0-9A-Fa-f]{2})")
_SURROGATE = re.compile("[\udc80-\udcff]")
_UNRESERVED = frozenset(
    character.encode() for character in SYNTAX.grammar.single_characters("unreserved")
)
_APPROPRIATE = SYNTAX.grammar.varied("refused")
_is_appropriate = _APPROPRIATE.acceptor("ucschar").accepts
_is_appropriate_in_query = _APPROPRIATE.acceptor("ucschar", "iprivate").accepts


def to_iri(uri: str, *, domain_names: bool = False) -> Mapping:
    """Convert a URI, a URI reference, or a component of a URI to the form that IRIs use.

    >>> to_iri("http://www.example.org/D%C3%BCrst").mapped
    'http://www.example.org/D\xfcrst'

    Args:
        uri: The URI; any `str` is accepted.
        domain_names: Whether to convert a domain name with ToUnicode, if the scheme uses domain
            names.

    Returns:
        The mapping. Conversion fails if the string isn't US-ASCII and therefore isn't a URI.
    """
    steps = _Steps(checked(uri, "uri"))
    if not uri.isascii():
        return Mapping(uri, None, STEP_1)
    octets = _TRIPLET.sub(_decoded, uri.encode("ascii"))
    steps.take(STEP_2_DECODES, _shown(octets))
    # Octets that aren't valid UTF-8 become surrogates, which can't result from valid UTF-8.
    characters = _SURROGATE.sub(_octet_again, octets.decode("utf-8", "surrogateescape"))
    steps.take(STEP_3, _shown(characters.encode("utf-8")))
    characters = _with_appropriate_alone(characters)
    steps.take(STEP_4, _shown(characters.encode("utf-8")))
    steps.take(STEP_5, characters)
    if domain_names:
        steps.take(TO_UNICODE, with_unicode_host(characters))
    return Mapping(uri, steps.text, steps=tuple(steps.taken))


def _decoded(triplet: re.Match[bytes]) -> bytes:
    """Decode a triplet to its octet; keep a triplet of US-ASCII unless it is unreserved."""
    octet = bytes.fromhex(triplet[1].decode("ascii"))
    if octet in _UNRESERVED or octet >= b"\x80":
        return octet
    return triplet[0]


def _octet_again(surrogate: re.Match[str]) -> str:
    """Percent-encode the octet that a surrogate stands for."""
    return escaped_octets(surrogate[0].encode("utf-8", "surrogateescape"))


def _with_appropriate_alone(characters: str) -> str:
    """Percent-encode the non-ASCII characters that aren't allowed in their component."""
    before_fragment, number_sign, fragment = characters.partition("#")
    before_query, question_mark, query = before_fragment.partition("?")
    return (
        _percent_encoded_but(_is_appropriate, before_query)
        + question_mark
        + _percent_encoded_but(_is_appropriate_in_query, query)
        + number_sign
        + _percent_encoded_but(_is_appropriate, fragment)
    )


def _percent_encoded_but(is_appropriate: Callable[[str], bool], characters: str) -> str:
    def written(character: re.Match[str]) -> str:
        if is_appropriate(character[0]):
            return character[0]
        return _percent_encoded(character)

    return _BEYOND_ASCII.sub(written, characters)


def _shown(octets: bytes) -> str:
    """Show octets in the notation of 3.2.1, in which octets beyond US-ASCII look like `<c3>`."""
    return "".join(chr(octet) if octet < 0x80 else f"<{octet:02x}>" for octet in octets)
