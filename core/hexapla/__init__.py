"""The standards for URIs in parallel columns, every disagreement with the rule that causes it.

>>> import hexapla
>>> str(hexapla.spec("rfc1808").resolve("http://a/b/c/d;p?q", "?y"))
'http://a/b/c/d;p?y'
>>> str(hexapla.spec("rfc2396").resolve("http://a/b/c/d;p?q", "?y"))
'http://a/b/c/?y'

A name is loaded when it is first used, so that `import hexapla` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexapla.comparison.cause import Cause, Side
    from hexapla.comparison.columns import Columns, Comparison, columns, compare, compare_all
    from hexapla.comparison.facet import Agreement, Facet, Group
    from hexapla.comparison.operations import (
        compare_equivalence,
        compare_escaping,
        compare_extraction,
        establish_base,
    )
    from hexapla.documents.citation import Citation, Provision
    from hexapla.documents.reading import Choice, Reading, SelectorError
    from hexapla.implementations import Case, Explanation, Identification, identify
    from hexapla.operations.base import Base, BaseLevel
    from hexapla.operations.equivalence import Equivalence, NormalForm, Sameness
    from hexapla.operations.escaping import Escaped, EscapingComparison, Unescaped
    from hexapla.operations.extraction import ExtractionComparison, Found
    from hexapla.standard.reference import Form, Reference, Span
    from hexapla.standard.registry import PlugInError, spec, specs
    from hexapla.standard.resolution import Outcome, Phase, Reason, Resolution, Rule, Step
    from hexapla.standard.spec import Spec

__version__ = "0.1.0"

__all__ = [
    "Agreement",
    "Base",
    "BaseLevel",
    "Case",
    "Cause",
    "Choice",
    "Citation",
    "Columns",
    "Comparison",
    "Equivalence",
    "Escaped",
    "EscapingComparison",
    "Explanation",
    "ExtractionComparison",
    "Facet",
    "Form",
    "Found",
    "Group",
    "Identification",
    "NormalForm",
    "Outcome",
    "Phase",
    "PlugInError",
    "Provision",
    "Reading",
    "Reason",
    "Reference",
    "Resolution",
    "Rule",
    "Sameness",
    "SelectorError",
    "Side",
    "Span",
    "Spec",
    "Step",
    "Unescaped",
    "columns",
    "compare",
    "compare_all",
    "compare_equivalence",
    "compare_escaping",
    "compare_extraction",
    "establish_base",
    "identify",
    "spec",
    "specs",
]

# The module of each name, as the imports above have them for type checkers.
_NAMES_BY_MODULE = {
    "comparison.cause": "Cause Side",
    "comparison.columns": "Columns Comparison columns compare compare_all",
    "comparison.facet": "Agreement Facet Group",
    "comparison.operations": (
        "compare_equivalence compare_escaping compare_extraction establish_base"
    ),
    "documents.citation": "Citation Provision",
    "documents.reading": "Choice Reading SelectorError",
    "implementations": "Case Explanation Identification identify",
    "operations.base": "Base BaseLevel",
    "operations.equivalence": "Equivalence NormalForm Sameness",
    "operations.escaping": "Escaped EscapingComparison Unescaped",
    "operations.extraction": "ExtractionComparison Found",
    "standard.reference": "Form Reference Span",
    "standard.registry": "PlugInError spec specs",
    "standard.resolution": "Outcome Phase Reason Resolution Rule Step",
    "standard.spec": "Spec",
}
_MODULES = {name: module for module, names in _NAMES_BY_MODULE.items() for name in names.split()}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'hexapla' has no attribute {name!r}")
    value: object = getattr(import_module(f"hexapla.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
