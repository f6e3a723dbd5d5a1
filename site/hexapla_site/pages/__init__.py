"""The kinds of page, a module each: the builder walks over them, and knows no other."""

from hexapla_site.pages import (
    access,
    agreement,
    answer_matrix,
    base,
    benchmarks,
    cases,
    catalogue,
    causes,
    clients,
    commands,
    data,
    differences,
    docs,
    equivalence,
    escaping,
    explanations,
    extraction,
    formats,
    front,
    grammars,
    hosts,
    implementation,
    implementations,
    library,
    playground,
    real_links,
    standards,
    two_standards,
    url_standard_changes,
)

OPERATIONS = (equivalence.KIND, escaping.KIND, extraction.KIND, base.KIND, access.KIND)
"""The pages on what standards define besides parsing and resolving."""

KINDS = (
    *(front.KIND, cases.KIND, causes.KIND, catalogue.KIND, differences.KIND, agreement.KIND),
    *(real_links.KIND, two_standards.KIND, url_standard_changes.KIND, front.PLACES),
    *(standards.KIND, clients.KIND, implementations.KIND, answer_matrix.KIND, hosts.KIND),
    *(implementation.KIND, grammars.KIND, *OPERATIONS, data.KIND),
    *(benchmarks.KIND, benchmarks.CAPACITY, playground.KIND, explanations.KIND, docs.KIND),
    *(front.MISSING_PAGE, library.KIND, commands.KIND, formats.KIND),
)
