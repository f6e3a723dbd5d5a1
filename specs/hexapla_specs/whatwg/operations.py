"""URL Standard: escaping (1.3) and equivalence (4.6)."""

import functools
from collections.abc import Mapping

from hexapla.documents.citation import Provision
from hexapla.operations.equivalence import EquivalenceRules, Judgement, Rewriting, Rung, Sameness
from hexapla.operations.escaping import Escaping, Kept
from hexapla.standard.phases import NoUri
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.whatwg.components import provision
from hexapla_specs.whatwg.history import parser_as_of

# URL Standard, 1.3: percent-encoded bytes.

LEAVES = {
    component: provision("1.3", f"keeps the characters outside the percent-encode set of {where}")
    for component, where in (
        ("authority", "a username or password"),
        *((component, f"a {component}") for component in ("path", "query", "fragment")),
    )
}


class WhatwgEscaping(Escaping):
    """Escaping; a component keeps the printable US-ASCII that the parser doesn't encode in it."""

    charset = "utf-8"
    charset_provision = provision("1.3", "encodes characters in UTF-8")
    malformed = provision(
        "1.3", "keeps a percent sign even if two hexadecimal digits don't follow it"
    )

    @functools.cached_property
    def kept(self) -> Mapping[str, Kept]:
        """The printable US-ASCII outside each component's set, as of the selected date.

        The sets for an authority, a path and a query are those of special URLs.
        """
        states = parser_as_of(self.spec.options).states
        left = {
            "authority": states.userinfo_set.unencoded,
            # In the path of a special URL, the parser treats a backslash as a slash.
            "path": states.path_set.unencoded - {"\\"},
            "query": states.special_query_set.unencoded,
            "fragment": states.fragment_set.unencoded,
        }
        return FrozenMapping((name, Kept(left[name], LEAVES[name])) for name in left)


# URL Standard, 4.6: URL equivalence.

SERIALISES = provision("4.6", "compares both URLs after parsing and serializing them")
NO_URL = provision("4.4", "has no URL to compare: its parser returns failure")


class WhatwgEquivalence(EquivalenceRules):
    """URLs are equivalent if their serializations, which are their normal forms, are the same."""

    def incomparable(self, text: str) -> Provision | None:
        """Return the provision that rules out comparing a string; None if it can be parsed."""
        return None if self.spec.is_absolute(text) else NO_URL

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Return the standard's only rewriting, which parses and serializes a URL."""
        return (Rewriting(SERIALISES, self._serialised, Rung.PARSING),)

    def _serialised(self, text: str) -> str:
        target = parser_as_of(self.spec.options).parse(text).run.target
        return text if isinstance(target, NoUri) else target

    def normal_form(self) -> tuple[Rewriting, ...]:
        """Return the only rewriting, because the serialized URL is also the normal form."""
        return self.rewritings()

    def distinguish(self, left: str, right: str) -> Judgement:
        """Return `DIFFERENT`: after parsing and serializing, the two URLs still differ."""
        return Sameness.DIFFERENT, SERIALISES
