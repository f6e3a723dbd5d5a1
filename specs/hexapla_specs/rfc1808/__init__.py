"""RFC 1808, Relative Uniform Resource Locators (R. Fielding, June 1995)."""

from pathlib import Path

from hexapla.operations.operation import operation
from hexapla.standard.example import Example, load_examples
from hexapla.standard.rule import leaves_text
from hexapla.standard.spec import Spec
from hexapla_specs.rfc1808 import resolving
from hexapla_specs.rfc1808 import syntax as url_syntax
from hexapla_specs.rfc1808.document import RFC1808, cite


class Rfc1808(Spec):
    """RFC 1808: six components, and an example algorithm in seven steps."""

    document = RFC1808
    components = url_syntax.COMPONENTS
    form_names = url_syntax.FORM_NAMES
    syntax = url_syntax.SYNTAX
    readings = (*resolving.READINGS, url_syntax.AT_SIGNS, url_syntax.COLONS)
    rules = (
        *url_syntax.PARSING_RULES,
        *resolving.RULES,
        *leaves_text(cite("4", "Resolving Relative URLs")),
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

    escaping = operation("hexapla_specs.rfc1808.escaping:Rfc1808Escaping")
    base_precedence = operation("hexapla_specs.rfc1808.base:Rfc1808BasePrecedence")
    schemes = operation(
        "hexapla.operations.schemes:Schemes",
        remark="left to RFC 1738; all schemes share one set of reserved characters (2.2)",
    )
    division = operation("hexapla_specs.rfc1808.authority:Rfc1808Division")

    def examples(self) -> tuple[Example, ...]:
        """Return the tables of 5.1 and 5.2."""
        return load_examples(RFC1808, Path(__file__).with_name("examples.json"))


SPEC = Rfc1808()
