"""The subjects of the library's reference, a page each, and the public names of each.

Public is what `hexapla` names, what the packages below name, and what these give back.
"""

from collections.abc import Mapping, Sequence

import attrs

PACKAGES = (
    "hexapla",
    "hexapla.grammar",
    "hexapla.implementations.adapters",
    "hexapla.testing",
    "hexapla.vectors",
)
"""The packages whose `__all__` is public; a name in several is told under the first."""


@attrs.frozen
class Subject:
    """A page of the reference.

    Attributes:
        id: The name of its file.
        title: Its heading.
        lead: What it is about, in one or two sentences.
        modules: The beginnings of the modules whose public names are told here.
        names: Further public names by their modules: what functions of the subject take and give.
    """

    id: str
    title: str
    lead: str
    modules: Sequence[str]
    names: Mapping[str, str] = attrs.field(factory=dict)


SUBJECTS = (
    Subject(
        "standards",
        "Standards and readings",
        "A standard in code is a spec. A reading is a choice that a standard leaves open, or a "
        "place where it contradicts itself; a selector such as rfc2396[excess-dots=remove] names "
        "the options taken.",
        ("hexapla.standard.registry", "hexapla.standard.spec", "hexapla.documents"),
        {
            "hexapla.values.value": "Value",
            "hexapla.documents.citation": "Document",
            "hexapla.documents.reading": "Rationale",
        },
    ),
    Subject(
        "resolving",
        "Parsing and resolving",
        "What one standard makes of a text: the components of a reference, the target that it "
        "resolves to, and the steps on the way, each with its rule.",
        (
            "hexapla.standard.reference",
            "hexapla.standard.resolution",
            "hexapla.standard.phases",
            "hexapla.standard.rule",
            "hexapla.standard.component",
            "hexapla.text",
        ),
        {
            "hexapla.standard.component": "Segment",
            "hexapla.standard.driver": "Parts",
            "hexapla.standard.phases": "NoUri Record Target",
        },
    ),
    Subject(
        "comparing",
        "Comparing",
        "Several standards on the same input. A facet is what is compared: validity, parts or the "
        "target. A cause explains why two columns differ.",
        ("hexapla.comparison",),
        {
            "hexapla.comparison.cuts": "Boundary Place",
            "hexapla.comparison.facets": "ValidFacet PartsFacet TargetFacet",
            "hexapla.comparison.cause_key": "CauseKey",
        },
    ),
    Subject(
        "operations",
        "Escaping, equivalence, extraction and more",
        "What standards define besides parsing and resolving. Each function takes a spec first; "
        "where the standard is silent, the answer says so.",
        ("hexapla.comparison.operations", "hexapla.operations"),
        {
            "hexapla.operations.access": "Access",
            "hexapla.operations.base": "BasePrecedence PassedOver",
            "hexapla.operations.division": "UrlDivision",
            "hexapla.operations.equivalence": "EquivalenceRules Rewritten",
            "hexapla.operations.escaping": "Escaping EscapingDifference Malformed",
            "hexapla.operations.extraction": "Extraction",
            "hexapla.operations.schemes": "Schemes",
        },
    ),
    Subject(
        "grammars",
        "Grammars",
        "Whether the grammar of a standard derives a text, and how the languages of two rules "
        "relate.",
        ("hexapla.grammar",),
        {
            "hexapla.standard.syntax": "Ambiguity",
        },
    ),
    Subject(
        "implementations",
        "Implementations",
        "Which standard a parser follows: by how it resolves references, or by how it takes URLs "
        "apart.",
        ("hexapla.implementations",),
        {
            "hexapla.implementations.asking": (
                "Answer Case NoAnswerError Parse RejectionError Resolve UrlCase ask"
            ),
            "hexapla.implementations.departure": "Departure",
            "hexapla.implementations.explanation": "ComparedAnswer Explanation",
            "hexapla.implementations.identification": "Identification explain_answers identify",
            "hexapla.implementations.parsing": "default_urls",
            "hexapla.implementations.question": (
                "Alternative DepartureKind Finding MissingColumn Nearness Question candidates"
            ),
            "hexapla.implementations.serving": "serve",
        },
    ),
    Subject(
        "differentials",
        "Differentials",
        "The URLs that programs read differently, each with the rule of the standard that reads "
        "the same.",
        ("hexapla.differentials",),
        {
            "hexapla.differentials.agreement": "Agreed",
            "hexapla.differentials.aspects": "ASPECTS aspects_of",
            "hexapla.differentials.classes": "ClassSide DifferentialClass",
            "hexapla.differentials.differential": "ComparedCounts Differential Unanswered",
            "hexapla.differentials.inputs": "Inputs",
            "hexapla.differentials.programs": "Asked",
            "hexapla.differentials.run": "Tried",
            "hexapla.differentials.search": "Search",
            "hexapla.differentials.url_difference": "DifferenceSide UrlDifference",
        },
    ),
    Subject(
        "discovering",
        "Discovering",
        "Every class of disagreement between standards, with its smallest example.",
        ("hexapla.discover",),
        {
            "hexapla.discover.classes": "Classifier DisagreementClass",
            "hexapla.discover.discovery": "Discovery SearchResult Seen read_discovery",
            "hexapla.discover.inputs": "Occurrences SearchInput smallest",
            "hexapla.discover.run": "run shrink unseen",
            "hexapla.discover.search_space": (
                "BASES DiscoveryError ExhaustiveSpace SampledSpace SearchSpace"
            ),
        },
    ),
    Subject(
        "corpora",
        "Corpora",
        "Many pairs of base and reference, on one machine or on many.",
        (),
        {
            "hexapla.corpus.arrow": "compared_batch added_fields",
            "hexapla.corpus.spark": "compared",
            "hexapla.corpus.summary": "Summary",
        },
    ),
    Subject(
        "vectors",
        "Test vectors",
        "What a standard gives for each of some cases, to test a parser in any language.",
        ("hexapla.vectors",),
    ),
    Subject(
        "writing",
        "Writing a spec",
        "What a standard's own package is made of, and the checks that it can run.",
        ("hexapla.testing",),
        {
            "hexapla.standard.component": "Component",
            "hexapla.standard.example": "Example",
            "hexapla.standard.phases": "ParsingStep error",
            "hexapla.standard.rule": "RuleKind",
            "hexapla.standard.syntax": "Syntax",
        },
    ),
    Subject(
        "pytest",
        "Fixtures for pytest",
        "Where Hexapla is installed, pytest has these fixtures without an import.",
        (),
        {"pytest_hexapla": "identify_parser assert_same_host IdentifyParser AssertSameHost"},
    ),
)
