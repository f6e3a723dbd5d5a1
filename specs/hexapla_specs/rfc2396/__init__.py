"""RFC 2396, Uniform Resource Identifiers (URI): Generic Syntax (August 1998)."""

from pathlib import Path

from hexapla.operations.operation import operation
from hexapla.standard.rule import rules_in
from hexapla.standard.standard import Standard
from hexapla_specs.rfc2396 import resolving
from hexapla_specs.rfc2396 import syntax as uri_syntax


class Rfc2396(Standard):
    """RFC 2396: four components, a fragment, and an example algorithm in seven steps."""

    document = uri_syntax.RFC2396
    components = uri_syntax.COMPONENTS
    form_names = uri_syntax.FORM_NAMES
    syntax = uri_syntax.SYNTAX
    reference = uri_syntax.UriReference
    target = uri_syntax.TargetUri
    readings = (
        resolving.EXCESS_DOTS,
        resolving.SAME_SCHEME,
        resolving.EMPTY_REFERENCE,
        uri_syntax.SCHEME_TEST,
        uri_syntax.OPAQUE_PART,
        resolving.OPAQUE_BASE,
        resolving.EMPTY_BASE_PATH,
        resolving.RELATIVE_BASE,
        uri_syntax.IPV6_LITERALS,
        uri_syntax.AT_SIGNS,
        uri_syntax.COLONS,
        uri_syntax.REG_NAME,
        uri_syntax.ESCAPE_DATA,
    )
    examples_path = Path(__file__).with_name("examples.json")  # C.1 and C.2
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

    escaping = operation("hexapla_specs.rfc2396.operations:Rfc2396Escaping")
    equivalence = operation("hexapla_specs.rfc2396.operations:Rfc2396Equivalence")
    extraction = operation("hexapla_specs.rfc2396.operations:Rfc2396Extraction")
    base_precedence = operation("hexapla_specs.rfc2396.operations:Rfc2396BasePrecedence")
    schemes = operation(
        "hexapla.operations.schemes:Schemes",
        remark="moved out: the syntax of each scheme is in a document of its own (G.3)",
    )
    division = operation("hexapla_specs.rfc2396.authority:Rfc2396Division")


STANDARD = Rfc2396()
