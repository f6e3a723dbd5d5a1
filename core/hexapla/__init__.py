"""The standards for URIs in parallel columns, every disagreement with the rule that causes it.

>>> import hexapla
>>> str(hexapla.spec("rfc1808").resolve("http://a/b/c/d;p?q", "?y"))
'http://a/b/c/d;p?y'
>>> str(hexapla.spec("rfc2396").resolve("http://a/b/c/d;p?q", "?y"))
'http://a/b/c/?y'
"""

from importlib.metadata import version

from hexapla.base import Base, Rung
from hexapla.cause import Cause, Side
from hexapla.citation import Citation, Provision
from hexapla.compare import Columns, Comparison, columns, compare, compare_all
from hexapla.comparisons import (
    base_of,
    compare_equivalence,
    compare_escaping,
    compare_extraction,
)
from hexapla.delimiting import ExtractionComparison, Found
from hexapla.equivalence import Equivalence, NormalForm, Sameness
from hexapla.escaping import Escaped, EscapingComparison, Unescaped
from hexapla.facet import Agreement, Facet, Group
from hexapla.reading import Choice, Reading, SelectorError
from hexapla.reference import Form, Reference, Span
from hexapla.registry import PlugInError, spec, specs
from hexapla.resolution import Outcome, Phase, Reason, Resolution, Rule, Step
from hexapla.spec import Spec
from hexapla.witness import Case, Explanation, Fingerprint, witness

__version__ = version("hexapla")

__all__ = [
    "Agreement",
    "Base",
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
    "Fingerprint",
    "Form",
    "Found",
    "Group",
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
    "Rung",
    "Sameness",
    "SelectorError",
    "Side",
    "Span",
    "Spec",
    "Step",
    "Unescaped",
    "base_of",
    "columns",
    "compare",
    "compare_all",
    "compare_equivalence",
    "compare_escaping",
    "compare_extraction",
    "spec",
    "specs",
    "witness",
]
