"""RFC 2396, Uniform Resource Identifiers (URI): Generic Syntax (August 1998)."""

import functools
from collections.abc import Iterator
from pathlib import Path

from hexapla.documents.citation import Provision
from hexapla.documents.reading import Rationale, Reading
from hexapla.operations.base import BaseLevel, BasePrecedence, BaseRule, Source
from hexapla.operations.equivalence import Judgement, Rewriting, Sameness
from hexapla.operations.escaping import EscapingRules, Kept
from hexapla.operations.extraction import ExtractionRules, Gaps, Wrapper
from hexapla.operations.schemes import load_scheme_facts
from hexapla.standard.component import Form
from hexapla.standard.example import Example, load_examples
from hexapla.standard.recombination import recombined
from hexapla.standard.spec import Spec
from hexapla.text.escapes import (
    MALFORMED,
    ascii_lower,
    behind_scheme,
    character_of,
    unescaped_where,
    units,
    with_upper_digits,
)
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc2396 import resolving
from hexapla_specs.rfc2396.document import RFC2396, cite
from hexapla_specs.rfc2396.syntax import (
    APPENDIX_B,
    COMPONENTS,
    FORM_NAMES,
    IPV6_LITERALS,
    OPAQUE_PART,
    PARSING,
    SCHEME_TEST,
    SYNTAX,
    form,
)

ESCAPE_DATA = Reading(
    "escape-data",
    "Which characters of data are escaped?",
    {
        "conflicting": Rationale(
            "Those that conflict with what their component reserves, and those that are excluded.",
            cite("2.2, 2.4.3", "Reserved Characters"),
        ),
        "all-but-unreserved": Rationale(
            "All that have no representation by an unreserved character.",
            cite("2.4", "Escape Sequences"),
        ),
    },
)

# 2 URI Characters and Escape Sequences.

# What a component reserves: 3.2, 3.3 for a segment, 3.4. Nothing in a fragment (4.1).
RESERVED_IN = FrozenMapping({"authority": ";:@?/", "path": "/;=?", "query": ";/?:@&=+,$"})

UNRESERVED_MAY_BE_ESCAPED = Provision(
    cite("2.3", "Unreserved Characters"), "lets unreserved characters be escaped"
)
HEX_DIGITS = Provision(
    cite("2.4.1", "Escaped Encoding"), "has hexadecimal digits in either case stand for an octet"
)
RESERVED_CHANGES = {
    component: Provision(
        cite(f"2.2, {section}", "Reserved Characters"),
        f"reserves the character in {where}, so that escaping it changes what a URI means",
    )
    for component, section, where in (
        ("authority", "3.2", "an authority"),
        ("path", "3.3", "a path segment"),
        ("query", "3.4", "a query"),
    )
}
FRAGMENT_MEANING = Provision(
    cite("4, 4.1", "URI References"),
    "has no part in the URI for a fragment, whose meaning is its media type's",
)
FRAGMENT_DELIMITER = Provision(
    cite("2.4.3", "Excluded US-ASCII Characters"), "delimits a fragment by a number sign"
)
MALFORMED_ESCAPE = Provision(
    cite("2.4.1", "Escaped Encoding"), "needs two hexadecimal digits behind a percent sign"
)
CONFLICTING = {
    component: Provision(
        cite(f"2.2, {section}", "Reserved Characters"),
        f"escapes in {where} what is reserved there, and what is in no URI",
    )
    for component, section, where in (
        ("authority", "3.2", "an authority"),
        ("path", "3.3", "a path segment"),
        ("query", "3.4", "a query"),
        ("fragment", "4.1", "a fragment"),
    )
}
ALL_BUT_UNRESERVED = Provision(
    cite("2.4", "Escape Sequences"), "escapes all that is not unreserved"
)
NO_CHARSET = Provision(
    cite("2.1", "URI and non-ASCII characters"),
    "leaves the charset of octets beyond US-ASCII to each scheme",
)

# 5.1 Establishing a Base URI, and D Embedding the Base URI in HTML documents. The fields are those
# of RFC 2110, to which 5.1.1 refers.

_EMBEDDED = "Base URI within Document Content"
_ENCAPSULATING = Provision(
    cite("5.1.2", "Base URI from the Encapsulating Entity"),
    "takes the base of the entity that a document is enclosed in",
)
BASE_PRECEDENCE = BasePrecedence(
    (
        BaseRule(
            BaseLevel.DOCUMENT,
            Source.BASE_ELEMENT,
            Provision(
                cite("5.1.1, D", _EMBEDDED), "takes the base that the content has within itself"
            ),
        ),
        *(
            BaseRule(
                BaseLevel.DOCUMENT,
                Source.HEADER,
                Provision(cite("5.1.1", _EMBEDDED), f"takes it from the field {field} (RFC 2110)"),
                header=field,
                around=_ENCAPSULATING,
            )
            for field in ("Content-Base", "Content-Location")
        ),
        BaseRule(
            BaseLevel.RETRIEVAL,
            Source.RETRIEVAL,
            Provision(
                cite("5.1.3", "Base URI from the Retrieval URI"),
                "takes the URI by which the document was retrieved",
            ),
        ),
        BaseRule(
            BaseLevel.DEFAULT,
            Source.DEFAULT,
            Provision(cite("5.1.4", "Default Base URI"), "leaves it to the application"),
        ),
    ),
    absolute=Provision(cite("5.1.1, D", _EMBEDDED), "needs an absolute URI for a base"),
    fragment=Provision(cite("4", "URI References"), "has no fragment in a URI"),
)

# 6 URI Normalization and Equivalence.

_SECTION_6 = cite("6", "URI Normalization and Equivalence")
SCHEME_CASE = Provision(
    cite("3.1, 6", "Scheme Component"), "takes upper case in a scheme name for lower case"
)
HOST_CASE = Provision(_SECTION_6, "ignores case in the host of a server")
DEFAULT_PORT = Provision(_SECTION_6, "lets a port go that is the scheme's default")
SCHEME_DEPENDENT = Provision(
    _SECTION_6, "leaves what else makes two URIs equivalent to their scheme"
)
NOT_ABSOLUTE = Provision(
    cite("4", "URI References"),
    "calls an absolute URI a URI, and a relative one not before it is resolved",
)
SCHEME_FACTS = load_scheme_facts(Path(__file__).parents[1] / "schemes.json", RFC2396.date)

# E Recommendations for Delimiting URI in Context.

_APPENDIX_E = cite("E", "Recommendations for Delimiting URI in Context")
_PREFIXES = ("URL:", "")
EXTRACTION = ExtractionRules(
    (
        Wrapper(
            "angle brackets",
            Provision(
                _APPENDIX_E, "delimits a URI by angle brackets, and ignores white space in between"
            ),
            "<",
            ">",
            prefixes=_PREFIXES,
        ),
        Wrapper(
            "double quotes",
            Provision(
                _APPENDIX_E, "delimits a URI by double quotes, and ignores where it breaks a line"
            ),
            '"',
            '"',
            prefixes=_PREFIXES,
            gaps=Gaps.LINE_BREAKS,
        ),
        Wrapper("white space", Provision(_APPENDIX_E, "delimits a URI just by white space")),
    ),
    hyphen=Provision(
        _APPENDIX_E, "leaves open whether a hyphen at the end of a line is part of the URI"
    ),
)


class Rfc2396(Spec):
    """RFC 2396: four components and a fragment, and an example algorithm in seven steps."""

    document = RFC2396
    components = COMPONENTS
    form_names = FORM_NAMES
    syntax = SYNTAX
    rules = (APPENDIX_B, *resolving.RULES)
    readings = (
        resolving.EXCESS_DOTS,
        resolving.SAME_SCHEME,
        resolving.EMPTY_REFERENCE,
        SCHEME_TEST,
        OPAQUE_PART,
        resolving.OPAQUE_BASE,
        resolving.EMPTY_BASE_PATH,
        IPV6_LITERALS,
        ESCAPE_DATA,
    )
    default_column = True
    candidate = True
    extraction = EXTRACTION
    base_precedence = BASE_PRECEDENCE

    parsing = PARSING
    form = staticmethod(form)
    classify = staticmethod(resolving.classify)
    combine = staticmethod(resolving.combine)
    remove_dots = staticmethod(resolving.remove_dots)
    recombine = staticmethod(resolving.recombine)

    def examples(self) -> tuple[Example, ...]:
        """Return the tables of C.1 and C.2."""
        return load_examples(RFC2396, Path(__file__).with_name("examples.json"))

    # 2 URI Characters and Escape Sequences.

    def escaping_rules(self) -> EscapingRules:
        """Give what each component lets stand for itself (2.2, 2.4.3, and section 3)."""
        return self._escaping_rules

    @functools.cached_property
    def _escaping_rules(self) -> EscapingRules:
        rules = {"authority": "userinfo", "path": "pchar", "query": "uric", "fragment": "uric"}
        kept = {
            component: Kept(
                self.characters(rule, but=RESERVED_IN.get(component, "")), CONFLICTING[component]
            )
            for component, rule in rules.items()
        }
        if self.options[ESCAPE_DATA.name] == "all-but-unreserved":
            kept = dict.fromkeys(rules, Kept(self.characters("unreserved"), ALL_BUT_UNRESERVED))
        return EscapingRules(
            FrozenMapping(kept),
            "ascii",
            NO_CHARSET,
            MALFORMED_ESCAPE,
            self.classes("unreserved", "mark", "reserved", "control", "space", "delims", "unwise"),
        )

    # 6 URI Normalization and Equivalence.

    def incomparable(self, text: str) -> Provision | None:
        """Refuse what is no URI by itself, and a percent sign that escapes nothing."""
        if self.split(text)[1] is None:
            return NOT_ABSOLUTE
        return MALFORMED_ESCAPE if MALFORMED.search(text) else None

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Give what 2.3 and 6 let be written in another way."""
        unreserved = self.characters("unreserved")
        return (
            Rewriting(SCHEME_CASE, _with_lower_scheme),
            Rewriting(HEX_DIGITS, with_upper_digits),
            Rewriting(
                UNRESERVED_MAY_BE_ESCAPED,
                lambda text: behind_scheme(text, lambda rest: unescaped_where(rest, unreserved)),
            ),
            Rewriting(HOST_CASE, self._with_lower_host),
            Rewriting(DEFAULT_PORT, self._without_default_port),
        )

    def _with_lower_host(self, text: str) -> str:
        """Write the host of a server in lower case; a registry's name is none."""
        _, scheme, authority, path, query, fragment = self.split(text)
        for part in self.subdivide("authority", authority or ""):
            if part.name == "host" and authority is not None:
                host = ascii_lower(authority[part.start : part.stop])
                authority = authority[: part.start] + host + authority[part.stop :]
        return recombined(scheme, authority, path, query, fragment)

    def _without_default_port(self, text: str) -> str:
        """Cut the port of a server; a registry's name has none."""
        authority = self.split(text)[2] or ""
        has_port = any(part.name == "port" for part in self.subdivide("authority", authority))
        return SCHEME_FACTS.apply("default-port", text) if has_port else text

    def distinguish(self, left: str, right: str) -> Judgement:
        """Judge by the escapes that are left: 2.2 decides, and else the scheme does (6)."""
        if left.partition("#")[0] == right.partition("#")[0]:
            return Judgement(Sameness.UNDECIDED, FRAGMENT_MEANING)
        here, there = units(left), units(right)
        if [*map(character_of, here)] != [*map(character_of, there)]:
            return Judgement(Sameness.UNDECIDED, SCHEME_DEPENDENT)
        for text, mine, others in ((left, here, there), (right, there, here)):
            for name, character in self._escaped_instead(text, mine, others):
                if character == "#":
                    return Judgement(Sameness.DIFFERENT, FRAGMENT_DELIMITER)
                if character in RESERVED_IN.get(name, ""):
                    return Judgement(Sameness.DIFFERENT, RESERVED_CHANGES[name])
        return Judgement(Sameness.UNDECIDED, SCHEME_DEPENDENT)

    def _escaped_instead(
        self, text: str, mine: list[str], others: list[str]
    ) -> Iterator[tuple[str, str]]:
        """Give each character escaped here alone, with the component that it stands in.

        An opaque part reserves nothing (3), so that it goes without a name.
        """
        reference = self.parse(text)
        opaque = reference.form is Form.OPAQUE
        segments = list(reversed(reference.segments()))
        offset = 0
        for unit, other in zip(mine, others, strict=True):
            while segments and segments[-1].stop <= offset:
                segments.pop()
            if unit != other and len(unit) > 1:
                name = segments[-1].component.shared
                yield "" if opaque and name == "path" else name, character_of(unit)
            offset += len(unit)

    # E Recommendations for Delimiting URI in Context.

    def is_extracted_uri(self, text: str) -> bool:
        """Say whether a text is an absolute URI, with or without a fragment."""
        assert self.grammar is not None
        uri, number_sign, fragment = text.partition("#")
        return self.grammar.matches("absoluteURI", uri) and (
            not number_sign or self.grammar.matches("fragment", fragment)
        )


def _with_lower_scheme(text: str) -> str:
    scheme, colon, rest = text.partition(":")
    return ascii_lower(scheme) + colon + rest


SPEC = Rfc2396()
