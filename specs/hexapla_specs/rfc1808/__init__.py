"""RFC 1808, Relative Uniform Resource Locators (R. Fielding, June 1995)."""

from pathlib import Path

from hexapla.operations.operation import operation
from hexapla.standard.rule import rules_in
from hexapla.standard.standard import Standard
from hexapla_specs.rfc1808 import resolving
from hexapla_specs.rfc1808 import syntax as url_syntax


class Rfc1808(Standard):
    """RFC 1808: six components, and an example algorithm in seven steps."""

    document = url_syntax.RFC1808
    components = url_syntax.COMPONENTS
    form_names = url_syntax.FORM_NAMES
    syntax = url_syntax.SYNTAX
    reference = url_syntax.Url
    target = url_syntax.TargetUrl
    readings = (
        resolving.EMPTY_BASE_PATH,
        resolving.ENTIRELY_EMPTY,
        resolving.EMPTY_NET_LOC,
        resolving.BASE_FORM,
        resolving.UNSUITED_SCHEME,
        resolving.RELATIVE_BASE,
        url_syntax.AT_SIGNS,
        url_syntax.COLONS,
    )
    examples_path = Path(__file__).with_name("examples.json")  # 5.1 and 5.2
    cases_path = Path(__file__).with_name("cases.json")
    default_column = candidate = insensitive_to_words = True

    form = staticmethod(url_syntax.form)
    parse = staticmethod(url_syntax.parse)
    classify = staticmethod(resolving.classify)
    combine = staticmethod(resolving.combine)
    remove_dots = staticmethod(resolving.remove_dots)
    recombine = staticmethod(resolving.recombine)
    rules = rules_in(url_syntax, resolving)

    escaping = operation("hexapla_specs.rfc1808.operations:Rfc1808Escaping")
    base_precedence = operation("hexapla_specs.rfc1808.operations:Rfc1808BasePrecedence")
    schemes = operation(
        "hexapla.operations.schemes:Schemes",
        remark="left to RFC 1738; all schemes share one set of reserved characters (2.2)",
    )
    division = operation("hexapla_specs.rfc1808.authority:Rfc1808Division")


STANDARD = Rfc1808()
