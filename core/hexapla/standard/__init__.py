"""The building blocks that a package needs in order to define a standard.

>>> from hexapla.standard import Citation, Component, Reading, Rule, Standard

Each name is imported when it is first used.
"""

from typing import TYPE_CHECKING

from hexapla.values.lazy import lazy_names

if TYPE_CHECKING:
    from hexapla.documents.citation import Citation as Citation
    from hexapla.documents.citation import Document as Document
    from hexapla.documents.citation import Provision as Provision
    from hexapla.documents.citation import rfc as rfc
    from hexapla.documents.citation import sections_of as sections_of
    from hexapla.documents.reading import Choice as Choice
    from hexapla.documents.reading import Rationale as Rationale
    from hexapla.documents.reading import Reading as Reading
    from hexapla.grammar.grammar import Grammar as Grammar
    from hexapla.operations.base import BasePrecedence as BasePrecedence
    from hexapla.operations.division import UrlDivision as UrlDivision
    from hexapla.operations.equivalence import EquivalenceRules as EquivalenceRules
    from hexapla.operations.equivalence import Rewriting as Rewriting
    from hexapla.operations.equivalence import Rung as Rung
    from hexapla.operations.escaping import Escaping as Escaping
    from hexapla.operations.extraction import Extraction as Extraction
    from hexapla.operations.operation import operation as operation
    from hexapla.operations.schemes import Access as Access
    from hexapla.operations.schemes import Schemes as Schemes
    from hexapla.standard.component import Component as Component
    from hexapla.standard.component import Form as Form
    from hexapla.standard.phases import NoUri as NoUri
    from hexapla.standard.phases import Options as Options
    from hexapla.standard.phases import State as State
    from hexapla.standard.phases import Step as Step
    from hexapla.standard.phases import error as error
    from hexapla.standard.rule import Phase as Phase
    from hexapla.standard.rule import Rule as Rule
    from hexapla.standard.rule import RuleKind as RuleKind
    from hexapla.standard.standard import Standard as Standard
    from hexapla.standard.syntax import Example as Example
    from hexapla.standard.syntax import Syntax as Syntax
    from hexapla.standard.syntax import ValidationError as ValidationError
    from hexapla.standard.trace import Trace as Trace
    from hexapla.text.span import Span as Span

# The module that defines each public name. The imports above give the same names to type checkers.
_MODULES = {
    "Access": "hexapla.operations.schemes",
    "BasePrecedence": "hexapla.operations.base",
    "Choice": "hexapla.documents.reading",
    "Citation": "hexapla.documents.citation",
    "Component": "hexapla.standard.component",
    "Document": "hexapla.documents.citation",
    "EquivalenceRules": "hexapla.operations.equivalence",
    "Escaping": "hexapla.operations.escaping",
    "Example": "hexapla.standard.syntax",
    "Extraction": "hexapla.operations.extraction",
    "Form": "hexapla.standard.component",
    "Grammar": "hexapla.grammar.grammar",
    "NoUri": "hexapla.standard.phases",
    "Options": "hexapla.standard.phases",
    "Phase": "hexapla.standard.rule",
    "Provision": "hexapla.documents.citation",
    "Rationale": "hexapla.documents.reading",
    "Reading": "hexapla.documents.reading",
    "Rewriting": "hexapla.operations.equivalence",
    "Rung": "hexapla.operations.equivalence",
    "Rule": "hexapla.standard.rule",
    "RuleKind": "hexapla.standard.rule",
    "Schemes": "hexapla.operations.schemes",
    "Span": "hexapla.text.span",
    "Standard": "hexapla.standard.standard",
    "State": "hexapla.standard.phases",
    "Step": "hexapla.standard.phases",
    "Syntax": "hexapla.standard.syntax",
    "Trace": "hexapla.standard.trace",
    "UrlDivision": "hexapla.operations.division",
    "ValidationError": "hexapla.standard.syntax",
    "error": "hexapla.standard.phases",
    "operation": "hexapla.operations.operation",
    "rfc": "hexapla.documents.citation",
    "sections_of": "hexapla.documents.citation",
}
__all__ = sorted(_MODULES)

if not TYPE_CHECKING:  # type checkers see only the names imported above
    __getattr__, __dir__ = lazy_names(__name__, _MODULES)
