"""The kinds of page, a module each: the builder walks over them, and knows no other."""

from hexapla_site.pages import (
    access,
    agreement,
    base,
    benchmarks,
    capacity,
    cases,
    catalogue,
    causes,
    clients,
    data,
    docs,
    equivalence,
    escaping,
    explanations,
    extraction,
    front,
    grammars,
    hosts,
    implementation,
    implementations,
    playground,
    standards,
)

OPERATIONS = (equivalence.KIND, escaping.KIND, extraction.KIND, base.KIND, access.KIND)
"""The pages on what standards define besides parsing and resolving."""

KINDS = (
    front.KIND,
    cases.KIND,
    causes.KIND,
    catalogue.KIND,
    agreement.KIND,
    standards.KIND,
    clients.KIND,
    implementations.KIND,
    hosts.KIND,
    implementation.KIND,
    grammars.KIND,
    *OPERATIONS,
    data.KIND,
    benchmarks.KIND,
    capacity.KIND,
    playground.KIND,
    explanations.KIND,
    docs.KIND,
)
