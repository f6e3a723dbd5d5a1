"""Pairs of URIs that may be equivalent, and URIs with their normal forms."""

import json
from collections.abc import Iterable, Iterator, Sequence

import attrs

from hexapla.operations.equivalence import Equivalence, NormalForm, Sameness
from hexapla.standard.operations import equivalent, normalize
from hexapla.standard.spec import Spec
from hexapla_site.data.table import Table
from hexapla_site.pages.kind import Site
from hexapla_site.pages.operations.examples import (
    Input,
    Worked,
    operation_kind,
    read_examples,
    table_of_worked,
    worked,
)
from hexapla_site.report.case import groups_in, pattern_of


@attrs.frozen
class ComparedPair:
    """Two URIs, with the verdict of each standard."""

    given: Input
    results: tuple[Equivalence, ...]

    @property
    def pattern(self) -> str:
        """A letter for each standard, equal for equal verdicts; "." for an undecided standard."""
        return pattern_of_verdicts(self.results)

    @property
    def differ(self) -> bool:
        """Whether one standard's verdict is "same" and another standard's is "different"."""
        return len(groups_in(self.pattern)) > 1


@attrs.frozen
class PairTopic:
    """Pairs that concern the same question, with a heading."""

    id: str
    heading: str
    note: str
    pairs: Sequence[ComparedPair]


@attrs.frozen
class EquivalenceContext:
    """The content of the page on equivalence."""

    topics: Sequence[PairTopic]
    normal_forms: Sequence[Worked[NormalForm]]


def pattern_of_verdicts(results: Iterable[Equivalence]) -> str:
    """Return a letter for each standard, equal for equal verdicts; "." for an undecided one."""
    verdicts = (item.verdict for item in results)
    return pattern_of([None if each is Sameness.UNDECIDED else each for each in verdicts])


def _compare(spec: Spec, pair: Input) -> Equivalence:
    return equivalent(pair["left"], pair["right"], spec=spec)


def _normalize(spec: Spec, item: Input) -> NormalForm:
    return normalize(item["text"], spec=spec)


def topics(site: Site) -> list[PairTopic]:
    """Return the pairs, grouped by topic, with the verdict of each standard."""
    found = []
    for topic in read_examples()["equivalence"]:
        pairs = [ComparedPair(*item) for item in worked(site, topic["pairs"], _compare)]
        found.append(PairTopic(topic["id"], topic["heading"], topic["note"], pairs))
    return found


def normal_forms(site: Site) -> list[Worked[NormalForm]]:
    """Return URIs, each with its normal form under each standard."""
    return list(worked(site, read_examples()["normal_forms"], _normalize))


def _context(site: Site) -> EquivalenceContext:
    return EquivalenceContext(site.once(topics), site.once(normal_forms))


def _tables(site: Site) -> Iterator[Table]:
    pairs = []
    for topic in site.once(topics):
        for pair in topic.pairs:
            pairs.append(Worked({**pair.given, "topic": topic.id}, pair.results))
    keys = ("left", "right", "topic")
    forms = site.once(normal_forms)
    yield table_of_worked(site, "equivalence", keys, pairs, lambda item: item.verdict)
    yield table_of_worked(site, "normal-forms", ("text",), forms, _normal_cell)


def _normal_cell(form: NormalForm) -> str:
    return json.dumps(form.normal)


KIND = operation_kind("equivalence", _context, _tables)
