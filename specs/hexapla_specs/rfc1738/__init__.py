"""RFC 1738, Uniform Resource Locators (T. Berners-Lee, L. Masinter, M. McCahill, December 1994).

RFC 1738 defines only absolute URLs (2.3), so resolving a reference without a scheme is undefined.
"""

from pathlib import Path

from hexapla.documents.citation import Citation
from hexapla.operations.operation import operation
from hexapla.standard.component import Component
from hexapla.standard.driver import Parts
from hexapla.standard.phases import Reason
from hexapla.standard.rule import rules_in
from hexapla.standard.standard import Standard
from hexapla.standard.syntax import Syntax
from hexapla.text.span import Span
from hexapla.values.checked import checked
from hexapla_specs.rfc1738 import resolving
from hexapla_specs.rfc1738 import syntax as url_syntax
from hexapla_specs.rfc1738.syntax import Url, cite


class Rfc1738(Standard):
    """RFC 1738: absolute URLs, with a grammar for each scheme."""

    document = url_syntax.RFC1738
    components = url_syntax.COMPONENTS
    form_names = url_syntax.FORM_NAMES
    syntax = url_syntax.SYNTAX
    reference = url_syntax.Url
    readings = (url_syntax.AT_SIGNS, url_syntax.COLONS)
    cases_path = Path(__file__).with_name("cases.json")
    errata_path = Path(__file__).with_name("errata.json")
    default_column = candidate = insensitive_to_words = True

    form = staticmethod(url_syntax.form)
    parse = staticmethod(url_syntax.parse)
    classify = staticmethod(resolving.classify)
    combine = staticmethod(resolving.combine)
    remove_dots = staticmethod(resolving.remove_dots)
    recombine = staticmethod(resolving.recombine)
    rules = rules_in(url_syntax, resolving)

    escaping = operation("hexapla_specs.rfc1738.operations:Rfc1738Escaping")
    equivalence = operation("hexapla_specs.rfc1738.operations:Rfc1738Equivalence")
    extraction = operation("hexapla_specs.rfc1738.operations:Rfc1738Extraction")
    schemes = operation(
        "hexapla_specs.rfc1738.operations:Rfc1738Schemes",
        remark="no production for this scheme except genericurl",
    )
    access = operation("hexapla_specs.rfc1738.operations:Rfc1738Access")
    division = operation("hexapla_specs.rfc1738.authority:Rfc1738Division")

    def spans_of(self, parts: Parts) -> tuple[Span | None, ...]:
        """Return the span of each part, in code points; None for an absent part."""
        return url_syntax.spans(Url._make(checked(parts, "parts", tuple)))

    def citation_of(self, component: Component, parts: Parts) -> Citation | None:
        """Return the section that defines a part; for the host and the path of a file URL, 3.10."""
        scheme = str(parts[1]).lower()
        if scheme == "file" and component.name in ("host", "url-path"):
            return cite("3.10")
        return super().citation_of(component, parts)

    def reason_without_parts(self, parts: Parts) -> Reason | None:
        """Return why a string without a scheme isn't a URL; None for a URL."""
        url = Url._make(parts)
        return resolving.outcome_without_scheme(url).reason if url.scheme is None else None

    def syntax_of(self, parts: Parts, base: Parts | None = None) -> Syntax | None:
        """Return the syntax of a URL; None for other strings, for which there is no production."""
        if parts[1] is None:
            return None
        return self._syntax


STANDARD = Rfc1738()
