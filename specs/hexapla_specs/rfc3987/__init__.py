"""RFC 3987, Internationalized Resource Identifiers (IRIs) (January 2005).

This standard is optional: it isn't compared by default, and `identify` doesn't consider it by
default. RFC 3987 has no algorithms of its own for parsing and resolving. Like the RFC (2.1, 6.5),
this package applies the algorithms of RFC 3986 to IRIs.
"""

from pathlib import Path

from hexapla.documents.citation import Citation, Provision
from hexapla.operations.operation import operation
from hexapla.standard.driver import Parts
from hexapla_specs.rfc3986 import Rfc3986, later
from hexapla_specs.rfc3986.syntax import UriReference
from hexapla_specs.rfc3987 import syntax as iri_syntax


class Rfc3987(Rfc3986):
    """RFC 3987: the algorithms of RFC 3986 with Unicode characters, and a new comparison ladder."""

    document = iri_syntax.RFC3987
    components = iri_syntax.COMPONENTS
    form_names = iri_syntax.FORM_NAMES
    syntax = iri_syntax.SYNTAX
    readings = (*Rfc3986.readings, iri_syntax.BIDI_FORMATTING, iri_syntax.DECODED)
    examples_path = None  # the RFC has no examples of resolving
    cases_path = None
    errata_path = Path(__file__).with_name("errata.json")

    escaping = operation("hexapla_specs.rfc3987.operations:Rfc3987Escaping")
    equivalence = operation("hexapla_specs.rfc3987.operations:Rfc3987Equivalence")
    extraction = None
    base_precedence = None
    division = operation("hexapla_specs.rfc3987.operations:Rfc3987Division")

    def cited(self, citation: Citation) -> Citation:
        """Cite the section in which RFC 3987 applies a section of RFC 3986."""
        return iri_syntax.applied(citation)

    def notes_on(self, parts: Parts) -> tuple[Provision, ...]:
        """Return the notes of RFC 9844 on zone ids."""
        return tuple(later.zone_notes(UriReference._make(parts)))


STANDARD = Rfc3987()
