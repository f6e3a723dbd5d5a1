"""RFC 3986 and the URL Standard: every class of difference of the two standards in force."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from hexapla.comparison.cause_key import TARGET, CauseKey, sides_of_key
from hexapla.discover.classes import DisagreementClass
from hexapla.standard.rule import Phase, RuleKind
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import ValidationError
from hexapla_site.data.real_links import read_real_links
from hexapla_site.data.table import Table, table_of
from hexapla_site.folders import DATA
from hexapla_site.pages.catalogue import (
    Catalogue,
    CatalogueEntry,
    DisagreementSection,
    disagreement_row,
    read_catalogue,
    sections,
)
from hexapla_site.pages.kind import Page, PageKind, Site

ADDRESS = "rfc-3986-and-the-url-standard.html"
TWO_DISCOVERED = DATA / "two-standards.json"
# Rules that put another text in place of a drive letter or a host, and do not only rewrite it.
_OF_STRUCTURE = ("drive-letter-colon", "file-host-state-1.3.3-rewrite")


Section = tuple[DisagreementSection, Mapping[str, list[tuple[CatalogueEntry, ...]]], int]
"""A section of the catalogue, its causes of `structure` and of `form`, and in how many links."""


def is_of_form(entry: CatalogueEntry, judge: Spec) -> bool:
    """Return whether two targets, as `judge` splits them, differ in what is normalised alone."""
    if entry.disagreement.apart_from is None:
        return False
    _, (_, rule) = sides_of_key(entry.disagreement.cause, entry.specs)
    rewrites = (
        rule.phase is Phase.NORMALISE
        and rule.kind is RuleKind.REWRITE
        and rule.name not in _OF_STRUCTURE
    )
    parsed = (judge.parse(target) for target in entry.targets if isinstance(target, str))
    defined = {tuple(part is None for part in reference.split) for reference in parsed}
    return len(defined) == 1 and rewrites


Errors = tuple[tuple[str, ...], bool]
"""The names of validation errors, once each, and whether there is no URL behind them."""


def reported_errors(entry: CatalogueEntry, bases: Iterable[str]) -> Errors:
    """Return what the URL Standard reports of an example, or of its base where that is no URL.

    Where it has no base, the one of `bases` counts under which there are the fewest.
    """
    errors = min(
        (
            [error for spec in entry.specs for error in _reported(spec, entry.reference, base)]
            for base in (bases if entry.base is None else (entry.base,))
        ),
        key=len,
    )
    return tuple(dict.fromkeys(error.name for error in errors)), _is_failure(errors)


def _reported(spec: Spec, reference: str, base: str) -> Sequence[ValidationError]:
    of_base = spec.validation_errors(base)
    return of_base if _is_failure(of_base) else spec.validation_errors(reference, base=base)


def _is_failure(errors: Sequence[ValidationError]) -> bool:
    return bool(errors) and errors[-1].failure


def errors_by_class(site: Site) -> Mapping[DisagreementClass, Errors]:
    """Return the validation errors of the example of each class."""
    catalogue = site.once(catalogue_of_two)
    if catalogue is None:
        return {}
    bases = [
        base
        for base, _ in catalogue.bases
        if all(spec.is_absolute(base) for spec in catalogue.specs)
    ]
    return {entry.disagreement: reported_errors(entry, bases) for entry in catalogue.entries}


def catalogue_of_two(site: Site) -> Catalogue | None:
    """Return what the search found; None where the site has not both standards."""
    return read_catalogue(site.columns, TWO_DISCOVERED)


def links_by_cause(_: Site) -> Counter[CauseKey]:
    """Return in how many links of the study each cause decides."""
    return Counter({cause.key: cause.links for cause in read_real_links().causes})


def sections_of_two(site: Site) -> list[Section]:
    """Return the phases in their order, then what is of a reference alone."""
    catalogue = site.once(catalogue_of_two)
    if catalogue is None:
        return []
    links = site.once(links_by_cause)
    made = []
    for section in sections(catalogue):
        keys = [entries[0].disagreement.cause for entries in section.causes]
        kinds = _kinds(section, catalogue.judge, links)
        made.append((section, kinds, sum(links[key] for key in keys)))
    return sorted(made, key=lambda item: item[0].entries[0].disagreement.cause.facet != TARGET)


def _kinds(
    section: DisagreementSection, judge: Spec, links: Counter[CauseKey]
) -> Mapping[str, list[tuple[CatalogueEntry, ...]]]:
    """Return the kinds of difference; the causes that decide in most links come first."""
    kinds: dict[str, list[tuple[CatalogueEntry, ...]]] = {"structure": [], "form": []}
    for entries in sorted(section.causes, key=lambda each: -links[each[0].disagreement.cause]):
        form = tuple(entry for entry in entries if is_of_form(entry, judge))
        structure = tuple(entry for entry in entries if entry not in form)
        for kind, members in (("structure", structure), ("form", form)):
            if members:
                kinds[kind].append(members)
    return kinds


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "catalogue": site.once(catalogue_of_two),
        "sections": site.once(sections_of_two),
        "links": site.once(links_by_cause),
        "errors": site.once(errors_by_class),
        "counted": read_real_links(),
    }
    yield Page(ADDRESS, "two-standards.html", context)


def _tables(site: Site) -> Iterator[Table]:
    catalogue = site.once(catalogue_of_two)
    if catalogue is not None:
        rows = (
            (
                *disagreement_row(entry),
                ", ".join(names or ["none"]) + (" (failure)" if failure else ""),
            )
            for entry in catalogue.entries
            for names, failure in [site.once(errors_by_class)[entry.disagreement]]
        )
        yield table_of("two-standards", rows)


KIND = PageKind("two-standards", ADDRESS, _pages, tables=_tables)
