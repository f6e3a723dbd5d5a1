"""RFC 3986, Uniform Resource Identifier (URI): Generic Syntax (January 2005)."""

from pathlib import Path

from hexapla.operations.operation import operation
from hexapla.standard.standard import Standard
from hexapla_specs.rfc3986 import resolving
from hexapla_specs.rfc3986 import syntax as uri_syntax


class Rfc3986(Standard, defined_in=(vars(uri_syntax), vars(resolving))):
    """RFC 3986: five components, and the transformation of 5.2."""

    document = uri_syntax.RFC3986
    reference = uri_syntax.UriReference
    target = uri_syntax.TargetUri
    telling_pieces = tuple("a:/?#.")
    readings = (
        resolving.SAME_SCHEME,
        uri_syntax.SCHEME_TEST,
        uri_syntax.AT_SIGNS,
        uri_syntax.COLONS,
    )
    examples_path = Path(__file__).with_name("examples.json")  # 5.4.1 and 5.4.2
    default_column = candidate = insensitive_to_words = True

    escaping = operation("hexapla_specs.rfc3986.operations:Rfc3986Escaping")
    equivalence = operation("hexapla_specs.rfc3986.operations:Rfc3986Equivalence")
    extraction = operation("hexapla_specs.rfc3986.operations:Rfc3986Extraction")
    base_precedence = operation("hexapla_specs.rfc3986.operations:Rfc3986BasePrecedence")
    schemes = operation(
        "hexapla.operations.schemes:Schemes",
        remark="each scheme has a specification of its own (3.1)",
    )
    division = operation("hexapla_specs.rfc3986.authority:Rfc3986Division")


STANDARD = Rfc3986()
