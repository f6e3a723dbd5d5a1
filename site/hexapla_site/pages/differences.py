"""The differences: a list of explanations, causes and cases, grouped by explanation.

The filters of the list select the parsers and standards that give the same result, and the phases
and components in which standards differ.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

import attrs

from hexapla.comparison.cause_key import PARTS
from hexapla.discover.classes import judge_of
from hexapla.implementations.asking import Case as Asked
from hexapla.standard.component import REMOVED
from hexapla.standard.display import uri_of
from hexapla.standard.phases import Target, has_rule
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla_site.data.real_links import RealLinks, read_real_links
from hexapla_site.pages.catalogue import Catalogue, CatalogueEntry, catalogue_of, classes_by_cause
from hexapla_site.pages.explanations import Explanations, Topic, explanations_of, topic_address
from hexapla_site.pages.filtering import FilterChoice, FilterChoices
from hexapla_site.pages.implementations import implementations_of
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.case import CaseReport
from hexapla_site.report.implementations import AnswerGroup, Silence
from hexapla_site.report.report import CauseWithCases

ADDRESS = "differences.html"
COMPONENTS = ("scheme", "authority", "path", "params", "query", "fragment")
"""The shared names of components, in the order in which components appear in a URL."""


# The filter values of an item.


_ORDER = (*(phase.value for phase in Phase), *COMPONENTS)


def _in_order(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names), key=_ORDER.index))


@attrs.frozen
class Facts:
    """The filter values of an item: who gives each result, and the phases and components."""

    given: tuple[tuple[str, ...], ...]
    phases: tuple[str, ...] = attrs.field(converter=_in_order)
    components: tuple[str, ...] = attrs.field(converter=_in_order)


def word_of(spec: Spec) -> str:
    """Return the word that stands for a standard in filters (see `FilterChoice`)."""
    return spec.document.short_label.lower()


def words_of_implementations(groups: Iterable[AnswerGroup]) -> Mapping[str, str]:
    """Return the word that stands for each implementation in filters (see `FilterChoice`).

    Implementations with equal answers share a word.
    """
    words = {}
    for number, group in enumerate(groups):
        words.update(dict.fromkeys(group.names, f"i{number}"))
    return words


def facts_of_case(case: CaseReport, groups: Iterable[AnswerGroup], judge: Spec) -> Facts:
    """Return the filter values of a case; `judge` parses URIs to find where they differ.

    The components are those that differ in the targets or in the parsed reference.
    """
    phases = [cause.key.phase for cause in case.causes]
    targets = dict.fromkeys(item.target for item in case.comparison.resolutions)
    in_targets = _differing_targets(targets, judge)
    in_reference = _differing_in_reference(case.reference, case.comparison.specs)
    return Facts(_given(case, groups), phases, in_targets | in_reference)


def _given(case: CaseReport, groups: Iterable[AnswerGroup]) -> tuple[tuple[str, ...], ...]:
    """Return, for each answer to a case, the words for the parsers and standards that give it.

    Implementations answer either with a URI or with no URI. If several targets have the same URI,
    an implementation that answers with this URI is listed under each of these targets.
    """
    asked = Asked(case.base, case.reference)
    given: dict[Target, list[str]] = {}
    for spec, resolution in zip(case.comparison.specs, case.comparison.resolutions, strict=True):
        if has_rule(resolution.target):
            given.setdefault(resolution.target, []).append(word_of(spec))
    others: dict[str | None, list[str]] = {}
    words = words_of_implementations(groups)
    for group in groups:
        answer = group.given.get(asked, Silence.NO_ANSWER)
        word = words[group.names[0]]
        if isinstance(answer, Silence):
            continue
        is_other = True
        for target, members in given.items():
            if uri_of(target, asked.base) == answer:
                members.append(word)
                is_other = False
        if is_other:
            others.setdefault(answer, []).append(word)
    return tuple(map(tuple, (*given.values(), *others.values())))


def facts_of_cause(cause: CauseWithCases, judge: Spec) -> Facts:
    """Return the filter values of a cause; the components are those of its shortest case."""
    two = (cause.left, cause.right)
    case = cause.smallest.case
    if cause.key.facet == PARTS:
        differing = _differing_in_reference(case.reference, two)
    else:
        targets = [spec.resolve(case.reference, base=case.base).target for spec in two]
        differing = _differing_targets(targets, judge)
    given = ((word_of(cause.left),), (word_of(cause.right),))
    return Facts(given, (cause.key.phase,), differing)


def _differing_targets(targets: Iterable[Target], judge: Spec) -> set[str]:
    """Return the shared names of the components in which URIs differ."""
    names = [component.shared for component in judge.components]
    parsed: list[Mapping[str, object]] = []
    for target in targets:
        if isinstance(target, str):
            parts = judge.parse(target).split[1:]
            parsed.append(dict(zip(names, parts, strict=True)))
    return _differing(parsed)


def _differing_in_reference(reference: str, specs: Iterable[Spec]) -> set[str]:
    """Return the shared names of the components whose ends in a reference differ."""
    found = []
    for spec in specs:
        ends = spec.parse(reference).ends
        if ends is not None:
            found.append(ends)
    return _differing(found)


def _differing(items: Sequence[Mapping[str, object]]) -> set[str]:
    """Return the names of components whose values differ between the given mappings."""
    values = defaultdict[str, set[object]](set)
    for name in set(chain.from_iterable(items)) - {REMOVED}:
        values[name].update(item.get(name) for item in items)
    return {name for name, given in values.items() if len(given) > 1}


def choices_of(site: Site) -> FilterChoices:
    """Return the choices in the filters for the lists of differences."""
    words = words_of_implementations(site.once(implementations_of).current)
    standards, implementations = [], []
    for spec in reversed(site.columns):
        standards.append(FilterChoice(word_of(spec), spec.label, spec.id))
    for name in sorted(words, key=str.casefold):
        implementations.append(FilterChoice(words[name], name))
    phases = [FilterChoice(phase.value, phase.value) for phase in Phase]
    components = [FilterChoice(name, name) for name in COMPONENTS]
    return FilterChoices(standards, implementations, phases, components)


def cause_facts(site: Site) -> Mapping[str, Facts]:
    """Return the filter values of each cause, keyed by the cause's id."""
    judge = judge_of(site.columns)
    return {cause.id: facts_of_cause(cause, judge) for cause in site.report.causes}


def _facts_of_topic(site: Site, explanations: Explanations, topic: Topic) -> Facts:
    """Return the filter values of an explanation.

    The results are those of its case; the phases and components are those of its causes.
    """
    groups = site.once(implementations_of).current
    judge = judge_of(site.columns)
    case = explanations.case_of(topic)
    phases: list[str] = []
    components: list[str] = []
    for cause in explanations.causes_of(topic):
        facts = site.once(cause_facts)[cause.id]
        phases += facts.phases
        components += facts.components
    return Facts(facts_of_case(case, groups, judge).given, phases, components)


# The list.


@attrs.frozen
class ListedItem:
    """An item of the list: its kind, its page, its filter values, and the object that it shows.

    `topic` is the topic that explains the item; None if there is none. `case` is the case itself,
    or the case of an explanation; None for a cause.
    """

    kind: str
    address: str
    facts: Facts
    thing: CaseReport | CauseWithCases | Topic
    topic: Topic | None
    case: CaseReport | None = None


@attrs.frozen
class DifferencesContext:
    """The content of the page with the list.

    Attributes:
        items: The items of the list.
        explanations: The topics that explain the items.
        choices: The choices in the filters.
        counted: How often the standards differ on real links.
        catalogued: The classes of the catalogue that each topic explains.
        catalogue: The catalogue; None unless the site has all of the catalogue's standards.
    """

    items: Sequence[ListedItem]
    explanations: Explanations
    choices: FilterChoices
    counted: RealLinks
    catalogued: Mapping[Topic | None, Sequence[CatalogueEntry]]
    catalogue: Catalogue | None


def items_of(site: Site) -> Iterator[ListedItem]:
    """Yield all items: explanations, causes and cases."""
    explanations = site.once(explanations_of)
    groups = site.once(implementations_of).current
    judge = judge_of(site.columns)
    for topic in explanations.topics:
        facts = _facts_of_topic(site, explanations, topic)
        address = topic_address(topic)
        case = explanations.case_of(topic)
        yield ListedItem("explanation", address, facts, topic, topic, case)
    for cause in site.report.causes:
        facts = site.once(cause_facts)[cause.id]
        address = f"causes/{cause.id}.html"
        of_cause = explanations.of_key(cause.key)
        yield ListedItem("cause", address, facts, cause, of_cause)
    for case in site.report.cases:
        facts = facts_of_case(case, groups, judge)
        address = f"cases/{case.id}.html"
        topics = explanations.of_case(case)
        first = topics[0] if topics else None
        yield ListedItem("case", address, facts, case, first, case)


def _pages(site: Site) -> Iterator[Page]:
    explanations = site.once(explanations_of)
    classes: dict[Topic | None, list[CatalogueEntry]] = {}
    for key, entries in site.once(classes_by_cause).items():
        classes.setdefault(explanations.of_key(key), []).extend(entries)
    context = DifferencesContext(
        items=list(items_of(site)),
        explanations=explanations,
        choices=site.once(choices_of),
        counted=read_real_links(),
        catalogued=classes,
        catalogue=site.once(catalogue_of),
    )
    yield Page(ADDRESS, "differences.html", context)


KIND = PageKind("differences", ADDRESS, _pages)
