"""RFC 3986, Uniform Resource Identifier (URI): Generic Syntax (January 2005)."""

from pathlib import Path
from typing import ClassVar

from hexapla.documents.citation import Provision
from hexapla.documents.reading import Reading
from hexapla.operations.operation import operation
from hexapla.standard.driver import Parts
from hexapla.standard.phases import Step
from hexapla.standard.rule import Phase, Rule, rules_in
from hexapla.standard.standard import Standard
from hexapla.values.checked import checked
from hexapla_specs.rfc3986 import dot_segments, later, normalizing, resolving
from hexapla_specs.rfc3986 import syntax as uri_syntax
from hexapla_specs.rfc3986.syntax import UriReference


class Rfc3986(Standard):
    """RFC 3986: five components, and the transformation of references in 5.2."""

    document = uri_syntax.RFC3986
    components = uri_syntax.COMPONENTS
    form_names = uri_syntax.FORM_NAMES
    syntax = uri_syntax.SYNTAX
    reference = uri_syntax.UriReference
    target = uri_syntax.TargetUri
    telling_pieces = tuple("a:/?#.")
    readings: ClassVar[tuple[Reading, ...]] = (
        resolving.SAME_SCHEME,
        resolving.RELATIVE_BASE,
        uri_syntax.SCHEME_TEST,
        normalizing.BASE_NORMALIZATION,
        uri_syntax.AT_SIGNS,
        uri_syntax.COLONS,
    )
    # 5.4.1 and 5.4.2
    examples_path: ClassVar[Path | None] = Path(__file__).with_name("examples.json")
    cases_path: ClassVar[Path | None] = Path(__file__).with_name("cases.json")
    errata_path: ClassVar[Path | None] = Path(__file__).with_name("errata.json")
    default_column = candidate = True
    insensitive_to_words = normalizing.WORDS_ALIKE

    form = staticmethod(uri_syntax.form)
    parse = staticmethod(uri_syntax.parse)
    classify = staticmethod(resolving.classify)
    combine = staticmethod(resolving.combine)
    remove_dots = staticmethod(resolving.remove_dots)
    recombine = staticmethod(resolving.recombine)
    rules = rules_in(uri_syntax, resolving, dot_segments, normalizing)

    escaping = operation("hexapla_specs.rfc3986.operations:Rfc3986Escaping")
    equivalence = operation("hexapla_specs.rfc3986.operations:Rfc3986Equivalence")
    extraction = operation("hexapla_specs.rfc3986.operations:Rfc3986Extraction")
    base_precedence = operation("hexapla_specs.rfc3986.operations:Rfc3986BasePrecedence")
    schemes = operation(
        "hexapla.operations.schemes:Schemes",
        remark="each scheme has a specification of its own (3.1)",
    )
    division = operation("hexapla_specs.rfc3986.authority:Rfc3986Division")

    @property
    def _normalizes_bases(self) -> bool:
        return self.options[normalizing.BASE_NORMALIZATION.name] == "syntax"

    def base_as_read(self, base: str) -> str:
        """Return a base unchanged or, if bases are normalized (5.2.1), in its normal form."""
        parsed = self._parsed(base)
        return normalizing.normalized(parsed).text if self._normalizes_bases else base

    def steps_of_base(self, base: str, rule: Rule) -> tuple[Step, ...]:
        """Return the steps of 6.2.2 that normalize the parts of a base that a rule uses."""
        parsed = self._parsed(base)
        if not self._normalizes_bases or rule.phase is not Phase.COMBINE:
            return ()
        return tuple(
            Step(rewritten.rule, rewritten.before.text, rewritten.base.text)
            for rewritten in normalizing.rewritings(parsed)
            if resolving.takes_from(rule, rewritten.before, rewritten.base)
        )

    def notes_on(self, parts: Parts) -> tuple[Provision, ...]:
        """Return the notes of RFC 9844 on zone ids, and of RFC 3987 on non-ASCII characters."""
        return tuple(later.notes_on(uri_syntax.UriReference._make(parts)))

    def _parsed(self, base: str) -> UriReference:
        return uri_syntax.parse(checked(base, "base"), self.options, None)


STANDARD = Rfc3986()
