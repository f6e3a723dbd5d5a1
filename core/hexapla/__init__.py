"""Compare the standards for URIs, and find the rule that causes each disagreement.

>>> import hexapla
>>> hexapla.resolve("?y", base="http://a/b/c/d;p?q", spec="rfc1808").uri
'http://a/b/c/d;p?y'
>>> hexapla.resolve("?y", base="http://a/b/c/d;p?q", spec="rfc2396").uri
'http://a/b/c/?y'

Each name is imported when it is first used, so `import hexapla` takes almost no time.
"""

from typing import TYPE_CHECKING

from hexapla.values.lazy import lazy_names

if TYPE_CHECKING:
    from hexapla.agreements.agreed_host import HostsDiffer as HostsDiffer
    from hexapla.agreements.agreed_host import UrlRejected as UrlRejected
    from hexapla.agreements.agreed_host import agreed_host as agreed_host
    from hexapla.agreements.agreement import UrlAgreement as UrlAgreement
    from hexapla.agreements.search import agreement as agreement
    from hexapla.agreements.stored import read_agreement as read_agreement
    from hexapla.audits.page import Audit as Audit
    from hexapla.audits.page import audit as audit
    from hexapla.comparison.cause import Cause as Cause
    from hexapla.comparison.comparison import Comparison as Comparison
    from hexapla.comparison.comparison import ResolvedComparison as ResolvedComparison
    from hexapla.comparison.comparison import compare as compare
    from hexapla.comparison.comparison import compare_all as compare_all
    from hexapla.comparison.facet import Facet as Facet
    from hexapla.comparison.facet import Group as Group
    from hexapla.comparison.readings import Agreement as Agreement
    from hexapla.comparison.rows import TraceRow as TraceRow
    from hexapla.differentials.differential import Differential as Differential
    from hexapla.differentials.poll import ask_parsers as ask_parsers
    from hexapla.differentials.search import differential as differential
    from hexapla.documents.reading import Choice as Choice
    from hexapla.documents.reading import Reading as Reading
    from hexapla.documents.reading import SelectorError as SelectorError
    from hexapla.grammar.validity import Validity as Validity
    from hexapla.grammar.validity import Verdict as Verdict
    from hexapla.identification.identification import Identification as Identification
    from hexapla.identification.identification import identify as identify
    from hexapla.identification.ranking import NoVerdictError as NoVerdictError
    from hexapla.implementations.asking import Case as Case
    from hexapla.operations.authority import UrlComponents as UrlComponents
    from hexapla.operations.base import Base as Base
    from hexapla.operations.division import DividedUrl as DividedUrl
    from hexapla.operations.equivalence import Equivalence as Equivalence
    from hexapla.operations.equivalence import NormalForm as NormalForm
    from hexapla.operations.equivalence import Sameness as Sameness
    from hexapla.operations.escaping import Escaped as Escaped
    from hexapla.operations.escaping import EscapingComparison as EscapingComparison
    from hexapla.operations.escaping import Unescaped as Unescaped
    from hexapla.operations.extraction import ExtractedUri as ExtractedUri
    from hexapla.operations.extraction import ExtractionComparison as ExtractionComparison
    from hexapla.operations.schemes import CommandSequence as CommandSequence
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
    from hexapla.standard.reference import Reference as Reference
    from hexapla.standard.reference import Resolution as Resolution
    from hexapla.standard.registry import PlugInError as PlugInError
    from hexapla.standard.registry import spec as spec
    from hexapla.standard.registry import specs as specs
    from hexapla.standard.spec import Spec as Spec
    from hexapla.text.span import Span as Span

__version__ = "0.2.0"

# The module that defines each public name. The imports above give the same names to type checkers.
_MODULES = {
    "Agreement": "hexapla.comparison.readings",
    "Audit": "hexapla.audits.page",
    "Base": "hexapla.operations.base",
    "Case": "hexapla.implementations.asking",
    "Cause": "hexapla.comparison.cause",
    "Choice": "hexapla.documents.reading",
    "CommandSequence": "hexapla.operations.schemes",
    "Comparison": "hexapla.comparison.comparison",
    "Differential": "hexapla.differentials.differential",
    "DividedUrl": "hexapla.operations.division",
    "Equivalence": "hexapla.operations.equivalence",
    "Escaped": "hexapla.operations.escaping",
    "EscapingComparison": "hexapla.operations.escaping",
    "ExtractedUri": "hexapla.operations.extraction",
    "ExtractionComparison": "hexapla.operations.extraction",
    "Facet": "hexapla.comparison.facet",
    "Group": "hexapla.comparison.facet",
    "HostsDiffer": "hexapla.agreements.agreed_host",
    "Identification": "hexapla.identification.identification",
    "NoVerdictError": "hexapla.identification.ranking",
    "NormalForm": "hexapla.operations.equivalence",
    "Outcome": "hexapla.standard.phases",
    "PlugInError": "hexapla.standard.registry",
    "Reading": "hexapla.documents.reading",
    "Reason": "hexapla.standard.phases",
    "Reference": "hexapla.standard.reference",
    "Resolution": "hexapla.standard.reference",
    "ResolvedComparison": "hexapla.comparison.comparison",
    "Sameness": "hexapla.operations.equivalence",
    "SelectorError": "hexapla.documents.reading",
    "Span": "hexapla.text.span",
    "Spec": "hexapla.standard.spec",
    "TraceRow": "hexapla.comparison.rows",
    "Unescaped": "hexapla.operations.escaping",
    "UrlAgreement": "hexapla.agreements.agreement",
    "UrlComponents": "hexapla.operations.authority",
    "UrlRejected": "hexapla.agreements.agreed_host",
    "Validity": "hexapla.grammar.validity",
    "Verdict": "hexapla.grammar.validity",
    "access": "hexapla.standard.operations",
    "agreed_host": "hexapla.agreements.agreed_host",
    "agreement": "hexapla.agreements.search",
    "audit": "hexapla.audits.page",
    "compare": "hexapla.comparison.comparison",
    "compare_all": "hexapla.comparison.comparison",
    "compare_equivalence": "hexapla.standard.operations",
    "compare_escaping": "hexapla.standard.operations",
    "compare_extraction": "hexapla.standard.operations",
    "ask_parsers": "hexapla.differentials.poll",
    "differential": "hexapla.differentials.search",
    "divide": "hexapla.standard.operations",
    "equivalent": "hexapla.standard.operations",
    "escape": "hexapla.standard.operations",
    "establish_base": "hexapla.standard.operations",
    "extract": "hexapla.standard.operations",
    "identify": "hexapla.identification.identification",
    "normalize": "hexapla.standard.operations",
    "parse": "hexapla.standard.operations",
    "read_agreement": "hexapla.agreements.stored",
    "resolve": "hexapla.standard.operations",
    "spec": "hexapla.standard.registry",
    "specs": "hexapla.standard.registry",
    "unescape": "hexapla.standard.operations",
    "validate": "hexapla.standard.operations",
}
__all__ = sorted(_MODULES)

if not TYPE_CHECKING:  # type checkers see only the names imported above
    __getattr__, __dir__ = lazy_names(__name__, _MODULES)
