"""The kinds of page, a module each: the builder walks over them, and knows no other."""

from hexapla_site.pages import (
    agreement,
    answer_matrix,
    benchmarks,
    cases,
    catalogue,
    causes,
    clients,
    commands,
    data,
    differences,
    docs,
    explanations,
    formats,
    front,
    grammars,
    hosts,
    implementations,
    library,
    operations,
    playground,
    real_links,
    standards,
    two_standards,
    url_standard_changes,
)

KINDS = (
    *(front.KIND, cases.KIND, causes.KIND, catalogue.KIND, differences.KIND, agreement.KIND),
    *(real_links.KIND, two_standards.KIND, url_standard_changes.KIND, front.PLACES),
    *(standards.KIND, clients.KIND, implementations.KIND, answer_matrix.KIND, hosts.KIND),
    *(implementations.OWN_PAGES, grammars.KIND, *operations.OPERATIONS, data.KIND),
    *(benchmarks.KIND, benchmarks.CAPACITY, playground.KIND, explanations.KIND, docs.KIND),
    *(front.MISSING_PAGE, library.KIND, commands.KIND, formats.KIND),
)
