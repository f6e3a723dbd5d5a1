"""RFC 2396, Uniform Resource Identifiers (URI): Generic Syntax (August 1998)."""

from pathlib import Path

from hexapla.operations.operation import operation
from hexapla.standard.example import Example, load_examples
from hexapla.standard.rule import leaves_text
from hexapla.standard.spec import Spec
from hexapla_specs.rfc2396 import resolving
from hexapla_specs.rfc2396 import syntax as uri_syntax
from hexapla_specs.rfc2396.document import RFC2396, cite


class Rfc2396(Spec):
    """RFC 2396: four components and a fragment, and an example algorithm in seven steps."""

    document = RFC2396
    components = uri_syntax.COMPONENTS
    form_names = uri_syntax.FORM_NAMES
    syntax = uri_syntax.SYNTAX
    readings = (
        *(resolving.EXCESS_DOTS, resolving.SAME_SCHEME, resolving.EMPTY_REFERENCE),
        *(uri_syntax.SCHEME_TEST, uri_syntax.OPAQUE_PART),
        *(resolving.OPAQUE_BASE, resolving.EMPTY_BASE_PATH),
        *(uri_syntax.IPV6_LITERALS, uri_syntax.AT_SIGNS, uri_syntax.COLONS),
        *(uri_syntax.REG_NAME, uri_syntax.ESCAPE_DATA),
    )
    rules = (
        uri_syntax.APPENDIX_B,
        uri_syntax.KEEPS_EMPTY,
        *resolving.RULES,
        *leaves_text(cite("5.2", "Resolving Relative References to Absolute Form")),
    )
    default_column = True
    candidate = True
    insensitive_to_words = True

    parsing = uri_syntax.PARSING
    form = staticmethod(uri_syntax.form)
    classify = staticmethod(resolving.classify)
    combine = staticmethod(resolving.combine)
    remove_dots = staticmethod(resolving.remove_dots)
    recombine = staticmethod(resolving.recombine)

    escaping = operation("hexapla_specs.rfc2396.escaping:Rfc2396Escaping")
    equivalence = operation("hexapla_specs.rfc2396.equivalence:Rfc2396Equivalence")
    extraction = operation("hexapla_specs.rfc2396.extraction:Rfc2396Extraction")
    base_precedence = operation("hexapla_specs.rfc2396.base:Rfc2396BasePrecedence")
    schemes = operation(
        "hexapla.operations.schemes:Schemes",
        remark="moved out: the syntax of each scheme is in documents of its own (G.3)",
    )
    division = operation("hexapla_specs.rfc2396.authority:Rfc2396Division")

    def examples(self) -> tuple[Example, ...]:
        """Return the tables of C.1 and C.2."""
        return load_examples(RFC2396, Path(__file__).with_name("examples.json"))


SPEC = Rfc2396()
