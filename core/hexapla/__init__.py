"""The standards for URIs in parallel columns, every disagreement with the rule that causes it.

>>> import hexapla
>>> hexapla.resolve("?y", base="http://a/b/c/d;p?q", spec="rfc1808").uri
'http://a/b/c/d;p?y'
>>> hexapla.resolve("?y", base="http://a/b/c/d;p?q", spec="rfc2396").uri
'http://a/b/c/?y'

A name is loaded when it is first used, so that `import hexapla` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hexapla.audits.page import Audit as Audit
    from hexapla.audits.page import audit as audit
    from hexapla.comparison.attribution import Cut as Cut
    from hexapla.comparison.branches import Branch as Branch
    from hexapla.comparison.branches import BranchRow as BranchRow
    from hexapla.comparison.branches import BranchSide as BranchSide
    from hexapla.comparison.cause import Act as Act
    from hexapla.comparison.cause import Cause as Cause
    from hexapla.comparison.cause import Difference as Difference
    from hexapla.comparison.cause import SpecStep as SpecStep
    from hexapla.comparison.comparison import Comparison as Comparison
    from hexapla.comparison.comparison import ResolvedComparison as ResolvedComparison
    from hexapla.comparison.comparison import compare as compare
    from hexapla.comparison.comparison import compare_all as compare_all
    from hexapla.comparison.facet import Facet as Facet
    from hexapla.comparison.facet import Group as Group
    from hexapla.comparison.readings import Agreement as Agreement
    from hexapla.comparison.readings import DecidingReading as DecidingReading
    from hexapla.comparison.readings import ReadingEffect as ReadingEffect
    from hexapla.differentials.agreed_host import HostsDiffer as HostsDiffer
    from hexapla.differentials.agreed_host import UrlRejected as UrlRejected
    from hexapla.differentials.agreed_host import agreed_host as agreed_host
    from hexapla.differentials.differential import Differential as Differential
    from hexapla.differentials.search import differential as differential
    from hexapla.documents.citation import Citation as Citation
    from hexapla.documents.citation import Provision as Provision
    from hexapla.documents.reading import Choice as Choice
    from hexapla.documents.reading import Reading as Reading
    from hexapla.documents.reading import SelectorError as SelectorError
    from hexapla.implementations.asking import Case as Case
    from hexapla.implementations.explanation import Explanation as Explanation
    from hexapla.implementations.identification import Identification as Identification
    from hexapla.implementations.identification import NoVerdictError as NoVerdictError
    from hexapla.implementations.identification import identify as identify
    from hexapla.operations.authority import Piece as Piece
    from hexapla.operations.authority import UrlComponents as UrlComponents
    from hexapla.operations.base import Base as Base
    from hexapla.operations.base import BaseLevel as BaseLevel
    from hexapla.operations.division import Bounds as Bounds
    from hexapla.operations.division import DividedUrl as DividedUrl
    from hexapla.operations.equivalence import Equivalence as Equivalence
    from hexapla.operations.equivalence import NormalForm as NormalForm
    from hexapla.operations.equivalence import Sameness as Sameness
    from hexapla.operations.escaping import Escaped as Escaped
    from hexapla.operations.escaping import EscapingComparison as EscapingComparison
    from hexapla.operations.escaping import Unescaped as Unescaped
    from hexapla.operations.extraction import ExtractedUri as ExtractedUri
    from hexapla.operations.extraction import ExtractionComparison as ExtractionComparison
    from hexapla.operations.extraction import Region as Region
    from hexapla.operations.schemes import Command as Command
    from hexapla.operations.schemes import CommandSequence as CommandSequence
    from hexapla.standard.component import Form as Form
    from hexapla.standard.operations import access as access
    from hexapla.standard.operations import compare_equivalence as compare_equivalence
    from hexapla.standard.operations import compare_escaping as compare_escaping
    from hexapla.standard.operations import compare_extraction as compare_extraction
    from hexapla.standard.operations import divide as divide
    from hexapla.standard.operations import equivalent as equivalent
    from hexapla.standard.operations import escape as escape
    from hexapla.standard.operations import establish_base as establish_base
    from hexapla.standard.operations import extract as extract
    from hexapla.standard.operations import normalize as normalize
    from hexapla.standard.operations import parse as parse
    from hexapla.standard.operations import resolve as resolve
    from hexapla.standard.operations import unescape as unescape
    from hexapla.standard.operations import validate as validate
    from hexapla.standard.phases import Outcome as Outcome
    from hexapla.standard.phases import Reason as Reason
    from hexapla.standard.phases import Step as Step
    from hexapla.standard.reference import Reference as Reference
    from hexapla.standard.reference import Resolution as Resolution
    from hexapla.standard.registry import PlugInError as PlugInError
    from hexapla.standard.registry import spec as spec
    from hexapla.standard.registry import specs as specs
    from hexapla.standard.rule import Phase as Phase
    from hexapla.standard.rule import Rule as Rule
    from hexapla.standard.spec import Spec as Spec
    from hexapla.text.span import Span as Span

__version__ = "0.1.0"

# The module of each name, as the imports above have them for type checkers.
_NAMES_BY_MODULE = {
    "audits.page": "Audit audit",
    "comparison.attribution": "Cut",
    "comparison.branches": "Branch BranchRow BranchSide",
    "comparison.cause": "Act Cause Difference SpecStep",
    "comparison.comparison": "Comparison ResolvedComparison compare compare_all",
    "comparison.facet": "Facet Group",
    "standard.operations": (
        "access compare_equivalence compare_escaping compare_extraction divide equivalent escape"
        " establish_base extract normalize parse resolve unescape validate"
    ),
    "comparison.readings": "Agreement DecidingReading ReadingEffect",
    "differentials.agreed_host": "HostsDiffer UrlRejected agreed_host",
    "differentials.differential": "Differential",
    "differentials.search": "differential",
    "documents.citation": "Citation Provision",
    "documents.reading": "Choice Reading SelectorError",
    "implementations.asking": "Case",
    "implementations.explanation": "Explanation",
    "implementations.identification": "Identification NoVerdictError identify",
    "operations.base": "Base BaseLevel",
    "operations.authority": "Piece UrlComponents",
    "operations.division": "Bounds DividedUrl",
    "operations.equivalence": "Equivalence NormalForm Sameness",
    "operations.escaping": "Escaped EscapingComparison Unescaped",
    "operations.extraction": "ExtractedUri ExtractionComparison Region",
    "operations.schemes": "Command CommandSequence",
    "standard.component": "Form",
    "standard.phases": "Outcome Reason Step",
    "standard.reference": "Reference Resolution",
    "standard.registry": "PlugInError spec specs",
    "standard.rule": "Phase Rule",
    "standard.spec": "Spec",
    "text.span": "Span",
}
_MODULES = {name: module for module, names in _NAMES_BY_MODULE.items() for name in names.split()}
__all__ = sorted(_MODULES)


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
