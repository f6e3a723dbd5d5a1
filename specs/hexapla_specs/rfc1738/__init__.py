"""RFC 1738, Uniform Resource Locators (T. Berners-Lee, L. Masinter, M. McCahill, December 1994).

It defines absolute URLs only (2.3), so that resolving what has no scheme is undefined here.
"""

from hexapla.operations.operation import operation
from hexapla.standard.rule import leaves_text
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Syntax
from hexapla.text.span import Span
from hexapla.values.checked import checked
from hexapla_specs.rfc1738 import resolving
from hexapla_specs.rfc1738 import syntax as url_syntax
from hexapla_specs.rfc1738.document import RFC1738, cite


class Rfc1738(Spec):
    """RFC 1738: absolute URLs, and a grammar for each scheme."""

    document = RFC1738
    components = url_syntax.COMPONENTS
    form_names = url_syntax.FORM_NAMES
    syntax = url_syntax.SYNTAX
    readings = (url_syntax.AT_SIGNS, url_syntax.COLONS)
    rules = (
        *(step.rule for step in url_syntax.PARSING if step.rule is not None),
        *resolving.RULES,
        *leaves_text(cite("2.1", "The main parts of URLs")),
    )
    default_column = True
    candidate = True
    insensitive_to_words = True

    parsing = url_syntax.PARSING
    form = staticmethod(url_syntax.form)
    classify = staticmethod(resolving.classify)
    combine = staticmethod(resolving.combine)
    remove_dots = staticmethod(resolving.remove_dots)
    recombine = staticmethod(resolving.recombine)

    escaping = operation("hexapla_specs.rfc1738.escaping:Rfc1738Escaping")
    equivalence = operation("hexapla_specs.rfc1738.equivalence:Rfc1738Equivalence")
    extraction = operation("hexapla_specs.rfc1738.extraction:Rfc1738Extraction")
    schemes = operation(
        "hexapla_specs.rfc1738.schemes:Rfc1738Schemes",
        remark="no production for this scheme but genericurl",
    )
    access = operation("hexapla_specs.rfc1738.access:Rfc1738Access")
    division = operation("hexapla_specs.rfc1738.authority:Rfc1738Division")

    def spans_of(self, parts: url_syntax.Parsed) -> tuple[Span | None, ...]:
        """Return the span of each part, in code points."""
        return url_syntax.spans(checked(parts, "parts", tuple))

    def syntax_of(self, parts: url_syntax.Parsed, base: object = None) -> Syntax | None:
        """Return the syntax of a URL; there is no production for other texts."""
        return self._syntax if parts[1] is not None else None


SPEC = Rfc1738()
