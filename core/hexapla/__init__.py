"""The standards for URIs in parallel columns, every disagreement with the rule that causes it.

>>> import hexapla
>>> str(hexapla.spec("rfc1808").resolve("http://a/b/c/d;p?q", "?y"))
'http://a/b/c/d;p?y'
>>> str(hexapla.spec("rfc2396").resolve("http://a/b/c/d;p?q", "?y"))
'http://a/b/c/?y'
"""

from importlib.metadata import version

from hexapla.comparison.cause import Cause, Side
from hexapla.comparison.columns import Columns, Comparison, columns, compare, compare_all
from hexapla.comparison.facet import Agreement, Facet, Group
from hexapla.comparison.operations import (
    compare_equivalence,
    compare_escaping,
    compare_extraction,
    equivalent,
    escape,
    establish_base,
    extract,
    normalize,
    unescape,
)
from hexapla.documents.citation import Citation, Provision
from hexapla.documents.reading import Choice, Reading, SelectorError
from hexapla.implementations import Case, Explanation, Identification, identify
from hexapla.operations.base import Base, BaseLevel
from hexapla.operations.equivalence import Equivalence, NormalForm, Sameness
from hexapla.operations.escaping import Escaped, EscapingComparison, Unescaped
from hexapla.operations.extraction import ExtractedUri, ExtractionComparison, Region
from hexapla.standard.component import Form
from hexapla.standard.phases import Outcome, Phase, Reason, Rule, Step
from hexapla.standard.reference import Reference
from hexapla.standard.registry import PlugInError, spec, specs
from hexapla.standard.resolution import Resolution
from hexapla.standard.spec import Spec
from hexapla.text.span import Span

__version__ = version("hexapla")

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
    "ExtractedUri",
    "ExtractionComparison",
    "Facet",
    "Form",
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
    "Region",
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
