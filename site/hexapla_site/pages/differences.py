"""Why two parsers differ: one list of cases, causes, explanations and the catalogue's classes."""

from collections.abc import Iterator, Mapping

import attrs

from hexapla.comparison.cause_key import VALID
from hexapla.comparison.display import label_of
from hexapla.comparison.facet import Facet
from hexapla.discover.classes import judge_of
from hexapla.standard.phases import Outcome, Target
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla_site.pages.catalogue import CatalogueEntry, address_of, catalogue_of, facts_of_class
from hexapla_site.pages.explanations import Explanations, Topic, explanations_of
from hexapla_site.pages.implementations import implementations_of
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.case import CaseReport
from hexapla_site.report.causes import CauseWithCases
from hexapla_site.report.differences import (
    COMPONENTS,
    Facts,
    facts_of_case,
    facts_of_cause,
    word_of,
    words_of_implementations,
)
from hexapla_site.report.verdict import result_groups

ADDRESS = "differences.html"
_ENDS = {Outcome.SAME_DOCUMENT: "current document", Outcome.UNDEFINED: "no rule"}


Result = tuple[str, bool, tuple[Spec, ...]]
"""What standards give, whether it is a URI or other text of the input, and the standards."""


@attrs.frozen
class ListedItem:
    """An item of the list: what it is, its page, by what it can be filtered, and the thing.

    `number` is its place among the items of its kind, from 1.
    """

    kind: str
    number: int
    address: str
    facts: Facts
    thing: CaseReport | CauseWithCases | CatalogueEntry | Topic
    results: tuple[Result, ...] = ()

    @property
    def id(self) -> str:
        """Its anchor in the list."""
        return f"{self.kind}-{self.number}"


@attrs.frozen
class Choices:
    """What a reader can choose of.

    Attributes:
        standards: The id of each standard, the word for it and its label, the newest first.
        implementations: Pairs of the name of an implementation and the word for it.
        phases: Pairs of a word for each phase and what is shown for it.
        components: The same for the names that standards share for components.
    """

    standards: tuple[tuple[str, str, str], ...]
    implementations: tuple[tuple[str, str], ...]
    phases: tuple[tuple[str, str], ...]
    components: tuple[tuple[str, str], ...]


def choices_of(site: Site) -> Choices:
    """Return what the lists of differences can be filtered by."""
    words = words_of_implementations(site.once(implementations_of).current)
    return Choices(
        tuple((spec.id, word_of(spec), label_of(spec)) for spec in reversed(site.columns)),
        tuple(sorted(words.items(), key=lambda item: item[0].casefold())),
        tuple((phase.value, phase.value) for phase in Phase),
        tuple((name, name) for name in COMPONENTS),
    )


def case_facts(site: Site) -> Mapping[str, Facts]:
    """Return by what each case can be filtered, by its name."""
    groups, judge = site.once(implementations_of).current, judge_of(site.columns)
    return {case.id: facts_of_case(case, groups, judge) for case in site.report.cases}


def cause_facts(site: Site) -> Mapping[str, Facts]:
    """Return by what each cause can be filtered, by its name."""
    judge = judge_of(site.columns)
    return {cause.id: facts_of_cause(cause, judge) for cause in site.report.causes}


def topic_facts(site: Site) -> Mapping[str, Facts]:
    """Return by what each explanation can be filtered: as its case and its causes."""
    explanations = site.once(explanations_of)
    return {topic.name: _facts_of_topic(site, explanations, topic) for topic in explanations.topics}


def _facts_of_topic(site: Site, explanations: Explanations, topic: Topic) -> Facts:
    groups, judge = site.once(implementations_of).current, judge_of(site.columns)
    case = explanations.case(topic.reference, topic.base)
    of_causes = [site.once(cause_facts)[cause.id] for cause in explanations.causes_of(topic)]
    phases = {phase for facts in of_causes for phase in facts.phases}
    components = {name for facts in of_causes for name in facts.components}
    return Facts(
        facts_of_case(case, groups, judge).given,
        tuple(phase.value for phase in Phase if phase.value in phases),
        tuple(name for name in COMPONENTS if name in components),
    )


def items_of(site: Site) -> tuple[ListedItem, ...]:
    """Return all items: explanations, causes, cases and classes."""
    return (*_topics(site), *_causes(site), *_cases(site), *_classes(site))


def _topics(site: Site) -> Iterator[ListedItem]:
    explanations, facts = site.once(explanations_of), site.once(topic_facts)
    for number, topic in enumerate(explanations.topics, 1):
        address = f"explanations/{topic.name}.html"
        results = _results(explanations.case(topic.reference, topic.base).comparison.target)
        yield ListedItem("explanation", number, address, facts[topic.name], topic, results)


def _causes(site: Site) -> Iterator[ListedItem]:
    facts = site.once(cause_facts)
    for number, cause in enumerate(site.report.causes, 1):
        yield ListedItem("cause", number, f"causes/{cause.id}.html", facts[cause.id], cause)


def _cases(site: Site) -> Iterator[ListedItem]:
    facts = site.once(case_facts)
    for number, case in enumerate(site.report.cases, 1):
        address, results = f"cases/{case.id}.html", _results(case.comparison.target)
        yield ListedItem("case", number, address, facts[case.id], case, results)


def _results(facet: Facet) -> tuple[Result, ...]:
    return tuple(
        (
            name_of_target(group.target),
            isinstance(group.target, str) and facet.name != VALID,
            group.specs,
        )
        for group in result_groups(facet)
    )


def name_of_target(target: Target) -> str:
    """Return a target, or how resolving ends without one, as pages have it."""
    return target if isinstance(target, str) else _ENDS.get(target.outcome, str(target))


def _classes(site: Site) -> Iterator[ListedItem]:
    catalogue = site.once(catalogue_of)
    for number, entry in enumerate(catalogue.entries if catalogue else (), 1):
        facts = facts_of_class(entry)
        yield ListedItem("class", number, address_of(entry), facts, entry, _results(entry.facet))


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "items": site.once(items_of),
        "choices": site.once(choices_of),
        "explanations": site.once(explanations_of),
    }
    yield Page(ADDRESS, "differences.html", context)


KIND = PageKind("differences", ADDRESS, _pages, title="Why two parsers differ")
