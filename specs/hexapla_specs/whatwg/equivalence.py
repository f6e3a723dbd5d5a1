"""URL Standard, 4.6: URL equivalence."""

from hexapla.documents.citation import Provision
from hexapla.operations.equivalence import EquivalenceRules, Judgement, Rewriting, Sameness
from hexapla.standard.phases import NoUri
from hexapla_specs.whatwg.document import cite
from hexapla_specs.whatwg.history import parser_of

SERIALISES = Provision(
    cite("4.6", "URL equivalence"), "compares what its parser and serialiser make of both"
)
NO_URL = Provision(cite("4.4", "URL parsing"), "has no URL to compare: its parser returns failure")


class WhatwgEquivalence(EquivalenceRules):
    """Two URLs are the same where the serialiser writes the same; that is the normal form too."""

    def incomparable(self, text: str) -> Provision | None:
        """Refuse what the parser refuses without a base."""
        return None if self.spec.is_absolute(text) else NO_URL

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Return the one way to the normal form: to parse and to serialise."""
        return (Rewriting(SERIALISES, self._serialised),)

    def _serialised(self, text: str) -> str:
        parser = parser_of(self.spec.options)
        url = parser.parse_url(self.spec.split(text))
        return text if isinstance(url, NoUri) else str(parser.recombine(url)[1])

    def normal_form(self) -> tuple[Rewriting, ...]:
        """Return the same: what the serialiser writes is the normal form."""
        return self.rewritings()

    def distinguish(self, left: str, right: str) -> Judgement:
        """Call different what is serialised differently."""
        return Sameness.DIFFERENT, SERIALISES
