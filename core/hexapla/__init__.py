"""The standards for URIs in parallel columns, every disagreement with the rule that causes it.

>>> import hexapla
>>> str(hexapla.spec("rfc1808").resolve("http://a/b/c/d;p?q", "?y"))
'http://a/b/c/d;p?y'
>>> str(hexapla.spec("rfc2396").resolve("http://a/b/c/d;p?q", "?y"))
'http://a/b/c/?y'
"""

from importlib.metadata import version

from hexapla.cause import Cause, Side
from hexapla.compare import Agreement, Comparison, Facet, Group, compare
from hexapla.reading import Choice, Reading, SelectorError
from hexapla.reference import Form, Reference, Span
from hexapla.registry import PlugInError, spec, specs
from hexapla.resolution import Outcome, Phase, Reason, Resolution, Rule, Step
from hexapla.spec import Spec

__version__ = version("hexapla")

__all__ = [
    "Agreement",
    "Cause",
    "Choice",
    "Comparison",
    "Facet",
    "Form",
    "Group",
    "Outcome",
    "Phase",
    "PlugInError",
    "Reading",
    "Reason",
    "Reference",
    "Resolution",
    "Rule",
    "SelectorError",
    "Side",
    "Span",
    "Spec",
    "Step",
    "compare",
    "spec",
    "specs",
]
