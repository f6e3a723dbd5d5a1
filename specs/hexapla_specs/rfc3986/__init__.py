"""RFC 3986, Uniform Resource Identifier (URI): Generic Syntax (January 2005)."""

from pathlib import Path

from hexapla.operations.operation import operation
from hexapla.standard.example import Example, load_examples
from hexapla.standard.rule import leaves_text
from hexapla.standard.spec import Spec
from hexapla_specs.rfc3986 import resolving
from hexapla_specs.rfc3986 import syntax as uri_syntax
from hexapla_specs.rfc3986.document import RFC3986, cite


class Rfc3986(Spec):
    """RFC 3986: five components, and the transformation of 5.2."""

    document = RFC3986
    components = uri_syntax.COMPONENTS
    form_names = uri_syntax.FORM_NAMES
    telling_pieces = tuple("a:/?#.")
    syntax = uri_syntax.SYNTAX
    readings = (*resolving.READINGS, uri_syntax.AT_SIGNS, uri_syntax.COLONS)
    rules = (
        uri_syntax.APPENDIX_B,
        uri_syntax.KEEPS_EMPTY,
        *resolving.RULES,
        *leaves_text(cite("5.2", "Relative Resolution")),
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

    escaping = operation("hexapla_specs.rfc3986.escaping:Rfc3986Escaping")
    equivalence = operation("hexapla_specs.rfc3986.equivalence:Rfc3986Equivalence")
    extraction = operation("hexapla_specs.rfc3986.extraction:Rfc3986Extraction")
    base_precedence = operation("hexapla_specs.rfc3986.base:Rfc3986BasePrecedence")
    schemes = operation(
        "hexapla.operations.schemes:Schemes",
        remark="each scheme has a specification of its own (3.1)",
    )
    division = operation("hexapla_specs.rfc3986.authority:Rfc3986Division")

    def examples(self) -> tuple[Example, ...]:
        """Return the tables of 5.4.1 and 5.4.2."""
        return load_examples(RFC3986, Path(__file__).with_name("examples.json"))


SPEC = Rfc3986()
