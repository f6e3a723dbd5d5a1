"""RFC 2396, Uniform Resource Identifiers (URI): Generic Syntax (August 1998)."""

from pathlib import Path

from hexapla.operations.operation import operation
from hexapla.standard.example import Example, load_examples
from hexapla.standard.rule import leaves_text
from hexapla.standard.spec import Spec
from hexapla_specs.rfc2396 import resolving
from hexapla_specs.rfc2396.document import RFC2396, cite
from hexapla_specs.rfc2396.syntax import (
    APPENDIX_B,
    AT_SIGNS,
    COLONS,
    COMPONENTS,
    ESCAPE_DATA,
    FORM_NAMES,
    IPV6_LITERALS,
    KEEPS_EMPTY,
    OPAQUE_PART,
    PARSING,
    REG_NAME,
    SCHEME_TEST,
    SYNTAX,
    form,
)


class Rfc2396(Spec):
    """RFC 2396: four components and a fragment, and an example algorithm in seven steps."""

    document = RFC2396
    components = COMPONENTS
    form_names = FORM_NAMES
    syntax = SYNTAX
    readings = (
        resolving.EXCESS_DOTS,
        resolving.SAME_SCHEME,
        resolving.EMPTY_REFERENCE,
        SCHEME_TEST,
        OPAQUE_PART,
        resolving.OPAQUE_BASE,
        resolving.EMPTY_BASE_PATH,
        IPV6_LITERALS,
        AT_SIGNS,
        COLONS,
        REG_NAME,
        ESCAPE_DATA,
    )
    rules = (
        APPENDIX_B,
        KEEPS_EMPTY,
        *resolving.RULES,
        *leaves_text(cite("5.2", "Resolving Relative References to Absolute Form")),
    )
    default_column = True
    candidate = True
    insensitive_to_words = True

    parsing = PARSING
    form = staticmethod(form)
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
