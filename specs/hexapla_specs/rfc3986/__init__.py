"""RFC 3986, Uniform Resource Identifier (URI): Generic Syntax (January 2005)."""

import functools
from pathlib import Path

from hexapla.documents.citation import Provision
from hexapla.operations.base import BaseLevel, BasePrecedence, BaseRule, Source
from hexapla.operations.equivalence import Judgement, Rewriting, Sameness
from hexapla.operations.escaping import EscapingRules, Kept
from hexapla.operations.extraction import ExtractionRules, Gaps, Wrapper
from hexapla.operations.schemes import load_scheme_facts, without_port
from hexapla.standard.example import Example, load_examples
from hexapla.standard.recombination import recombined
from hexapla.standard.spec import Spec
from hexapla.text.escapes import (
    MALFORMED,
    ascii_lower,
    behind_scheme,
    mapped,
    unescaped_where,
    with_upper_digits,
)
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc3986 import resolving
from hexapla_specs.rfc3986.document import RFC3986, cite
from hexapla_specs.rfc3986.resolving import remove_dot_segments
from hexapla_specs.rfc3986.syntax import APPENDIX_B, COMPONENTS, FORM_NAMES, PARSING, SYNTAX, form

# 2 Characters: 2.1 Percent-Encoding, 2.2 Reserved Characters, 2.5 Identifying Data.

ENCODES_DATA = Provision(
    cite("2.2, 2.5", "Reserved Characters"),
    "percent-encodes data but for unreserved characters, unless a scheme allows more",
)
RESERVED_DIFFER = Provision(
    cite("2.2", "Reserved Characters"),
    "calls URIs different that have a reserved character, one of them percent-encoded",
)
UTF_8 = Provision(cite("2.5", "Identifying Data"), "encodes text as octets by UTF-8")
MALFORMED_TRIPLET = Provision(
    cite("2.1", "Percent-Encoding"), "needs two hexadecimal digits behind a percent sign"
)

# 5.1 Establishing a Base URI. The field is that of RFC 2557, to which 5.1.2 refers.

_ENCAPSULATING = Provision(
    cite("5.1.2", "Base URI from the Encapsulating Entity"),
    "takes the base of the entity that encloses a representation, from the field "
    "Content-Location (RFC 2557)",
)
BASE_PRECEDENCE = BasePrecedence(
    (
        BaseRule(
            BaseLevel.DOCUMENT,
            Source.BASE_ELEMENT,
            Provision(
                cite("5.1.1", "Base URI Embedded in Content"),
                "takes the base that the content has within itself",
            ),
        ),
        BaseRule(
            BaseLevel.ENCAPSULATING_ENTITY,
            Source.HEADER,
            _ENCAPSULATING,
            header="Content-Location",
            around=_ENCAPSULATING,
        ),
        BaseRule(
            BaseLevel.RETRIEVAL,
            Source.RETRIEVAL,
            Provision(
                cite("5.1.3", "Base URI from the Retrieval URI"),
                "takes the URI by which the representation was retrieved",
            ),
        ),
        BaseRule(
            BaseLevel.DEFAULT,
            Source.DEFAULT,
            Provision(cite("5.1.4", "Default Base URI"), "leaves it to the application"),
        ),
    ),
    absolute=Provision(cite("5.1", "Establishing a Base URI"), "needs a base in absolute form"),
    made_absolute=Provision(
        cite("5.1", "Establishing a Base URI"), "makes a base absolute that is a reference"
    ),
    fragment=Provision(cite("5.1", "Establishing a Base URI"), "strips a base of its fragment"),
)

# 6.2 Comparison Ladder.

IDENTICAL = Provision(
    cite("6.2.1", "Simple String Comparison"), "takes URIs for equivalent that are one string"
)
_CASE = cite("6.2.2.1", "Case Normalization")
HEX_DIGITS = Provision(_CASE, "writes the digits of percent-encodings in upper case")
DECODES_UNRESERVED = Provision(
    cite("6.2.2.2", "Percent-Encoding Normalization"),
    "decodes what stands for unreserved characters",
)
SCHEME_AND_HOST_CASE = Provision(_CASE, "writes the scheme and the host in lower case")
DOT_SEGMENTS = Provision(
    cite("6.2.2.3", "Path Segment Normalization"), "removes the dot segments of the path"
)
_SCHEME_BASED = cite("6.2.3", "Scheme-Based Normalization")
DEFAULT_PORT = Provision(_SCHEME_BASED, "lets a port go that is empty or the scheme's default")
EMPTY_PATH = Provision(_SCHEME_BASED, "has a slash for the empty path behind an authority")
DIFFERENT = Provision(
    cite("6.1, 6.2", "Comparison Ladder"), "calls URIs different that no rung makes the same"
)
TO_BE_RESOLVED = Provision(
    cite("6.1", "Equivalence"), "compares no relative references before they are resolved"
)
SCHEME_FACTS = load_scheme_facts(Path(__file__).parents[1] / "schemes.json", RFC3986.date)

# Appendix C: Delimiting a URI in Context.

_APPENDIX_C = cite("C", "Delimiting a URI in Context")
_PREFIXES = ("URL:", "")
EXTRACTION = ExtractionRules(
    (
        Wrapper(
            "angle brackets",
            Provision(
                _APPENDIX_C, "delimits a URI by angle brackets, and ignores white space in between"
            ),
            "<",
            ">",
            prefixes=_PREFIXES,
        ),
        Wrapper(
            "double quotes",
            Provision(
                _APPENDIX_C, "delimits a URI by double quotes, and ignores where it breaks a line"
            ),
            '"',
            '"',
            prefixes=_PREFIXES,
            gaps=Gaps.LINE_BREAKS,
        ),
        Wrapper("white space", Provision(_APPENDIX_C, "delimits a URI just by white space")),
    ),
    hyphen=Provision(
        _APPENDIX_C, "leaves open whether a hyphen at the end of a line is part of the URI"
    ),
)


class Rfc3986(Spec):
    """RFC 3986: five components, and the transformation of 5.2."""

    document = RFC3986
    components = COMPONENTS
    form_names = FORM_NAMES
    syntax = SYNTAX
    readings = resolving.READINGS
    rules = (APPENDIX_B, *resolving.RULES)
    candidate = True
    identity = IDENTICAL
    extraction = EXTRACTION
    base_precedence = BASE_PRECEDENCE

    parsing = PARSING
    form = staticmethod(form)
    classify = staticmethod(resolving.classify)
    combine = staticmethod(resolving.combine)
    remove_dots = staticmethod(resolving.remove_dots)
    recombine = staticmethod(resolving.recombine)

    def examples(self) -> tuple[Example, ...]:
        """Return the tables of 5.4.1 and 5.4.2."""
        return load_examples(RFC3986, Path(__file__).with_name("examples.json"))

    # 2 Characters.

    def escaping_rules(self) -> EscapingRules:
        """Give the characters that data keeps; it is the same in all components."""
        return self._escaping_rules

    @functools.cached_property
    def _escaping_rules(self) -> EscapingRules:
        kept = Kept(self.characters("unreserved"), ENCODES_DATA)
        return EscapingRules(
            FrozenMapping(dict.fromkeys(("authority", "path", "query", "fragment"), kept)),
            "utf-8",
            UTF_8,
            MALFORMED_TRIPLET,
            self.classes("unreserved", "reserved", "gen-delims", "sub-delims"),
        )

    # 6.2 Comparison Ladder.

    def incomparable(self, text: str) -> Provision | None:
        """Refuse relative references, and a percent sign that encodes nothing."""
        if self.split(text)[1] is None:
            return TO_BE_RESOLVED
        return MALFORMED_TRIPLET if MALFORMED.search(text) else None

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Give the rungs 6.2.2.1 to 6.2.3; hosts are decoded before their case is looked at."""
        unreserved = self.characters("unreserved")
        return (
            Rewriting(HEX_DIGITS, with_upper_digits),
            Rewriting(
                DECODES_UNRESERVED,
                lambda text: behind_scheme(text, lambda rest: unescaped_where(rest, unreserved)),
            ),
            Rewriting(SCHEME_AND_HOST_CASE, self._with_lower_case),
            Rewriting(DOT_SEGMENTS, self._without_dot_segments),
            *SCHEME_FACTS.rewritings("no-authority"),
            Rewriting(DOT_SEGMENTS, self._without_dot_segments),  # no longer held by the guard
            Rewriting(DEFAULT_PORT, self._without_default_port),
            Rewriting(EMPTY_PATH, self._with_slash),
            *SCHEME_FACTS.rewritings("void-path", "host-in-path", "void-host"),
        )

    def normal_form(self) -> tuple[Rewriting, ...]:
        """Give the same rungs: the normal form is where they lead."""
        return self.rewritings()

    def distinguish(self, left: str, right: str) -> Judgement:
        """Call different what the whole ladder has left apart, and what 2.2 calls so."""
        reserved = self.characters("reserved")
        if unescaped_where(left, reserved) == unescaped_where(right, reserved):
            return Judgement(Sameness.DIFFERENT, RESERVED_DIFFER)
        return Judgement(Sameness.DIFFERENT, DIFFERENT)

    def _with_lower_case(self, text: str) -> str:
        _, scheme, authority, path, query, fragment = self.split(text)
        if authority is not None:
            userinfo, at, hostport = authority.rpartition("@")
            authority = userinfo + at + mapped(hostport, ascii_lower)
        return recombined(ascii_lower(scheme or ""), authority, path, query, fragment)

    def _without_dot_segments(self, text: str) -> str:
        """Leave one dot in a path that would be taken for an authority without (3.3)."""
        _, scheme, authority, path, query, fragment = self.split(text)
        removed = remove_dot_segments(path)
        if authority is None and removed.startswith("//"):
            removed = "/." + removed
        return recombined(scheme, authority, removed, query, fragment)

    def _without_default_port(self, text: str) -> str:
        _, scheme, authority, path, query, fragment = self.split(text)
        authority = authority and without_port(authority, "")
        uri = recombined(scheme, authority, path, query, fragment)
        return SCHEME_FACTS.apply("default-port", uri)

    def _with_slash(self, text: str) -> str:
        _, scheme, authority, path, query, fragment = self.split(text)
        if authority is not None and not path:
            path = "/"
        return recombined(scheme, authority, path, query, fragment)

    # Appendix C.

    def is_extracted_uri(self, text: str) -> bool:
        """Say whether a text is a URI, and no word with a colon behind it, which would be one."""
        assert self.grammar is not None
        return not text.endswith(":") and self.grammar.matches("URI", text)


SPEC = Rfc3986()
