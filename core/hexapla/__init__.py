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
    from hexapla.comparison.attribution import DecidingReading
    from hexapla.comparison.branches import Act, Branch, BranchRow, BranchSide
    from hexapla.comparison.cause import Cause, Difference, SpecStep
    from hexapla.comparison.columns import Columns, ColumnsWithBase, columns, compare, compare_all
    from hexapla.comparison.comparison import Comparison, ResolvedComparison
    from hexapla.comparison.cuts import Cut
    from hexapla.comparison.facet import Agreement, Facet, Group
    from hexapla.comparison.operations import (
        access,
        compare_equivalence,
        compare_escaping,
        compare_extraction,
        divide,
        equivalent,
        escape,
        establish_base,
        extract,
        normalize,
        unescape,
    )
    from hexapla.comparison.readings import ReadingEffect
    from hexapla.differentials.differential import Differential
    from hexapla.differentials.run import differential
    from hexapla.documents.citation import Citation, Provision
    from hexapla.documents.reading import Choice, Reading, SelectorError
    from hexapla.implementations.asking import Case
    from hexapla.implementations.explanation import Explanation
    from hexapla.implementations.identification import Identification, identify
    from hexapla.operations.access import Command, CommandSequence
    from hexapla.operations.base import Base, BaseLevel
    from hexapla.operations.division import Bounds, DividedUrl, Piece
    from hexapla.operations.equivalence import Equivalence, NormalForm, Sameness
    from hexapla.operations.escaping import Escaped, EscapingComparison, Unescaped
    from hexapla.operations.extraction import ExtractedUri, ExtractionComparison, Region
    from hexapla.operations.url_components import UrlComponents
    from hexapla.standard.component import Form
    from hexapla.standard.phases import Outcome, Reason, Step
    from hexapla.standard.reference import Reference
    from hexapla.standard.registry import PlugInError, spec, specs
    from hexapla.standard.resolution import Resolution
    from hexapla.standard.rule import Phase, Rule
    from hexapla.standard.spec import Spec
    from hexapla.text.span import Span

__version__ = "0.1.0"

__all__ = [
    "Act",
    "Agreement",
    "Base",
    "BaseLevel",
    "Bounds",
    "Branch",
    "BranchRow",
    "BranchSide",
    "Case",
    "Cause",
    "Choice",
    "Citation",
    "Columns",
    "ColumnsWithBase",
    "Command",
    "CommandSequence",
    "Comparison",
    "Cut",
    "DecidingReading",
    "Difference",
    "Differential",
    "DividedUrl",
    "Equivalence",
    "Escaped",
    "EscapingComparison",
    "Explanation",
    "ExtractedUri",
    "ExtractionComparison",
    "Facet",
    "Form",
    "Group",
    "Identification",
    "NormalForm",
    "Outcome",
    "Phase",
    "Piece",
    "PlugInError",
    "Provision",
    "Reading",
    "ReadingEffect",
    "Reason",
    "Reference",
    "Region",
    "Resolution",
    "ResolvedComparison",
    "Rule",
    "Sameness",
    "SelectorError",
    "Span",
    "Spec",
    "SpecStep",
    "Step",
    "Unescaped",
    "UrlComponents",
    "access",
    "columns",
    "compare",
    "compare_all",
    "compare_equivalence",
    "compare_escaping",
    "compare_extraction",
    "differential",
    "divide",
    "equivalent",
    "escape",
    "establish_base",
    "extract",
    "identify",
    "normalize",
    "spec",
    "specs",
    "unescape",
]

# The module of each name, as the imports above have them for type checkers.
_NAMES_BY_MODULE = {
    "comparison.attribution": "DecidingReading",
    "comparison.branches": "Act Branch BranchRow BranchSide",
    "comparison.cause": "Cause Difference SpecStep",
    "comparison.columns": "Columns ColumnsWithBase columns compare compare_all",
    "comparison.comparison": "Comparison ResolvedComparison",
    "comparison.cuts": "Cut",
    "comparison.facet": "Agreement Facet Group",
    "comparison.operations": (
        "access compare_equivalence compare_escaping compare_extraction divide equivalent escape"
        " establish_base extract normalize unescape"
    ),
    "comparison.readings": "ReadingEffect",
    "differentials.differential": "Differential",
    "differentials.run": "differential",
    "documents.citation": "Citation Provision",
    "documents.reading": "Choice Reading SelectorError",
    "implementations.asking": "Case",
    "implementations.explanation": "Explanation",
    "implementations.identification": "Identification identify",
    "operations.access": "Command CommandSequence",
    "operations.base": "Base BaseLevel",
    "operations.division": "Bounds DividedUrl Piece",
    "operations.equivalence": "Equivalence NormalForm Sameness",
    "operations.escaping": "Escaped EscapingComparison Unescaped",
    "operations.extraction": "ExtractedUri ExtractionComparison Region",
    "operations.url_components": "UrlComponents",
    "standard.component": "Form",
    "standard.phases": "Outcome Reason Step",
    "standard.reference": "Reference",
    "standard.registry": "PlugInError spec specs",
    "standard.resolution": "Resolution",
    "standard.rule": "Phase Rule",
    "standard.spec": "Spec",
    "text.span": "Span",
}
_MODULES = {name: module for module, names in _NAMES_BY_MODULE.items() for name in names.split()}


def _load(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'hexapla' has no attribute {name!r}")
    value: object = getattr(import_module(f"hexapla.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


if not TYPE_CHECKING:  # to a type checker, a name that is not imported above does not exist
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
