"""RFC 1630, Universal Resource Identifiers in WWW (T. Berners-Lee, June 1994)."""

from pathlib import Path

from hexapla.operations.operation import operation
from hexapla.standard.driver import Parts
from hexapla.standard.rule import rules_in
from hexapla.standard.standard import Standard
from hexapla.standard.syntax import Syntax
from hexapla_specs.rfc1630 import resolving
from hexapla_specs.rfc1630 import syntax as uri_syntax
from hexapla_specs.rfc1630.syntax import RFC1630


class Rfc1630(Standard):
    """RFC 1630: URIs with a scheme and a path, and partial forms."""

    document = RFC1630
    components = uri_syntax.COMPONENTS
    form_names = uri_syntax.FORM_NAMES
    syntax = uri_syntax.SYNTAX
    reference = uri_syntax.Uri
    target = uri_syntax.FullForm
    readings = (
        uri_syntax.SLASH_RUN,
        uri_syntax.CLIMB,
        uri_syntax.MISSING_RUN,
        uri_syntax.PATH_ROOT,
        uri_syntax.VOID_ELEMENT,
        uri_syntax.REMOVAL_ORDER,
        uri_syntax.ABSOLUTE_TEST,
        uri_syntax.SAME_SCHEME,
        uri_syntax.RELATIVE_BASE,
        uri_syntax.GRAMMAR,
        uri_syntax.DATA_TYPE,
        uri_syntax.RESERVED_SET,
        uri_syntax.COLONS,
    )
    # The examples in "Partial (relative) form", for both contexts given there.
    examples_path = Path(__file__).with_name("examples.json")
    cases_path = Path(__file__).with_name("cases.json")
    errata_path = Path(__file__).with_name("errata.json")
    default_column = candidate = insensitive_to_words = True

    form = staticmethod(uri_syntax.form)
    parse = staticmethod(uri_syntax.parse)
    classify = staticmethod(resolving.classify)
    combine = staticmethod(resolving.combine)
    remove_dots = staticmethod(resolving.remove_dots)
    recombine = staticmethod(resolving.recombine)
    rules = rules_in(uri_syntax, resolving)

    escaping = operation("hexapla_specs.rfc1630.operations:Rfc1630Escaping")
    equivalence = operation("hexapla_specs.rfc1630.operations:Rfc1630Equivalence")
    extraction = operation("hexapla_specs.rfc1630.operations:Rfc1630Extraction")
    base_precedence = operation("hexapla_specs.rfc1630.operations:Rfc1630BasePrecedence")
    schemes = operation(
        "hexapla_specs.rfc1630.operations:Rfc1630Schemes", remark="no production for this scheme"
    )
    access = operation("hexapla_specs.rfc1630.operations:Rfc1630Access")
    division = operation("hexapla_specs.rfc1630.authority:Rfc1630Division")

    def syntax_of(self, parts: Parts, base: Parts | None = None) -> Syntax | None:
        """Return the syntax of an absolute form; None for a partial form."""
        if parts[1] is None:
            return None
        return self._syntax


STANDARD = Rfc1630()
